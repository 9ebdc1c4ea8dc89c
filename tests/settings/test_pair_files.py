"""Pairs as people write them: what is read, and what is refused with its line."""

from __future__ import annotations

import gzip
import lzma

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import FormatError, ParagenError
from paragen.settings.pair_files import read_pair_rows


def rows(path, data: bytes | str) -> list[tuple]:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return [(row.source, row.target, row.score) for row in read_pair_rows(path)]


@pytest.mark.parametrize("text", [
    "a b,c\nd,e,0.5\n",
    "a b;c\nd;e;0.5\n",
    "a b\tc\nd\te\t0.5\n",
    '"a b"\t"c"\n\nd\te\t0.5',
    "a b ||| c\nd ||| e ||| 0.5\n",
    "\ufeffa b,c\r\nd,e,.5\r\n\r\n",
    'source,target,score\n"a b", c,\nd,"e",5e-1\n',
    "Score;Paraphrase;notes;Phrase\n;c;x;a b\n0.5;e;;d\n",
    "# source\ttarget\tscore\na b\tc\t\nd\te\t0.50\n",
])  # fmt: skip
def test_the_same_pairs_however_they_are_written(tmp_path, text):
    assert rows(tmp_path / "pairs", text) == [("a b", "c", None), ("d", "e", 0.5)]
    assert rows(tmp_path / "pairs.gz", gzip.compress(text.encode())) == rows(tmp_path / "pairs.xz", lzma.compress(text.encode()))


def test_headings_of_other_names_are_told_by_the_scores_below(tmp_path):
    assert rows(tmp_path / "p", "lay,medical,sure\nheart attack,infarction,0.9\n") == [("heart attack", "infarction", 0.9)]
    assert rows(tmp_path / "p", "lay,medical\nheart attack,infarction\n")[0] == ("lay", "medical", None)


def test_a_comma_within_a_phrase(tmp_path):
    assert rows(tmp_path / "p", 'a;b, c\nd;e, f\n') == [("a", "b, c", None), ("d", "e, f", None)]
    assert rows(tmp_path / "p", '"a, b",c\n"d ""x""",e\n') == [("a, b", "c", None), ('d "x"', "e", None)]


@pytest.mark.parametrize(("text", "message"), [
    ("x,y\na\n", "p:2: found 1 column in 'a', expected 2: source and target. Separate them by a comma, a tab or ` ||| `."),
    ("a b\n", "p:1: found 1 column in 'a b', expected 2"),
    ("x,y\n# old\n", "p:2: found 1 column in '# old', expected 2: source and target. Is this a comment?"),
    ("x,y\n# old,\n", "p:2: found an empty target"),
    ("x,y\n\n,b\n", "p:3: found an empty source in ' | b', expected a phrase. Leave such pairs out."),
    ("x,y\na,b,nan\n", "p:2: found the score nan, expected a score above 0 and at most 1."),
    ("x,y\na,b,0\n", "p:2: found the score 0, expected a score above 0 and at most 1."),
    ("x,y\na,b,-2\n", "p:2: found the score -2, expected a score above 0 and at most 1."),
    ("x,y\na,b,2\n", "p:2: found the score 2, expected a score above 0 and at most 1."),
    ("x,y\na,b,verb\n", "p:2: found the score 'verb', expected a number."),
    ("x\ty\na\tb\t0,5\n", "p:2: found the score '0,5', expected a number. Write a decimal point: 0.5."),
    ("a,b,noun,0.5\n", "p:1: found 4 columns, and 'noun' in the third, expected source, target and score. Name the columns"),
    ("a ||| b ||| 0.1 0.2 0.3 0.4 ||| 0-0\n", "p:1: found 4 scores, expected one. Is this a Moses phrase table?"),
    ('x,y\n"a\nb,c\n', "p:2: found a quoted field that never ends"),
    ('x,y\n"a"b,c\n', "p:2: found broken CSV"),
    (b"x,y\n\xff,b\n", "p:2: found broken UTF-8"),
    (b"x,y\na,b\0\n", "p:2: found NUL"),
    ("", "p: found no phrase pair"),
    ('{"a": "b"}\n', "p:1: found 1 column in .*, expected 2: source and target. Is this JSON or markup?"),
    (b"PK\x03\x04xlsx", "p: found a zip archive"),
    ("\\data\\\nngram 1=1\n", "p: found an ARPA language model"),
])  # fmt: skip
def test_what_is_refused(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    from pathlib import Path

    with pytest.raises(FormatError, match=message.replace("|", r"\|")):
        rows(Path("p"), text)


@given(st.lists(st.tuples(*[st.text(st.characters(exclude_categories=("C", "Z")), min_size=1)] * 2), min_size=1))
def test_what_is_written_as_csv_is_read(tmp_path_factory, pairs):
    path = tmp_path_factory.getbasetemp() / "written.csv"
    quoted = [",".join('"' + field.replace('"', '""') + '"' for field in pair) for pair in pairs]
    found = rows(path, "source,target\n" + "\n".join(quoted) + "\n")
    assert found == [(source, target, None) for source, target in pairs]


@given(st.binary(max_size=200))
def test_any_bytes_are_pairs_or_an_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any"
    try:
        found = rows(path, data)
    except ParagenError as error:
        assert str(error).startswith(str(path))
    else:
        assert all(source and target and (score is None or 0 < score <= 1) for source, target, score in found)


def test_carriage_returns_in_the_midst_of_lines(tmp_path):
    with pytest.raises(FormatError, match="p:1: found 1 column"):
        rows(tmp_path / "p", b"\r\x01")


def test_lines_that_are_too_long(tmp_path):
    for text in ("a" * 70_000 + ",b\n", "a,b\n" + "c" * 70_000 + ",d\n"):
        with pytest.raises(FormatError, match=r"p:\d: found a line of 70002 characters"):
            rows(tmp_path / "p", text)
    with pytest.raises(FormatError, match=r"p:1: found broken CSV \(field larger"):
        rows(tmp_path / "p", 'a,"b\n' + "cccccccccccc\n" * 20_000)
