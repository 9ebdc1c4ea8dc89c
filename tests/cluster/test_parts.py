"""Part files are found by folder and glob, and are of one kind."""

from __future__ import annotations

import os

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.cluster.parts import find_parts


def files(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x\n")


@pytest.mark.parametrize(
    ("name", "kind", "packed", "output"),
    [
        ("a.txt", "txt", "", {"txt": "a.txt", "jsonl": "a.jsonl", "tsv": "a.tsv"}),
        ("news.en", "txt", "", {"txt": "news.en", "jsonl": "news.en.jsonl"}),
        ("part-0.txt.gz", "txt", "gzip", {"txt": "part-0.txt.gz", "jsonl": "part-0.jsonl.gz"}),
        ("part-0-c000.JSON.bz2", "jsonl", "bzip2", {"jsonl": "part-0-c000.JSON.bz2", "txt": "part-0-c000.txt.bz2"}),
        ("a.ndjson.xz", "jsonl", "xz", {"jsonl": "a.ndjson.xz"}),
        ("a.zst", "txt", "zstd", {"txt": "a.zst", "tsv": "a.tsv.zst"}),
        ("a.snappy.parquet", "parquet", "", {"parquet": "a.snappy.parquet"}),
    ],
)
def test_names_say_what_files_are(tmp_path, name, kind, packed, output):
    files(tmp_path, name)
    [part] = find_parts([tmp_path])
    assert (part.name, part.kind, part.packed, part.size) == (name, kind, packed, 2)
    assert {kind: part.output(kind) for kind in output} == output


def test_folders_are_searched_to_any_depth_without_hidden_names(tmp_path):
    files(tmp_path, "b.txt", "day=2/a.txt", "day=1/a.txt", "_SUCCESS", ".b.txt.crc", "_temporary/0/c.txt")
    assert [part.name for part in find_parts([tmp_path])] == ["b.txt", "day=1/a.txt", "day=2/a.txt"]


def test_globs_and_files(tmp_path):
    files(tmp_path, "a.txt", "b.jsonl", "c.txt", "deep/d.txt", "[e].txt")
    assert [part.name for part in find_parts([tmp_path / "[ac].txt"])] == ["a.txt", "c.txt"]
    assert [part.name for part in find_parts([tmp_path / "**" / "d.txt", tmp_path / "[e].txt"])] == ["[e].txt", "d.txt"]
    assert len(find_parts([tmp_path / "a.txt", tmp_path / "*.txt"])) == 3


@pytest.mark.parametrize(
    ("names", "sources", "message"),
    [
        ((), ["."], "found no part files"),
        (("_SUCCESS",), ["."], "found no part files"),
        (("a.txt",), ["*.parquet"], r"\*.parquet: found no part files"),
        (("a.txt", "b.jsonl"), ["."], r"several kinds: text \(a.txt\), JSON lines \(b.jsonl\)"),
        (("a.csv",), ["."], "a.csv: found a file of columns"),
        (("a.txt.snappy",), ["."], "a.txt.snappy: found a file of Snappy"),
        (("a.txt", "readme.md"), ["."], "readme.md: found a file of markdown"),
        (("a.parquet.gz",), ["."], "Parquet within a gzip file"),
        ((os.fsdecode(b"a\xff.txt"),), ["."], r"a\\xff.txt: found a name that is not UTF-8"),
    ],
)
def test_what_cannot_be_read(tmp_path, monkeypatch, names, sources, message):
    files(tmp_path, *names)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError, match=message):
        find_parts(sources)


def test_lines_in_files_that_others_would_read_as_something_else(tmp_path):
    files(tmp_path, "readme.md", "a.csv")
    assert [(part.name, part.kind) for part in find_parts([tmp_path], lines=True)] == [("a.csv", "txt"), ("readme.md", "txt")]
    files(tmp_path, "b.zip")
    with pytest.raises(FormatError, match="b.zip: found a file of a zip archive"):
        find_parts([tmp_path], lines=True)


def test_pipes_are_no_part_files(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(FormatError, match=r"pipe.txt: found no regular file"):
        find_parts([tmp_path])


def test_two_files_of_one_name(tmp_path):
    files(tmp_path, "1/a.txt", "2/a.txt")
    with pytest.raises(ConfigError, match=r"2/a.txt: found the name of .*1/a.txt"):
        find_parts([tmp_path / "1", tmp_path / "2"])
