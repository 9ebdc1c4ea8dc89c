"""Recognises files that are often given in place of a table."""

from __future__ import annotations

from paragen.errors import FormatError

_TABLE = "a table: lines `source ||| target ||| score`, plain or gzip, or Parquet"

# first bytes -> what such a file is, what to do
_MAGIC = (
    (b"\\data\\", "an ARPA language model", "Give it with --lm."),
    (b"mmap lm http://kheafield.com/code", "a KenLM binary", "Give it with --lm."),
    (b"PARAGEN\0", "a packed paragen file", "Give the table it was packed from."),
    (b"BZh", "a bzip2 file", "Unpack it, or compress it with gzip."),
    (b"\xfd7zXZ\0", "an xz file", "Unpack it, or compress it with gzip."),
    (b"\x28\xb5\x2f\xfd", "a zstd file", "Unpack it, or compress it with gzip."),
    (b"PK\x03\x04", "a zip archive", "Unpack it first."),
    (b"SQLite format 3\0", "an SQLite database", "Export it as text."),
    (b"%PDF-", "a PDF file", ""),
    (b"\xff\xfe", "UTF-16 text", "Convert it: iconv -f UTF-16 -t UTF-8."),
    (b"\xfe\xff", "UTF-16 text", "Convert it: iconv -f UTF-16 -t UTF-8."),
)


def refuse_wrong_file(path: str, head: bytes) -> None:
    """Raise FormatError if ``head``, the first bytes of the file, are those of something known not to be a table."""
    for magic, what, remedy in _MAGIC:
        if head.startswith(magic):
            raise FormatError(path, what, _TABLE, remedy)
