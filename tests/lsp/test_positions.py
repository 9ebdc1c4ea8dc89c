"""Positions in an editor's document: its lines end where the protocol says, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.lsp.connection import Fields
from paragen.lsp.workspace import ENCODINGS, Lines, Position, Workspace

NO_LINE_ENDS = "\u2028\u2029\x85\v\f\x1c\x1d\x1e"
TEXTS = st.text(alphabet=f"ab\u00e9\u20ac\U0001f600\ud800\r\n{NO_LINE_ENDS}", max_size=30)
CODECS = {"utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1), "utf-32": ("utf-32-le", 4)}


def units(text, encoding):
    codec, width = CODECS[encoding]
    return len(text.encode(codec, "surrogatepass")) // width


def split(text):
    r"""The lines of a text with their ends, character by character: after ``\n``, and after a ``\r`` that no ``\n`` follows."""
    lines = [""]
    for at, char in enumerate(text):
        lines[-1] += char
        if char == "\n" or (char == "\r" and text[at + 1 : at + 2] != "\n"):
            lines.append("")
    return lines


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)))
def test_every_place_of_a_text(text, encoding):
    """But between the two characters of a line end, of which there is no position."""
    lines, offset = Lines(text, encoding), 0
    for number, line in enumerate(split(text)):
        for column in range(len(line.rstrip("\r\n")) + 1):
            place = Position(number, units(line[:column], encoding))
            assert lines.position(offset + column) == place and lines.offset(place) == offset + column
        offset += len(line)
    assert lines.offset(Position(number + 1, 0)) == lines.offset(Position(2**31 - 1, 5)) == len(text)


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", ""])
def test_behind_the_end_of_a_line_is_its_end(encoding, end):
    text = f"a{end}b\U0001f600{end}"
    for beyond in (1, 2, 3, 2**31 - 1):
        lines = Lines(text, encoding)
        assert lines.offset(Position(0, units("a" if end else text, encoding) + beyond)) == (1 if end else len(text))
        if end:
            assert lines.offset(Position(1, units("b\U0001f600", encoding) + beyond)) == len(text) - len(end)


def test_within_a_character_is_after_it():
    assert [Lines("a\U0001f600b", "utf-16").offset(Position(0, at)) for at in range(5)] == [0, 1, 2, 2, 3]
    assert [Lines("a\U0001f600b", "utf-8").offset(Position(0, at)) for at in range(7)] == [0, 1, 2, 2, 2, 2, 3]
    assert [Lines("a\U0001f600b", "utf-32").offset(Position(0, at)) for at in range(4)] == [0, 1, 2, 3]


@given(TEXTS, st.sampled_from(sorted(ENCODINGS)), st.data())
def test_changes_of_ranges(text, encoding, data):
    """Lines as an editor holds them, changed one after another, are the text that the server reads."""
    workspace, document = Workspace(encoding), {"uri": "untitled:x", "version": 1}
    workspace.opened(Fields({"textDocument": {**document, "languageId": "plaintext", "text": text}}))
    for _ in range(2):
        lines, changes = split(text), []
        rows = sorted(data.draw(st.lists(st.integers(0, len(lines) - 1), min_size=2, max_size=2)))
        columns = [data.draw(st.integers(0, len(lines[row].rstrip("\r\n")))) for row in rows]
        places = sorted(zip(rows, columns, strict=True))
        begin, end = (
            {"line": row, "character": units(lines[row][:column], encoding)} for row, column in places
        )
        new = data.draw(TEXTS)
        changes.append({"range": {"start": begin, "end": end}, "text": new})
        (first, left), (last, right) = places
        text = "".join([*lines[:first], lines[first][:left], new, lines[last][right:], *lines[last + 1 :]])
        workspace.changed(Fields({"textDocument": document, "contentChanges": changes}))
        assert workspace.document(Fields(document)).text == text
