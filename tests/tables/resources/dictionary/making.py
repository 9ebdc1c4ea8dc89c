"""Makes dictionaries to read."""

from __future__ import annotations

import gzip
from pathlib import Path

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def base64(number: int) -> str:
    """A number as dictd writes it."""
    digits = _DIGITS[number % 64]
    while number := number // 64:
        digits = _DIGITS[number % 64] + digits
    return digits


def dictd(folder: Path, articles: dict[str, str | bytes], zipped: bool = True) -> Path:
    """Write a dictionary for dictd; return its index."""
    data, lines = b"\n", []
    for headword, article in articles.items():
        text = article if isinstance(article, bytes) else article.encode()
        lines.append(f"{headword}\t{base64(len(data))}\t{base64(len(text))}\n")
        data += text
    (folder / "d.index").write_text("".join(sorted(lines)), encoding="utf-8")
    (folder / ("d.dict.dz" if zipped else "d.dict")).write_bytes(gzip.compress(data) if zipped else data)
    return folder / "d.index"


def tsv(folder: Path, *rows: str, name: str = "d.tsv") -> Path:
    """Write rows "headword | part | definition"."""
    text = "".join("\t".join(field.strip() for field in row.split("|")) + "\n" for row in rows)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name
