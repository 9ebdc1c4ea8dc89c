"""The front: load a model, rewrite sentences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import paragen
from paragen.arguments import Item, StrPath, checked_items, chosen_floors, chosen_tables, chosen_weights, senses, single_words
from paragen.base.errors import ConfigError
from paragen.base.threads import run
from paragen.decoder.pieces import join_pieces
from paragen.decoder.search import Decoder
from paragen.decoder.settings import Settings
from paragen.gains import gains
from paragen.listing import Lister
from paragen.lists import digest, strings
from paragen.model import Model
from paragen.results import Edit, Explanation, Paraphrase
from paragen.sense import Sense
from paragen.sentence import Rendered, Sentence, Span
from paragen.substitutes import Candidate, Ranking
from paragen.text.protect import Protector


def load(path: StrPath | None = None, **options: Any) -> Paraphraser:
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


class Paraphraser:
    """Rewrites sentences with one model; may be used from several threads at once.

    Parameters
    ----------
    model : the model.
    weights : by feature, or a file of them; None: those of the model.
    weight : single weights, by feature, that take the place of those.
    floors : by table, the value of its feature where none of its pairs is used (natural log; 0: no effect), in place of
        the model's.
    stack, beam_threshold, table_limit : limits of the search; see :class:`paragen.decoder.settings.Settings`.
    keep_patterns : regular expressions; what they match stays as it is.
    keep_phrases : phrases that stay as they are.
    keep_defaults : keep numbers, addresses, paths, code and the like (never for models packed with ``--tokenized``).
    blocked : words never to be produced.
    tables : the tables that offer substitutes; those of the others are never used, and their floors are off. None: all.

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
        keep_patterns: Sequence[str] = (),
        keep_phrases: Iterable[str] = (),
        keep_defaults: bool = True,
        blocked: Iterable[str] = (),
        tables: Iterable[str] | None = None,
    ) -> None:
        self.model = model
        self.features: tuple[str, ...] = tuple(model.features)
        self.weights: dict[str, float] = chosen_weights(model, weights, weight or {})
        offering = chosen_tables(model, tables)
        self.floors: dict[str, float] = chosen_floors(model, floors or {}, offering)
        self._settings = Settings(stack=stack, beam_threshold=beam_threshold, table_limit=table_limit)
        self._tokenizer = model.tokenizer
        patterns, phrases = strings("keep_patterns", keep_patterns), strings("keep_phrases", keep_phrases)
        self._protector = Protector(patterns, phrases, keep_defaults and not model.tokenized, self._tokenizer)
        kept = ["" if keep_defaults else "defaults off", digest("patterns", patterns), digest("phrases", phrases)]
        self._kept = ",".join(filter(None, kept))
        names = [table.name for table in model.tables]
        silent = [number for number, name in enumerate(names) if name not in offering]
        self._offering = offering if silent else None
        self._decoder = Decoder(
            model.store, model.lm, list(self.weights.values()), list(self.floors.values()), model.self_paraphrase, silent
        )
        self._blocked_words = single_words(strings("blocked", blocked), self._tokenizer)
        self._never = frozenset(self._blocked_words)
        self._blocked = self._decoder.blocked(self._blocked_words) if self._blocked_words else None
        self._lister = Lister(self._decoder, names, self.weights["lm"], table_limit, self._blocked)

    def __repr__(self) -> str:
        return f"<paragen.Paraphraser {self.signature()}>"

    def signature(self) -> str:
        """Return what the output depends on, in one line: version, model, weights, floors, limits, and how many and which
        patterns, phrases and words are kept or blocked (a digest of each list)."""
        settings = self._settings
        fields = {
            "version": paragen.__version__,
            "model": self.model.signature,
            "weights": ",".join(f"{name}={value:g}" for name, value in self.weights.items()),
            "floors": ",".join(f"{name}={value:g}" for name, value in self.floors.items()) or "none",
            "stack": settings.stack,
            "beam_threshold": f"{settings.beam_threshold:g}",
            "table_limit": settings.table_limit,
        }
        if self._offering is not None:
            fields["tables"] = ",".join(self._offering) or "none"
        if self._kept:
            fields["keep"] = self._kept
        if self._blocked_words:
            fields["blocked"] = digest("words", self._blocked_words)
        return "|".join(f"{name}:{value}" for name, value in fields.items())

    def rewrite(
        self,
        text: str,
        n: int = 1,
        *,
        keep: Iterable[Span] = (),
        min_edits: int = 0,
        max_edits: int | None = None,
        distinct_by: str = "text",
        sense: Sense | Sequence[Sense] | None = None,
    ) -> list[Paraphrase]:
        """Return the ``n`` best paraphrases of a sentence, best first.

        Parameters
        ----------
        text : one sentence. Of a text with line ends each line is rewritten by itself.
        n : how many; there may be fewer, but one at least: the sentence itself, where nothing better is known.
        keep : character spans ``(begin, end)`` of ``text`` that stay as they are; one may reach past its end.
        min_edits, max_edits : bounds on the number of edits (of each line). A sentence that does not offer ``min_edits``
            gets as many as it offers.
        distinct_by : "text": all differ; "edits": each has an edit that none before it has.
        sense : the sentence's translation, or several in other languages; edits are then limited to those of the same sense.

        Raises
        ------
        ConfigError : a number out of range, or a span that is none.
        TypeError : ``text`` is not a str.
        """
        settings = self.settings(n, min_edits, max_edits, distinct_by)
        [(sentence, found)] = self.decoded([(text, keep, sense)], settings)
        return [self.paraphrase(sentence, rendered) for rendered in found]

    def pipe(
        self,
        texts: Iterable[str | Item],
        n: int = 1,
        *,
        threads: int = 1,
        min_edits: int = 0,
        max_edits: int | None = None,
        distinct_by: str = "text",
    ) -> Iterator[list[Paraphrase]]:
        """Give for each text what :meth:`rewrite` returns, in order, reading ``texts`` only a little ahead.

        Parameters
        ----------
        texts : sentences, or tuples of a sentence, the spans to keep and, if given, its :class:`Sense`; may be endless. With
            one thread the next is not read before the paraphrases of the last were taken.
        threads : how many work at the same time; 0: one for each processor. The output does not depend on it.
        n, min_edits, max_edits, distinct_by : as for :meth:`rewrite`.
        """
        settings = self.settings(n, min_edits, max_edits, distinct_by)

        def work(chunk: Sequence[Item]) -> list[list[Paraphrase]]:
            return [
                [self.paraphrase(sentence, rendered) for rendered in found]
                for sentence, found in self.decoded(chunk, settings)
            ]

        return run(work, checked_items(texts), threads)

    def substitutes(
        self,
        text: str,
        *,
        rank: str = "table",
        top: int | None = None,
        keep: Iterable[Span] = (),
        sense: Sense | Sequence[Sense] | None = None,
        sense_weight: float = 1.0,
    ) -> list[Candidate]:
        """Return the single substitutes of a sentence: each that a table offers for one of its spans, once.

        They come span by span in the order of the text, each span's best first, ties by text.

        Parameters
        ----------
        text, keep, sense : as for :meth:`rewrite`.
        rank, top, sense_weight : see :class:`paragen.substitutes.Ranking`; weights are those of this paraphraser.
        """
        return self.listed([(text, keep, sense)], Ranking(rank, top, sense_weight))[0]

    def pipe_substitutes(
        self,
        texts: Iterable[str | Item],
        *,
        threads: int = 1,
        rank: str = "table",
        top: int | None = None,
        sense_weight: float = 1.0,
    ) -> Iterator[list[Candidate]]:
        """Give for each text what :meth:`substitutes` returns, in order; see :meth:`pipe`."""
        ranking = Ranking(rank, top, sense_weight)
        return run(lambda chunk: self.listed(chunk, ranking), checked_items(texts), threads)

    def explain(self, text: str, n: int = 1, **options: Any) -> list[Explanation]:
        """Return what :meth:`rewrite` does, with the gain of each edit and the part of each feature in the score."""
        keep = options.pop("keep", ())
        settings = self.settings(n, **options)
        [(sentence, found)] = self.decoded([(text, keep)], settings)
        return [self.explanation(sentence, rendered) for rendered in found]

    def settings(
        self, n: int = 1, min_edits: int = 0, max_edits: int | None = None, distinct_by: str = "text"
    ) -> Settings:
        """Return the settings of one search; raise ConfigError for a number out of range."""
        return replace(self._settings, n=n, min_edits=min_edits, max_edits=max_edits, distinct_by=distinct_by)

    def decoded(
        self, items: Sequence[Item], settings: Settings
    ) -> list[tuple[Sentence, list[Rendered]]]:
        """Decode a batch of texts with what is to keep. Each gets a list of one rendered derivation or more."""
        sentences = self._sentences(items)
        if any(given := senses(items)):
            self._lister.allow(sentences, given)
        results = []
        for sentence, derivations in zip(sentences, self._derivations(sentences, settings), strict=True):
            rendered = sentence.rendered(derivations)
            if len(rendered) < len(derivations) == settings.n:  # some read alike: take more, once
                more = self._derivations([sentence], replace(settings, n=min(2 * settings.n, 1_000_000)))[0]
                rendered = sentence.rendered(more)[: settings.n]
            results.append((sentence, rendered))
        return results

    def _derivations(self, sentences: Sequence[Sentence], settings: Settings) -> list[list[Any]]:
        lines: list[Any] = []
        owners: list[list[int]] = []
        for sentence in sentences:
            first = len(lines)
            lines.extend(sentence.lines())
            owners.append(list(range(first, len(lines))))
        found: list[list[Any]] = self._decoder.decode(lines, settings, self._blocked)
        if len(lines) > len(sentences):
            found = join_pieces(found, lines, owners, settings.n)
        for i, sentence in enumerate(sentences):
            if not found[i]:
                found[i] = [self._decoder.rescore(sentence.words, ())]
        return found

    def listed(self, items: Sequence[Item], ranking: Ranking) -> list[list[Candidate]]:
        """Return the substitutes of a batch of texts with what is to keep."""
        return self._lister.candidates(self._sentences(items), senses(items), ranking)

    def _sentences(self, items: Iterable[Item]) -> list[Sentence]:
        return [Sentence(text, self._tokenizer, self._protector, keep, self._never) for text, keep, *_ in items]

    def paraphrase(self, sentence: Sentence, rendered: Rendered) -> Paraphrase:
        """Return one result of :meth:`decoded` in the form that users get."""
        derivation = rendered.derivation
        text, placed = sentence.renderer.render(derivation.edits)
        tables = self.model.tables
        edits = tuple(
            Edit(
                place.begin, place.end, place.out_begin, place.out_end, sentence.text[place.begin : place.end], place.after,
                tables[step.table].name, float(f"{math.exp(step.score):.6g}"), tables[step.table].licence,
            )
            for place, step in zip(placed, derivation.edits, strict=True)
        )  # fmt: skip
        return Paraphrase(sentence.text, text, derivation.score, edits, self.features, derivation.features)

    def explanation(self, sentence: Sentence, rendered: Rendered) -> Explanation:
        """Return one result of :meth:`decoded` with the gains of its edits."""
        derivation = rendered.derivation
        worth = gains(self._decoder, sentence.words, derivation, self.weights, list(self.floors.values()))
        parts = {name: self.weights[name] * value + 0.0 for name, value in zip(self.features, derivation.features, strict=True)}
        return Explanation(self.paraphrase(sentence, rendered), worth, parts)
