"""Sentences whose paraphrases are made up, so that it is known which weights are right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from paragen.results import Edit, Paraphrase, substitute_id
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.pser import NbestArrays, Pool

NAMES = ("lm", "one", "two", "three", "self", "word", "edit", "unknown")


def paraphrase(text: str, afters: Sequence[tuple[int, str]], values: Sequence[float], names: Sequence[str] = NAMES) -> Paraphrase:
    """A paraphrase with ``after`` in the place of the character at each position."""
    edits = tuple(
        Edit(at, at + 1, at, at + len(after), text[at], after, "one", 0.5, id=substitute_id(text, at, at + 1, after))
        for at, after in afters
    )
    changed = text
    for at, after in reversed(list(afters)):
        changed = changed[:at] + after + changed[at + 1 :]
    return Paraphrase(text, changed, 0.0, edits, tuple(names), tuple(values))


def decoding(lists: Mapping[str, Sequence[Paraphrase]]):
    """What decodes sentences by sorting all their paraphrases; of the same text the best only."""

    def decode(weights: Mapping[str, float], sentences: Sequence[JudgedSentence], n: int) -> Iterator[list[Paraphrase]]:
        values = np.array(list(weights.values()))
        for each in sentences:
            found = sorted(lists[each.text], key=lambda p: -float(np.dot(values, p.values)))
            distinct = {p.text: p for p in reversed(found)}
            yield sorted(distinct.values(), key=lambda p: -float(np.dot(values, p.values)))[:n]

    return decode


def labelled(lists: Mapping[str, Sequence[Paraphrase]], correct) -> list[JudgedSentence]:
    """All substitutes judged: ``correct(text, begin, after)`` says what is."""
    judged = []
    for text, found in lists.items():
        keys = {(edit.begin, edit.end, edit.after) for each in found for edit in each.edits}
        judged.append(JudgedSentence(text, {substitute_id(text, *key): correct(text, key[0], key[2]) for key in sorted(keys)}))
    return judged


def planted(seed: int, sentences: int = 20, each: int = 40, right: Mapping[str, float] | None = None):
    """A problem whose best PSER is 0: the n best of each sentence under the weights ``right`` have correct substitutes only.

    Each sentence has paraphrases of one edit with random features. The best half under ``right`` is correct.
    """
    generator = np.random.default_rng(seed)
    weights = {name: (right or {}).get(name, 0.0) for name in NAMES}
    lists, good = {}, set()
    for i in range(sentences):
        text = f"sentence {i} ."
        values = generator.standard_normal((each, len(NAMES)))
        values[:, 4] = values[:, 7] = 0.0
        lists[text] = [paraphrase(text, [(0, f"s{k}")], row) for k, row in enumerate(values)]
        scores = values @ np.array(list(weights.values()))
        good |= {(text, 0, f"s{k}") for k in np.argsort(-scores)[: each // 2]}
    return decoding(lists), labelled(lists, lambda *key: key in good), weights


def random_lists(
    seed: int, sentences: int = 6, entries: int = 25, ties: bool = False
) -> tuple[list[JudgedSentence], NbestArrays]:
    """Random lists: several edits a paraphrase, some texts made in two ways, some labels missing, short lists among them."""
    generator = np.random.default_rng(seed)
    lists = {}
    for i in range(sentences):
        text = f"abcdef {i}"
        found = []
        for _ in range(int(generator.integers(1, entries))):
            places = sorted(generator.choice(6, size=int(generator.integers(0, 3)), replace=False).tolist())
            afters = [(place, f"x{generator.integers(0, 3)}") for place in places]
            values = generator.standard_normal(len(NAMES))
            if ties:
                values = np.round(values)
            found.append(paraphrase(text, afters, values))
            if generator.random() < 0.3:
                found.append(paraphrase(text, afters, values + generator.standard_normal(len(NAMES))))
        lists[text] = found
    judged = labelled(lists, lambda *key: bool(generator.random() < 0.5))
    for each in judged:
        for name in list(each.verdicts):
            if generator.random() < 0.2:
                del each.verdicts[name]  # type: ignore[attr-defined]
    pool = Pool(judged, len(NAMES))
    pool.merge([lists[each.text] for each in judged], 10)
    return judged, pool.arrays()


def reference_error(lists: NbestArrays, scores: np.ndarray, n: int) -> tuple[list[float], list[int]]:
    """PSER and the number of distinct correct substitutes of each sentence, written to be read [Z08 eq. 12]."""
    errors, corrects = [], []
    for i in range(lists.sentences):
        best: dict[int, int] = {}
        for k in range(lists.bounds[i], lists.bounds[i + 1]):
            text = int(lists.texts[k])
            if text not in best or scores[k] > scores[best[text]]:
                best[text] = k
        chosen = sorted(best.values(), key=lambda k: -scores[k])[:n]
        union = {int(s) for k in chosen for s in lists.substitutes[lists.ends[k] : lists.ends[k + 1]]}
        labels = [int(lists.labels[lists.label_bounds[i] + s]) for s in union]
        right, wrong = labels.count(1), labels.count(0)
        errors.append(wrong / (right + wrong) if right + wrong else 1.0)
        corrects.append(right)
    return errors, corrects
