"""Paraphrases among queries: against the reference, by hand, on bad settings, and on real queries."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.builder import Run
from paragen.tables.resources.kernel import SimilarQueries
from paragen.tables.resources.queries import QueriesOptions, build_queries

from .reference import Scored, overlap_rate, similar

LOG = """\
cheap flights\thttp://fly\t3
low cost flights\thttp://fly\t1
low cost flights\thttp://air\t1
cheap hotels\thttp://beds\t1
low cost hotels\thttp://beds\t1
red roses\thttp://flowers\t2
"""


def read(path: Path) -> Scored:
    found: Scored = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        source, target, score = line.split(" ||| ")
        found.setdefault(source, []).append((target, float(score)))
    return found


def build(folder: Path, text: str, candidates: Path | None = None, threads: int = 1, **chosen) -> Scored:
    (folder / "log.tsv").write_text(text, encoding="utf-8")
    options = QueriesOptions(form="clicks", candidates=candidates, **chosen)
    build_queries([folder / "log.tsv"], folder / "out.txt", options, Run(threads=threads))
    return read(folder / "out.txt")


def random_log(seed: int, n: int = 120) -> dict[str, set[str]]:
    """Queries of few words and documents, the first ones by far the most frequent."""
    drawn = random.Random(seed)

    def some(letter: str, most: int) -> list[str]:
        return [f"{letter}{int(drawn.random() ** 3 * 25)}" for _ in range(drawn.randint(1, most))]

    clicked: dict[str, set[str]] = {}
    for _ in range(n):
        clicked.setdefault(" ".join(dict.fromkeys(some("w", 5))), set()).update(some("d", 4) if drawn.random() < 0.8 else [])
    return clicked


def as_text(clicked: dict[str, set[str]]) -> str:
    return "".join(f"{query}\t{document}\t1\n" for query, found in clicked.items() for document in sorted(found) or [""])


@pytest.mark.parametrize("beta", [0.0, 0.3, 0.5, 0.7, 1.0])
@pytest.mark.parametrize("threshold", [0.0, 0.25, 0.5, 0.7])
def test_equals_the_reference(tmp_path, beta, threshold):
    for seed in range(3):
        clicked = random_log(seed)
        expected = similar(clicked, beta, threshold, 5)
        if expected:
            assert build(tmp_path, as_text(clicked), beta=beta, threshold=threshold, top=5) == approximately(expected)


def approximately(scored: Scored) -> Scored:
    """Scores as text holds them."""
    return {source: [(target, float(f"{score:.9g}")) for target, score in found] for source, found in scored.items()}


def test_what_many_queries_share_leads_to_no_pair(tmp_path):
    for seed in range(3):
        clicked = random_log(seed)
        expected = similar(clicked, 0.5, 0.2, 20, max_sharing=15)
        assert expected != similar(clicked, 0.5, 0.2, 20)
        assert build(tmp_path, as_text(clicked), beta=0.5, threshold=0.2, max_sharing=15) == approximately(expected)


def test_limits_beyond_all_numbers(tmp_path):
    clicked = random_log(1)
    expected = approximately(similar(clicked, 0.5, 0.4, 999))
    assert build(tmp_path, as_text(clicked), threshold=0.4, top=10**30, max_sharing=10**30, max_words=10**30) == expected


def test_containment(tmp_path):
    clicked = random_log(7)
    expected = similar(clicked, 0.5, 0.4, 20, containment=False)
    assert expected != similar(clicked, 0.5, 0.4, 20)
    assert build(tmp_path, as_text(clicked), threshold=0.4, containment=False) == approximately(expected)


def test_by_hand(tmp_path):
    found = build(tmp_path, LOG, beta=0.5, threshold=0.3)
    # 2·1/(2+3) of the words, 2·1/(1+2) of the documents
    assert found["cheap flights"] == [("low cost flights", pytest.approx(0.5 * 0.4 + 0.5 * 2 / 3))]
    assert found["low cost hotels"] == [("cheap hotels", pytest.approx(0.7)), ("low cost flights", pytest.approx(1 / 3))]
    assert "red roses" not in found


def test_the_threshold_must_be_exceeded(tmp_path):
    assert "cheap hotels" in build(tmp_path, LOG, threshold=0.69)
    with pytest.raises(ParagenError, match="no pair"):
        build(tmp_path, "a b\td\na c\td\n", threshold=0.75)


def test_differences(tmp_path):
    found = build(tmp_path, LOG, threshold=0.3, min_contexts=2)
    assert found == {"cheap": [("low cost", pytest.approx(0.7))], "low cost": [("cheap", pytest.approx(0.7))]}
    one = build(tmp_path, LOG, threshold=0.3, min_contexts=1)
    assert one["flights"] == [("hotels", pytest.approx(1 / 3))]


def test_what_holds_the_other_has_no_difference(tmp_path):
    with pytest.raises(ParagenError, match="no pair"):
        build(tmp_path, "red roses\td\nred roses shop\td\nbig\te\nlarge\te\n", threshold=0.3, min_contexts=1)


def test_min_count_sums_over_lines(tmp_path):
    text = "big cars\td\t1\nbig cars\te\t1\nlarge cars\td\t2\nhuge cars\td\t1\n"
    assert set(build(tmp_path, text, threshold=0.1, min_count=2)) == {"big cars", "large cars"}


def test_a_count_of_nothing_is_no_click(tmp_path):
    text = "big cars\td\t0\nlarge cars\td\t1\nhuge cars\td\t1\n"
    assert set(build(tmp_path, text, threshold=0.6)) == {"large cars", "huge cars"}


def test_candidates(tmp_path):
    text = as_text(random_log(3))
    build(tmp_path, text, candidates=tmp_path / "first.tsv", threshold=0.2)
    lines = [line.split("\t") for line in (tmp_path / "first.tsv").read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ["source", "target", "content", "click", "label"]
    assert len(lines) > 100
    clicked = random_log(3)
    for source, target, content, click, label in lines[1:]:
        by_words = overlap_rate(set(source.split(" ")), set(target.split(" ")))
        by_clicks = overlap_rate(clicked[source], clicked[target])
        assert [float(content), float(click)] == pytest.approx([by_words, by_clicks], abs=1e-5)
        assert label == ""
    assert len({frozenset(line[:2]) for line in lines}) == len(lines)
    assert len({line[2] for line in lines}) > 4 and len({line[3] for line in lines}) > 4
    build(tmp_path, "".join(reversed(text.splitlines(True))), candidates=tmp_path / "second.tsv", threshold=0.2)
    assert (tmp_path / "first.tsv").read_bytes() == (tmp_path / "second.tsv").read_bytes()


def test_same_bytes_whatever_the_threads_and_the_order(tmp_path):
    lines = as_text(random_log(5, 6000)).splitlines(True)
    written = []
    for threads in (1, 2, 5):
        build(tmp_path, "".join(lines), threads=threads, threshold=0.4)
        written.append((tmp_path / "out.txt").read_bytes())
        random.Random(threads).shuffle(lines)
    assert written[0] == written[1] == written[2]


def test_same_bytes_whatever_the_hash_seed(tmp_path):
    (tmp_path / "log.tsv").write_text(as_text(random_log(5)), encoding="utf-8")
    code = (
        "from paragen.tables.resources.queries import *; "
        "build_queries(['log.tsv'], 'out.txt', QueriesOptions(candidates='c.tsv'))"
    )
    written = []
    for seed in ("1", "2"):
        subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": seed}, check=True)
        written.append([(tmp_path / name).read_bytes() for name in ("out.txt", "c.tsv")])
    assert written[0] == written[1]


def test_progress_is_told_by_queries(tmp_path):
    (tmp_path / "log.tsv").write_text(as_text(random_log(1)), encoding="utf-8")
    told = []
    done = build_queries([tmp_path / "log.tsv"], tmp_path / "out.txt", None, Run(progress=lambda *args: told.append(args)))
    assert told[-1] == ("comparing", done.queries, done.queries)
    assert told == sorted(told, key=lambda args: args[1])


def test_no_clicks_at_all(tmp_path):
    (tmp_path / "log.txt").write_text("big cars\ncars big\nred roses\n", encoding="utf-8")
    with pytest.raises(ParagenError, match="--beta 1"):
        build_queries([tmp_path / "log.txt"], tmp_path / "out.txt")
    found = build_queries([tmp_path / "log.txt"], tmp_path / "out.txt", QueriesOptions(beta=1))
    assert (found.records, found.queries, found.clicks, found.pairs, found.phrases) == (3, 3, 0, 2, 2)


def test_destinations_that_cannot_be(tmp_path):
    (tmp_path / "log.tsv").write_text(LOG)
    with pytest.raises(ConfigError, match="there is no folder"):
        build_queries([tmp_path / "log.tsv"], tmp_path / "nowhere" / "out.txt")
    for named in ({"destination": "log.txt"}, {"destination": "out.txt", "candidates": "log.txt"}):
        (tmp_path / "log.txt").write_text(LOG)
        paths = {what: tmp_path / name for what, name in named.items()}
        with pytest.raises(ConfigError, match="log.txt.* read"):
            destination = paths.pop("destination")
            build_queries([tmp_path / "log.txt"], destination, QueriesOptions(**paths))
        assert (tmp_path / "log.txt").read_text() == LOG
    with pytest.raises(ConfigError, match="one name for two"):
        build_queries([tmp_path / "log.tsv"], tmp_path / "out.txt", QueriesOptions(candidates=tmp_path / "out.txt"))
    with pytest.raises(ConfigError, match="expected one or more"):
        build_queries([], tmp_path / "out.txt")


def test_sets_that_do_not_fit():
    words, none = np.array([0, 1], np.uint32), np.zeros(3, np.uint64)
    limits = {"beta": 0.5, "threshold": 0.5, "top": 2, "max_sharing": 9}
    empty = np.empty(0, np.uint32)
    with pytest.raises(ValueError, match="do not fit"):
        SimilarQueries(np.array([0, 3, 2], np.uint64), words, none, empty, 2, 0, **limits)
    with pytest.raises(ValueError, match="do not fit"):
        SimilarQueries(np.array([0, 1, 2], np.uint64), words, none, empty, 1, 0, **limits)
    finder = SimilarQueries(np.array([0, 1, 2], np.uint64), words, none, empty, 2, 0, **limits)
    with pytest.raises(IndexError):
        finder.find(np.array([0, 2], np.uint32))
    assert [len(found) for found in finder.find(empty)] == [0, 0, 0]


@pytest.mark.shared
def test_query_variants_of_topics(shared, tmp_path):
    """Variants that share most words are of the same topic; a topic as the clicked document keeps topics apart."""
    log = shared / "data/queries/robust-uqv.txt.gz"
    found = build_queries([log], tmp_path / "out.txt", QueriesOptions(threshold=0.5))
    assert (found.records, found.queries) == (3151, 1714)
    scored = read(tmp_path / "out.txt")
    assert any(target == "police dogs" for target, _ in scored["law enforcement dogs"])
    assert found.pairs > 10_000
    by_words = build_queries([log], tmp_path / "words.txt", QueriesOptions(beta=1.0, threshold=0.75))
    assert 300 < by_words.pairs < found.pairs


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "error"),
    [("nq.dev.questions.txt.gz", "more than 5 words: 8755"), ("trec_topics.mq.1-10000.txt.gz", "8109: found broken UTF-8"),
     ("query-wellformedness.dev.tsv.gz", "--beta 1"), ("MIMICS-Manual.tsv.gz", "--beta 1"),
     ("msmarco-doc.dev.qrels.txt", "no query that could be a phrase|--beta 1")],
)  # fmt: skip
def test_real_files_that_are_no_click_logs(shared, tmp_path, name, error):
    with pytest.raises((FormatError, ParagenError), match=error):
        build_queries([shared / "data/queries" / name], tmp_path / "out.txt")


@pytest.mark.shared
def test_relevant_documents_join(shared, tmp_path):
    folder = shared / "data/queries"
    pair = f"{folder}/msmarco-doc.dev.queries.tsv.gz,{folder}/msmarco-doc.dev.qrels.txt"
    found = build_queries([pair], tmp_path / "out.txt", QueriesOptions(threshold=0.3))
    assert found.records == 5193
    assert found.clicks >= found.queries * 0.99
