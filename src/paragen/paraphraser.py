"""The front: load a model, rewrite sentences."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import paragen
from paragen.decoder.pieces import join_pieces
from paragen.decoder.search import Decoder
from paragen.decoder.settings import Settings
from paragen.errors import ConfigError
from paragen.gains import gains
from paragen.lists import digest, strings
from paragen.model import Model
from paragen.pipeline import run
from paragen.results import Edit, Explanation, Paraphrase
from paragen.sentence import Rendered, Sentence, Span
from paragen.text.protect import Protector
from paragen.weights import check_weights, read_weights

StrPath = str | os.PathLike[str]


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
    ) -> None:
        self.model = model
        self.features: tuple[str, ...] = tuple(model.features)
        self.weights: dict[str, float] = _weights(model, weights, weight or {})
        self.floors: dict[str, float] = _floors(model, floors or {})
        self._settings = Settings(stack=stack, beam_threshold=beam_threshold, table_limit=table_limit)
        self._tokenizer = model.tokenizer
        patterns, phrases = strings("keep_patterns", keep_patterns), strings("keep_phrases", keep_phrases)
        self._protector = Protector(patterns, phrases, keep_defaults and not model.tokenized, self._tokenizer)
        kept = ["" if keep_defaults else "defaults off", digest("patterns", patterns), digest("phrases", phrases)]
        self._kept = ",".join(filter(None, kept))
        self._decoder = Decoder(
            model.store, model.lm, list(self.weights.values()), list(self.floors.values()), model.self_paraphrase
        )
        self._blocked_words = _single_words(strings("blocked", blocked), self._tokenizer)
        self._never = frozenset(self._blocked_words)
        self._blocked = self._decoder.blocked(self._blocked_words) if self._blocked_words else None

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

        Raises
        ------
        ConfigError : a number out of range, or a span that is none.
        TypeError : ``text`` is not a str.
        """
        settings = self.settings(n, min_edits, max_edits, distinct_by)
        [(sentence, found)] = self.decoded([(text, keep)], settings)
        return [self.paraphrase(sentence, rendered) for rendered in found]

    def pipe(
        self,
        texts: Iterable[str | tuple[str, Iterable[Span]]],
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
        texts : sentences, or pairs of a sentence and the spans to keep; may be endless. With one thread the next is not
            read before the paraphrases of the last were taken.
        threads : how many work at the same time; 0: one for each processor. The output does not depend on it.
        n, min_edits, max_edits, distinct_by : as for :meth:`rewrite`.
        """
        settings = self.settings(n, min_edits, max_edits, distinct_by)

        def work(chunk: Sequence[tuple[str, Iterable[Span]]]) -> list[list[Paraphrase]]:
            return [
                [self.paraphrase(sentence, rendered) for rendered in found]
                for sentence, found in self.decoded(chunk, settings)
            ]

        if isinstance(texts, (str, bytes)):
            raise TypeError(f"texts: expected a list of sentences, not a {type(texts).__name__}")
        return run(work, _pairs(texts), threads)

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
        self, items: Iterable[tuple[str, Iterable[Span]]], settings: Settings
    ) -> list[tuple[Sentence, list[Rendered]]]:
        """Decode a batch: texts with the spans to keep. Each gets a list of one rendered derivation or more."""
        sentences = [Sentence(text, self._tokenizer, self._protector, keep, self._never) for text, keep in items]
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


def _weights(model: Model, weights: Mapping[str, float] | StrPath | None, single: Mapping[str, float]) -> dict[str, float]:
    names = model.features
    if weights is None:
        found = model.weights
    else:
        found = check_weights(weights, names) if isinstance(weights, Mapping) else read_weights(weights, names)
    return check_weights({**found, **single}, names)


def _floors(model: Model, floors: Mapping[str, float]) -> dict[str, float]:
    names = [table.name for table in model.tables]
    for name, value in floors.items():
        if name not in names:
            raise ConfigError(f"floors: no table {name!r}. The tables are {', '.join(names) or 'none'}.")
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and math.isfinite(value) and value <= 0):
            raise ConfigError(f"floors: {name} = {value!r}, expected a natural logarithm: 0 (no effect) or less.")
    return {table.name: floors.get(table.name, table.floor) for table in model.tables}


def _pairs(texts: Iterable[str | tuple[str, Iterable[Span]]]) -> Iterator[tuple[str, Iterable[Span]]]:
    """Give texts with the spans to keep; raise TypeError at the first item that is neither."""
    for item in texts:
        pair = item if isinstance(item, (tuple, list)) and len(item) == 2 else (item, ())
        if not isinstance(pair[0], str):
            raise TypeError(f"a sentence must be str, or a str with the spans to keep, not {type(item).__name__}")
        yield pair[0], pair[1]


def _single_words(blocked: Iterable[str], tokenizer: Any) -> list[str]:
    """Return the lookup forms of blocked words; a phrase cannot be blocked."""
    words = []
    for word in blocked:
        forms = tokenizer.words(word)
        if len(forms) > 1:
            raise ConfigError(f"blocked words: {word!r} is {len(forms)} words. Give single words, one at a time.")
        words += forms
    return sorted(set(words))
