"""The formats of documents, by name and by file name; their readers are in :mod:`paragen.documents`."""

from __future__ import annotations

from pathlib import PurePath

FORMATS = ("plain", "markdown", "html", "latex", "srt")
"""The formats of documents."""

_SUFFIXES = {
    ".txt": "plain", ".text": "plain", ".md": "markdown", ".markdown": "markdown", ".mkd": "markdown", ".html": "html",
    ".htm": "html", ".xhtml": "html", ".tex": "latex", ".ltx": "latex", ".srt": "srt",
}  # fmt: skip


def format_of(name: str) -> str | None:
    """Return the format of a file by its name; None if the name does not tell."""
    return _SUFFIXES.get(PurePath(name).suffix.lower())
