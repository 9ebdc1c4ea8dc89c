"""Query logs: their forms, what is left out of them, and queries as phrases."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.tables.resources.queries.forms import FORMS, BadLine, named
from paragen.tables.resources.queries.log import NoPhrase, QueryLog, phrase_of, read_log


def read(path: object, form: str = "auto", **limits) -> tuple[QueryLog, dict[str, int]]:
    skips = Skips()
    found = read_log([path], form=form, **{"min_count": 1, "max_words": 5, **limits}, skips=skips, progress=None)
    return found, skips.counts


def clicks(log: QueryLog) -> list[int]:
    return [len(log.documents.of(query)) for query in range(len(log.queries))]


@pytest.mark.parametrize(
    ("text", "queries", "documents"),
    [
        ("Big Cars\td1\nbig cars\td2\nred roses\td3\n", ["big cars", "red roses"], [2, 1]),
        ("big cars\td1\t7\nred roses\td1\t1\n", ["big cars", "red roses"], [1, 1]),
        ("10\tbig cars\tD7\thttps://cars\n11\tred roses\tD8\thttp://x\n", ["big cars", "red roses"], [1, 1]),
        ("301-1-1;big cars\n301-2-1;large cars\n", ["big cars", "large cars"], [1, 1]),
        ("1:big cars\n2:red roses\n", ["big cars", "red roses"], [0, 0]),
        ("20001:1:big cars\n20002:1:red roses\n", ["big cars", "red roses"], [0, 0]),
        ("big cars\nred roses\n", ["big cars", "red roses"], [0, 0]),
        ("7\tbig cars\n8\tred roses\n", ["big cars", "red roses"], [0, 0]),
        ("Big cars ?\t0.8\nred roses\t1.0\n", ["big cars", "red roses"], [0, 0]),
        ("query\tquestion\noption cars\twhich\n", ["option cars"], [0]),
        ("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n1\tbig cars\t2006-03-01\t1\thttp://c\n1\tred roses\t2006-03-01\n-\t-\n",
         ["big cars", "red roses"], [1, 0]),
        ("\ufeffbig cars\td1\r\nred roses\td3\r\n", ["big cars", "red roses"], [1, 1]),
    ],
)  # fmt: skip
def test_forms_are_recognised(tmp_path, text, queries, documents):
    (tmp_path / "log").write_bytes(text.encode())
    log, _ = read(tmp_path / "log")
    assert (log.queries, clicks(log)) == (queries, documents)
    (tmp_path / "log.gz").write_bytes(gzip.compress(text.encode()))
    assert read(tmp_path / "log.gz")[0].queries == queries


def test_counts_and_document_numbers_look_alike(tmp_path):
    (tmp_path / "log").write_text("big cars\t12\nred roses\t7\n")
    with pytest.raises(FormatError, match="--format clicks"):
        read(tmp_path / "log")
    assert clicks(read(tmp_path / "log", "clicks")[0]) == [1, 1]
    assert read(tmp_path / "log", "queries", min_count=10)[0].queries == ["big cars"]


def test_what_is_left_out_is_counted(tmp_path):
    lines = [
        "big cars\td1\t2", "", "large cars", "huge cars\td1\tmany", "huge cars\td1\t-3", "a\tb\tc\td\te", "\td1\t1",
        "2006\td1\t1", "www.cars.com\td1\t1", "one two three four five six\td1\t1",
        "x" * 5000 + "\td1\t1", "+++ \td1\t1", "old cars\td1\t1",
    ]  # fmt: skip
    (tmp_path / "log").write_text("\n".join(lines) + "\n")
    log, counts = read(tmp_path / "log", "clicks")
    assert log.queries == ["big cars", "old cars"]
    assert counts == {
        "empty lines": 1, "lines without 2 or 3 columns": 2, "lines whose count is not a whole number": 2,
        "empty queries": 2, "queries without a letter": 1, "queries that are addresses": 1, "queries of more than 5 words": 1,
        "queries of more than 1,000 characters": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no query that could be a phrase"),
        (b"\n\n", "empty lines: 2"),
        (b"big cars\td\nr\xf6t\td\n", ":2: found broken UTF-8"),
        (b"big cars\td\nr\0t\td\n", ":2: found NUL"),
        (gzip.compress(b"big cars\td\n" * 999, mtime=0)[:-9], "damaged gzip"),
        (b"PAR1....", "a Parquet file"),
        (b"a\tb\tc\td\te\n", "5 columns"),
        (b"a\tb\tc\n", "3 columns"),
        (b"a\tb\tc\td\n", "4 columns"),
    ],
)
def test_wrong_files(tmp_path, data, said):
    (tmp_path / "log").write_bytes(data)
    with pytest.raises(FormatError, match=said):
        read(tmp_path / "log")


def test_wrong_forms(tmp_path):
    (tmp_path / "log").write_text("big cars\td\n")
    with pytest.raises(ConfigError, match="form"):
        read(tmp_path / "log", "excel")
    with pytest.raises(FormatError, match="a column `query`"):
        read(tmp_path / "log", "table")
    with pytest.raises(FormatError, match="without `number:`: 1"):
        read(tmp_path / "log", "topics")


def pair(folder: Path, queries: str, qrels: str) -> str:
    (folder / "q.tsv").write_text(queries)
    (folder / "r.txt").write_text(qrels)
    return f"{folder}/q.tsv,{folder}/r.txt"


def test_relevant_documents_stand_for_clicks(tmp_path):
    queries = "1\tbig cars\n2\tlarge cars\n\n2\tred roses\n3\told cars\n"
    qrels = "1 0 D1 1\n1 0 D2 2\n\n2\t0\tD1\t1\n2 0 D3 0\n2 0 D4 -2\n9 0 D1 1\n"
    log, counts = read(pair(tmp_path, queries, qrels))
    assert (log.queries, clicks(log)) == (["big cars", "large cars", "old cars"], [2, 1, 0])
    assert counts == {
        "empty lines": 2, "documents judged not relevant": 2, "lines with a repeated query id": 1,
        "judged queries that are not among the queries": 1,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("queries", "qrels", "said"),
    [("big cars\n", "1 0 D1 1\n", "q.tsv:1: .*file of queries"), ("1\tbig cars\n", "1 0 D1\n", "r.txt:1: .*judgements"),
     ("1\tbig cars\n", "1 0 D1 x\n", "r.txt:1"), ("1\tbig cars\n", "1 0 D1 --1\n", "r.txt:1"),
     ("1\tbig cars\n", "", "no relevant document"),
     ("1\tbig cars\n", "1 0 D1 0\n", "no relevant document"), ("", "1 0 D1 1\n", "no query that could be")],
)  # fmt: skip
def test_pairs_of_wrong_files(tmp_path, queries, qrels, said):
    with pytest.raises(FormatError, match=said):
        read(pair(tmp_path, queries, qrels))


def test_a_name_with_a_comma_is_a_name(tmp_path):
    (tmp_path / "a,b.tsv").write_text("big cars\td\n")
    assert read(tmp_path / "a,b.tsv")[0].queries == ["big cars"]
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "no,thing")


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("Cheap  Flights", "cheap flights"),
        ("<b>cheap</b> flights", "cheap flights"),
        ("cheap &amp; easy", "cheap & easy"),
        ('"cheap flights" +paris', "cheap flights paris"),
        ("cheap flights site:example.org -rome", "cheap flights"),
        ("cheap OR easy flights", "cheap easy flights"),
        ("jobs in portland OR", "jobs in portland or"),
        ("cheap flights?", "cheap flights"),
        ("vista, ca", "vista , ca"),
        ("women's rights", "women 's rights"),
        ("cheap\x07flights\u200b", "cheap flights"),
        ("intitle:index cheap flights", "cheap flights"),
        ("self-made", "self-made"),
        ("u.s. oil", "u.s. oil"),
    ],
)
def test_queries_as_phrases(query, phrase):
    assert " ".join(phrase_of(query, 5)) == phrase


@pytest.mark.parametrize(
    "query", ["", " \t", "?!", "-rome", "ebay.com", "http://x.y", "www.x", "me@mail.com", "10 000", "3.14", "a b c d e f"]
)
def test_queries_that_are_no_phrases(query):
    with pytest.raises(NoPhrase):
        phrase_of(query, 5)


@given(st.text())
def test_any_text_is_a_phrase_or_none(text):
    try:
        words = phrase_of(text, 5)
    except NoPhrase:
        return
    assert 1 <= len(words) <= 5
    assert all(word and not any(letter.isspace() for letter in word) for word in words)
    assert "|||" not in words


_LINES = st.text(alphabet=st.characters(exclude_characters="\n\r"))


@given(st.sampled_from([*FORMS.values(), named("a\tQuery\tURL\tcount")]), _LINES)
def test_any_line_is_a_record_or_none(parse, line):
    try:
        query, document, count = parse(line)
    except BadLine as reason:
        assert str(reason).startswith("lines ")
        return
    assert query in line and document.removeprefix("topic ") in line and count >= 0
