"""Documents: plain text, Markdown, HTML, LaTeX and subtitles. Their prose is paraphrased, everything else stays."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.documents.formats import FORMATS, format_of

if TYPE_CHECKING:
    from paragen.documents.document import Document, rewrite
    from paragen.documents.sentences import sentence_begins

__all__ = ["FORMATS", "Document", "format_of", "rewrite", "sentence_begins"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"Document": "document", "rewrite": "document", "sentence_begins": "sentences"})
