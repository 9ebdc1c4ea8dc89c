"""Documents: their prose as requests, and paraphrases written back into the document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, Unpack

from paragen.base.errors import ConfigError
from paragen.decoder.settings import Bounds
from paragen.documents import html, latex, markdown, plain, srt
from paragen.documents.passage import Passage
from paragen.documents.sentences import sentence_begins
from paragen.results import Candidate, Edit, Paraphrase
from paragen.settings.request import CONTEXT, Request, Span

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


class _Format(Protocol):
    """A module that reads and writes documents of a format."""

    @property
    def passages(self) -> Callable[..., Iterator[Passage]]: ...
    @property
    def written(self) -> Callable[[str, str, int], str]: ...


_MODULES: dict[str, _Format] = {"plain": plain, "markdown": markdown, "html": html, "latex": latex, "srt": srt}


class Document:
    """A text with markup, whose prose is to be paraphrased.

    Parameters
    ----------
    text : the document.
    form : its format, one of :data:`paragen.documents.FORMATS`.
    split : whether each sentence is rewritten by itself; otherwise each paragraph is, as one sentence.
    quotes : "keep": block quotations stay as they are; "change": they may change.
    language : of the text, as in BCP 47: sentences are split by its rules, and parts marked as another language stay.
    name : of the document in errors: a file's name.

    Raises
    ------
    ConfigError : an unknown format.
    MissingPackageError : a package that reads the format, or splits sentences, is not installed.
    TypeError : ``text`` is not a str.
    """

    def __init__(
        self, text: str, form: str, *, split: bool = True, quotes: str = "keep", language: str = "en", name: str = ""
    ) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a document must be str, not {type(text).__name__}")
        if form not in _MODULES:
            raise ConfigError(f"document: found the format {form!r}, expected one of {', '.join(_MODULES)}.")
        if quotes not in ("keep", "change"):
            raise ConfigError(f"quotes: found {quotes!r}, expected 'keep' or 'change'.")
        self.text, self.form, self.name, self.language = text, form, name, language
        self._format = _MODULES[form]
        self._split = split
        self._passages = list(self._format.passages(text, quotes == "keep", language.split("-")[0].lower()))

    def __repr__(self) -> str:
        return f"<paragen.documents.Document {self.form}: {len(self._passages)} passages in {len(self.text)} characters>"

    def requests(self) -> list[Request]:
        """Return the prose of the document in order: a request for each paragraph, list item, table cell and so on.

        Markup is removed from a paragraph, and no edit crosses a place where markup was; what must not change, such as code, is
        kept. If ``split``, the sentences of a paragraph are searched one by one (:attr:`paragen.Request.breaks`). The paragraphs
        around it are its :attr:`paragen.Request.before` and ``after``.
        """
        line, position = 1, 0
        found = []
        for number, passage in enumerate(self._passages):
            line += self.text.count("\n", position, passage.begin)
            position = passage.begin
            found.append(self._request(number, line))
        return found

    def _request(self, number: int, line: int) -> Request:
        passage = self._passages[number]
        breaks = [*passage.breaks, *(sentence_begins(passage.text, self.language) if self._split else ())]
        where = f"{self.name}:{line}" if self.name else f"line {line}"
        before, after = self._text(range(number - 1, -1, -1))[::-1], self._text(range(number + 1, len(self._passages)))
        return Request(
            passage.text, passage.keep, where=where, breaks=breaks, before=" ".join(before), after=" ".join(after)
        )

    def _text(self, numbers: range) -> list[str]:
        """Return the text of passages in turn, as much as is read around a request."""
        found, left = list[str](), CONTEXT
        for number in numbers:
            if left <= 0:
                break
            found.append(self._passages[number].text)
            left -= len(found[-1]) + 1
        return found

    def rendered(self, paraphrases: Iterable[Paraphrase]) -> str:
        """Return the document with each of :meth:`requests` replaced by its paraphrase; everything else is unchanged.

        Raises
        ------
        ConfigError : paraphrases of other requests, or too many or too few.
        """
        parts: list[str] = []
        position = given = 0
        for given, paraphrase in enumerate(paraphrases, 1):
            if given > len(self._passages) or paraphrase.source != self._passages[given - 1].text:
                found = f"a paraphrase that is not of its request {given}"
                raise ConfigError(f"document: found {found}, expected one of each, in order.")
            passage = self._passages[given - 1]
            parts += (self.text[position : passage.begin], self.written(given - 1, paraphrase))
            position = passage.end
        if given < len(self._passages):
            raise ConfigError(f"document: found {given} paraphrases, expected {len(self._passages)}: one of each request.")
        return "".join([*parts, self.text[position:]])

    def places(self) -> list[Span]:
        """Return the span of the document that each of :meth:`requests` covers, from the first of its prose to the last."""
        return [(passage.begin, passage.end) for passage in self._passages]

    def written(self, number: int, paraphrase: Paraphrase) -> str:
        """Return the text that replaces request ``number`` (from 0), given its paraphrase; see :meth:`places`.

        Raises
        ------
        ConfigError : not a paraphrase of that request.
        """
        passage = self._passages[number]
        parts: list[str] = []
        position = passage.begin
        for begin, end, after in self.replacements(number, paraphrase.edits):
            parts += (self.text[position:begin], after)
            position = end
        return "".join([*parts, self.text[position : passage.end]])

    def replacements(self, number: int, edits: Iterable[Edit | Candidate]) -> list[tuple[int, int, str]]:
        """Return the characters of the document that edits of a request replace, with the replacements, from left to right.

        Parameters
        ----------
        number : of the request, from 0.
        edits : of its paraphrase, or single substitutes.

        Raises
        ------
        ConfigError : an edit crosses markup, which those of the request's own paraphrases never do.
        """
        passage = self._passages[number]
        places = sorted((*self._place(passage, edit), edit.after) for edit in edits)  # in the passage's text, footnotes come last
        return [(begin, end, self._format.written(after, self.text, begin)) for begin, end, after in places]

    def requests_within(self, begin: int, end: int) -> list[tuple[int, Request, Span]]:
        """Return the :meth:`requests` that characters ``begin`` to ``end`` of the document touch: of each the number, the
        request, and the part of its text that is touched."""
        found = []
        for number, passage in enumerate(self._passages):
            if (span := passage.within(begin, end)) is not None:
                found.append((number, self._request(number, 1 + self.text.count("\n", 0, passage.begin)), span))
        return found

    @staticmethod
    def _place(passage: Passage, edit: Edit | Candidate) -> tuple[int, int]:
        try:
            return passage.to_source(edit.begin, edit.end)
        except ValueError:
            raise ConfigError(
                f"document: found an edit of {edit.before!r}, which reaches across markup, expected paraphrases of its requests."
            ) from None


def rewrite(
    paraphraser: Paraphraser, text: str, form: str, *, split: bool = True, threads: int = 1, **bounds: Unpack[Bounds]
) -> str:
    """Return a document with its prose paraphrased.

    Parameters
    ----------
    paraphraser : rewrites its sentences; it decides whether words between quotation marks and block quotations stay.
    text, form, split : see :class:`Document`.
    threads : how many work at the same time; 0: one for each processor.
    bounds : on the number of edits; see :meth:`paragen.Paraphraser.rewrite`.

    Raises
    ------
    ConfigError : an unknown format, or bounds out of range.
    MissingPackageError : a package that reads the format, or splits sentences, is not installed.
    """
    document = Document(text, form, split=split, quotes=paraphraser.quotes, language=paraphraser.model.language_code)
    found = paraphraser.pipe(document.requests(), threads=threads, **bounds)
    return document.rendered(best for [best] in found)
