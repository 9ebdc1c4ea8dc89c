"""Documents: plain text, Markdown, HTML, LaTeX and subtitles. Their prose is paraphrased, everything else stays."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.documents.sentences import sentence_begins

if TYPE_CHECKING:
    from paragen.documents.document import Document, rewrite

__all__ = ["FORMATS", "Document", "format_of", "rewrite", "sentence_begins"]

FORMATS = ("plain", "markdown", "html", "latex", "srt")
"""The formats of documents."""

_SUFFIXES = {
    ".txt": "plain", ".text": "plain", ".md": "markdown", ".markdown": "markdown", ".mkd": "markdown", ".html": "html",
    ".htm": "html", ".xhtml": "html", ".tex": "latex", ".ltx": "latex", ".srt": "srt",
}  # fmt: skip


def format_of(name: str) -> str | None:
    """Return the format of a file by its name; None if the name does not tell."""
    return _SUFFIXES.get(PurePath(name).suffix.lower())


if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"Document": "document", "rewrite": "document"})
