"""Recognises files that are often given in place of a table or of text."""

from __future__ import annotations

from paragen.base.errors import FormatError

_TABLE = "a table: lines `source ||| target ||| score`, plain or gzip, or Parquet"
_LM = "Give it with --lm."

# first bytes -> what such a file is, what to do
_MAGIC = (
    (b"\\data\\", "an ARPA language model", _LM),
    (b"mmap lm http://kheafield.com/code", "a KenLM binary", _LM),
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

# what is a table, but no text
_NOT_TEXT = (
    (b"PAR1", "a Parquet file", "Write its column of text to a file, a row a line."),
    (b"\x7fELF", "a program", ""),
    (b"\x89PNG", "a picture", ""),
    (b"\x1f\x8b", "a gzip file within a gzip file", "Unpack it once."),
)


def refuse_wrong_file(path: str, head: bytes, expected: str = _TABLE, text: bool = False) -> None:
    """Raise FormatError if ``head``, the first bytes of the file, are those of something known not to be ``expected``.

    ``text`` says that plain text is expected, no table.
    """
    for magic, what, remedy in _MAGIC + (_NOT_TEXT if text else ()):
        if head.startswith(magic):
            raise FormatError(path, what, expected, "Is this the right file?" if text and remedy is _LM else remedy)
