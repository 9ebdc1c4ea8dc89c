"""Files opened once, plain or gzip: their beginning, all of them, or pieces; progress is of the file on disk."""

from __future__ import annotations

import gzip
import os
import random
import threading

import pytest

from paragen.base.errors import FormatError
from paragen.base.opened import OpenedFile, read_head

MARK = b"\xef\xbb\xbf"
TEXT = "".join(f"{random.Random(i).getrandbits(200)}\n" for i in range(60_000)).encode()


@pytest.mark.parametrize("packed", [False, True])
def test_all_of_a_file_and_pieces_of_it(tmp_path, packed):
    path = tmp_path / "f"
    path.write_bytes(gzip.compress(MARK + TEXT, 1) if packed else MARK + TEXT)
    assert read_head(path, "text") == (MARK + TEXT)[:4096].removeprefix(MARK)
    with OpenedFile(str(path)) as file:
        assert file.read() == TEXT and (file.path, file.number) == (str(path), 0)
    done: list[int] = []
    with OpenedFile(path) as file:
        pieces = list(file.pieces(done.append))
        assert file.number == (TEXT.count(b"\n") if packed else 0)
    assert b"".join(pieces) == TEXT and len(pieces) > 3 and max(map(len, pieces)) == 1 << 20
    assert sum(done) == path.stat().st_size and len(done) == len(pieces) and file._file.closed


def test_a_pipe_has_no_progress(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=lambda: (tmp_path / "pipe").write_bytes(b"a\nb\n"))
    writer.start()
    done: list[int] = []
    with OpenedFile(tmp_path / "pipe") as file:
        assert file.head == b"a\nb\n" and list(file.pieces(done.append)) == [b"a\nb\n"]
    writer.join()
    assert done == []


def test_damage_is_said_with_the_lines_before(tmp_path):
    (tmp_path / "f").write_bytes(gzip.compress(TEXT, 1)[:-9])
    damage = "f: found a damaged gzip file .* after [1-9][0-9]* lines, expected a whole one"
    with pytest.raises(FormatError, match=damage), OpenedFile(tmp_path / "f") as file:
        list(file.pieces())
    with pytest.raises(FormatError, match="found a zip archive, expected text"):
        (tmp_path / "f").write_bytes(b"PK\3\4")
        read_head(tmp_path / "f", "text")
    with pytest.raises(FormatError, match="found a directory, expected text. Give the file in it.$"):
        read_head(tmp_path, "text")
