"""What the tests of evaluation share: made-up n-best lists, and the measures written to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paragen.results import Edit, Paraphrase, substitute_id
from paragen.tuning.evaluation import Sample, Settings, measure
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.labels import SentenceLabel, paraphrase_id
from paragen.tuning.labels.labels import SentenceLabels

FEW = Settings(n_best=10, resamples=200, seed=3)


def paraphrase(text: str, edits: Sequence[tuple[int, str]], table: str = "one") -> Paraphrase:
    """A paraphrase with ``after`` in the place of the character at each position, from left to right."""
    made = tuple(
        Edit(at, at + 1, at, at + len(after), text[at], after, table, 0.5, id=substitute_id(text, at, at + 1, after))
        for at, after in edits
    )
    changed = text
    for at, after in reversed(list(edits)):
        changed = changed[:at] + after + changed[at + 1 :]
    return Paraphrase(text, changed, 0.0, made, ("lm",), (0.0,))


def name(text: str, at: int, after: str) -> str:
    return substitute_id(text, at, at + 1, after)


def ratings(said: Mapping[tuple[str, str], bool]) -> SentenceLabels:
    """Labels of paraphrases: by sentence and paraphrase, whether it is acceptable."""
    found = SentenceLabels()
    for (text, result), verdict in said.items():
        found.add(rating(text, result, verdict))
    return found


def rating(text: str, result: str, verdict: bool, error: str | None = None, annotator: str = "anna") -> SentenceLabel:
    label = "acceptable" if verdict else "unacceptable"
    return SentenceLabel(paraphrase_id(text, result), label, error, annotator, None, text, result)


def measured(lists: Mapping[str, Sequence[Paraphrase]], sample: Sample, settings: Settings = FEW):
    return measure(lambda sentences, n: [list(lists[each.text])[:n] for each in sentences], sample, settings)


def random_problem(seed: int, sentences: int = 12, unlabelled: str = "leave-out"):
    """Random lists, of different lengths, the sentence itself among them; some substitutes and paraphrases are not labelled."""
    draw = np.random.default_rng(seed)
    lists, judged, said = {}, [], {}
    for i in range(sentences):
        text = f"abcdef {i}"
        found: dict[str, Paraphrase] = {}
        for _ in range(int(draw.integers(1, 16))):
            places = sorted(draw.choice(6, size=int(draw.integers(0, 4)), replace=False).tolist())
            one = paraphrase(text, [(at, f"x{draw.integers(0, 3)}") for at in places])
            found.setdefault(one.text, one)
        lists[text] = list(found.values())
        verdicts = {}
        if draw.random() < 0.8:
            ids = sorted({name(text, e.begin, e.after) for p in found.values() for e in p.edits} | {name(text, 0, "elsewhere")})
            verdicts = {each: bool(draw.random() < 0.5) for each in ids if draw.random() < 0.7}
        if draw.random() < 0.8 or not verdicts:
            said |= {(text, result): bool(draw.random() < 0.5) for result in found if draw.random() < 0.7}
            said[text, "never produced"] = True
        kept = {each: verdict or i % 2 == 0 for i, (each, verdict) in enumerate(verdicts.items()) if i % 3}
        judged.append(JudgedSentence(text, verdicts, (), None if unlabelled == "leave-out" else False, kept))
    return lists, Sample(judged, ratings(said), [f"d{i % 3}" for i in range(sentences)], unlabelled), said


def reference(lists, sample: Sample, said, n_best: int) -> dict[str, float | None]:
    """Every figure, written to be read."""
    strict = sample.unlabelled == "incorrect"
    psers, right, wrong, unknown, edits, unchanged = [], 0, 0, 0, [], 0
    all_right = all_wrong = 0
    covered = 0
    kept = []
    top = {n: [0, 0, 0] for n in (1, 5, 10)}
    for each in sample.sentences:
        found = lists[each.text][:n_best]
        edits.append(len(found[0].edits))
        unchanged += found[0].text == each.text
        if each.verdicts:
            union = {(e.begin, e.end, e.after) for p in found for e in p.edits}
            verdicts = [each.verdicts.get(substitute_id(each.text, *key)) for key in union]
            correct = sum(verdict is True for verdict in verdicts)
            incorrect = sum(verdict is False or (strict and verdict is None) for verdict in verdicts)
            psers.append(incorrect / (correct + incorrect) if correct + incorrect else 1.0)
            covered += bool(correct + incorrect)
            for e in (e for p in found for e in p.edits):
                verdict = each.verdicts.get(substitute_id(each.text, e.begin, e.end, e.after))
                all_right += verdict is True
                all_wrong += verdict is False or (strict and verdict is None)
            names = {substitute_id(each.text, *key) for key in union}
            kept += [each.meaning[name] for name in names if name in each.meaning]
            right, wrong, unknown = right + correct, wrong + incorrect, unknown + len(union) - correct - incorrect
        if strict or any(text == each.text for text, _ in said) or found[0].text == each.text:
            for n, counts in top.items():
                for rank in range(n):
                    if rank >= len(found) or found[rank].text == each.text:
                        counts[1] += rank < len(found)
                        counts[2] += 1
                        continue
                    verdict = said.get((each.text, found[rank].text))
                    counts[0] += verdict is True
                    counts[1] += verdict is not None or strict
                    counts[2] += verdict is not None or strict
    return {
        "pser": sum(psers), "mean": sum(psers) / len(psers), "dcs": right,
        "distinct_accuracy": right / (right + wrong), "occurrence_accuracy": all_right / (all_right + all_wrong),
        "unchanged": unchanged / len(edits), "syntactic_errors": None, "semantic_errors": None, "not_paraphrases": None,
        "kept_meaning": sum(kept) / len(kept) if kept else None,
        "coverage": covered / len(psers), "unlabelled": unknown / (right + wrong + unknown), "edits": sum(edits) / len(edits),
        **{f"top_{n}": a / b if b else None for n, (a, b, _) in top.items() if n <= n_best},
        **{f"top_{n}_places": a / b if b else None for n, (a, _, b) in top.items() if 1 < n <= n_best},
    }  # fmt: skip
