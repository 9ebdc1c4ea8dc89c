"""Tokens: where they are cut, their offsets, their lookup forms."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from paragen.text import tokenizer
from paragen.text.languages.english import ENGLISH
from paragen.text.tokenizer import Tokenizer

TOKENIZER = Tokenizer()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \t\u00a0\u3000\u2028 ", []),
        ("A tug-of-war, isn't it?", "a tug-of-war , isn't it ?"),
        ("JOHN'S dog’s ear; they‘ll say it's fine", "john 's dog 's ear ; they 'll say it 's fine"),
        ("He'd've gone, I'm sure we're late", "he 'd 've gone , i 'm sure we 're late"),
        ("y'all o'clock O'Brien rock'n'roll ma'am d'you", "y'all o'clock o'brien rock'n'roll ma'am d'you"),
        ("can’t won't DON'T", "can't won't don't"),
        ("the workers' '90s 'tis 're-enter'", "the workers ' ' 90s ' tis ' re-enter '"),
        ("In the U.S. and the U.K., e.g. at 5 p.m. with Mr. Smith, Ph.D., etc.",
         "in the u.s. and the u.k. , e.g. at 5 p.m. with mr. smith , ph.d. , etc."),
        ("wait...what -- no!!! yes?!", "wait ... what -- no !!! yes ? !"),
        ("It costs $1,000.50 (3.5%), not 2,3 or 4.", "it costs $ 1,000.50 ( 3.5 % ) , not 2,3 or 4 ."),
        ("at 10:30 on 12/05/2015, 50/50", "at 10:30 on 12/05/2015 , 50/50"),
        ("and/or AT&T's R&D", "and / or at&t 's r&d"),
        ("U.S.-based 20-year-old", "u.s.-based 20-year-old"),
        ("see https://a.b/c?d=e, www.foo.org. or (me.you@x.org)!", "see https://a.b/c?d=e , www.foo.org . or ( me.you@x.org ) !"),
        ("at ftp://x.y/z-w, or", "at ftp://x.y/z-w , or"),
        ("at WWW.X.ORG/A-B, or www.x.org/a-b", "at www.x.org/a-b , or www.x.org/a-b"),
        ("or a.b-c@x.org, or", "or a.b-c@x.org , or"),
        ("@bob #tag C++ `x = 1`", "@bob #tag c + + ` x = 1 `"),
        ("“Well…” he said—slowly", '" well ... " he said -- slowly'),
        ("cafe\u0301 caf\u00e9", "caf\u00e9 caf\u00e9"),
        ("co\u00adoperate non\u2011stop", "cooperate non-stop"),
        ("我爱你。 これは", "我 爱 你 。 こ れ は"),
        ("हिन्दी भाषा العربية Ελλάδα ΟΔΟΣ", "हिन्दी भाषा العربية ελλάδα οδος"),
        ("👨\u200d👩\u200d👧 👍🏽👍 🇩🇪🇫🇷", "👨\u200d👩\u200d👧 👍🏽 👍 🇩🇪 🇫🇷"),
        ("\ufeffHi\u200bthere\0you\x1call", "hi there you all"),
    ],
)
def test_words(text, words):
    expected = words.split() if isinstance(words, str) else words
    assert TOKENIZER.words(text) == expected


def test_tokenized_takes_forms_as_they_are():
    tokenizer = Tokenizer(tokenized=True)
    assert tokenizer.words("It's  a\tb ’ X") == ["It's", "a\tb", "’", "X"]
    assert tokenizer.tokens(" a  bc ") == [(1, 2), (4, 6)]


@given(st.text())
def test_tokens_cover_all_but_separators(text):
    spans = TOKENIZER.tokens(text)
    position = 0
    for begin, end in spans:
        assert position <= begin < end <= len(text)
        assert not any(char.isspace() for char in text[begin:end])
        _assert_separators(text[position:begin])
        position = end
    _assert_separators(text[position:])
    words = TOKENIZER.forms(text, spans)
    assert len(words) == len(spans) and all(words)


def _assert_separators(gap: str) -> None:
    for char in gap:
        assert char.isspace() or regex.match(r"\p{C}", char), ascii(char)


@given(st.text(alphabet=st.characters(max_codepoint=127)) | st.text(alphabet="a.B'sS-&1,:@/ w"))
def test_both_patterns_agree_on_ascii(text):
    for address in False, True:
        fast, slow = (list(map(_span, tokenizer._finder(ENGLISH, ascii_only, address)(text))) for ascii_only in (True, False))
        assert fast == slow


def _span(match) -> tuple[int, int]:
    return match.span()


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_case_does_not_change_the_cut(text):
    assert TOKENIZER.words(text.lower()) == TOKENIZER.words(text)


@given(st.lists(st.text(min_size=1).filter(lambda word: not {" ", "\x1f"} & set(word))))
def test_tokenized_round_trip(words):
    assert Tokenizer(tokenized=True).words(" ".join(words)) == words


@pytest.mark.parametrize(
    "unit", ["a", "a-", "a.", "a..", "'s", "'", "👍\u200d", "www.", "http://,", "é1,", "@a+", "é@a.", "`", "/", "\u0301"]
)
def test_a_very_long_line(unit):
    text = "@" + unit * (300_000 // len(unit))
    assert TOKENIZER.tokens(text)[-1][1] <= len(text)
