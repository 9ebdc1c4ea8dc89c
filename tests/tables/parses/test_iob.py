"""Chunked text of CoNLL-2000."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.tables.parses.chunks_files import joined_chunks, read_iob
from paragen.tables.parses.options import LABELS

TEXT = """\
He PRP B-NP
turned VBD B-VP
down RP B-PRT
the DT B-NP
offer NN I-NP
in IN B-PP
the DT B-NP
end NN I-NP
of IN B-PP
May NNP B-NP
. . O

Out RB B-PP
of IN B-PP

"""


def read(path: Path, text: str) -> tuple[list[int], list[tuple[str, int, int]]]:
    path.write_text(text)
    chunks = read_iob(path)
    return chunks.unit_tokens.tolist(), [
        (LABELS[label], begin, end) for begin, end, label in zip(chunks.begin, chunks.end, chunks.label, strict=True)
    ]


def test_worked_example(tmp_path):
    units, spans = read(tmp_path / "a", TEXT)
    assert units == [0, 11, 13]
    assert spans == [("NP", 0, 1), ("VP", 1, 3), ("NP", 3, 5), ("PP", 5, 8), ("NP", 6, 8), ("PP", 8, 10), ("NP", 9, 10)]


def test_units(tmp_path):
    assert read(tmp_path / "a", "a NN B-NP\n\n\nb NN I-NP")[0] == [0, 1, 1, 2]
    assert read(tmp_path / "a", "\na NN B-NP\n")[0] == [0, 0, 1]
    assert read(tmp_path / "a", "")[0] == [0]


@pytest.mark.parametrize("line", ["house NN", "house NN I-NP more", "house NN X-NP", "house NN B-"])
def test_bad_lines(tmp_path, line):
    with pytest.raises(FormatError, match="a:3: found 'house"):
        read(tmp_path / "a", f"a NN B-NP\n\n{line}\n")


def test_another_file(tmp_path):
    (tmp_path / "a").write_bytes(b"PK\x03\x04")
    with pytest.raises(FormatError, match="a: found a zip archive, expected lines of word, tag and chunk"):
        read_iob(tmp_path / "a")


@given(st.lists(st.sampled_from(["O", "B-NP", "I-NP", "B-PP", "I-PP", "B-VP", "I-VP", "B-PRT", "B-SBAR"]), max_size=12))
def test_chunks_hold_all_words(chunks):
    spans = joined_chunks(chunks)
    assert all(0 <= begin < end <= len(chunks) for _, begin, end in spans)
    labelled = {i for i, chunk in enumerate(chunks) if chunk[2:] == "NP"}
    assert {i for label, begin, end in spans if label == "NP" for i in range(begin, end)} == labelled
