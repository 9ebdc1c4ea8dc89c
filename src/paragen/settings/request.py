"""One sentence to rewrite, with its own settings: what stays, what it must read, its sense, how many paraphrases, how ranked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import index
from typing import Any, NamedTuple, TypedDict

from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, group, number, one_of, whole

Span = tuple[int, int]
"""Characters of a text, half-open."""
RANKS = ("table", "lm", "fit")
CONTEXT = 1000
"""How many characters before and after a sentence are read as the text around it, at most."""


class Sense(NamedTuple):
    """The translation of a sentence, which limits substitutes to those of the same sense.

    Parameters
    ----------
    table : a :class:`paragen.tables.bilingual.pivot.sense.SenseTable`.
    foreign : the words of the translation, tokenised like the table's foreign side.
    links : aligned pairs (foreign word, English word), counted from 0; English words are those of
        ``Model.tokenizer``.
    """

    table: Any
    foreign: Sequence[str]
    links: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence, what must not change in it, and what is known about it.

    Parameters
    ----------
    text : one sentence. Each line of a text with several lines is rewritten by itself.
    keep : character spans ``(begin, end)`` of ``text`` that stay as they are. An empty span is a
        position that no edit crosses.
    force : ``(begin, end, wording)``: characters of ``text`` that must read ``wording``, on one line and not overlapping, and
        not blocked. The rest is rewritten around it.
    sense : the sentence's translation, or several, in different languages; edits are then limited to those of the same sense.
    annotations : data about the sentence for option scorers, by name (a tree, tags, the user's own data).
    where : names the sentence in errors about its spans, forced wordings and senses: a file and line.
    breaks : positions in ``text`` at which another sentence begins; each is rewritten by itself, as lines are.
    before, after : the text around the sentence, where it stands in a longer one. It is not rewritten; conditions and the guard
        ``variety`` look at its last and first :data:`CONTEXT` characters. Sentences of one ``text`` are around each other anyway.
    """

    text: str
    keep: Iterable[Span] = ()
    force: Iterable[tuple[int, int, str]] = ()
    sense: Sense | Sequence[Sense] | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""
    breaks: Iterable[int] = ()
    before: str = ""
    after: str = ""

    def named(self, error: ConfigError) -> ConfigError:
        """Return an error about this request with :attr:`where` before its message."""
        return ConfigError(f"{self.where}: {error}") if self.where else error


class Known(TypedDict, total=False):
    """What is known about a sentence; see :class:`paragen.Request`."""

    keep: Iterable[Span]
    force: Iterable[tuple[int, int, str]]
    sense: Sense | Sequence[Sense] | None
    annotations: Mapping[str, Any]
    before: str
    after: str


@group
class Ranking(Settings):
    """How substitutes are ranked.

    Parameters
    ----------
    rank : "table": by weight times log score in a table, the greatest over the tables that offer it; "lm": plus the weighted
        change in the log probability of the sentence; "fit": by confidence, if the model has a fit. If a sense is given,
        ``sense_weight`` times log p(f | phrase) p(substitute | f) replaces the tables' score; f is a foreign phrase.
    top : how many per span; None: all.
    min_conceivable : the least :attr:`paragen.results.Candidate.conceivable`; 0: all, also of models that do not say it.

    Raises
    ------
    ConfigError : a value cannot be used.
    """

    rank: str = one_of(
        "table", RANKS,
        help="What orders a span's substitutes: the tables' scores, or with them the change in the sentence's log probability.",
    )
    top: int | None = whole(None, 1, help="Substitutes of each span, the best first.  [default: all]")
    sense_weight: float = number(1.0, help="Weight of log p(f | phrase) p(substitute | f), f the foreign phrase.")
    min_conceivable: float = number(
        0.0, least=0, most=1, metavar="P",
        help="List what is at least this likely to be accepted by one of ten people; needs a fit that says so.",
    )

    @property
    def with_lm(self) -> bool:
        """Whether the language model is queried."""
        return self.rank == "lm"


def as_request(item: str | Request) -> Request:
    """Return ``item`` as a request; raise TypeError if it is neither a sentence nor a request."""
    if isinstance(item, Request):
        return item
    if not isinstance(item, str):
        raise TypeError(f"a sentence must be str or paragen.Request, not {type(item).__name__}")
    return Request(item)


def one_request(text: str | Request, known: Known, method: str) -> Request:
    """Return a sentence as a request; ``method``: which was called with it."""
    if isinstance(text, (list, tuple, set, frozenset, Iterator)):
        raise TypeError(f"{method} takes one sentence, a str or a paragen.Request, not a {type(text).__name__}: "
                        f"{method}_batch takes several.")  # fmt: skip
    request = as_request(text)
    return replace(request, **known) if known else request


def as_requests(items: Iterable[str | Request]) -> Iterator[Request]:
    """Check sentences and requests as they come; see :func:`as_request`."""
    if isinstance(items, (str, bytes)):
        raise TypeError(f"texts: expected a list of sentences, not a {type(items).__name__}")
    return map(as_request, items)


def around(text: str, begin: int, end: int) -> tuple[str, str]:
    """Return what stands before and after the characters [begin, end) of a text, as far as a request reads it.

    One character more tells whether the last word is cut.
    """
    return text[max(0, begin - CONTEXT - 1) : begin], text[end : end + CONTEXT + 1]


def checked_spans(keep: Iterable[Span], length: int) -> list[Span]:
    """Return ``keep`` as a list; raise ConfigError unless each is a pair of numbers ``0 <= begin <= end <= length``."""
    try:
        spans = list(keep)
    except TypeError:
        raise ConfigError(f"keep: found {keep!r}, expected a list of spans (begin, end).") from None
    for span in spans:
        try:
            begin, end = map(index, span)
        except (TypeError, ValueError):
            begin, end = -1, -1
        if not 0 <= begin <= end:
            raise ConfigError(f"keep: found {span!r}, expected spans (begin, end) of characters, 0 <= begin <= end.")
        if end > length:
            raise ConfigError(f"keep: found {span!r}, expected spans within the {length} characters of the text.")
    return spans


def checked_breaks(breaks: Iterable[int]) -> list[int]:
    """Return ``breaks`` in order; raise ConfigError unless they are numbers of characters."""
    try:
        found = sorted(map(index, breaks))
    except TypeError:
        found = [-1]
    if found and found[0] < 0:
        raise ConfigError(f"breaks: found {breaks!r}, expected the characters at which sentences begin, from 0.")
    return found


def checked_senses(senses: Sense | Iterable[Sense] | None, n_words: int) -> list[Sense]:
    """Return the senses of a sentence, one per language; raise ConfigError unless they fit its ``n_words`` words."""
    if senses is None:
        return []
    try:
        given: Iterable[Sense] = [senses] if isinstance(senses, Sense) else senses
        return [_checked_sense(sense, n_words) for sense in given]
    except TypeError:
        raise ConfigError(f"sense: found {senses!r}, expected a Sense, or a list of them, one per language.") from None


def _checked_sense(sense: Sense, n_words: int) -> Sense:
    if not isinstance(sense, Sense):
        raise ConfigError(f"sense: found {sense!r}, expected a Sense(table, foreign words, links).")
    try:
        links = [(index(i), index(j)) for i, j in sense.links]
        foreign = list(sense.foreign)
    except (TypeError, ValueError):
        raise ConfigError(f"sense: found {sense!r}, expected a list of foreign words and pairs of numbers as links.") from None
    for i, j in links:
        if not (0 <= i < len(foreign) and 0 <= j < n_words):
            raise ConfigError(
                f"sense: found the link {i}-{j}, expected foreign words below {len(foreign)} and English ones below {n_words}."
            )
    return Sense(sense.table, foreign, links)
