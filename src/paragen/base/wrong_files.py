"""Recognises files that are often given by mistake for a table, text or a language model."""

from __future__ import annotations

from paragen.base.errors import FormatError
from paragen.base.unpacked import compression

TABLE = "a table: lines `source ||| target ||| score`, plain or compressed, or Parquet"
ARPA, KENLM, PACKED, PARQUET = b"\\data\\", b"mmap lm http://kheafield.com/code", b"PARAGEN\0", b"PAR1"

_LM = "`paragen pack` takes it with --lm."
_UTF_16 = "Convert it: iconv -f UTF-16 -t UTF-8."

# first bytes, what such a file is, what to do
_MAGIC = (
    (ARPA, "an ARPA language model", _LM),
    (KENLM, "a KenLM binary", _LM),
    (b"blmt", "an IRSTLM binary file", "Run `compile-lm --text=yes FILE FILE.arpa` first."),
    (PACKED, "a packed paragen file", "Give the file it was packed from."),
    (b"PK\x03\x04", "a zip archive", "Unpack it first; if it is a spreadsheet, save it as CSV."),
    (b"SQLite format 3\0", "an SQLite database", "Export it as text."),
    (b"%PDF-", "a PDF file", ""),
    (b"\xff\xfe", "UTF-16 text", _UTF_16),
    (b"\xfe\xff", "UTF-16 text", _UTF_16),
    (PARQUET, "a Parquet file", "Is it a table? Otherwise write its text column to a file, one row per line."),
    (b"\x7fELF", "a program", ""),
    (b"\x89PNG", "a picture", ""),
)

BEGINNINGS = tuple(magic for magic, _, _ in _MAGIC)
"""How files begin that are never text or a table; most text is told from them by one look."""


def refuse_wrong_file(path: str, head: bytes, expected: str, takes: tuple[bytes, ...] = (), packed: str = "") -> None:
    """Raise FormatError if a file is known not to be ``expected``.

    Parameters
    ----------
    head : its first bytes.
    takes : the magic bytes of files that are accepted nonetheless; unlike text they must not be compressed.
    packed : how the file is compressed, if it is; ``head`` is decompressed.
    """
    within = f" within a {packed} file" if packed else ""
    for magic, what, remedy in _MAGIC:
        if head.startswith(magic) and magic not in takes:
            raise FormatError(path, what, expected, remedy)
        if head.startswith(magic) and packed and magic != ARPA:
            raise FormatError(path, what + within, expected, "Unpack it.")
    if kind := compression(head):
        raise FormatError(path, f"a {kind} file{within}", expected, "Unpack it once." if packed else "Unpack it.")
