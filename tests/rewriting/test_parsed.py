"""Patterns that match by a parse are those that are induced from it [Z09 section 4.6]."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from command_line import paragen as run

import paragen
from paragen.base.errors import ParagenError
from paragen.packing import TableSource, pack

sys.path.append(str(Path(__file__).parents[1] / "tables" / "bilingual" / "patterns"))
pytest.importorskip("duckdb")
parquet = pytest.importorskip("pyarrow.parquet")
from induction_reference import random_sentence  # noqa: E402
from parsed import conllu, distinct, induced_lines  # noqa: E402

from paragen.tables.bilingual.patterns.induce import read_parses  # noqa: E402

ARPA = "\\data\\\nngram 1=3\n\n\\1-grams:\n-9\t<s>\n-1\t</s>\n-3\t<unk>\n\n\\end\\\n"
DEMAND = [
    ("We", "PRP", 4, "nsubj"), ("should", "MD", 4, "aux"), ("first", "RB", 4, "advmod"), ("take", "VB", 0, "root"),
    ("market", "NN", 6, "compound"), ("demand", "NN", 4, "obj"), ("into", "IN", 8, "case"), ("consideration", "NN", 4, "obl"),
    (".", ".", 4, "punct"),
]  # fmt: skip
ELSEWHERE = [(*word[:2], 6, "x") if word[0] == "into" else word for word in DEMAND]
ELSEWHERE[7] = ("consideration", "NN", 7, "x")
"""The same, but *into consideration* belongs to *demand*: what is taken is the whole."""
PAIRS = [
    ("take [NN_1] into consideration", "consider [NN_1]"), ("take [NN_1]", "get [NN_1]"), ("[NN_1] demand", "demand for [NN_1]"),
    ("[NN_1] into consideration", "[NN_1] considered"), ("first take [NN_1]", "take [NN_1] first"),
]


def packed(folder: Path, pairs) -> Path:
    (folder / "lm.arpa").write_text(ARPA)
    (folder / "patterns.txt").write_text("".join(f"{source} ||| {target} ||| 0.5\n" for source, target in pairs))
    source = TableSource(folder / "patterns.txt", floor=0, kind="patterns")
    return pack(folder / "model", folder / "lm.arpa", {"patterns": source})


@pytest.mark.parametrize(
    ("parse", "expected"),
    [
        (DEMAND, {"take [NN_1] into consideration", "[NN_1] demand"}),
        (ELSEWHERE, {"take [NN_1]", "[NN_1] demand into consideration"} - {"[NN_1] demand into consideration"}),
    ],
)
def test_the_example_of_the_paper(tmp_path, parse, expected):
    """*take* alone is a subtree only if all that belongs to it is in the slot."""
    model = packed(tmp_path, PAIRS)
    parses = conllu(tmp_path / "parses.conllu", [parse])
    text = "We should first take market demand into consideration."
    [found, none] = paragen.load(model).matches([text, "We should."], read_parses(parses))
    assert {match.pattern.source for match in found} == expected and none == []
    [whole] = [match for match in found if match.pattern.source.startswith("take")]
    assert whole.pattern.fillers == (("market demand",) if parse is DEMAND else ("market demand into consideration",))
    done = run("patterns", "match", "-m", str(model), "--parses", str(parses), input=f"{text}\n")
    assert {line.split("\t")[9] for line in done.stdout.splitlines()[1:]} == expected


@pytest.mark.parametrize("seed", range(3))
def test_they_are_those_induced_from_the_sentence(tmp_path, seed):
    """Aligned with itself, word by word, a sentence has each of its patterns as a pivot."""
    rng = random.Random(seed)
    drawn = distinct(random_sentence(rng) for _ in range(25))
    sentences = [each._replace(english=[word.strip("[") for word in each.english]) for each in drawn]
    sentences = list({"".join(each.english): each for each in sentences}.values())
    induced, texts = [], [" ".join(each.english) for each in sentences]
    trees = [
        [(form, tag, head + 1, "x") for form, tag, head in zip(each.english, each.tags, each.heads, strict=True)]
        for each in sentences
    ]
    for text, tree in zip(texts, trees, strict=True):
        links = " ".join(f"{i}-{i}" for i in range(len(tree)))
        try:
            _, rows = induced_lines(tmp_path, [text], [text], [links], [tree], max_words=16)
        except ParagenError:  # no pattern
            rows = []
        induced.append({row[0] for row in rows})
    every = set().union(*induced)
    assert len(every) > 20
    slots = {pattern: [word for word in pattern.split() if word.startswith("[")] for pattern in every}
    model = packed(tmp_path, [(pattern, " ".join([f"said{i}", *slots[pattern]])) for i, pattern in enumerate(sorted(every))])
    parses = read_parses(conllu(tmp_path / "all.conllu", trees))
    found = paragen.load(model).matches(texts, parses)
    assert [{match.pattern.source for match in each} for each in found] == induced
