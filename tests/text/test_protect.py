"""What must not change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.text.analysis import Analysis
from paragen.text.protection import Protector, marked_spans, number_spans, read_phrases, strip_markup
from paragen.text.tokenizer import Tokenizer

TOKENIZER = Tokenizer()


def kept(text: str, protector: Protector | None = None, keep=()) -> str:
    tokens = TOKENIZER.tokens(text)
    words = TOKENIZER.forms(text, tokens)
    mask = (protector or Protector()).mask(Analysis(text, tokens, words), keep)
    return " ".join(word for word, stays in zip(words, mask or bytes(len(words)), strict=True) if stays)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nothing to keep, is there?", ""),
        ("3 men, the 2nd of 1,000 (or 3.5%)", "3 2nd 1,000 3.5 %"),
        ("it costs $5 million or €3.50", "$ 5 million € 3.50"),
        ("On May 5, 2015 you may go", "may 5 2015"),
        ("the 6th of June, 7 March and Jan. 2012", "6th of june 7 march jan. 2012"),
        ("10:30 on 12/05/2015, covid-19", "10:30 12/05/2015 covid-19"),
        ("see http://big.house/x?y=z, www.go.com or me@big.org.", "http://big.house/x?y=z www.go.com me@big.org"),
        ("in /usr/bin/big or src/house.py, ~/go but he/she", "/ usr / bin / big src / house.py ~ / go"),
        (r"in C:\Big\house, now", r"c : \ big \ house"),
        ("run `git go` or ```big house``` now", "` git go ` ``` big house ```"),
        ("he said ``big'' and ``house'' then `go", ""),
        ("<b>big</b> {name} #big @house", "< b > < / b > { name } #big @house"),
    ],
)
def test_defaults(text, expected):
    assert kept(text) == expected
    assert kept(text, Protector(defaults=False)) == ""


def test_a_currency_sign_belongs_to_its_number():
    assert [*number_spans("5 or 5 or $5"), *marked_spans("5 or 5 or $5")] == [(0, 1), (5, 6), (10, 12)]


def test_nothing_kept_is_none():
    assert Protector(["zero"], ["new york"], defaults=False).mask(Analysis("a b", [(0, 1), (2, 3)], ["a", "b"])) is None


def test_users_choice():
    protector = Protector([r"b\w+"], ["New  york", "it's"], defaults=False)
    assert kept("A big boat in NEW YORK; It’s 5", protector) == "big boat new york it 's"
    assert kept("one two three", keep=[(5, 6), (0, 2)]) == "one two"


def test_what_not_even_forced_wording_may_change():
    text = "Ann has 5 big boats, see www.go.com now"
    tokens = TOKENIZER.tokens(text)
    words = TOKENIZER.forms(text, tokens)
    mask = Protector([r"\bse+"], ["big boats"]).fixed(text, tokens, words, keep=[(0, 3)])
    assert [word for word, stays in zip(words, mask, strict=True) if stays] == ["ann", "big", "boats", "see", "www.go.com"]


def test_bad_pattern():
    with pytest.raises(ConfigError, match="keep_patterns"):
        Protector(["("])


def test_markup():
    assert strip_markup("a <keep>b c</keep> d<keep></keep><keep>e</keep>", "x:1") == ("a b c de", [(2, 5), (7, 8)])


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("<keep>a", "<keep> that is never closed (character 7)"), ("a</keep>", "</keep> without <keep> before it (character 1)"),
        ("<keep>a<keep>b</keep></keep>", "<keep> inside <keep> (character 7)"),
    ],
)  # fmt: skip
def test_malformed_markup(line, found):
    with pytest.raises(FormatError) as caught:
        strip_markup(line, "input:7")
    assert str(caught.value) == (
        f"input:7: found {found}, expected pairs of <keep> and </keep>. "
        "Close each <keep> with </keep> on the same line, or leave out --markup."
    )


def test_read_phrases(tmp_path):
    path = tmp_path / "keep.txt"
    path.write_bytes("\ufeffbig house\n\n caf\u00e9 \r\n".encode())
    assert read_phrases(path) == ["big house", "caf\u00e9"]
    path.write_bytes(b"ok\n\xff\n")
    with pytest.raises(FormatError, match="keep.txt:2"):
        read_phrases(path)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PARAGEN\0lm\n", ":1: found a NUL byte"),
        (b"mmap lm http://kheafield.com/code format version 5\n\0\n", ":2: found a NUL byte"),
        (b"\x1f\x8b\x08\0\n", r":1: found broken UTF-8 \(byte 0x8b at 1\)"),
        (b"\xef\xbb\xbf\\data\\\r\nngram 1=3\n", ":1: found an ARPA language model"),
        (b"big house\na ||| b ||| 0.5\n", ":2: found fields between"),
    ],
)
def test_files_that_are_no_list_of_phrases(tmp_path, data, message):
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(FormatError, match=message + ".*expected a phrase in UTF-8. Is this a list of phrases"):
        read_phrases(tmp_path / "file")


@given(st.text() | st.text(alphabet="1a@/.`<>{} \\C:#,$%"))
def test_spans_lie_inside(text):
    for begin, end in (*number_spans(text), *marked_spans(text)):
        assert 0 <= begin < end <= len(text)


@given(st.text(alphabet="ab ."), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20))))
def test_a_token_is_kept_when_a_span_touches_it(text, spans):
    tokens = TOKENIZER.tokens(text)
    mask = Protector(defaults=False).mask(Analysis(text, tokens, TOKENIZER.forms(text, tokens)), spans)
    expected = bytes(any(max(begin, b) < min(end, e) for b, e in spans) for begin, end in tokens)
    assert (mask or bytes(len(tokens))) == expected


@pytest.mark.parametrize("unit", ["a/", "/", "a.b/", "`", "` ", "<a", "{a", "1", "1,", "1 ", "@a", "May ", "\\\\", "C:\\"])
def test_a_very_long_line(unit):
    text = "1@" + unit * (300_000 // len(unit))
    number_spans(text)
    marked_spans(text)
