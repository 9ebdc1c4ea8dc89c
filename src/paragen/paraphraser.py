"""Loads a model, and rewrites sentences with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.threads import run
from paragen.decoder.derivation import Derivation, Substitute
from paragen.decoder.features import confidence, confidence_base
from paragen.decoder.guards import of_language
from paragen.decoder.guards.kernel import Guards
from paragen.decoder.search import Decoder
from paragen.decoder.settings import Settings
from paragen.lookup.given_tables import GivenTables
from paragen.lookup.options import OptionLookup
from paragen.lookup.patterns import Patterns
from paragen.lookup.sentence import Rendered, Sentence
from paragen.lookup.syntax import Syntax
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.model.description import PATTERNS
from paragen.model.tagger import model_tagger
from paragen.options.arguments import QUOTES, Options, checked_options
from paragen.options.chosen import Chosen, choose
from paragen.options.pickling import Pickled, check_signature, opened, pickled
from paragen.options.signature import signature
from paragen.pairs.copies import located_tables
from paragen.request import Bounds, Known, Limits, Ranking, Request, as_request, as_requests
from paragen.results import FORCED, Edit, Explanation, Origin, Paraphrase, substitute_id

if TYPE_CHECKING:
    from paragen.results import Candidate, Match

Result = TypeVar("Result")
MOST = 1_000_000
"""Paraphrases of a list, at most."""
LOOK_AT = 20
"""Paraphrases looked at for each one asked for, where a blocked phrase arises by several edits, before one of these is
given up."""


def load(path: StrPath | None = None, **options: Unpack[Options]) -> Paraphraser:
    """Open a model and return what rewrites sentences with it.

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


def _decoder(model: Model, chosen: Chosen) -> Decoder:
    disabled = [name for name in chosen.features.tables if name not in chosen.enabled]
    return Decoder(
        model.store, model.lm, chosen.features, chosen.weights, chosen.floors, disabled,
        pairs=[table.pairs for table in chosen.given.values()], syntax=chosen.syntax,
    )  # fmt: skip


def _syntax(model: Model, chosen: Chosen) -> Syntax:
    limited = any(mode != "any" for name, mode in chosen.syntax.items() if name in chosen.enabled)
    return Syntax(model.store, model.tokenizer, limited, chosen.parser)


def _patterns(model: Model, chosen: Chosen, decoder: Decoder) -> Patterns:
    tables = enumerate(model.tables)
    with_slots = {i: table.name for i, table in tables if table.kind == PATTERNS and table.name in chosen.enabled}
    return Patterns(decoder, with_slots, model_tagger(model) if with_slots else None)


def _lookup(model: Model, chosen: Chosen, decoder: Decoder, given: GivenTables) -> OptionLookup:
    fit = model.fit.scorer(decoder) if model.fit is not None and chosen.fitted else None
    english = None if model.fit is None else model.fit.knowledge
    guards = Guards(decoder, of_language(chosen.guards, model.language), english) if chosen.guards else None
    return OptionLookup(decoder, chosen, fit, guards, None if model.tokenized else model.language, given)


class Paraphraser:
    """Rewrites sentences with one model; immutable, may be used from several threads at once.

    It pickles as the path of its model and its options, so that other processes open the model for themselves, each once. The
    same model and options give the same bytes and the same hash in every process, and are equal.

    Parameters
    ----------
    model : the model.
    weights : by feature, or a file of them; None: those of the model.
    weight : single weights, by feature, that take the place of those.
    floors : by table, the value of its feature where none of its pairs is used (natural log; 0: no effect), in place of
        the model's.
    strength : how much changes: "light", "medium" (what the model says) or "strong"; see
        :data:`paragen.options.strength.STRENGTHS`. Options that say more exactly what it says take its place.
    stack, beam_threshold, table_limit, phrase_limit : limits of the search; see :class:`paragen.decoder.settings.Settings`.
    keep_patterns : regular expressions; what they match stays as it is.
    keep_phrases : phrases that stay as they are.
    keep_defaults : keep numbers, addresses, paths, code and the like (never for models packed with ``--tokenized``).
    blocked : words and phrases never to be produced, and exchanges never to be made, as ``"purchase -> buy"``; see
        :mod:`paragen.options.blocked`.
    block_inflections : whether each word of ``blocked`` stands for all its forms.
    always : phrases that must become others wherever they stand: a dictionary, the file of such pairs, or several files; see
        :class:`paragen.options.always.Always`. Substitutes of single spans are not listed for them.
    tables : further tables by name: dictionaries from a phrase to one, to several, or to several with scores in (0, 1]; or
        files of pairs, see :func:`paragen.pairs.files.read_pair_rows`. Their floor is 0 and their weight 1, but as little as that
        of the model's tables where it has a fit: there the score is the confidence of the edit.
    use_tables : of all tables, those that offer substitutes; the others are never used, and their floors are off. None: all.
    scorers : what scores or forbids options before the search, by name; see :mod:`paragen.options.scorers`. Each is a feature,
        whose weight is 1 unless another is given.
    fit : whether the model says how sure each edit is, where it can.
    min_confidence : edits that are less sure are never made; None: what the model asks for.
    min_sentence_confidence : more than the surest edit of a sentence are made only as long as the product of all is no less;
        None: what the model asks for, or 0 (as many as there are) where ``min_confidence`` is given.
    guards : names of :data:`paragen.decoder.guards.GUARDS`, which forbid edits that no score may bring back; None: all of them
        where the model has a fit, but not for what the ``tables`` given here offer, or else none. "syntax" needs a model with a
        fit.
    quotes : "keep": what stands between quotation marks stays; "change": it may change; "": as the model has a fit or not.
    syntax : by table, or for all whose pairs have syntactic labels, what they offer for a sentence that has a tree (the
        annotation "tree" of its request): "best" or "average", only what they have under the labels of the span in that tree;
        "any", what they have under any label; "off", the same. None: what the model says.
    parser : parses sentences that come without a tree, if a table asks for trees: a name as
        :func:`paragen.tables.parses.constituency.open_parser` has them, or a function from texts to Penn brackets.

    Raises
    ------
    ConfigError : an option that cannot be used.
    """

    def __init__(self, model: Model, **options: Unpack[Options]) -> None:
        self.model = model
        self._options = checked_options(options)
        self._chosen = chosen = choose(model, self._options)
        self._options["parser"] = chosen.parser
        self._options["tables"] = located_tables(self._options.get("tables"))
        if not isinstance(options.get("weights"), Mapping | None):  # a file, which may be gone by then
            self._options["weights"] = chosen.base_weights
        if chosen.always is not None:
            self._options["always"] = dict(chosen.always.pairs)
        self.features: tuple[str, ...] = chosen.features.names
        self.weights: dict[str, float] = chosen.weights
        self.floors: dict[str, float] = chosen.floors
        self.syntax: dict[str, str] = chosen.syntax
        self._licences = {table.name: table.licence for table in model.tables}
        self._protector = chosen.protector(model)
        self._given = GivenTables(chosen.given, len(model.tables))
        self._decoder = _decoder(model, chosen)
        self._syntax = _syntax(model, chosen)
        self._patterns = _patterns(model, chosen, self._decoder)
        self._lookup = _lookup(model, chosen, self._decoder, self._given)

    def __repr__(self) -> str:
        return f"<paragen.Paraphraser {self.signature()}>"

    def __reduce__(self) -> tuple[Callable[..., Paraphraser], Pickled]:
        return _reopened, self.pickled()

    def __copy__(self) -> Paraphraser:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Paraphraser:
        return self

    def __eq__(self, other: object) -> bool:
        """Tell whether another paraphraser has the same model and options."""
        return self is other or (isinstance(other, Paraphraser) and self.pickled() == other.pickled())

    def __hash__(self) -> int:
        """Return a number that depends on model and options alone, in every process."""
        return self.pickled().digest()

    def pickled(self) -> Pickled:
        """Return what another process opens it from."""
        return pickled(self.model, self._options, self.signature())

    @property
    def options(self) -> Options:
        """The options that were given when it was made."""
        return self._options.copy()

    def changed(self, **options: Unpack[Options]) -> Paraphraser:
        """Return a paraphraser with the same model and options, but for some.

        Single weights (``weight``) add to those that were given, unless ``weights`` are given anew.
        """
        changed = self._options.copy()
        if "weights" in options:
            changed["weight"] = None
        if (single := options.get("weight")) is not None:
            options["weight"] = {**(changed.get("weight") or {}), **single}
        changed.update(options)
        return Paraphraser(self.model, **changed)

    def signature(self) -> str:
        """Return what the output depends on, in one line; see :func:`paragen.options.signature.signature`."""
        return signature(self.model, self._chosen)

    def unused_tables(self) -> dict[str, str]:
        """Return of the tables given at load time those of which nothing came out so far, and why.

        "unseen": no phrase of it stood where it may change; "unsure": none of its pairs was allowed, or sure enough; "unused":
        other edits were better, or none.
        """
        return self._given.unused()

    def rewrite(
        self,
        text: str | Request,
        n: int = 1,
        *,
        min_edits: int = 0,
        max_edits: int | None = None,
        distinct_by: str = "text",
        **known: Unpack[Known],
    ) -> list[Paraphrase]:
        """Return the ``n`` best paraphrases of a sentence, best first.

        Parameters
        ----------
        text : one sentence, or a request. Of a text with line ends each line is rewritten by itself.
        n : how many; there may be fewer, but one at least: the sentence itself, where nothing better is known.
        min_edits, max_edits : bounds on the number of edits (of each line). A sentence that does not offer ``min_edits``
            gets as many as it offers.
        distinct_by : "text": all differ; "edits": each has an edit that none before it has.
        known : fields of :class:`paragen.Request` (keep, force, sense, annotations), in place of those of ``text``.

        Raises
        ------
        ConfigError : a number out of range, or a malformed span.
        TypeError : ``text`` is neither a str nor a request.
        """
        limits: Limits = {"n": n, "min_edits": min_edits, "max_edits": max_edits, "distinct_by": distinct_by}
        return self.rewrite_batch([_request(text, known)], **limits)[0]

    def explain(
        self,
        text: str | Request,
        n: int = 1,
        *,
        min_edits: int = 0,
        max_edits: int | None = None,
        distinct_by: str = "text",
        **known: Unpack[Known],
    ) -> list[Explanation]:
        """Return what :meth:`rewrite` does, with the gain of each edit and the part of each feature in the score."""
        limits: Limits = {"n": n, "min_edits": min_edits, "max_edits": max_edits, "distinct_by": distinct_by}
        return self.explain_batch([_request(text, known)], **limits)[0]

    def rewrite_batch(self, texts: Iterable[str | Request], **limits: Unpack[Limits]) -> list[list[Paraphrase]]:
        """Return for each text what :meth:`rewrite` returns; an error in one of them is raised for all."""
        return self._batch(texts, self._limited(limits), self._paraphrase)

    def explain_batch(self, texts: Iterable[str | Request], **limits: Unpack[Limits]) -> list[list[Explanation]]:
        """Return for each text what :meth:`explain` returns; an error in one of them is raised for all."""
        return self._batch(texts, self._limited(limits), self._explanation)

    def pipe(
        self, texts: Iterable[str | Request], n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
    ) -> Iterator[list[Paraphrase]]:
        """Give for each text what :meth:`rewrite` returns, in order, reading ``texts`` only a little ahead.

        Parameters
        ----------
        texts : sentences or requests; may be endless. With one thread the next is not read before the paraphrases of the
            last were taken.
        threads : how many work at the same time; 0: one for each processor. The output does not depend on it.
        n, bounds : as for :meth:`rewrite`.
        """
        settings = self._limited({"n": n, **bounds})
        return run(lambda chunk: self._batch(chunk, settings, self._paraphrase), as_requests(texts), threads)

    def substitutes(
        self,
        text: str | Request,
        *,
        rank: str = "table",
        top: int | None = None,
        sense_weight: float = 1.0,
        **known: Unpack[Known],
    ) -> list[Candidate]:
        """Return the single substitutes of a sentence: each that a table offers for one of its spans, once.

        They come span by span in the order of the text, each span's best first, ties by text.

        Parameters
        ----------
        text, known : as for :meth:`rewrite`; nothing can be forced.
        rank, top, sense_weight : see :class:`paragen.request.Ranking`; weights are those of this paraphraser.
        """
        return self.substitutes_batch([_request(text, known)], Ranking(rank, top, sense_weight))[0]

    def substitutes_batch(self, texts: Iterable[str | Request], ranking: Ranking | None = None) -> list[list[Candidate]]:
        """Return for each text what :meth:`substitutes` returns; an error in one of them is raised for all."""
        sentences = self._sentences(texts, force=False)
        for sentence in sentences:
            if sentence.forced:
                message = "substitutes: found a forced wording, expected none. Substitutes are of the sentence as it stands."
                raise sentence.request.named(ConfigError(message))
        found = self._lookup.candidates(sentences, ranking or Ranking())
        return [list(filter(self._reads_well, candidates)) for candidates in found]

    def matches(self, texts: Iterable[str | Request]) -> list[list[Match]]:
        """Return for each text the patterns that match it, whether or not anything forbids what they make of it.

        They are in the order of the text; :meth:`paragen.results.Match.in_context` ranks those of a span [Z09 eq. 13].
        """
        return [self._patterns.matches(sentence) for sentence in self._sentences(texts, force=False)]

    def pipe_substitutes(
        self,
        texts: Iterable[str | Request],
        *,
        threads: int = 1,
        rank: str = "table",
        top: int | None = None,
        sense_weight: float = 1.0,
    ) -> Iterator[list[Candidate]]:
        """Give for each text what :meth:`substitutes` returns, in order; see :meth:`pipe`."""
        ranking = Ranking(rank, top, sense_weight)
        return run(lambda chunk: self.substitutes_batch(chunk, ranking), as_requests(texts), threads)

    @property
    def has_fit(self) -> bool:
        """Whether it says how sure each edit is: its model can, and it was not opened with ``fit=False``."""
        return self._chosen.fitted

    @property
    def quotes(self) -> str:
        """What happens to words between quotation marks: "keep" or "change"."""
        return QUOTES[not self._chosen.keep_quotes]

    @property
    def label_counts(self) -> tuple[int, int]:
        """How many labels of spans of sentences with trees have been looked up so far, and how many of these no table has."""
        return self._syntax.counts

    @property
    def asks_for_trees(self) -> bool:
        """Whether a table limits what it offers by the tree of the sentence."""
        return self._syntax.active

    def parsed(self, texts: Iterable[str | Request]) -> list[Request]:
        """Return texts as requests, those that have no tree with that of the parser, where a table asks for trees."""
        return self._syntax.parsed(list(as_requests(texts)))

    def _limited(self, limits: Limits) -> Settings:
        """Return the settings of one search; raise ConfigError for a number out of range."""
        return replace(self._chosen.settings, **limits)

    def _sentences(self, texts: Iterable[str | Request], force: bool = True) -> list[Sentence]:
        """Prepare texts; ``force``: with the wording that is forced in all of them."""
        tokenizer, blocked, quotes = self.model.tokenizer, self._chosen.never.words, self._chosen.keep_quotes
        written, always = self._given.written, self._chosen.always if force else None
        requests = self._syntax.parsed(list(as_requests(texts)))
        sentences = [Sentence(request, tokenizer, self._protector, blocked, quotes, written, always) for request in requests]
        for sentence in sentences:
            self._syntax.label(sentence)
            self._patterns.prepare(sentence)
        return sentences

    def _batch(
        self, texts: Iterable[str | Request], settings: Settings, result: Callable[[Sentence, Rendered], Result]
    ) -> list[list[Result]]:
        """Decode a batch of texts, and make a result of each derivation. Each text gets one at least."""
        sentences = self._sentences(texts)
        results = []
        for sentence, derivations in zip(sentences, self._derivations(sentences, settings), strict=True):
            results.append([result(sentence, one) for one in self._rendered(sentence, derivations, settings)])
        return results

    def _derivations(
        self, sentences: Sequence[Sentence], settings: Settings, never: Collection[Substitute] = ()
    ) -> list[list[Derivation]]:
        found: list[list[Derivation]] = self._decoder.search(self._lookup.options(sentences, never=never), settings)
        return found

    def _rendered(
        self, sentence: Sentence, derivations: list[Derivation], settings: Settings, never: frozenset[Substitute] = frozenset()
    ) -> list[Rendered]:
        """Write derivations into the text, without those by whose edits a blocked phrase arises; take more in their place."""
        rendered = sentence.rendered(derivations)
        if len(rendered) < len(derivations) == settings.n:  # some read alike: take more, once
            more = self._derivations([sentence], replace(settings, n=min(2 * settings.n, MOST)), never)[0]
            rendered = sentence.rendered(more)[: settings.n]
        arising = {step for one in rendered for step in self._arising(one)}
        if not arising:
            return rendered
        n = min(LOOK_AT * settings.n, MOST)
        [derivations] = self._derivations([sentence], replace(settings, n=n), never)
        allowed = [one for one in sentence.rendered(derivations) if not self._arising(one)]
        if len(allowed) >= settings.n or (allowed and len(derivations) < n):
            return allowed[: settings.n]
        assert not arising <= never, "a substitute that is forbidden was used"
        never |= arising
        return self._rendered(sentence, self._derivations([sentence], settings, never)[0], settings, never)

    def _arising(self, rendered: Rendered) -> list[Substitute]:
        """Return the edits without which no blocked phrase would arise."""
        blocked = self._chosen.never
        if not (blocked.phrases and rendered.placed):
            return []
        spans = [(place.out_begin, place.out_end) for place in rendered.placed]
        return [rendered.derivation.edits[i] for i in sorted(blocked.arising(rendered.text, self.model.tokenizer, spans))]

    def _reads_well(self, candidate: Candidate) -> bool:
        """Return whether no blocked phrase arises by a substitute, as by the article before it."""
        blocked, span = self._chosen.never, (candidate.begin, candidate.begin + len(candidate.after))
        return not (blocked.phrases and blocked.arising(candidate.text, self.model.tokenizer, [span]))

    def _paraphrase(self, sentence: Sentence, rendered: Rendered) -> Paraphrase:
        source, known = sentence.request.text, sentence.origins
        edits = []
        for place, step in sentence.edits(rendered):
            if (origin := known.get(step)) is None:
                origin = known[step] = self._origin(sentence, step)
            begin, end, out_begin, out_end, after = place
            edits.append(Edit(begin, end, out_begin, out_end, source[begin:end], after, *origin))
        derivation = rendered.derivation
        return Paraphrase(
            source, rendered.text, derivation.score, tuple(edits), self.features, derivation.features, sentence.has_tree
        )

    def _origin(self, sentence: Sentence, step: Substitute | None) -> Origin:
        """Return what an edit says of its step, None for a forced wording."""
        if step is None:
            return (*FORCED, "", None, "", None)
        table = self._decoder.features.tables[step.table]
        if len(self._licences) < len(self._decoder.features.tables):
            self._given.note_edit(tuple(sentence.words[step.begin : step.end]), step.words)
        score = float(f"{math.exp(step.score):.6g}")
        licence, pattern = self._licences.get(table, ""), self._patterns.origin(sentence, step)
        return table, score, licence, self._confidence(step), substitute_id(*sentence.alone(step)), pattern

    def _confidence(self, step: Substitute) -> float | None:
        """Return how sure an edit is, which its first scorer says where the model has a fit."""
        if not self._chosen.fitted or not step.scores:
            return None
        return confidence(step.scores[0], confidence_base(self._chosen.least))

    def _explanation(self, sentence: Sentence, rendered: Rendered) -> Explanation:
        derivation = rendered.derivation
        worth = iter(self._decoder.gains(sentence.input(), derivation))
        every = tuple(0.0 if step is None else next(worth) for _, step in sentence.edits(rendered))
        parts = {name: self.weights[name] * value + 0.0 for name, value in zip(self.features, derivation.features, strict=True)}
        return Explanation(self._paraphrase(sentence, rendered), every, parts)


def _request(text: str | Request, known: Known) -> Request:
    request = as_request(text)
    return replace(request, **known) if known else request


def _reopened(*fields: Any) -> Paraphraser:
    """Return the paraphraser that pickled as these fields of :class:`Pickled`; one that this process knows already as it is.

    Raises
    ------
    FormatError : the model, its weights or a table have changed since.
    """
    state = Pickled(*fields)
    try:
        hash(state)
    except TypeError:  # a scorer that cannot be compared
        return _opened(state)
    return _known(state)


@lru_cache(maxsize=8)  # a pool pickles what it calls with every few sentences
def _known(state: Pickled) -> Paraphraser:
    return _opened(state)


def _opened(state: Pickled) -> Paraphraser:
    model, options = opened(state)
    found = Paraphraser(model, **options)
    check_signature(model, found.signature(), state)
    return found
