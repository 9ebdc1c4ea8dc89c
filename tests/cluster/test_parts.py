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


EXPECTED = "expected text, JSON lines (both plain, .gz, .bz2, .xz or .zst) or Parquet."


@pytest.mark.parametrize(
    ("names", "sources", "message"),
    [
        ((), ["."], f".: found no part files, {EXPECTED} Name the folder that has them."),
        (("_SUCCESS",), ["."], f".: found no part files, {EXPECTED} Name the folder that has them."),
        (("a.txt",), ["*.parquet"], f"*.parquet: found no part files, {EXPECTED} Name the folder that has them."),
        (("b.txt", "a.txt", "c.jsonl", "d.parquet"), ["."],
         "{here}: found files of several kinds: text (a.txt), JSON lines (c.jsonl), Parquet (d.parquet), expected files of one. "
         "Choose by a glob: 'FOLDER/*.parquet'."),
        (("a.csv",), ["."], f"./a.csv: found a file of columns by its name, {EXPECTED} "
         "Choose --as lines, if it holds those, or name the others by a glob."),
        (("a.txt.snappy",), ["."], f"./a.txt.snappy: found a file of Snappy by its name, {EXPECTED} "
         "Convert it, or name the others by a glob."),
        (("A.ZIP",), ["."], f"./A.ZIP: found a file of a zip archive by its name, {EXPECTED} "
         "Convert it, or name the others by a glob."),
        (("a.txt", "readme.md.gz"), ["."], f"./readme.md.gz: found a file of markdown by its name, {EXPECTED} "
         "Choose --as lines, if it holds those, or name the others by a glob."),
        (("a.parquet.gz",), ["."], f"./a.parquet.gz: found Parquet within a gzip file, {EXPECTED} "
         "Unpack it: Parquet is compressed by itself."),
        ((os.fsdecode(b"a\xff.txt"),), ["."],
         "./a\\xff.txt: found a name that is not UTF-8, expected one that is. Rename the file."),
    ],
)  # fmt: skip
def test_what_cannot_be_read(tmp_path, monkeypatch, names, sources, message):
    files(tmp_path, *names)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FormatError) as caught:
        find_parts(sources)
    assert str(caught.value) == message.format(here=tmp_path)


def test_lines_in_files_that_others_would_read_as_something_else(tmp_path):
    files(tmp_path, "readme.md", "a.csv")
    assert [(part.name, part.kind) for part in find_parts([tmp_path], lines=True)] == [("a.csv", "txt"), ("readme.md", "txt")]
    files(tmp_path, "b.zip")
    with pytest.raises(FormatError) as caught:
        find_parts([tmp_path], lines=True)
    found = f"{tmp_path}/b.zip: found a file of a zip archive by its name, {EXPECTED}"
    assert str(caught.value) == f"{found} Convert it, or name the others by a glob."


def test_pipes_are_no_part_files(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(FormatError) as caught:
        find_parts([tmp_path])
    assert str(caught.value) == f"{tmp_path}/pipe.txt: found no regular file, {EXPECTED} Name the others by a glob."


def test_two_files_of_one_name(tmp_path):
    files(tmp_path, "1/a.txt", "2/a.txt")
    with pytest.raises(ConfigError) as caught:
        find_parts([tmp_path / "1", tmp_path / "2"])
    found = f"{tmp_path}/2/a.txt: found the name of {tmp_path}/1/a.txt, expected other names."
    assert str(caught.value) == f"{found} Rename one of them."


def test_where_parts_are(tmp_path, monkeypatch):
    files(tmp_path, "in/b.txt", "in/a.txt", "in/deep/c.txt", "elsewhere/d.txt", "elsewhere/deeper/e.txt")
    (tmp_path / "in" / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "in" / "broken*").symlink_to(tmp_path / "nowhere")
    os.utime(tmp_path / "in" / "a.txt", ns=(0, 7))
    monkeypatch.chdir(tmp_path)
    found = find_parts(["in/[ab].txt", "in/deep", "in/linked/d*"], "out")
    assert [(part.path, part.name) for part in found] == [
        (f"{tmp_path}/in/a.txt", "a.txt"), (f"{tmp_path}/in/b.txt", "b.txt"), (f"{tmp_path}/in/deep/c.txt", "c.txt"),
        (f"{tmp_path}/in/linked/d.txt", "d.txt"), (f"{tmp_path}/in/linked/deeper/e.txt", "e.txt"),
    ]  # fmt: skip
    assert (found[0].changed, found[0].size, found[0].begin, found[0].end, found[0].before) == (7, 2, 0, None, 0)
    with pytest.raises(FileNotFoundError):
        find_parts(["in"])
    (tmp_path / "in" / "broken*").unlink()
    with pytest.raises(ConfigError, match="would be overwritten"):
        find_parts(["in"], "in")
    assert [part.name for part in find_parts(["in"])] == ["a.txt", "b.txt", "deep/c.txt", "linked/d.txt", "linked/deeper/e.txt"]
