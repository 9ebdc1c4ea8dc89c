"""From articles to the table: worked by hand, against the reference, whatever the threads; the real news."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

for package in ("scipy", "sentencex", "duckdb", "pyarrow"):
    pytest.importorskip(package)

from paragen.base.errors import ConfigError, ParagenError  # noqa: E402
from paragen.tables.bilingual.extraction import ExtractOptions, extract_phrases  # noqa: E402
from paragen.tables.builder import Run, open_engine  # noqa: E402
from paragen.tables.resources.comparable import ComparableOptions, build_comparable  # noqa: E402
from paragen.tables.resources.comparable.phrases import Names, paraphrases  # noqa: E402
from paragen.text.tokenizer import Tokenizer  # noqa: E402

from .reference import phrase_pairs  # noqa: E402

FEW = [
    ("1", "1987-02-26", "The firm said it will buy the old mill near the river."),
    ("2", "1987-02-27", "The firm said it will purchase the old mill near the river."),
    ("3", "26 Feb 1987", "Its workers want to buy shares of the firm soon."),
    ("4", "26 Feb 1987", "Its workers want to purchase shares of the firm soon."),
    ("5", "1987-03-26", "Its workers want to acquire shares of the firm soon."),
]
LOOSE = ComparableOptions(threshold_documents=0.5)


def news(path: Path, articles) -> Path:
    path.write_text("".join(json.dumps(dict(zip(("id", "date", "text"), article, strict=True))) + "\n" for article in articles))
    return path


def rows(path: Path) -> list[list[str]]:
    return [line.split(" ||| ") for line in path.read_text().splitlines()]


def test_worked_example(tmp_path):
    """ "buy" stands across from "purchase" each time that it occurs; a month later is too late for "acquire"."""
    found = build_comparable([news(tmp_path / "news", FEW)], tmp_path / "out.txt", LOOSE, Run(temp=tmp_path))
    assert rows(tmp_path / "out.txt") == [["buy", "purchase", "1"], ["purchase", "buy", "1"]]
    assert (found.articles, found.sentences, found.document_pairs, found.sentence_pairs, found.pairs, found.phrases) == (
        5,
        5,
        2,
        2,
        2,
        2,
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["news", "out.txt"]


def test_limits(tmp_path):
    path = news(tmp_path / "news", FEW)
    build_comparable([path], tmp_path / "out.txt", replace(LOOSE, min_count=1, min_lexical=0, max_length=3, containment=True))
    found = {tuple(row[:2]) for row in rows(tmp_path / "out.txt")}
    assert ("will buy the", "will purchase the") in found and ("want to buy", "want to purchase") in found
    assert max(len(phrase.split()) for pair in found for phrase in pair) == 3
    build_comparable([path], tmp_path / "out.txt", replace(LOOSE, min_count=1, min_lexical=0, containment=True, top=1))
    sources = [row[0] for row in rows(tmp_path / "out.txt")]
    assert len(sources) == len(set(sources))
    build_comparable([path], tmp_path / "out.txt", ComparableOptions(days=100, min_count=1, min_lexical=0))
    assert ["buy", "acquire"] in [row[:2] for row in rows(tmp_path / "out.txt")]


def random_news(rng: random.Random, n: int):
    """Events told by several agencies, each with its own words for some things."""
    said = [
        ["said", "stated", "announced"],
        ["buy", "purchase", "acquire"],
        ["firm", "company"],
        ["big", "large"],
        ["quickly", "rapidly"],
    ]
    things = [f"thing{k}x" for k in range(60)]
    for event in range(n):
        fixed = rng.sample(things, 6)
        for agency in range(3):
            a, b, c, d, e = (rng.choice(choice) for choice in said)
            text = (
                f"The {c} {a} it will {b} {fixed[0]} and {fixed[1]} {e} . The {d} {fixed[2]} is near {fixed[3]} , the {c} {a} ."
            )
            yield f"{event}-{agency}", f"1987-02-{1 + event % 27:02}", text


def test_scores_are_relative_frequencies_of_the_reference(tmp_path):
    rng = random.Random(5)
    words = "a b c d e f".split()
    pairs = []
    for _ in range(40):
        one = [rng.choice(words) for _ in range(rng.randint(1, 6))]
        other = [rng.choice(words) for _ in range(rng.randint(1, 6))]
        links = {(i, j) for i in range(len(one)) for j in range(len(other)) if rng.random() < 0.25 / max(1, abs(i - j))}
        pairs.append((one, other, links))
    both = pairs + [(b, a, {(j, i) for i, j in links}) for a, b, links in pairs]
    for name, at in (("one", 0), ("other", 1)):
        (tmp_path / name).write_text("".join(" ".join(pair[at]) + "\n" for pair in both))
    (tmp_path / "links").write_text("".join(" ".join(f"{i}-{j}" for i, j in sorted(pair[2])) + "\n" for pair in both))
    files = [tmp_path / name for name in ("one", "other", "links", "table.parquet")]
    with open_engine(temp=tmp_path) as engine:
        extract_phrases(files[:3], files[3], ExtractOptions(), engine)
    with open_engine(temp=tmp_path) as engine:
        found = {
            (s, t): score
            for s, t, score in paraphrases(files[3], ComparableOptions(min_lexical=0, containment=True), engine, Names())
        }
    counts = phrase_pairs(pairs)
    totals = {source: sum(count for (s, _), count in counts.items() if s == source) for source, _ in counts}
    assert found
    for (source, target), score in found.items():
        assert source != target and counts[source, target] >= 2
        assert score == pytest.approx(counts[source, target] / totals[source])
    alone = {(s, t) for (s, t), count in counts.items() if s != t and count >= 2 and " " not in s + t}
    assert alone <= set(found)


def test_phrases_that_are_none(tmp_path):
    import pyarrow
    import pyarrow.parquet

    pairs = [
        ("buy", "purchase"), ("buy", "buy now"), ("rose 5 pct", "rose"), ("said ,", "said"), ("two cts", "some cts"),
        ("in march", "in april"),        ("near", "close to"),
    ]  # fmt: skip
    links = {"near": "0-0 0-1", "buy": "0-0"}
    table = {
        "source": [s for s, _ in pairs], "target": [t for _, t in pairs], "p_target": [0.5] * 7, "count": [9] * 7,
        "lex_source": [0.5] * 7, "lex_target": [0.5] * 7,
        "alignment": [links.get(s, " ".join(f"{k}-{min(k, t.count(' '))}" for k in range(s.count(" ") + 1))) for s, t in pairs],
    }  # fmt: skip
    pyarrow.parquet.write_table(pyarrow.table(table), tmp_path / "t.parquet")
    names, text = Names(), "It fell in March and in April, and in April it was near. In may."
    tokenizer = Tokenizer()
    names.see(text, tokenizer.tokens(text), tokenizer.words(text))
    assert names.is_name("april") and not names.is_name("near") and not names.is_name("unseen")
    with open_engine(temp=tmp_path) as engine:
        found = list(paraphrases(tmp_path / "t.parquet", ComparableOptions(), engine, names))
    assert found == [("buy", "purchase", 0.5), ("near", "close to", 0.5)]


def test_sentence_pairs_are_an_input_as_good(tmp_path):
    path = news(tmp_path / "news", random_news(random.Random(1), 40))
    pairs = tmp_path / "pairs.tsv.gz"
    one = build_comparable([path], tmp_path / "a.txt", replace(LOOSE, sentences=pairs, candidates=tmp_path / "c.tsv"))
    two = build_comparable([pairs], tmp_path / "b.txt")
    assert one.sentence_pairs == two.sentence_pairs > 50 and two.articles == 0
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "b.txt").read_bytes()
    assert ["quickly", "rapidly"] in [row[:2] for row in rows(tmp_path / "a.txt")]
    header, *sample = [line.split("\t") for line in (tmp_path / "c.tsv").read_text().splitlines()]
    assert header == ["source", "target", "overlap", "label"]
    overlaps = [float(row[2]) for row in sample]
    assert min(overlaps) < 0.5 < max(overlaps) and all(row[3] == "" for row in sample)
    both = build_comparable([path, pairs], tmp_path / "both.txt", LOOSE)
    assert both.sentence_pairs == 2 * one.sentence_pairs


def test_nothing_but_the_input_decides_the_bytes(tmp_path):
    path = news(tmp_path / "news", random_news(random.Random(2), 60))
    code = (
        "import sys; from paragen.tables.builder import Run; from paragen.tables.resources.comparable import *\n"
        "options = ComparableOptions("
        "    threshold_documents=.3, min_count=1, candidates=sys.argv[2] + '.c', sentences=sys.argv[2] + '.s')\n"
        "build_comparable([sys.argv[1]], sys.argv[2], options, Run(threads=int(sys.argv[3])))"
    )
    made = []
    for threads, seed in ((1, "0"), (3, "1")):
        out = tmp_path / f"out{threads}.parquet"
        subprocess.run(
            [sys.executable, "-c", code, path, out, str(threads)],
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=tmp_path,
        )
        made.append([Path(f"{out}{suffix}").read_bytes() for suffix in ("", ".c", ".s")])
    assert made[0] == made[1]


def test_giant_article(tmp_path):
    """One of five megabytes among others is cut, and that is reported."""
    giant = ("9", "1987-02-26", "The firm said it will buy the mill. It was not said how much the firm paid for it. " * 60_000)
    found = build_comparable([news(tmp_path / "news", [giant, *FEW])], tmp_path / "out.txt", LOOSE)
    assert found.skips.counts == {"articles cut off after 4194304 characters": 1, "articles cut off after 1000 sentences": 1}
    assert found.sentences == 1005 and ["buy", "purchase"] in [row[:2] for row in rows(tmp_path / "out.txt")]


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"days": 0}, "days: found 0"),
        ({"threshold_documents": 1}, "threshold_documents: found 1"),
        ({"threshold_sentences": -0.1}, "threshold_sentences"),
        ({"partners": 0}, "partners: found 0"),
        ({"min_count": 0}, "min_count: found 0"),
        ({"min_lexical": 1}, "min_lexical: found 1"),
        ({"max_length": 8}, "max_length: found 8"),
        ({"top": 0}, "top: found 0"),
        ({"memory": "lots"}, "memory: found 'lots'"),
        ({"threads": -1}, "threads: found -1"),
        ({"temp": "no such folder"}, "no such directory"),
        ({"sentences": "no/such"}, "no/such: there is no folder no"),
        ({"candidates": "news"}, "it is read and would be overwritten"),
    ],
)
def test_options_out_of_range(tmp_path, monkeypatch, kwargs, message):
    monkeypatch.chdir(tmp_path)
    news(tmp_path / "news", FEW)
    with pytest.raises(ConfigError, match=message):
        of_run = {name: value for name, value in kwargs.items() if name in ("memory", "threads", "temp")}
        options = ComparableOptions(**{name: value for name, value in kwargs.items() if name not in of_run})
        build_comparable(["news"], "out.txt", options, Run(**of_run))
    assert os.listdir(tmp_path) == ["news"]


@pytest.mark.parametrize("articles", [[], FEW[:1], [("1", "x", "Text.")], FEW[:1] * 3])
def test_nothing_comparable(tmp_path, articles):
    with pytest.raises(ParagenError, match="an empty file|no two sentences are similar enough"):
        build_comparable([news(tmp_path / "news", articles)], tmp_path / "out.txt", run=Run(temp=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["news"]


@pytest.mark.shared
def test_real_news(shared, tmp_path):
    files = sorted((shared / "data/reuters21578").glob("reuters-00[01].json.gz"))
    found = build_comparable(files, tmp_path / "out.txt", ComparableOptions(min_count=1, min_lexical=0.05))
    assert found.articles > 1700 and found.skips.counts["articles without text"] < 300
    assert 100 < found.document_pairs < 20_000 and 50 < found.sentence_pairs < 10_000
    table = rows(tmp_path / "out.txt")
    assert len(table) == found.pairs > 100
    assert not any(character.isdigit() for source, target, _ in table for character in source + target)
    assert all(0 < float(score) <= 1 for _, _, score in table)
