"""Documents: plain text, Markdown, HTML, LaTeX and subtitles. Their prose is paraphrased, all else stays."""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Unpack

from paragen.document_formats import FORMATS, format_of
from paragen.documents.document import Document
from paragen.documents.sentences import sentence_begins

if TYPE_CHECKING:
    from paragen.paraphraser import Bounds, Paraphraser

__all__ = ["FORMATS", "Document", "format_of", "rewrite", "sentence_begins"]


def rewrite(
    paraphraser: Paraphraser, text: str, form: str, *, split: bool = True, threads: int = 1, **bounds: Unpack[Bounds]
) -> str:
    """Return a document with its prose paraphrased.

    Parameters
    ----------
    paraphraser : rewrites its sentences; words between quotation marks, and block quotations, stay or not as it says.
    text, form, split : see :class:`Document`.
    threads : how many work at the same time; 0: one for each processor.
    bounds : on the number of edits; see :meth:`paragen.Paraphraser.rewrite`.

    Raises
    ------
    ConfigError : an unknown format, or bounds out of range.
    MissingPackageError : a package that reads the format, or splits sentences, is not installed.
    """
    document = Document(
        text, form, split=split, quotes=paraphraser.quotes, language=paraphraser.model.language_code
    )
    found = paraphraser.pipe(document.requests(), threads=threads, **bounds)
    return document.rendered(chain.from_iterable(islice(best, 1) for best in found))
