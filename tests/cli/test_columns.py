"""Tables: one column is rewritten, all other bytes stay; cells are those of Python's module csv."""

from __future__ import annotations

import csv
import gzip
import io
import json

import pytest
from command_line import paragen
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError, ParagenError
from paragen.io.source import arriving_lines
from paragen.io.tables import DIALECTS, Cell, Row, RowReader
from paragen.results import Paraphrase

TABLE = '\ufeffid,"text" ,note\r\n1,big,"a ""b"", c"\r\n2,"big ""car""\r\nbig", x \r\n\r\n"3",no,,more\n4,a big car,'
REWRITTEN = TABLE.replace("big", "large").replace("car", "automobile")


@pytest.fixture
def decode(english_model, tmp_path):
    """A function that runs the verb beside the files of the test; gives output, errors and exit code."""

    def run(*args, input="", verb="decode"):
        done = paragen(verb, "-m", english_model, *args, input=input, cwd=tmp_path)
        return done.stdout, done.stderr, done.returncode

    return run


@pytest.fixture
def write(tmp_path):
    """A function that writes files, by name."""

    def files(**contents):
        for name, text in contents.items():
            (tmp_path / name.replace("_", ".")).write_bytes(text if isinstance(text, bytes) else text.encode())

    return files


@pytest.mark.parametrize("threads", [1, 2])
def test_one_column_is_rewritten(decode, write, tmp_path, threads):
    write(t_csv=TABLE, t_csv_gz=gzip.compress(TABLE.encode()), t_txt=TABLE)
    options = ("--column", "text ", "--threads", threads)
    assert decode("t.csv", *options) == (REWRITTEN, "", 0)
    assert decode("t.csv.gz", *options) == (REWRITTEN, "", 0)
    assert decode("t.txt", "--as", "csv", *options) == (REWRITTEN, "", 0)
    assert decode("--as", "csv", *options, input=TABLE) == (REWRITTEN, "", 0)
    assert decode("t.csv", "--in-place", "--quiet", *options) == ("", "", 0)
    assert (tmp_path / "t.csv").read_bytes().decode() == REWRITTEN


def test_a_column_by_its_number(decode, write):
    write(t_csv="big,car\ncar,big\n")
    output, errors, code = decode("t.csv", "--column", 2)
    assert (output, code) == ("big,car\ncar,large\n", 0) and "t.csv:1: the first row is taken for the names" in errors
    assert decode("t.csv", "--column", 2, "--no-header") == ("big,automobile\ncar,large\n", "", 0)
    assert decode("--as", "csv", "--column", 1, "--no-header", "--delimiter", ";", input="big;1,2\n") == ("large;1,2\n", "", 0)
    assert decode("--as", "csv", "--column", "2", input="2,1\nbig,big\n")[0] == "2,1\nlarge,big\n"


def test_tabs(decode, write):
    write(t_tsv='a\tb\n"big\tcar\n', q_tsv='a\tb\n"big\tcar"\tbig\n')
    assert decode("t.tsv", "--column", "a") == ('a\tb\n"large\tcar\n', "", 0)
    assert decode("q.tsv", "--as", "excel-tab", "--column", "a") == ('a\tb\n"large\tautomobile"\tbig\n', "", 0)


def test_several_paraphrases_are_several_rows(decode, write):
    write(t_csv='id,text\n1,big\n2,""\n3,"big"')
    expected = 'id,text\n1,large\n1,enormous\n2,""\n3,"large"\n3,"enormous"\n'
    assert decode("t.csv", "--column", "text", "-n", 2) == (expected, "", 0)
    assert decode("t.csv", "--column", "text", "-n", 2, "--changed-only") == (expected.replace('2,""\n', ""), "", 0)


def test_other_formats(decode, write):
    write(t_csv='id,text,,id\n7,"big\ncar",x,y\n8,no\n')
    first, second = map(json.loads, decode("t.csv", "--column", "text", "--format", "jsonl")[0].splitlines())
    assert {name: first[name] for name in ("id", "3", "4", "text", "source")} == {
        "id": "7", "3": "x", "4": "y", "text": "large\nautomobile", "source": "big\ncar",
    }  # fmt: skip
    assert second["id"] == "8" and second["unchanged"]
    assert decode("t.csv", "--column", "text", "--diff", "--changed-only")[0] == "[-big-]{+large+} [-car-]{+automobile+}\n"
    assert decode("t.csv", "--column", "text", "--format", "nbest")[0].startswith("0 ||| large automobile ||| ")
    items = list(map(json.loads, decode("t.csv", "--column", "text", verb="substitutes")[0].splitlines()))
    assert {item["sentence"] for item in items} == {1} and items[0]["text"] == "big\ncar"
    assert decode("t.csv", "--column", "text", "--markup", "-o", "-")[2] == 0


def test_several_tables_become_one(decode, write, tmp_path):
    write(a_csv="id,text\r\n1,big", b_csv="id,text\n2,car\n", c_csv="id,note,text\n1,x,big\n", empty_csv="")
    assert decode("a.csv", "empty.csv", "b.csv", "--column", "text") == ("id,text\r\n1,large\n2,automobile\n", "", 0)
    output, errors, code = decode("a.csv", "c.csv", "--column", "text")
    assert code == 1 and output == "id,text\r\n1,large\n" and "c.csv:1: found another header, expected that of a.csv" in errors
    assert decode("a.csv", "c.csv", "--column", "text", "--in-place") == ("", "", 0)
    assert (tmp_path / "c.csv").read_text() == "id,note,text\n1,x,large\n"


def test_only_a_header(decode, write, tmp_path):
    write(t_csv="id,text")
    assert decode("t.csv", "--column", "text", "-o", "out") == ("", "", 0)
    assert (tmp_path / "out").read_text() == "id,text\n"


def test_errors(decode, write):
    write(good_csv="id,text\n1,big\n", short_csv="id,text\n1,big\n\n2\n3,big\n", open_csv='id,text\n1,big\n2,"big\n3,big\n',
          twice_csv="text,text\nbig,big\n", semi_csv="id;text\n1;big\n", lines_txt="big\n")  # fmt: skip
    for args, problem in (
        (["good.csv"], "good.csv:1: found a table with the columns 'id', 'text', expected which of them to rewrite"),
        (["good.csv", "--column", "name"], "good.csv:1: found the columns 'id', 'text', expected a column 'name'"),
        (["good.csv", "--column", "3"], "expected a column '3'"),
        (["semi.csv", "--column", "text"], "Are its cells separated otherwise? Say how with --delimiter."),
        (["semi.csv"], "Say how with --delimiter."),
        (["good.csv", "--column", "0", "--no-header"], "found the columns 1 to 2, expected a column '0'"),
        (["twice.csv", "--column", "text"], "found 2 columns 'text', expected one"),
        (["good.csv", "--column", "text", "--field", "text"], "good.csv:2: found a row of a table, expected a JSON object"),
    ):
        output, errors, code = decode(*args)
        assert code == 1 and output in ("", "id,text\n") and problem in errors
    for name, problem in (
        ("short.csv", "4: found 1 cell, expected at least 2"), ("open.csv", "3: found a quoted cell that is never"),
    ):  # fmt: skip
        output, errors, code = decode(name, "--column", "text")
        assert code == 1 and output.startswith("id,text\n1,large\n") and f"{name}:{problem}" in errors
    for args in (["lines.txt", "--column", "text"], ["--no-header"], ["lines.txt", "good.csv", "--column", "text"],
                 ["good.csv", "--column", "text", "--delimiter", "ab"],
                 ["good.csv", "--column", "text", "--copies", "2"]):  # fmt: skip
        output, errors, code = decode(*args)
        assert (output, code) == ("", 2)


def rows(text: str, kind: str) -> list[Row]:
    reader = RowReader(DIALECTS[kind])
    found = [row for batch in arriving_lines(io.BytesIO(text.encode()), "t") for row in map(reader.take, batch) if row]
    reader.finish()
    return found


tables = st.text(st.sampled_from('ab",\t\n '), max_size=40)


@given(tables, st.sampled_from(sorted(DIALECTS)))
@settings(max_examples=300)
def test_cells_are_those_of_the_module_csv(text, kind):
    delimiter, quote = DIALECTS[kind]
    theirs = csv.reader(
        io.StringIO(text, newline=""), delimiter=delimiter, quoting=csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE
    )
    try:
        ours = rows(text, kind)
    except FormatError:
        with pytest.raises(csv.Error):
            list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        return
    found = [[Cell(row.raw(i), DIALECTS[kind], "").text for i in range(len(row.cells))] for row in ours]
    assert [row or [""] for row in theirs] == found
    assert "".join(row.text + row.end for row in ours) == text


@given(tables, st.text(st.sampled_from('ab",\n '), max_size=8), st.integers(0, 3))
@settings(max_examples=300)
def test_what_is_written_reads_as_it_should(text, new, index):
    try:
        found = rows(text, "csv")
    except FormatError:
        return
    for row in found:
        if index >= len(row.cells):
            continue
        begin, end = row.cells[index]
        cell = Cell(row.raw(index), DIALECTS["csv"], "")
        written = row.text[:begin] + cell.write(Paraphrase("", new, 0.0, (), (), ())) + row.text[end:]
        after = next(csv.reader(io.StringIO(written, newline="")), [""])
        expected = [Cell(row.raw(i), DIALECTS["csv"], "").text for i in range(len(row.cells))]
        expected[index] = new
        assert (after or [""]) == expected
        if new == cell.text:
            assert written == row.text


def test_an_unquoted_cell_holds_no_delimiter():
    with pytest.raises(ParagenError, match="t:1: the paraphrase 'a.tb' does not fit in a cell"):
        Cell("x", DIALECTS["tsv"], "t:1").write(Paraphrase("", "a\tb", 0.0, (), (), ()))
    for new in ("a,b", "a\nb", "a\rb"):
        assert Cell("x", DIALECTS["csv"], "").write(Paraphrase("", new, 0.0, (), (), ())) == f'"{new}"'
