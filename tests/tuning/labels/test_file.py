"""Files of labels: what is read, what is refused, and adding to them at the same time."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.tuning.labels import Label, append_labels, now, read_labels, read_sentence_labels
from paragen.tuning.labels.files import label_lines

from .common import TEXT, label, sentence_label, write


def test_a_label_is_a_line(tmp_path):
    one = label(verdict="incorrect", reason="fixed expression")
    append_labels(tmp_path / "l.jsonl", [one])
    assert json.loads((tmp_path / "l.jsonl").read_text()) == {
        "id": one.id, "label": "incorrect", "reason": "fixed expression", "annotator": "anna", "time": "2026-11-21T19:50:00Z",
        "text": TEXT, "begin": 4, "end": 7, "after": "large",
    }  # fmt: skip
    assert read_labels(tmp_path / "l.jsonl").said(one.id) == {"anna": one}
    assert one.result == "The large house is old."
    assert now().endswith("Z") and len(now()) == len(one.time)


def test_sentence_labels_have_files_of_their_own(tmp_path):
    one = sentence_label(verdict="unacceptable", error="not a paraphrase")
    path = write(tmp_path / "s.jsonl", one)
    found = read_sentence_labels(path)
    assert found.said(one.id) == {"anna": one}
    assert found.of_paraphrase(TEXT, one.result) is False
    assert found.of_paraphrase(TEXT, "Something else") is None
    with pytest.raises(FormatError, match=r"s.jsonl:1: found the label of a sentence"):
        read_labels(path)
    with pytest.raises(FormatError, match="found the label of a substitute"):
        read_sentence_labels(write(tmp_path / "l.jsonl", label()))


@pytest.mark.parametrize(
    "raw, found",
    [
        (b"{\n", ":1: found invalid JSON"),
        (b"\n[1]\n", ":2: found a list"),
        (b'{"id": "\xff"}\n', ":1: found broken UTF-8 .byte 0xff at 8."),
        (b'{"id": NaN}\n', ":1: found the number NaN"),
        (b"[" * 100_000 + b"\n", ":1: found invalid JSON"),
        (
            b"\x1f\x8b\x08rest",
            "found a gzip file, expected a labels file: one JSON object per line. Unpack it.$",
        ),
        (b"PAR1rest", ": found a Parquet file"),
        (b"\xff\xfe{", ": found UTF-16 text"),
    ],
)
def test_other_files(tmp_path, raw, found):
    (tmp_path / "l.jsonl").write_bytes(raw)
    with pytest.raises(FormatError, match=found):
        read_labels(tmp_path / "l.jsonl")


def test_a_folder_and_no_file(tmp_path):
    with pytest.raises(FormatError, match="a directory"):
        read_labels(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_labels(tmp_path / "none")
    with pytest.raises(ConfigError, match="found a folder"):
        append_labels(tmp_path, [label()])
    with pytest.raises(ConfigError, match="there is no folder"):
        append_labels(tmp_path / "none" / "l.jsonl", [label()])


def test_an_empty_file_a_mark_and_line_ends(tmp_path):
    (tmp_path / "l.jsonl").write_bytes(b"")
    assert len(read_labels(tmp_path / "l.jsonl")) == 0
    lines = [one.to_json().encode() for one in (label(), label("huge"))]
    (tmp_path / "l.jsonl").write_bytes(b"\xef\xbb\xbf" + lines[0] + b"\r\n\r\n" + lines[1])
    found = read_labels(tmp_path / "l.jsonl")
    assert (len(found), found.warnings) == (2, [])


def test_a_line_cut_anywhere_is_ignored_and_the_next_label_mends_the_file(tmp_path):
    first, second = label(), label("énorme")
    whole = first.to_json().encode() + b"\n"
    line = second.to_json().encode()
    path = tmp_path / "l.jsonl"
    for length in range(1, len(line)):
        path.write_bytes(whole + line[:length])
        found = read_labels(path)
        assert list(found) == [first.id]
        assert found.warnings == [f"{path}:2: the last line is cut off, perhaps by a kill; it does not count"]
    append_labels(path, [second])
    found = read_labels(path)
    assert (list(found), found.warnings) == ([first.id, second.id], [])
    assert path.read_bytes() == whole + line + b"\n"


def test_a_whole_last_line_without_an_end_stays(tmp_path):
    path = tmp_path / "l.jsonl"
    path.write_text(label().to_json())
    append_labels(path, [label("huge")])
    assert list(read_labels(path)) == [label().id, label("huge").id]


def test_a_cut_line_longer_than_a_block(tmp_path):
    path = tmp_path / "l.jsonl"
    path.write_text(label().to_json() + "\n" + '{"id": "' + "x" * 200_000)
    append_labels(path, [label("huge")])
    assert len(path.read_text().splitlines()) == 2


def _add(path: str, worker: int) -> None:
    for number in range(40):
        append_labels(path, [label(f"word {worker} {number} {'x' * 3000}"), label(f"other {worker} {number}")])


def test_processes_and_threads_add_at_the_same_time(tmp_path):
    path = str(tmp_path / "l.jsonl")
    context = multiprocessing.get_context("fork")
    workers = [context.Process(target=_add, args=(path, worker)) for worker in range(3)]
    workers += [threading.Thread(target=_add, args=(path, worker)) for worker in range(3, 6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    afters = [data["after"].split()[:3] for _, data in label_lines(path, [])]
    assert len(afters) == 6 * 40 * 2
    assert all(one[1:] == other[1:] for one, other in zip(afters[::2], afters[1::2], strict=True))  # a batch stays together


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = write(tmp_path / "l.jsonl", label())
    before = path.read_bytes()
    import builtins

    class Full:
        def __init__(self, file):
            self._file, self._writes = file, 0

        def __getattr__(self, name):
            return getattr(self._file, name)

        def __enter__(self):
            return self

        def __exit__(self, *rest):
            self._file.close()

        def write(self, data):
            self._writes += 1
            if self._writes > 1:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return self._file.write(bytes(data[:10]))

    real = builtins.open
    monkeypatch.setattr(builtins, "open", lambda *args, **more: Full(real(*args, **more)))
    with pytest.raises(OSError, match="No space") as error:
        append_labels(path, [label("huge")])
    monkeypatch.undo()
    assert error.value.filename == str(path)
    assert path.read_bytes() == before


@given(st.text(min_size=1), st.text(), st.text(min_size=1).filter(str.strip))
def test_any_text_comes_back(text, after, annotator):
    one = replace(label(), text=text, begin=0, end=len(text), after=after, annotator=annotator)
    line = one.to_json()
    assert "\n" not in line
    line.encode()
    assert Label.parse(json.loads(line), "here") == one


def test_lone_surrogates(tmp_path):
    one = label(after="\ud800", text="big \udfff", span=(0, 3))
    append_labels(tmp_path / "l.jsonl", [one])
    assert read_labels(tmp_path / "l.jsonl").said(one.id) == {"anna": one}
