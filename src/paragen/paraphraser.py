"""Loads a model, and rewrites sentences with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from paragen.base.destination import StrPath
from paragen.base.threads import run
from paragen.decoder.settings import WORDS, Bounds, Limits, SearchSettings
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.model.weights import check_weights, raised
from paragen.rewriting.pipeline import pipeline
from paragen.settings.given import QUOTES, GivenSettings, changed, checked
from paragen.settings.request import Known, Ranking, Request, Span, as_requests, one_request
from paragen.settings.resolved import choose, kept
from paragen.settings.signature import Pickled, pickled, reopened, signature

if TYPE_CHECKING:
    from paragen.results import Candidate, Explanation, Match, Paraphrase, Wording
    from paragen.rewriting.prepare import HeldBack, Sentence
    from paragen.tables.bilingual.patterns.kernel import Parses
    from paragen.text.writing import Rendered

Result = TypeVar("Result")


def load(path: StrPath | None = None, **options: Unpack[GivenSettings]) -> Paraphraser:
    """Open a model and return a paraphraser.

    Parameters
    ----------
    path : a model directory; None: the starter pack that comes with the package. Nothing is ever downloaded.
    options : of :class:`Paraphraser`.

    Raises
    ------
    FormatError : no model, or a damaged one.
    ConfigError : an option that cannot be used, or a starter pack that was not built.
    """
    return Paraphraser(Model.open(starter_path() if path is None else path), **options)


class Paraphraser:
    """Rewrites sentences with one model; immutable, may be used from several threads at once.

    It pickles as the path of its model and its options, so that other processes open the model for themselves, each once. The
    same model and options give the same bytes and the same hash in every process, and are equal.

    Parameters
    ----------
    model : the model.
    options : see :class:`paragen.settings.given.GivenSettings`.

    Raises
    ------
    ConfigError : an option that cannot be used.
    """

    def __init__(self, model: Model, **options: Unpack[GivenSettings]) -> None:
        given = checked(options)
        self.model, self._chosen = model, (chosen := choose(model, given))
        self._options = kept(given, chosen)
        self.features, self.weights = chosen.features.names, chosen.weights
        self.floors, self.syntax = chosen.floors, chosen.syntax
        self.steps = pipeline(model, chosen)

    def __repr__(self) -> str:
        return f"<paragen.Paraphraser {self.signature()}>"

    def __reduce__(self) -> tuple[Callable[..., Paraphraser], Pickled]:
        return _reopened, self.pickled()

    def __copy__(self, memo: dict[int, Any] | None = None) -> Paraphraser:
        return self

    __deepcopy__ = __copy__

    def __eq__(self, other: object) -> bool:
        """Tell whether another paraphraser has the same model and options."""
        return self is other or (isinstance(other, Paraphraser) and self.pickled() == other.pickled())

    def __hash__(self) -> int:
        """Return a number that depends on model and options alone, in every process."""
        return self.pickled().digest()

    def pickled(self) -> Pickled:
        """Return what another process needs to open it."""
        return pickled(self.model, self._options, self.signature())

    @property
    def options(self) -> GivenSettings:
        """The options that were given when it was made."""
        return self._options.copy()

    def changed(self, **options: Unpack[GivenSettings]) -> Paraphraser:
        """Return a paraphraser with the same model and options, except for those given here.

        Single weights (``weight``) add to those that were given, unless ``weights`` are given anew.
        """
        return Paraphraser(self.model, **changed(self._options, options))

    def with_weights(self, weights: Mapping[str, float]) -> Paraphraser:
        """Return what ``changed(weights=weights)`` does, without resolving the other options again; ``weights`` of all features.

        Both share what they count: :meth:`unused_tables`, :meth:`unused_always`, :meth:`blocked_forms`, :meth:`held_back`.
        """
        base = check_weights(weights, self.features)
        chosen = self._chosen._replace(base_weights=base, weights=raised(base, self._chosen.edit_raise))
        decoder = self.steps.decoder.with_weights(chosen.weights)
        lookup, results = self.steps.lookup.with_weights(decoder, chosen), self.steps.results.with_weights(decoder, chosen)
        lists = self.steps.lists._replace(decoder=decoder, lookup=lookup, chosen=chosen)
        other = object.__new__(Paraphraser)
        other.__dict__ |= self.__dict__
        other._options = {**self._options, "weights": dict(weights), "weight": None}
        other._chosen, other.weights = chosen, chosen.weights
        other.steps = self.steps._replace(decoder=decoder, lookup=lookup, lists=lists, results=results)
        return other

    def signature(self) -> str:
        """Return what the output depends on, in one line; see :func:`paragen.settings.signature.signature`."""
        return signature(self.model, self._chosen)

    def unused_tables(self) -> dict[str, str]:
        """Return which of the tables given at load time have produced nothing so far, and why.

        "unseen": none of its phrases occurred where the text may change; "unsure": none of its pairs was allowed, or sure enough;
        "unused": other edits, or no edit, scored better.
        """
        return self.steps.given.unused()

    def unused_always(self) -> list[str]:
        """Return the phrases of ``always`` that have stood nowhere so far where they may change."""
        return [] if self._chosen.always is None else self._chosen.always.unused

    def blocked_forms(self) -> dict[str, str]:
        """Return the forms of blocked words that edits have produced so far, each with its word; none if all are blocked."""
        return dict(forms.found) if (forms := self.steps.blocked_forms) is not None else {}

    @property
    def guarded_language(self) -> str:
        """The code of the language of the model, if text of other languages is held back; "" if it is not."""
        return self._chosen.guarded_language

    def other_language(self, texts: Iterable[str]) -> list[list[Span]]:
        """Return the passages of each text that are not in the language of the model, and so are held back, in order."""
        return [list(passages) for passages in self.steps.prepare.other_language(list(texts))]

    def held_back(self) -> HeldBack:
        """Return how many texts so far were held back, whole or in part, as not in the language of the model."""
        return self.steps.prepare.held_back

    def limits(self, **limits: Unpack[Limits]) -> SearchSettings:
        """Return the settings of searches, for :meth:`batch`; raise ConfigError for a number out of range."""
        return replace(self._chosen.search, **limits)

    def batch(
        self, texts: Iterable[str | Request], settings: SearchSettings, result: Callable[[Sentence, Rendered], Result]
    ) -> list[list[Result]]:
        """Return for each text the results of its best derivations, at least one; see :class:`ResultWriter` for ``result``."""
        steps, results = self.steps, []
        by_words = settings.n > 1 and settings.distinct_by == WORDS and self.has_fit
        options = steps.lookup.options(sentences := steps.prepare(texts))
        for number, derivations in enumerate(steps.decoder.search(options, settings)):
            rendered = sentences[number].writer.render(derivations)
            if by_words or settings.min_edits or self._chosen.never.phrases or len(rendered) < len(derivations):
                rendered = steps.lists.refined(sentences[number], rendered, settings, options, number, len(derivations))
            results.append(list(map(result, repeat(sentences[number]), rendered)))
        return results

    def rewrite(
        self, text: str | Request, n: int = 1, *, min_edits: int = 0, max_edits: int | None = None, distinct_by: str = WORDS,
        **known: Unpack[Known],
    ) -> list[Paraphrase]:
        """Return up to ``n`` paraphrases of a sentence, all different, the best first.

        Parameters
        ----------
        text : one sentence, or a request. Each line of a text with several lines is rewritten by itself.
        n : how many at most; there is always one: the sentence itself, if nothing better is known.
        min_edits, max_edits : bounds on the number of edits (of each line). A sentence that does not offer ``min_edits``
            gets as many as it offers.
        distinct_by : how those of a list differ; see :class:`paragen.decoder.settings.SearchSettings`.
        known : fields of :class:`paragen.Request` (keep, force, sense, annotations), in place of those of ``text``.

        Raises
        ------
        ConfigError : a number out of range, or a malformed span.
        TypeError : ``text`` is neither a str nor a request.
        """
        settings = self.limits(n=n, min_edits=min_edits, max_edits=max_edits, distinct_by=distinct_by)
        return self.batch([one_request(text, known, "rewrite")], settings, self.steps.results.paraphrase)[0]

    def explain(
        self, text: str | Request, n: int = 1, *, min_edits: int = 0, max_edits: int | None = None, distinct_by: str = WORDS,
        **known: Unpack[Known],
    ) -> list[Explanation]:
        """Return what :meth:`rewrite` returns, with the gain of each edit and each feature's share of the score."""
        settings = self.limits(n=n, min_edits=min_edits, max_edits=max_edits, distinct_by=distinct_by)
        return self.batch([one_request(text, known, "explain")], settings, self.steps.results.explanation)[0]

    def rewrite_batch(self, texts: Iterable[str | Request], **limits: Unpack[Limits]) -> list[list[Paraphrase]]:
        """Return for each text what :meth:`rewrite` returns; an error in one of them is raised for all."""
        return self.batch(texts, self.limits(**limits), self.steps.results.paraphrase)

    def wordings_batch(self, texts: Iterable[str | Request], **limits: Unpack[Limits]) -> list[list[Wording]]:
        """Return what :meth:`rewrite_batch` returns, without the edits; long lists take half the time."""
        return self.batch(texts, self.limits(**limits), self.steps.results.wording)

    def explain_batch(self, texts: Iterable[str | Request], **limits: Unpack[Limits]) -> list[list[Explanation]]:
        """Return for each text what :meth:`explain` returns; an error in one of them is raised for all."""
        return self.batch(texts, self.limits(**limits), self.steps.results.explanation)

    def pipe(
        self, texts: Iterable[str | Request], n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
    ) -> Iterator[list[Paraphrase]]:
        """Yield for each text what :meth:`rewrite` returns, in order, reading ``texts`` only a little ahead.

        Parameters
        ----------
        texts : sentences or requests; may be endless. With one thread the next is not read until the paraphrases of the
            last have been taken.
        threads : how many work at the same time; 0: one for each processor. The output does not depend on it.
        n, bounds : as for :meth:`rewrite`.
        """
        settings = self.limits(n=n, **bounds)
        return run(lambda chunk: self.batch(chunk, settings, self.steps.results.paraphrase), as_requests(texts), threads)

    def substitutes(
        self, text: str | Request, *, rank: str = "table", top: int | None = None, sense_weight: float = 1.0,
        min_conceivable: float = 0.0, **known: Unpack[Known],
    ) -> list[Candidate]:
        """Return the single substitutes of a sentence: each that a table offers for one of its spans, once.

        They come span by span in the order of the text, each span's best first, ties by text.

        Parameters
        ----------
        text, known : as for :meth:`rewrite`; nothing can be forced.
        rank, top, sense_weight, min_conceivable : see :class:`paragen.settings.request.Ranking`.
        """
        ranking = Ranking(rank, top, sense_weight, min_conceivable)
        return self.substitutes_batch([one_request(text, known, "substitutes")], ranking)[0]

    def substitutes_batch(self, texts: Iterable[str | Request], ranking: Ranking | None = None) -> list[list[Candidate]]:
        """Return for each text what :meth:`substitutes` returns; an error in one of them is raised for all."""
        return self.steps.lookup.candidates(self.steps.prepare(texts, force=False), ranking or Ranking())

    def matches(self, texts: Iterable[str | Request], parses: Parses | None = None) -> list[list[Match]]:
        """Return for each text the patterns that match it, whether or not their output would be forbidden.

        They are in the order of the text; :meth:`paragen.results.Match.in_context` ranks those of a span [Z09 eq. 13]. Given
        :func:`paragen.tables.bilingual.patterns.induce.read_parses`, they match by these, not by tags; with no parse, none does.
        """
        return self.steps.patterns.matches(self.steps.prepare(texts, force=False), parses)

    def pipe_substitutes(
        self, texts: Iterable[str | Request], *, threads: int = 1, rank: str = "table", top: int | None = None,
        sense_weight: float = 1.0, min_conceivable: float = 0.0,
    ) -> Iterator[list[Candidate]]:
        """Yield for each text what :meth:`substitutes` returns, in order; see :meth:`pipe`."""
        ranking = Ranking(rank, top, sense_weight, min_conceivable)
        return run(lambda chunk: self.substitutes_batch(chunk, ranking), as_requests(texts), threads)

    @property
    def has_fit(self) -> bool:
        """Whether it says how sure each edit is: its model has a fit, and it was not opened with ``fit=False``."""
        return self._chosen.fitted

    @property
    def min_confidence(self) -> float:
        """The least confidence of an edit, as given or as the model asks for at the chosen strength; 0: no limit."""
        return self._chosen.min_confidence

    @property
    def quotes(self) -> str:
        """What happens to words between quotation marks: "keep" or "change"."""
        return QUOTES[not self._chosen.keep_quotes]

    @property
    def label_counts(self) -> tuple[int, int]:
        """How many labels of spans of sentences with trees have been looked up so far, and how many of these no table has."""
        return (0, 0) if self.steps.syntax is None else self.steps.syntax.counts

    @property
    def asks_for_trees(self) -> bool:
        """Whether a table limits what it offers by the tree of the sentence."""
        return self.steps.syntax is not None

    def parsed(self, texts: Iterable[str | Request]) -> list[Request]:
        """Return texts as requests; if a table asks for trees, those without a tree get the parser's."""
        requests = list(as_requests(texts))
        return requests if self.steps.syntax is None else self.steps.syntax.parsed(requests)


def _reopened(*fields: Any) -> Paraphraser:
    return reopened(Paraphraser, Pickled(*fields))
