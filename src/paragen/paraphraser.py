"""The front: load a model, rewrite sentences."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack

import paragen
from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.threads import run
from paragen.decoder.derivation import Derivation, Substitute
from paragen.decoder.features import confidence, confidence_base
from paragen.decoder.fit.kernel import Fit
from paragen.decoder.guards import GUARDS, chosen_guards, of_language
from paragen.decoder.guards.kernel import Guards
from paragen.decoder.search import Decoder
from paragen.decoder.settings import Settings
from paragen.description import PATTERNS
from paragen.listing import Lister
from paragen.lists import digest, strings
from paragen.model import FIT_FILE, Model
from paragen.options import (
    QUOTES,
    Options,
    chosen_confidence,
    chosen_features,
    chosen_floors,
    chosen_tables,
    chosen_weights,
    single_words,
)
from paragen.pairs import PairTable, read_tables
from paragen.patterns import Match, Patterns
from paragen.request import Request, Span, as_request, as_requests
from paragen.results import FORCED, Edit, Explanation, Origin, Paraphrase
from paragen.scoring import Scorer
from paragen.sense import Sense
from paragen.sentence import Rendered, Sentence
from paragen.substitutes import Candidate, Ranking, substitute_id
from paragen.syntax import Parse, Parser, Syntax, chosen_syntax
from paragen.text.protect import Protector
from paragen.text.tagger import Tagger

Result = TypeVar("Result")


class Bounds(TypedDict, total=False):
    """How many edits, and how the paraphrases of a list differ; see :meth:`Paraphraser.rewrite`."""

    min_edits: int
    max_edits: int | None
    distinct_by: str


class Limits(Bounds, total=False):
    """Those, and how many paraphrases of a sentence."""

    n: int


class Known(TypedDict, total=False):
    """What is known of a sentence; see :class:`paragen.Request`."""

    keep: Iterable[Span]
    force: Iterable[tuple[int, int, str]]
    sense: Sense | Sequence[Sense] | None
    annotations: Mapping[str, Any]


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


def starter_path() -> Path:
    """Return where the starter pack lies; raise ConfigError if it was not built."""
    from importlib.resources import files

    path = Path(str(files("paragen.resources"))) / "starter" / "model"
    if not path.is_dir():
        raise ConfigError(
            f"{path}: the starter pack is not built. Build it with `python -m paragen.resources.build`, "
            "or name a model of your own."
        )
    return path


def english_tagger() -> Tagger:
    """Return what tells parts of speech in English: that of the starter pack."""
    return Fit(starter_path() / FIT_FILE).knowledge.tagger


def _tagger(model: Model) -> Tagger:
    """Return what tells parts of speech in a model's text: its fit, or else that of the starter pack."""
    return model.fit.knowledge.tagger if model.fit else english_tagger()


def _reopened(path: Path, options: Options) -> Paraphraser:
    return load(path, **options)


class Paraphraser:
    """Rewrites sentences with one model; immutable, may be used from several threads at once.

    It pickles as the path of its model and its options, so that other processes open the model for themselves.

    Parameters
    ----------
    model : the model.
    weights : by feature, or a file of them; None: those of the model.
    weight : single weights, by feature, that take the place of those.
    floors : by table, the value of its feature where none of its pairs is used (natural log; 0: no effect), in place of
        the model's.
    stack, beam_threshold, table_limit, phrase_limit : limits of the search; see :class:`paragen.decoder.settings.Settings`.
    keep_patterns : regular expressions; what they match stays as it is.
    keep_phrases : phrases that stay as they are.
    keep_defaults : keep numbers, addresses, paths, code and the like (never for models packed with ``--tokenized``).
    blocked : words never to be produced.
    tables : further tables by name: dictionaries from a phrase to one, to several, or to several with scores in (0, 1]; or
        files of pairs. Their weight is 1 and their floor 0 unless others are given.
    use_tables : of all tables, those that offer substitutes; the others are never used, and their floors are off. None: all.
    scorers : what scores or forbids options before the search, by name; see :mod:`paragen.scoring`. Each is a feature, whose
        weight is 1 unless another is given.
    fit : whether the model says how sure each edit is, where it can.
    min_confidence : edits that are less sure are never made; None: what the model asks for.
    min_sentence_confidence : more than the surest edit of a sentence are made only as long as the product of all is no less;
        None: what the model asks for, or 0 (as many as there are) where ``min_confidence`` is given.
    guards : names of :data:`paragen.decoder.guards.GUARDS`, which forbid edits that no score may bring back; None: all of them
        where the model has a fit, or else none. "syntax" needs a model with a fit.
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

    def __init__(
        self,
        model: Model,
        *,
        weights: Mapping[str, float] | StrPath | None = None,
        weight: Mapping[str, float] | None = None,
        floors: Mapping[str, float] | None = None,
        stack: int = 100,
        beam_threshold: float = 1e-5,
        table_limit: int = 20,
        phrase_limit: int | None = None,
        keep_patterns: Sequence[str] = (),
        keep_phrases: Iterable[str] = (),
        keep_defaults: bool = True,
        blocked: Iterable[str] = (),
        tables: Mapping[str, PairTable] | None = None,
        use_tables: Iterable[str] | None = None,
        scorers: Mapping[str, Scorer] | None = None,
        fit: bool = True,
        min_confidence: float | None = None,
        min_sentence_confidence: float | None = None,
        guards: Iterable[str] | None = None,
        quotes: str = "",
        syntax: Mapping[str, str] | str | None = None,
        parser: Parser | Parse | str | None = None,
    ) -> None:
        self.model = model
        given = read_tables(tables or {}, model.tokenizer.words)
        features = chosen_features(model, given, scorers or {}, fit)
        self.features: tuple[str, ...] = features.names
        self._fitted = fit and model.fit is not None
        asked = strings("guards", guards) if guards is not None else GUARDS if self._fitted else ()
        chosen = chosen_guards(asked, model.language)
        if quotes not in ("", *QUOTES):
            raise ConfigError(f"quotes: found {quotes!r}, expected {' or '.join(map(repr, QUOTES))}.")
        quotes = quotes or QUOTES[not self._fitted]
        self.weights: dict[str, float] = chosen_weights(model, features, weights, weight or {})
        enabled = chosen_tables(features, use_tables)
        self.floors: dict[str, float] = chosen_floors(model, features, floors or {}, enabled)
        self._settings = Settings(
            stack=stack, beam_threshold=beam_threshold, table_limit=table_limit, phrase_limit=phrase_limit
        )
        patterns, phrases = strings("keep_patterns", keep_patterns), strings("keep_phrases", keep_phrases)
        blocked = single_words(strings("blocked", blocked), model.tokenizer, model.language.cased and not model.tokenized)
        sure, sure_together = chosen_confidence(model, features, min_confidence, min_sentence_confidence)
        labelled = {table.name: table.syntax for table in model.tables if table.syntax}
        self.syntax: dict[str, str] = chosen_syntax(labelled, features.tables, syntax)
        parser = parser if parser is None or isinstance(parser, Parser) else Parser(parser, model.tokenized)
        limited = any(mode != "any" for name, mode in self.syntax.items() if name in enabled)
        self._syntax = Syntax(model.store, model.tokenizer, limited, parser)
        self._options: Options = {
            "weights": self.weights, "floors": self.floors,
            "stack": stack, "beam_threshold": beam_threshold, "table_limit": table_limit,
            "phrase_limit": phrase_limit, "keep_patterns": patterns, "keep_phrases": phrases, "keep_defaults": keep_defaults,
            "blocked": blocked, "tables": tables, "use_tables": enabled, "scorers": scorers,
            "fit": fit, "min_confidence": sure, "min_sentence_confidence": sure_together,
            "guards": chosen, "quotes": quotes, "syntax": self.syntax, "parser": parser,
        }  # fmt: skip
        self._protector = Protector(patterns, phrases, keep_defaults and not model.tokenized, model.tokenizer)
        self._licences = {table.name: table.licence for table in model.tables}
        disabled = [name for name in features.tables if name not in enabled]
        self._decoder = Decoder(
            model.store, model.lm, features, self.weights, self.floors, disabled, pairs=list(given.values()),
            syntax=self.syntax,
        )
        with_slots = {i: table.name for i, table in enumerate(model.tables) if table.kind == PATTERNS and table.name in enabled}
        self._patterns = Patterns(self._decoder, with_slots, _tagger(model) if with_slots else None)
        agreement = None if model.tokenized else model.language.agreement
        never = self._decoder.blocked(blocked) if blocked else None
        self._confidence_base = confidence_base(sure)
        scorer = model.fit.scorer(self._decoder) if fit and model.fit is not None else None
        english = None if model.fit is None else model.fit.knowledge
        guarded = Guards(self._decoder, of_language(chosen, model.language), english) if chosen else None
        self._lister = Lister(
            self._decoder, features.tables, self.weights["lm"], scorer, sure, sure_together, guarded, agreement,
            dict(scorers or {}), table_limit, phrase_limit, never,
        )
        self._pairs = [f"{name} {digest('pairs', map(repr, table))}" for name, table in given.items()]

    def __repr__(self) -> str:
        return f"<paragen.Paraphraser {self.signature()}>"

    def __reduce__(self) -> tuple[Callable[[Path, Options], Paraphraser], tuple[Path, Options]]:
        return _reopened, (self.model.path, self._options)

    @property
    def options(self) -> Options:
        """The options it was made with, those that nobody gave as the model or the defaults have them."""
        return self._options.copy()

    def changed(self, **options: Unpack[Options]) -> Paraphraser:
        """Return a paraphraser with the same model and options, but for some."""
        changed = self._options.copy()
        changed.update(options)
        return Paraphraser(self.model, **changed)

    def signature(self) -> str:
        """Return what the output depends on, in one line: version, model, weights, floors, limits, and how many and which
        patterns, phrases and words are kept or blocked (a digest of each list)."""
        options = self._options
        fields = {
            "version": paragen.__version__,
            "model": self.model.signature,
            "weights": ",".join(f"{name}={value:g}" for name, value in self.weights.items()),
            "floors": ",".join(f"{name}={value:g}" for name, value in self.floors.items()) or "none",
            "stack": options["stack"],
            "beam_threshold": f"{options['beam_threshold']:g}",
            "table_limit": options["table_limit"],
        }
        if options["phrase_limit"] is not None:
            fields["phrase_limit"] = options["phrase_limit"]
        if self.model.fit is not None:
            bounds = f"{options['min_confidence']:g},{options['min_sentence_confidence']:g}"
            fields["fit"] = f"{self.model.fit.digest[:12]}>={bounds}" if self._fitted else "off"
        if options["guards"]:
            fields["guards"] = ",".join(options["guards"])
        if options["quotes"] == "keep":
            fields["quotes"] = "keep"
        if self.syntax:
            fields["syntax"] = ",".join(f"{name}={mode}" for name, mode in self.syntax.items())
        if self.syntax and options["parser"] is not None:
            fields["parser"] = str(options["parser"])
        enabled = list(options["use_tables"] or ())
        if self._pairs:
            fields["tables"] = ",".join(self._pairs)
        if len(enabled) < len(self._decoder.features.tables):
            fields["use_tables"] = ",".join(enabled) or "none"
        kept = ["" if options["keep_defaults"] else "defaults off"]
        kept += [digest("patterns", options["keep_patterns"]), digest("phrases", options["keep_phrases"])]
        if any(kept):
            fields["keep"] = ",".join(filter(None, kept))
        if options["blocked"]:
            fields["blocked"] = digest("words", options["blocked"])
        return "|".join(f"{name}:{value}" for name, value in fields.items())

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
        rank, top, sense_weight : see :class:`paragen.substitutes.Ranking`; weights are those of this paraphraser.
        """
        return self.substitutes_batch([_request(text, known)], Ranking(rank, top, sense_weight))[0]

    def substitutes_batch(self, texts: Iterable[str | Request], ranking: Ranking | None = None) -> list[list[Candidate]]:
        """Return for each text what :meth:`substitutes` returns; an error in one of them is raised for all."""
        sentences = self._sentences(texts)
        for sentence in sentences:
            if sentence.forced:
                message = "substitutes: found a forced wording, expected none. Substitutes are of the sentence as it stands."
                raise sentence.request.named(ConfigError(message))
        return self._lister.candidates(sentences, ranking or Ranking())

    def matches(self, texts: Iterable[str | Request]) -> list[list[Match]]:
        """Return for each text the patterns that match it, whether or not anything forbids what they make of it.

        They are in the order of the text; :meth:`paragen.patterns.Match.in_context` ranks those of a span [Z09 eq. 13].
        """
        return [self._patterns.matches(sentence) for sentence in self._sentences(texts)]

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
        return replace(self._settings, **limits)

    def _sentences(self, texts: Iterable[str | Request]) -> list[Sentence]:
        tokenizer, blocked = self.model.tokenizer, frozenset(self._options["blocked"])
        quotes = self._options["quotes"] == "keep"
        requests = self._syntax.parsed(list(as_requests(texts)))
        sentences = [Sentence(request, tokenizer, self._protector, blocked, quotes) for request in requests]
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
            rendered = sentence.rendered(derivations)
            if len(rendered) < len(derivations) == settings.n:  # some read alike: take more, once
                more = self._derivations([sentence], replace(settings, n=min(2 * settings.n, 1_000_000)))[0]
                rendered = sentence.rendered(more)[: settings.n]
            results.append([result(sentence, one) for one in rendered])
        return results

    def _derivations(self, sentences: Sequence[Sentence], settings: Settings) -> list[list[Derivation]]:
        found: list[list[Derivation]] = self._decoder.search(self._lister.options(sentences), settings)
        return found

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
        score = float(f"{math.exp(step.score):.6g}")
        licence, pattern = self._licences.get(table, ""), self._patterns.origin(sentence, step)
        return table, score, licence, self._confidence(step), substitute_id(*sentence.alone(step)), pattern

    def _confidence(self, step: Substitute) -> float | None:
        """Return how sure an edit is, which its first scorer says where the model has a fit."""
        if not self._fitted or not step.scores:
            return None
        return confidence(step.scores[0], self._confidence_base)

    def _explanation(self, sentence: Sentence, rendered: Rendered) -> Explanation:
        derivation = rendered.derivation
        worth = iter(self._decoder.gains(sentence.input(), derivation))
        every = tuple(0.0 if step is None else next(worth) for _, step in sentence.edits(rendered))
        parts = {name: self.weights[name] * value + 0.0 for name, value in zip(self.features, derivation.features, strict=True)}
        return Explanation(self._paraphrase(sentence, rendered), every, parts)


def _request(text: str | Request, known: Known) -> Request:
    request = as_request(text)
    return replace(request, **known) if known else request
