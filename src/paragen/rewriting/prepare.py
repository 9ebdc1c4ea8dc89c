"""Makes sentences ready: requests are checked, split into words, and all that must not change is found."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import ConfigError
from paragen.decoder.guards import VARIETY
from paragen.decoder.sentence import MAX_WORDS, Around, SentenceInput
from paragen.model import Model
from paragen.settings.forced import Always, ForcedText
from paragen.settings.request import CONTEXT, Request, Span, as_request, checked_breaks, checked_spans
from paragen.settings.resolved import ResolvedSettings
from paragen.text.analysis import Analysis, barriers, line_ends_of, sentence_forms
from paragen.text.kernel import QUOTE, Fillers
from paragen.text.language_guard import language_guard
from paragen.text.protection import MOVABLE, may_stay
from paragen.text.spacing import joined
from paragen.text.tokenizer import Tokenizer
from paragen.text.writing import Style, Writer

if TYPE_CHECKING:
    from paragen.results import Origin
    from paragen.rewriting.syntax import Syntax

_NAMES, _AFTER_NOUNS = ("NNP", "NNPS"), ("NN", "NNS", "JJ")
_MAY_BE_ODD = re.compile(  # quotation marks, and spaces other than between words and after marks
    r"[\"<>\u2018\u201c\u201d]|^['’]|['’$£€(\[]\s|\s{2}|[^\S ]|\s[^\w\s(\[$£€]|\w[^\w\s.,:'’-]\w|[^\w\s][^\w\s'’)\].,?!]|\.\."
)
_NOTHING: tuple[()] = ()
_NOTHING_AROUND = Around()


class Sentence:
    """A tokenised request, with what must not change.

    Parameters
    ----------
    request : one line, or several, which are decoded one by one.
    style : how it is to be written.
    other_language : the passages of ``request.text`` that are not in the language of the model.

    Attributes
    ----------
    text : with its forced wordings; ``request.text`` if none is forced.
    analysis : of ``text``.
    words : the lookup forms, as the decoder takes them.
    input : the decoder's input; each line is searched by itself.
    barriers : the words before which there is a position that no edit crosses; increasing.
    forced : maps back to ``request.text``; None if nothing is forced.
    has_tree : whether its tree limits the options of its spans; None: no table asks for one.
    origins : the origins of edits, by step: the paraphrases of a list share most of them.
    rewritings : its rewritings by patterns, by place, table and words; None until requested.
    """

    analysis: Analysis
    words: Sequence[str]
    input: SentenceInput

    def __init__(self, request: Request, style: Style, other_language: Sequence[Span]) -> None:
        self.request, self.text, self._style, self.other_language = request, request.text, style, tuple(other_language)
        self.barriers: Sequence[int] = ()
        self.forced: ForcedText | None = None
        self.has_tree: bool | None = None
        self.origins: dict[Any, Origin] = {}
        self.rewritings: dict[Any, Any] | None = None

    @cached_property
    def writer(self) -> Writer:
        """What writes its derivations; made after the search, or by whoever must know before it how something reads."""
        return Writer(self.analysis, self._style)

    def words_of_other_languages(self) -> list[Span]:
        """Return the words of each passage that is not in the language of the model, as half-open ranges."""
        at = (lambda position: position) if self.forced is None else self.forced.to_text
        begins, ends = [begin for begin, _ in self.analysis.spans], [end for _, end in self.analysis.spans]
        return [(bisect_right(ends, at(begin)), bisect_left(begins, at(end))) for begin, end in self.other_language]


class HeldBack(NamedTuple):
    """How many texts there were; how many of them were held back, as they have no word in the language of the model; and how many
    in part, as they have other passages, too."""

    texts: int = 0
    whole: int = 0
    partly: int = 0


class Preparer:
    """Makes sentences of requests; may be used from several threads at once.

    Parameters
    ----------
    model, chosen : the model, and the settings chosen for it.
    style : how sentences are to be written.
    syntax, fillers : label spans, and find what may fill slots; None where no table asks for trees, or has patterns.

    Attributes
    ----------
    held_back : how many texts so far were held back as not in the language of the model.
    """

    def __init__(
        self, model: Model, chosen: ResolvedSettings, style: Style, syntax: Syntax | None, fillers: Fillers | None
    ) -> None:
        self._tokenizer, self._protector, self._chosen = model.tokenizer, chosen.protector(model), chosen
        self._style, self._syntax, self._fillers, self._store = style, syntax, fillers, model.store
        self._looks_around = VARIETY in chosen.guards or (chosen.fitted and model.conditions is not None)
        self._guard = language_guard(chosen.guarded_language) if chosen.guarded_language else None
        self._lock, self.held_back = Lock(), HeldBack()

    def other_language(self, texts: Sequence[str]) -> Sequence[Sequence[Span]]:
        """Return the passages of each text that are not in the language of the model, in order."""
        return [()] * len(texts) if self._guard is None else self._guard.spans(texts)

    def __call__(self, texts: Iterable[str | Request], force: bool = True) -> list[Sentence]:
        """Prepare texts; ``force``: with the wording that is forced in all of them."""
        if isinstance(texts, (str, bytes)):
            raise TypeError(f"texts: expected a list of sentences, not a {type(texts).__name__}")
        requests = [item if isinstance(item, Request) else as_request(item) for item in texts]
        if self._syntax is not None:
            requests = self._syntax.parsed(requests)
        passages: Sequence[Sequence[Span]] = [()] * len(requests)
        if self._guard is not None:
            passages = self._guard.spans([request.text for request in requests])
        held = [is_whole(request.text, found) for request, found in zip(requests, passages, strict=True) if found]
        with self._lock:
            texts_before, whole, partly = self.held_back
            self.held_back = HeldBack(texts_before + len(requests), whole + sum(held), partly + held.count(False))
        always = self._chosen.always if force else None
        return [self._sentence(request, found, always) for request, found in zip(requests, passages, strict=True)]

    def _sentence(self, request: Request, passages: Sequence[Span], always: Always | None) -> Sentence:
        if not isinstance(request.text, str):
            raise TypeError(f"a sentence must be str, not {type(request.text).__name__}")
        sentence, tokenizer = Sentence(request, self._style, passages), self._tokenizer
        keep, stops, breaks = list[Span](), list[int](), list[int]()
        if always is not None or any(given is not _NOTHING for given in (request.keep, request.force, request.breaks)):
            keep, stops, breaks, sentence.forced = self._asked(request, always)
            sentence.text = request.text if sentence.forced is None else sentence.forced.text
        text, language, protector = sentence.text, tokenizer.language, self._protector
        spans = tokenizer.tokens(text)
        forms = tokenizer.forms(text, spans) if tokenizer.written is None else sentence_forms(tokenizer, text, spans)
        sentence.analysis = analysis = Analysis(text, spans, forms, language, tokenized=tokenizer.tokenized, stops=stops)
        sentence.words = words = forms if text.isascii() else _encodable(forms)
        if stops:
            sentence.barriers, inside = barriers(spans, stops)
            keep += inside
        plain = (text if language.cased else text[1:]).islower()  # no capital, but for the first word's
        quotes = self._chosen.keep_quotes and analysis.quotes
        if keep or quotes or protector.asked or (protector.defaults and not (plain and not may_stay(text))):
            analysis.keep = protector.mask(analysis, keep, quotes)
        line_ends = line_ends_of(text, spans, breaks) if "\n" in text or breaks else ()
        labels = fillers = None
        if self._syntax is not None:
            labels = self._syntax.labels(request, analysis, words, sentence.forced)
            sentence.has_tree = labels is not None
        if self._fillers is not None and words:
            plain_words = [word.lower() for word in words] if analysis.tokenized else words
            whole = len(words) <= MAX_WORDS and not line_ends
            windows = [(0, len(words))] if whole else SentenceInput(words, None, line_ends).windows()
            tags, fillers = self._fillers.find(plain_words, analysis.marks, windows)
            fillers = _faithful(analysis, fillers) if _MAY_BE_ODD.search(text) else fillers
            analysis.names = self._names(analysis, tags)
        before = after = _NOTHING_AROUND
        if request.before or request.after:
            before, after = self._around(request)
        sentence.input = SentenceInput(words, analysis.keep, line_ends, analysis.marks, labels, fillers, before, after)
        return sentence

    def _names(self, analysis: Analysis, tags: Sequence[str]) -> frozenset[int]:
        """Return which words keep their capitals wherever they stand."""
        kept, begins = analysis.keep or bytes(len(tags)), [i for i, opens in enumerate(analysis.begins) if opens]
        found = {i for i, tag in enumerate(tags) if tag in _NAMES or kept[i] >= MOVABLE}
        found.update(i for i in begins if self._is_unknown(analysis, i))
        found = {i for i in found if kept[i] or not self._only_begins(analysis, tags, i)}
        return frozenset(found.union(i for i in begins if analysis.forms[i] in analysis.language.always_capital))

    def _only_begins(self, analysis: Analysis, tags: Sequence[str], i: int) -> bool:
        """Return whether a word that begins a sentence is no name: in tables, and never a name, a plural, or before a noun."""
        form, surface, after = analysis.forms[i], analysis.surfaces[i], i + 1
        if not analysis.begins[i] or surface[1:] != form[1:] or after == len(tags) or not analysis.surfaces[after].islower():
            return analysis.begins[i] and form in analysis.language.small
        plural = len(form) > 1 and form.endswith("s") and analysis.surfaces[after] != "'s"
        never = analysis.language.is_never_name(form, analysis.forms[after])
        return (never or plural or tags[after] in _AFTER_NOUNS) and any(self._store.options([form]))

    def _is_unknown(self, analysis: Analysis, i: int) -> bool:
        """Return whether a word that begins a sentence has a capital, and neither the tables nor the language model have it."""
        return (form := analysis.forms[i]) != analysis.surfaces[i] and form not in self._store.vocabulary

    def _around(self, request: Request) -> tuple[Around, Around]:
        """Return the text around a request, as far as it is read, without a word that is cut."""
        before, after = request.before, request.after
        if not (isinstance(before, str) and isinstance(after, str)):
            raise TypeError(f"before and after must be str, not {type(before).__name__} and {type(after).__name__}")
        if not self._looks_around:
            return _NOTHING_AROUND, _NOTHING_AROUND
        if len(before) > CONTEXT:
            before = before[-CONTEXT - 1 :].partition(" ")[2]
        if len(after) > CONTEXT:
            after = after[: CONTEXT + 1].rpartition(" ")[0]
        return _read(before, self._tokenizer), _read(after, self._tokenizer)

    def _asked(self, request: Request, always: Always | None) -> tuple[list[Span], list[int], list[int], ForcedText | None]:
        """Return what a request, and ``always``, ask for: the spans that stay, where no edit crosses, and where sentences begin,
        all in the text with forced wordings; and these."""
        text = request.text
        try:
            keep, breaks = checked_spans(request.keep, len(text)), checked_breaks(request.breaks)
            forced = ForcedText(text, request.force) if request.force else None
        except ConfigError as error:
            raise request.named(error) from None
        if always is not None:
            forced = self._forced_everywhere(always, request, forced, keep)
        stops = sorted({begin for begin, end in keep if begin == end})
        if forced is None:
            return keep, stops, breaks, None
        self._refuse_blocked(request, forced)
        keep = [(forced.to_text(begin), forced.to_text(end)) for begin, end in keep] + forced.spans
        return keep, [*map(forced.to_text, stops)], [*map(forced.to_text, breaks)], forced

    def _forced_everywhere(
        self, always: Always, request: Request, forced: ForcedText | None, keep: list[Span]
    ) -> ForcedText | None:
        """Return the text with the wording forced in every sentence besides that of the request; forced wording that equals the
        text is added to ``keep``."""
        text, own, tokenizer = request.text, forced.force if forced is not None else [], self._tokenizer
        spans = tokenizer.tokens(text)
        words = sentence_forms(tokenizer, text, spans)
        taken = [(begin, end) for begin, end, _ in own]
        found = always.force(text, spans, words, self._protector.fixed(text, spans, words, keep), [*keep, *taken])
        keep.extend((begin, end) for begin, end, wording in found if text[begin:end] == wording)
        every = [*own, *(force for force in found if text[force[0] : force[1]] != force[2])]
        return ForcedText(text, every) if every else None

    def _refuse_blocked(self, request: Request, forced: ForcedText) -> None:
        """Raise ConfigError if a wording that is forced is blocked; one that the text has already is not produced."""
        words = self._tokenizer.words
        for item in forced.force:
            before, after = request.text[item[0] : item[1]], item[2]
            if before != after and self._chosen.blocked.forbids(words(before), words(after)):
                found = f"force: found {item!r} for {before!r}, which is blocked. Leave out one of both."
                raise request.named(ConfigError(found))


def _read(text: str, tokenizer: Tokenizer) -> Around:
    spans = tokenizer.tokens(text)
    forms = sentence_forms(tokenizer, text, spans)
    return Around(_encodable(forms), Analysis(text, spans, forms, tokenizer.language, tokenized=tokenizer.tokenized).marks)


def is_whole(text: str, passages: Sequence[Span]) -> bool:
    """Return whether passages leave no letter of a text."""
    ends = [0, *(end for _, end in passages)]
    begins = [*(begin for begin, _ in passages), len(text)]
    return not any(map(str.isalpha, "".join(text[end:begin] for end, begin in zip(ends, begins, strict=True))))


def _faithful(analysis: Analysis, fillers: array[int]) -> array[int]:
    """Return the fillers without quotations, clauses and the like that rendering would not reproduce exactly (double spaces)."""
    if joined(analysis.surfaces, analysis.language) == analysis.text:
        return fillers
    spans, found = analysis.spans, array("I")
    for at in range(0, len(fillers), 4):
        begin, end, kind = fillers[at : at + 3]
        written = analysis.text[spans[begin][0] : spans[end - 1][1]]
        if kind < QUOTE or joined(analysis.surfaces[begin:end], analysis.language) == written:
            found += fillers[at : at + 4]
    return found


def _encodable(words: Sequence[str]) -> Sequence[str]:
    """Replace words with an unpaired surrogate, which no file can contain."""
    try:
        "".join(words).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return [word.encode("utf-8", "replace").decode().replace("?", "\ufffd") if not word.isascii() else word for word in words]
    return words
