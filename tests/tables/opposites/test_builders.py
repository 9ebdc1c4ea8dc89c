"""The builders that would take opposites for paraphrases leave them out, and keep them where they are asked to."""

from __future__ import annotations

import json

import pytest

for package in ("scipy", "sentencex", "duckdb", "pyarrow"):
    pytest.importorskip(package)

from paragen.tables.builder import Run  # noqa: E402
from paragen.tables.resources.comparable import ComparableOptions, build_comparable  # noqa: E402
from paragen.tables.resources.parallel import ParallelOptions, build_parallel  # noqa: E402
from paragen.tables.resources.thesaurus import ThesaurusOptions, build_thesaurus  # noqa: E402


def pairs(path) -> set[tuple[str, str]]:
    return {tuple(line.split(" ||| ")[:2]) for line in path.read_text().splitlines()}


@pytest.mark.parametrize("keep", [False, True])
def test_thesaurus(tmp_path, keep):
    """Opposites leave their places to the next words: of three alike verbs, each has one neighbour or two."""
    word = "{}\t{}\t{}\t_\t{}\t_\t{}\t{}\t_\t_\n".format
    rows = [("prices", "rise"), ("prices", "fall"), ("prices", "climb"), ("wages", "rise"), ("wages", "fall"), ("wages", "climb")]
    rows += [("dogs", "bark"), ("dogs", "bite")]
    text = "".join(
        word(1, noun, noun[:-1], "NNS", 2, "nsubj") + word(2, verb, verb, "VBP", 0, "root") + "\n" for noun, verb in rows
    )
    (tmp_path / "a").write_text(text)
    options = ThesaurusOptions(top=1, min_count=1, min_features=1, keep_opposites=keep)
    found = build_thesaurus([tmp_path / "a"], tmp_path / "o.txt", options)
    verbs = {(one, other) for one, other in pairs(tmp_path / "o.txt") if {one, other} <= {"rise", "fall", "climb"}}
    if keep:
        assert verbs == {("rise", "climb"), ("climb", "fall"), ("fall", "climb")} and not found.skips.messages()
    else:
        assert verbs == {("rise", "climb"), ("climb", "rise")}
        assert found.skips.messages() == ["left out: 3 opposites (first: climb -> fall)"]


@pytest.mark.parametrize("keep", [False, True])
def test_parallel(tmp_path, keep):
    tree = "(S (NP (PRP they)) (VP (VBD saw) (NP (DT a) (JJ {}) (NN house)) (PP (IN in) (NP (NN town)))))\n"
    for name, words in {"a": ("high", "big"), "b": ("low", "large")}.items():
        (tmp_path / name).write_text("".join(tree.format(word) for word in words))
    options = ParallelOptions(labels=("NP",), keep_opposites=keep)
    found = build_parallel([[tmp_path / "a", tmp_path / "b"]], tmp_path / "o.txt", options)
    some = pairs(tmp_path / "o.txt")
    assert ("a big house", "a large house") in some and (("a high house", "a low house") in some) == keep
    reported = [line for line in found.skips.messages() if "opposites" in line]
    assert reported == ([] if keep else ["left out: 2 opposites (first: a high house -> a low house)"])


@pytest.mark.parametrize("keep", [False, True])
def test_comparable(tmp_path, keep):
    texts = ["The firm said it will {} the old mill near the river.", "Its workers want to {} shares of the company soon."]
    articles = [text.format(verb) for text in texts for verb in ("buy", "purchase", "sell")]
    rows = [{"id": number, "date": "1987-02-26", "text": text} for number, text in enumerate(articles)]
    (tmp_path / "news").write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ComparableOptions(min_lexical=0, keep_opposites=keep)
    found = build_comparable([tmp_path / "news"], tmp_path / "o.txt", options, Run(threads=1, temp=tmp_path))
    some = pairs(tmp_path / "o.txt")
    assert ("buy", "purchase") in some and (("buy", "sell") in some) == keep
    assert any("opposites" in line for line in found.skips.messages()) != keep
