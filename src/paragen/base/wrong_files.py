"""Recognises files that are often given in place of a table or of text."""

from __future__ import annotations

from paragen.base.errors import FormatError

TABLE = "a table: lines `source ||| target ||| score`, plain or gzip, or Parquet"
GZIP, PARQUET = b"\x1f\x8b", b"PAR1"

_LM = "`paragen pack` takes it with --lm."
_COMPRESSED = "Unpack it, or compress it with gzip."
_UTF_16 = "Convert it: iconv -f UTF-16 -t UTF-8."

# first bytes -> what such a file is, what to do
_MAGIC = (
    (b"\\data\\", "an ARPA language model", _LM),
    (b"mmap lm http://kheafield.com/code", "a KenLM binary", _LM),
    (b"PARAGEN\0", "a packed paragen file", "Give the file it was packed from."),
    (b"BZh", "a bzip2 file", _COMPRESSED),
    (b"\xfd7zXZ\0", "an xz file", _COMPRESSED),
    (b"\x28\xb5\x2f\xfd", "a zstd file", _COMPRESSED),
    (b"PK\x03\x04", "a zip archive", "Unpack it first."),
    (b"SQLite format 3\0", "an SQLite database", "Export it as text."),
    (b"%PDF-", "a PDF file", ""),
    (b"\xff\xfe", "UTF-16 text", _UTF_16),
    (b"\xfe\xff", "UTF-16 text", _UTF_16),
    (PARQUET, "a Parquet file", "Write its column of text to a file, a row a line."),
    (b"\x7fELF", "a program", ""),
    (b"\x89PNG", "a picture", ""),
    (GZIP, "a gzip file within a gzip file", "Unpack it once."),
)


def refuse_wrong_file(path: str, head: bytes, expected: str) -> None:
    """Raise FormatError if ``head``, the first bytes of the file, are those of something known not to be ``expected``."""
    for magic, what, remedy in _MAGIC:
        if head.startswith(magic) and not (magic == PARQUET and expected == TABLE):
            raise FormatError(path, what, expected, remedy)
