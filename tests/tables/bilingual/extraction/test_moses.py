"""Phrase tables as Moses' text: written, read, and refused."""

from __future__ import annotations

import gzip
import random

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.tables.bilingual.extraction.batches import phrase_schema
from paragen.tables.bilingual.extraction.kernel import BadMosesLine, MosesReader
from paragen.tables.bilingual.extraction.moses import read_moses, write_moses

GOOD = "das ||| the ||| 0.5 0.25 1 1e-05 ||| 0-0 ||| 4 2 2 ||| |||\n"


def rows_of(path):
    batches, schema = read_moses(path)
    assert schema == phrase_schema()
    return pa.Table.from_batches(batches(), schema=schema)


@pytest.fixture
def table(tmp_path):
    """A function that writes lines, and gives the path."""

    def write(text, name="table.txt"):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        return tmp_path / name

    return write


def random_rows(n, seed=1):
    rng = random.Random(seed)

    def score():
        return float(f"{rng.random() * 10 ** -rng.randint(0, 12):g}")

    return pa.table(
        [
            [f"wört{rng.randint(0, 99)} {rng.choice('|&<>')}" for _ in range(n)], [f"word {k}" for k in range(n)],
            *([score() for _ in range(n)] for _ in range(4)),
            [" ".join(f"{i}-{i}" for i in range(rng.randint(1, 7))) for _ in range(n)],
            *([rng.randint(1, 10**12) for _ in range(n)] for _ in range(3)),
        ],
        schema=phrase_schema(),
    )  # fmt: skip


@pytest.mark.parametrize("name", ["table.txt", "table.txt.gz"])
def test_what_was_written_is_read(tmp_path, name):
    rows = random_rows(30_000)
    escaped = write_moses(rows.to_batches(max_chunksize=7000), tmp_path / name)
    assert escaped == sum("|" in source for source in rows["source"].to_pylist()) > 0
    found = rows_of(tmp_path / name)
    for column in rows.schema.names:
        expected = rows[column].to_pylist()
        if column.startswith("lex"):  # Moses' are printed as floats of 32 bits
            assert found[column].to_pylist() == pytest.approx(expected, rel=1e-5)
        else:
            assert found[column].to_pylist() == expected


def test_numbers_are_printed_as_moses_prints_them(tmp_path):
    numbers = [1, 0.5, 1 / 3, 1e-5, 0.0001, 0.00012345678, 1.5e-300, 2 / 3, 0.9169435]
    rows = pa.Table.from_pylist(
        [dict(zip(phrase_schema().names, ["a", "b", x, 1.0, x, 1.0, "0-0", 3, 2, 1], strict=True)) for x in numbers],
        phrase_schema(),
    )
    write_moses(rows.to_batches(), tmp_path / "t.txt")
    lines = (tmp_path / "t.txt").read_text().splitlines()
    assert lines == [f"a ||| b ||| {x:g} 1 {x:g} 1 ||| 0-0 ||| 3 2 1 ||| |||" for x in numbers]


@pytest.mark.parametrize("line, counts, alignment", [
    (GOOD, (4, 2, 2), "0-0"),
    ("das ||| the ||| 0.5 0.25 1 1e-05 2.718 ||| 0-0 ||| 4 2 2\n", (4, 2, 2), "0-0"),
    ("das ||| the ||| 0.5 0.25 1 1e-05 2.718\r\n", (None,) * 3, ""),
    ("das ||| the ||| 0.5 0.25 1 1e-05 ||| ||| 4 2", (None,) * 3, ""),
    ("das ||| the ||| 0.5 0.25 1 1e-05 ||| 0-0 ||| 4.5 2 2 ||| |||", (None,) * 3, "0-0"),
    ("\ufeffdas ||| the ||| .5 0.25 1 1e-05 ||| 0-0 ||| 4 2 2 ||| ||| {{Tree [X]}}\n", (4, 2, 2), "0-0"),
    ("das|||the|||0.5  0.25 1 1e-05|||0-0|||4 2 2", (4, 2, 2), "0-0"),
])  # fmt: skip
def test_lines_of_other_programs(table, line, counts, alignment):
    for name in ("table.txt", "table.txt.gz"):
        [row] = rows_of(table(line, name)).to_pylist()
        assert (row["source"], row["target"], row["alignment"]) == ("das", "the", alignment)
        assert [row[name] for name in ("p_source", "lex_source", "p_target", "lex_target")] == [0.5, 0.25, 1, 1e-5]
        assert (row["count_target"], row["count_source"], row["count"]) == counts


@pytest.mark.parametrize("bad, words", [
    ("das ||| the\n", "2 fields"),
    ("\n", "an empty line"),
    ("das\tthe\t0.5\n", "tabs"),
    ("das ||| the ||| 0.5\n", "found 1 score .*paraphrase table"),
    (" ||| the ||| 1 1 1 1\n", "empty source"),
    ("das |||  ||| 1 1 1 1\n", "empty target"),
    ("das ||| the ||| 1 1 x 1\n", "score 'x', expected a number"),
    ("das ||| the ||| 0,5 1 1 1\n", "point"),
    ("das ||| the ||| 1 1 -0.3 1\n", "-0.3 in place 3, expected a probability above 0 to 1. Scores are no logarithms"),
    ("das ||| the ||| 1 -1 0.3 1\n", "in place 2, expected a probability from 0"),
    ("das ||| the ||| 0 1 1 1\n", "score 0 in place 1"),
    ("das ||| the ||| nan 1 1 1\n", "score nan"),
    ("das ||| the ||| 1e999 1 1 1\n", "1e999"),
    ("das ||| the ||| 1 inf 1 1\n", "score inf"),
    (b"das ||| th\xff ||| 1 1 1 1\n", "broken UTF-8"),
    ("das ||| th\0 ||| 1 1 1 1\n", "NUL"),
    ("d" * 70_000, "more than 65536 bytes"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["table.txt", "table.txt.gz"])
def test_bad_lines(table, bad, words, name):
    bad = bad if isinstance(bad, bytes) else bad.encode()
    path = table(GOOD.encode() * 3 + bad, name)
    with pytest.raises(FormatError, match=words) as error:
        rows_of(path)
    assert str(error.value).startswith(f"{path}:4: found ")


def test_other_files(table, tmp_path):
    for data, words in ((b"", "no phrase pair"), (b"PAR1....", "Parquet"), (b"\\data\\\n", "ARPA"), (b"BZh9", "bzip2")):
        with pytest.raises(FormatError, match=words):
            rows_of(table(data))
    with pytest.raises(FormatError, match="directory"):
        rows_of(tmp_path)
    (tmp_path / "cut.gz").write_bytes(gzip.compress(GOOD.encode() * 99)[:-9])
    with pytest.raises(FormatError, match="damaged gzip"):
        rows_of(tmp_path / "cut.gz")


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [b"a", b" ", b"|||", b" ||| ", b"\n", b"0.5", b"1", b"e-9", b"\xff", b"\0", b"0-0", b"\xc3\xa4", GOOD.encode()]
        )
    )
)
def test_reader_takes_any_bytes(pieces):
    """Whatever comes, in whatever pieces: rows or an error, and the same for all pieces at once."""

    def outcome(parts):
        reader = MosesReader()
        rows = 0
        try:
            for part in parts:
                rows += reader.feed(part).memory()[0]
            return rows + reader.end().memory()[0]
        except BadMosesLine as bad:
            return bad.args

    assert outcome(pieces) == outcome([b"".join(pieces)])
