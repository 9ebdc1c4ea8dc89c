"""The sides of a bitext: lines kept as they are, wrong files refused."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.tables.bilingual.bitext import read_bitext


def write(path, data):
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path


@pytest.fixture
def sides(tmp_path):
    def make(*contents):
        return [write(tmp_path / name, data) for name, data in zip(("src", "tgt", "links"), contents, strict=False)]

    return make


def read(paths, **options):
    return list(read_bitext(*paths, **options))


def test_batches_are_numbered(sides):
    paths = sides("a\nb c\n\nd\ne", "1\n2\n3\n4\n5\n", "0-0\n0-0 1-0\n\n0-0\n\n")
    first, second, third = read(paths, batch=2)
    assert (first.first_line, first.source, first.target, first.alignment) == (1, ["a", "b c"], ["1", "2"], ["0-0", "0-0 1-0"])
    assert (second.first_line, second.source, second.target, second.alignment) == (3, ["", "d"], ["3", "4"], ["", "0-0"])
    assert (third.first_line, third.source, third.alignment) == (5, ["e"], [""])


def test_white_space_becomes_single_spaces(sides):
    (batch,) = read(sides(" a  b\r\n\tc \n", "x\ty\r\n \n"))
    assert (batch.source, batch.target, batch.alignment) == (["a b", "c"], ["x y", ""], None)


def test_other_separators_are_text(sides):
    line = "a\u2028b c\u0085d\u3000e\u00a0f\x1cg"
    (batch,) = read(sides(line + "\n", "\ufeffx\n"))
    assert batch.source == [line] and batch.target == ["x"]


def test_gzip_whatever_the_name(sides):
    paths = sides(gzip.compress(b"a\nb\n"), "1\n2\n")
    assert read(paths)[0].source == ["a", "b"]


def test_words_and_white_space(sides):
    (batch,) = read(sides("It's HERE.\n", "It's HERE.\n"), segment=("words", None))
    assert (batch.source, batch.target) == (["it 's here ."], ["It's HERE."])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a\nb\n", r"src:3: found the end of the file after 2 lines, expected 3 lines as in .*tgt\."),
        (b"a\nb\nc\nd", r"tgt:4: found the end of the file after 3 lines, expected 4 lines as in .*src\."),
        (b"", r"src:1: found the end of the file after 0 lines"),
        (b"a\nb\xe9\nc\n", r"src:2: found broken UTF-8 \(byte 0xe9 at 1\)"),
        (b"a\nb\0\nc\n", r"src:2: found NUL"),
        (b"\n" * 5000 + b"\0", r"src:5001: found NUL"),
        (b"\xff\xfea\0\n\0", r"src: found UTF-16"),
        (b"PK\3\4", r"src: found a zip archive"),
        (b"%PDF-1.4\n", r"src: found a PDF"),
        (b"PAR1abc", r"src: found a Parquet file"),
        (b"\\data\\\n", r"src: found an ARPA language model.*plain text"),
        (gzip.compress(b"a\nb\nc\n" * 9, mtime=0)[:-9], r"src: found a damaged gzip file"),
        (gzip.compress(gzip.compress(b"a\n", mtime=0), mtime=0), r"src: found a gzip file within"),
        (gzip.compress(b"\xff\xfea\0", mtime=0), r"src: found UTF-16"),
        (b"\x1f\x8b", r"src: found a damaged gzip file"),
    ],
)
def test_wrong_files(sides, content, message):
    with pytest.raises(FormatError, match=message):
        read(sides(content, "1\n2\n3\n"))


def test_no_line_at_all(sides):
    with pytest.raises(FormatError, match="no line"):
        read(sides("", ""))


def test_directories_and_missing_files(sides, tmp_path):
    (path,) = sides("a\n")
    with pytest.raises(FormatError, match="a directory"):
        read([path, tmp_path])
    with pytest.raises(FileNotFoundError):
        read([path, tmp_path / "none"])


@given(st.binary(max_size=200), st.integers(1, 5))
def test_any_bytes(tmp_path_factory, data, count):
    path = write(tmp_path_factory.mktemp("any") / "src", data)
    try:
        with Lines(path) as side:
            found = []
            while lines := side.take(count):
                found += lines
    except FormatError:
        return
    expected = data.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n") if data.removeprefix(b"\xef\xbb\xbf") else []
    assert found == [b" ".join(line.split()).decode() for line in expected]
