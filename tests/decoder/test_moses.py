"""The search against Moses' n-best lists: the same model, the same sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

from paragen.decoder.search import Decoder, FeatureList, SearchSettings, SentenceInput
from paragen.model import Model
from paragen.packing import TableSource, pack
from paragen.paraphraser import load

WEIGHTS = {"lm": 0.5, "table0": 0.2, "table1": 0.2, "word": 0.3, "edit": 0.0, "unknown": -100.0}


@pytest.fixture(scope="module")
def moses(shared: Path) -> Path:
    """The folder of Moses' reference outputs."""
    return shared / "golden"


@pytest.fixture(scope="module")
def decoder(moses: Path, tmp_path_factory: pytest.TempPathFactory) -> Decoder:
    """The reference tables, packed as the reference was decoded: no self-paraphrase, no floors, tokens as they are."""
    path = tmp_path_factory.mktemp("moses") / "model"
    tables = {name: TableSource(moses / "moses" / f"{name}.txt", floor=0.0) for name in ("table0", "table1")}
    pack(path, moses / "bench" / "lm.arpa.gz", tables, weights=WEIGHTS, self_paraphrase=False, tokenized=True)
    model = Model.open(path)
    return Decoder(model.store, model.lm, FeatureList(("table0", "table1"), False), model.weights)


@pytest.fixture(scope="module")
def sentences(moses: Path) -> list[list[str]]:
    """The input, as words."""
    return [line.split() for line in (moses / "moses" / "input.txt").read_text().splitlines()]


@pytest.fixture(scope="module")
def theirs(moses: Path) -> list[list[tuple[str, dict[str, float], float]]]:
    """Moses' lists: text, features by name, score."""
    lists: list[list] = []
    for line in (moses / "moses" / "nbest.txt").read_text().splitlines():
        number, text, features, score = (field.strip() for field in line.split("|||"))
        names, values = features.split()[::2], features.split()[1::2]
        while len(lists) <= int(number):
            lists.append([])
        lists[-1].append((text, {n.rstrip("="): float(v) for n, v in zip(names, values, strict=True)}, float(score)))
    return lists


def texts(words, derivations):
    """Output text of each derivation."""
    found = []
    for derivation in derivations:
        out, at = [], 0
        for step in derivation.steps:
            out += [*words[at : step.begin], *step.words]
            at = step.end
        found.append(" ".join([*out, *words[at:]]))
    return found


@pytest.mark.shared
def test_no_score_is_worse_than_moses(decoder, sentences, theirs):
    ours = decoder.decode([SentenceInput(words) for words in sentences], SearchSettings(n=10))
    for found, reference in zip(ours, theirs, strict=True):
        assert len(found) >= len(reference)
        for derivation, (_, _, score) in zip(found, reference, strict=False):
            assert derivation.score >= score - 1e-3


@pytest.mark.shared
def test_lists_are_those_of_moses_where_its_beam_did_not_cut(decoder, sentences, theirs):
    """A list of ours may only differ by texts that Moses lost: everything of theirs is in it, with the same score."""
    ours = decoder.decode([SentenceInput(words) for words in sentences], SearchSettings(n=30))
    equal = 0
    for words, found, reference in zip(sentences, ours, theirs, strict=True):
        mine = dict(zip(texts(words, found), (d.score for d in found), strict=True))
        for text, _, score in reference:
            assert mine[text] == pytest.approx(score, abs=1e-3)
        scores = [score for _, _, score in reference]
        equal += [d.score for d in found[: len(scores)]] == pytest.approx(scores, abs=1e-3)
    assert equal >= 95


@pytest.mark.shared
def test_features_are_those_of_moses(decoder, sentences, theirs):
    """Where the best text is the same and only one derivation has its score, so are the unweighted sums."""
    compared = 0
    ours = decoder.decode([SentenceInput(words) for words in sentences], SearchSettings())
    for words, (best,), reference in zip(sentences, ours, theirs, strict=True):
        text, features, score = reference[0]
        if texts(words, [best])[0] != text or abs(best.score - score) > 1e-4:
            continue
        named = dict(zip(FeatureList(("table0", "table1"), False).names, best.features, strict=True))
        assert named["lm"] == pytest.approx(features["LM0"], abs=2e-3)
        assert named["word"] == -features["WordPenalty0"]
        tables = named["table0"] + named["table1"]
        assert tables == pytest.approx(features["TranslationModel0"] + features["TranslationModel1"], abs=2e-3)
        compared += 1
    assert compared >= 90


MOSES2 = {5: -19.6715, 10: -19.2637, 20: -19.0775, 50: -18.9818, 100: -18.9643}
"""Mean best score of the 1,500 sentences by stack size, from the figures beside the reference."""


@pytest.fixture(scope="module")
def bench(moses: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole reference tables, packed as the figures were made."""
    tables = {f"table{i}": TableSource(moses / "bench" / f"table{i}.txt.gz", floor=0.0) for i in (0, 1)}
    path = tmp_path_factory.mktemp("bench") / "model"
    return pack(path, moses / "bench" / "lm.arpa.gz", tables, weights=WEIGHTS, self_paraphrase=False, tokenized=True)


@pytest.mark.long
@pytest.mark.shared
def test_best_scores_are_at_least_those_of_moses2_at_every_stack_size(bench, moses):
    lines = (moses / "bench" / "input.txt").read_text(encoding="utf-8").splitlines()
    for stack in MOSES2:
        ours = [found[0].score for found in load(bench, stack=stack).pipe(lines)]
        assert sum(ours) / len(ours) >= MOSES2[stack] - 5e-5, stack
    reference = (moses / "bench" / "moses-best.tsv").read_text(encoding="utf-8").splitlines()
    ours = [found[0].score for found in load(bench, stack=100).pipe(lines)]
    for mine, line in zip(ours, reference, strict=True):
        assert mine >= float(line.split("\t")[1]) - 1e-3
