"""Sentences are taken out of lines, columns and JSON; ``paragen text`` and ``paragen mix`` say what they did."""

from __future__ import annotations

import gzip
import json

import pytest
from command_line import paragen

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.io.corpus import LineCounts, TextOptions, take_text


def lines(path) -> list[str]:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode().split("\n")[:-1]


def test_a_line_in_is_a_line_out(tmp_path):
    (tmp_path / "a.txt").write_text("The  House\t is big.\n\nThe House is big.\r\n")
    with gzip.open(tmp_path / "b.gz", "wt") as file:
        file.write("Über “Haus”\n")
    assert take_text([tmp_path / "a.txt", tmp_path / "b.gz"], tmp_path / "out.txt") == LineCounts(4, 4, 0)
    assert lines(tmp_path / "out.txt") == ["The House is big.", "", "The House is big.", "Über “Haus”"]


def test_words_once_each(tmp_path):
    (tmp_path / "a.txt").write_text("The house isn't big.\n\nTHE HOUSE isn't big .\nTom &amp; Jerry\n")
    options = TextOptions(words=True, unique=True, unescape=True)
    assert take_text([tmp_path / "a.txt"], tmp_path / "out.txt.gz", options) == LineCounts(4, 2, 2)
    assert lines(tmp_path / "out.txt.gz") == ["the house isn't big .", "tom & jerry"]
    first = (tmp_path / "out.txt.gz").read_bytes()
    take_text([tmp_path / "a.txt"], tmp_path / "out.txt.gz", options)
    assert (tmp_path / "out.txt.gz").read_bytes() == first


def test_columns_and_fields(tmp_path):
    (tmp_path / "a.tsv").write_text("one\tein Wort\nx\t\n")
    take_text([tmp_path / "a.tsv"], tmp_path / "out", TextOptions(column=2))
    assert lines(tmp_path / "out") == ["ein Wort", ""]
    (tmp_path / "a.jsonl").write_text(json.dumps({"text": "two\nlines", "n": 1}) + "\n")
    take_text([tmp_path / "a.jsonl"], tmp_path / "out", TextOptions(field="text"))
    assert lines(tmp_path / "out") == ["two lines"]


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        (b"a\tb\nc\n", {"column": 2}, "in:2: found 1 columns, expected 2 or more"),
        (b'{"text": "x"}\n[1]\n', {"field": "text"}, "in:2: .*one JSON object per line with a string called 'text'"),
        (b'{"text": 3}\n', {"field": "text"}, "in:1: "),
        (b'{"text"\n', {"field": "text"}, "in:1: "),
        (b"[" * 100_000 + b"\n", {"field": "text"}, "in:1: "),
        (b"good\n\xff\n", {}, "in:2: found broken UTF-8"),
        (b"good\nno\0good\n", {}, "in:2: found NUL|in:1: found NUL"),
        (b"PK\x03\x04", {}, "a zip archive"),
        (b"\x1f\x8b\x08\0", {}, "damaged gzip"),
    ],
)
def test_bad_input_is_said_with_its_line_and_nothing_is_written(tmp_path, content, options, message):
    (tmp_path / "in").write_bytes(content)
    with pytest.raises(FormatError, match=message):
        take_text([tmp_path / "in"], tmp_path / "out", TextOptions(**options))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_nothing_and_options_that_exclude_each_other(tmp_path):
    (tmp_path / "in").write_bytes(b"\n \n")
    with pytest.raises(ParagenError, match="found no text"):
        take_text([tmp_path / "in"], tmp_path / "out", TextOptions(unique=True))
    nothing = "found no text, so there is nothing to write."
    with pytest.raises(ParagenError, match=f"^{tmp_path}/in, {tmp_path}/in: {nothing}$"):
        take_text([tmp_path / "in"] * 2, tmp_path / "out", TextOptions(unique=True))
    with pytest.raises(ConfigError, match="a column and a field"):
        take_text([tmp_path / "in"], tmp_path / "out", TextOptions(column=1, field="x"))


def test_commands(tmp_path):
    (tmp_path / "raw.txt").write_text("The cat sat.\nA dog sat.\nThe cat sat.\n")
    done = paragen("text", "raw.txt", "--words", "--unique", "-o", "text.txt", "--log", "log", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "paragen: 2 lines of 3, 1 left out: empty or duplicate\n")
    assert (tmp_path / "log").read_text() == "2 lines of 3, 1 left out: empty or duplicate\n"
    assert paragen("lm", "-o", "2", "--discount-fallback", "--arpa", "small.arpa", "text.txt", cwd=tmp_path).returncode == 0
    (tmp_path / "zipf.tsv").write_text("# comment\nthe\t7.7\ncat\t4.7\n")
    (tmp_path / "table.txt").write_text("cat ||| feline pet ||| 0.5\n")
    mixed = ("mix", "small.arpa", "--frequencies", "zipf.tsv", "--words", "table.txt", "--arpa", "mixed.arpa")
    done = paragen(*mixed, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "paragen: 2 words added\n")
    assert "\tfeline" in (tmp_path / "mixed.arpa").read_text()
    (tmp_path / "zipf.tsv").write_text("the\tmuch\n")
    assert "zipf.tsv:1: found 'the\\tmuch', expected a word, a tab and its Zipf value" in paragen(*mixed, cwd=tmp_path).stderr
    (tmp_path / "zipf.tsv").write_text("the\t7.7\n")
    (tmp_path / "table.txt").write_text("cat ||| feline pet\n")
    assert "table.txt:1: found 2 fields" in paragen(*mixed, cwd=tmp_path).stderr
    (tmp_path / "small.arpa").write_text("no model\n")
    assert (
        "expected \\data\\"
        in paragen("mix", "small.arpa", "--frequencies", "zipf.tsv", "--arpa", "x", cwd=tmp_path).stderr
    )
