"""Tables to test with."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer, TableStore
from paragen.text.tokenizer import Tokenizer


def text_of(pairs) -> str:
    return "".join(f"{source} ||| {target} ||| {score!r}\n" for source, target, score in pairs)


def _parquet(path, pairs, **columns):
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    source, target, score = zip(*pairs, strict=True)
    data = {"source": source, "target": target, "score": score, **columns}
    pyarrow.parquet.write_table(pyarrow.table(data), path, row_group_size=2)


def _parts(path, pairs):
    path.mkdir(exist_ok=True)
    for number, part in enumerate((pairs[:-2], pairs[-2:])):
        file = path / f"part-{number:05}.parquet"
        file.unlink(missing_ok=True)
        if part:
            _parquet(file, part)


def _zipped(path, text):
    path.write_bytes(gzip.compress(text.encode()))


FORMATS = {
    "text": lambda path, pairs: path.write_text(text_of(pairs), encoding="utf-8"),
    "no newline at the end": lambda path, pairs: path.write_text(text_of(pairs)[:-1], encoding="utf-8"),
    "windows": lambda path, pairs: path.write_bytes(b"\xef\xbb\xbf" + text_of(pairs).replace("\n", "\r\n").encode()),
    "tight": lambda path, pairs: path.write_text(text_of(pairs).replace(" ||| ", "|||"), encoding="utf-8"),
    "gzip": lambda path, pairs: _zipped(path, text_of(pairs)),
    "moses": lambda path, pairs: path.write_text(
        "".join(f"{s} ||| {t} ||| 2.718 0.1 {score!r} 0.3 ||| 0-0 ||| 3 4 2 ||| |||\n" for s, t, score in pairs), encoding="utf-8"
    ),
    "parquet": _parquet,
    "parquet in parts": _parts,
    "parquet with all columns": lambda path, pairs: _parquet(
        path, pairs, table=["here"] * len(pairs), label=[""] * len(pairs), licence=["CC0"] * len(pairs)
    ),
}


@pytest.fixture(params=FORMATS)
def table_file(request, tmp_path):
    """A function that writes pairs in one of the formats, and gives the path and the column to choose."""

    def write(pairs, name="table"):
        path = tmp_path / name
        FORMATS[request.param](path, pairs)
        return path, 3 if request.param == "moses" else 0

    return write


@pytest.fixture
def pack_tables(tmp_path):
    """A function that packs files (path, or path and column) and opens the result."""

    def pack(*files, tokenized=True, vocabulary=None, name="tables.bin") -> TableStore:
        packer = Packer(None if tokenized else Tokenizer().words)
        for file in files:
            path, column = file if isinstance(file, tuple) else (file, 0)
            read_table(packer, path, Path(path).name, column)
        packer.write(tmp_path / name, vocabulary)
        return TableStore(tmp_path / name)

    return pack
