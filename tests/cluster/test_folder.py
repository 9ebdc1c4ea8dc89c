"""The folder of answers: what is in it, for whom, and what was counted there."""

from __future__ import annotations

import errno
import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.cluster.counts import note_counts, noted_counts
from paragen.cluster.folder import output_folder
from paragen.cluster.parts import find_parts

JOB = "case:upper|n:2|é"


@pytest.fixture
def opened(corpus, tmp_path):
    """Opens the folder "out" for the parts given; returns the outputs to be made, by their names, all but those of `made`."""

    def run(job=JOB, made=None, kind="txt", **texts):
        parts = find_parts([corpus(**texts)])
        with output_folder(tmp_path / "out", job, parts, kind) as todo:
            for part, output in todo.items():
                assert output == str(tmp_path / "out" / part.output(kind))
                if made is not None:
                    Path(output).write_text(made)
            return sorted(part.name for part in todo)

    run.out = tmp_path / "out"
    return run


def refused(error, message, function, *args, **options):
    with pytest.raises(error, match=f"^{re.escape(message)}$"):
        function(*args, **options)


def test_what_is_written_of_a_run(opened, corpus):
    assert opened(a="one\n", b="two\n", made="x", kind="jsonl") == ["a.txt", "b.txt"]
    about = json.loads((opened.out / "_paragen.json").read_text("utf-8"))
    times = {part.name: part.changed for part in find_parts([corpus()])}
    stamps = {f"{name}.jsonl": [4, times[f"{name}.txt"]] for name in "ab"}
    assert about == {"job": JOB, "parts": stamps} and [*about["parts"]] == ["a.jsonl", "b.jsonl"]
    assert "é" in (opened.out / "_paragen.json").read_text("utf-8")
    assert sorted(path.name for path in opened.out.iterdir()) == ["_paragen.json", "a.jsonl", "b.jsonl"]
    before = (opened.out / "_paragen.json").stat()
    assert opened(kind="jsonl") == []
    assert (opened.out / "_paragen.json").stat() == before  # not written again


def test_a_part_that_has_changed_is_made_anew(opened, corpus):
    opened(a="one\n", b="two\n", made="x")
    path = corpus() / "a.txt"
    os.utime(path, ns=(0, 7))
    assert opened() == ["a.txt"] and not (opened.out / "a.txt").exists() and (opened.out / "b.txt").exists()
    path.write_text("other\n")
    os.utime(path, ns=(0, 7))
    assert opened(made="x") == ["a.txt"] and opened() == []
    path.unlink()
    assert opened() == [] and (opened.out / "a.txt").exists()  # outputs of others stay
    assert opened(a="new\n") == ["a.txt"]


def test_who_may_write_there(opened):
    out = opened.out
    out.mkdir()
    for name in ("d", "c", "b", "a"):
        (out / name).touch()
    found = f"{out}: found a folder with a, b, c, expected an empty one, or one that was begun. Choose another."
    refused(ConfigError, found, opened, a="one\n")
    for name in ("d", "c", "b", "a"):
        (out / name).unlink()
    opened(made="x")
    (out / "b.txt").symlink_to("nowhere")
    theirs = f"{out}/b.txt: found a file that no run has made here, expected none. Move it away."
    refused(ConfigError, theirs, opened, b="two\n")
    (out / "b.txt").unlink()
    (out / "b.txt").write_text("mine")
    refused(ConfigError, theirs, opened, b="two\n")
    assert (out / "b.txt").read_text() == "mine"
    (out / "b.txt").unlink()
    with output_folder(out, JOB, [], "txt"):
        refused(ConfigError, f"{out}: another run is writing there. Wait for it, or choose another folder.", opened)
        assert (out / ".paragen.lock").exists()
    assert not (out / ".paragen.lock").exists()
    with pytest.raises(ZeroDivisionError), output_folder(out, JOB, [], "txt"):
        (out / ".paragen.lock").unlink()
        raise ZeroDivisionError
    for text in ("{", "[]", "{}", '{"job": "x"}', '{"job": "x", "parts": {"a.txt": null}}', '{"job": "x", "parts": []}'):
        (out / "_paragen.json").write_text(text)
        other = f"{out}/_paragen.json: found other content, expected what a run wrote."
        refused(FormatError, f"{other} Choose another folder, or remove this one to start over.", opened)
    for path in out.iterdir():
        path.unlink()
    out.rmdir()
    out.touch()
    refused(ConfigError, f"{out}: found a file, expected a folder or none. Choose another name.", opened)


def test_answers_of_other_options(opened):
    opened(a="one\n")
    (opened.out / "_paragen.counts.jsonl").touch()
    (opened.out / "_paragen.sections" / "a.txt").mkdir(parents=True)
    (opened.out / "_paragen.sections" / "a.txt" / ".unfinished").touch()
    assert opened("case:lower|n:2") == ["a.txt"]  # nothing was made
    assert sorted(path.name for path in opened.out.iterdir()) == ["_paragen.json"]
    end = "Choose another folder, or remove this one to start over."
    (opened.out / "_paragen.sections" / "a.txt").mkdir(parents=True)
    (opened.out / "_paragen.sections" / "a.txt" / "0").touch()
    found = "found answers made with case lower, n 2, expected case upper:x, n not given."
    refused(ConfigError, f"{opened.out}: {found} {end}", opened, "case:upper:x")
    (opened.out / "_paragen.sections" / "a.txt" / "0").unlink()
    opened("case:upper", made="x")
    found = "found answers made with case upper, more not given, expected case lower, more 1."
    refused(ConfigError, f"{opened.out}: {found} {end}", opened, "case:lower|more:1")


def test_names_of_outputs_differ(corpus, tmp_path):
    folder = corpus(a="one\n")
    (folder / "a.jsonl").write_text("{}")
    parts = [*find_parts([folder / "a.jsonl"]), *find_parts([folder / "a.txt"])]
    found = f"{folder}/a.txt: found the output a.tsv that {folder}/a.jsonl has too, expected another. Rename it."
    refused(ConfigError, found, output_folder(tmp_path / "out", JOB, parts, "tsv").__enter__)
    assert not (tmp_path / "out").exists()
    deep = [replace(part, name=f"x/y/{part.name}") for part in parts[:1]]
    with output_folder(tmp_path / "out", JOB, deep, "tsv") as todo:
        assert [*todo.values()] == [f"{tmp_path}/out/x/y/a.tsv"] and (tmp_path / "out" / "x" / "y").is_dir()


def test_unfinished_files_are_removed(opened):
    opened(a="one\n")
    young, old = (opened.out / f".a.txt.{digit * 16}.partial" for digit in "01")
    young.touch()
    old.touch()
    os.utime(old, (0, 0))
    with output_folder(opened.out, JOB, [], "txt"):
        assert young.exists() and not old.exists()
    assert not young.exists()


def test_a_file_system_without_locks(opened, monkeypatch):
    def flock(handle, operation):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", flock)
    assert opened(a="one\n") == ["a.txt"] and not (opened.out / ".paragen.lock").exists()


def test_counts(tmp_path):
    assert noted_counts(tmp_path, []) == ({}, 0) and noted_counts(tmp_path, ["a"]) == ({}, 1)
    note_counts(tmp_path, "é", {"sentences": 3, "lines": 4})
    note_counts(str(tmp_path), "b", {"sentences": 5})
    text = (tmp_path / "_paragen.counts.jsonl").read_text("utf-8")
    assert text == '{"output": "é", "counts": {"lines": 4, "sentences": 3}}\n{"output": "b", "counts": {"sentences": 5}}\n'
    note_counts(tmp_path, "b", {"sentences": 7})
    for broken in (b"\xff\n", b"[]\n", b'{"output": "c"}\n', b'{"output": "c", "counts": {"x": "y"}}\n', b'{"output": "d", "cou'):
        with open(tmp_path / "_paragen.counts.jsonl", "ab") as file:
            file.write(broken)
    assert noted_counts(tmp_path, ["é", "b", "c", "d"]) == ({"sentences": 10, "lines": 4}, 2)
    assert noted_counts(tmp_path, ["b"]) == ({"sentences": 7}, 0)
