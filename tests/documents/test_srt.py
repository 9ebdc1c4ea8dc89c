"""Subtitles: sentences across them, marks, speakers."""

from __future__ import annotations

import random

import pytest
from document_structure import edited, structure, unchanged

from paragen.documents import Document

FILM = """\
1
00:00:01,000 --> 00:00:02,500
<i>I think we need a big
house with a lot of</i>

2
00:00:03,000 --> 00:00:04,000 X1:40 X2:600
{\\an8}rooms, a big house!
- A big car?

3
00:00:05,000 --> 00:00:06,000
- [big noise] BOB: A big house.

4
00:00:07,000 --> 00:00:08,000
♪ a big house ♪
"""


def test_prose_changes_and_all_else_stays(changed):
    expected = FILM.replace("a big\nhouse", "a large\nbuilding").replace("a lot of</i>", "many</i>")
    expected = expected.replace("a big house", "a large building").replace("A big house.", "A large building.")
    expected = expected.replace("A big car", "A large automobile")
    assert changed(FILM, "srt").splitlines() == expected.splitlines()
    assert changed("\ufeff" + FILM.replace("\n", "\r\n"), "srt") == "\ufeff" + expected.replace("\n", "\r\n")


def test_sentences_are_read_across_subtitles():
    texts = [request.text for request in Document(FILM, "srt").requests()]
    assert texts == [
        "I think we need a big house with a lot of rooms, a big house!", "A big car?", "[big noise] BOB: A big house.",
        "♪ a big house ♪",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("no subtitles, a big house", []),
        ("1\n00:00:01,000 --> 00:00:02,000", []),
        ("00:00:01.000 --> 00:00:02.000\na house\n\n\n00:00:03.000 --> 00:00:04.000\nand 7\n\n", ["a house and 7"]),
        ("1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\nc", ["a b c"]),
        ("1\n00:00:01,000 --> 00:00:02,000\na car\n<i>- a house</i>\n<i>BOB: no", ["a car", "a house", "no"]),
        ("00:00:01,000 --> 00:00:02,000\n<i>a car.</i>\n<i>a house</i>\nand 7\n♪ la\n", ["a car.", "a house and 7 ♪ la"]),
        ("00:00:01,000 --> 00:00:02,000\na\\Nb {\\an8}c\n{\\an8}\nd (BANG) e", ["ab c", "d (BANG) e"]),
    ],
)
def test_odd_files(text, found):
    document = Document(text, "srt")
    assert [request.text for request in document.requests()] == found
    assert document.rendered(unchanged(document.requests())) == text


@pytest.mark.parametrize("seed", range(20))
def test_no_words_change_times(seed):
    document = Document(FILM, "srt")
    out = document.rendered(edited(document.requests(), random.Random(seed), ["a", "1", "2 --> 3", "so much of it"]))
    assert structure(out, "srt") == structure(FILM, "srt")
