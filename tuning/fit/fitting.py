"""Learns from labels how likely a reader is to accept an edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.fit.kernel import FeatureReader, Fit, write_fit
from paragen.decoder.fit.knowledge import Knowledge
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.paraphraser import Paraphraser
from paragen.text.languages import ENGLISH
from paragen.tuning.fit.confidence import Bin, Levels, area, bins, calibration_error, levels, probabilities
from paragen.tuning.fit.forest import Forest, forest, grow, lightgbm
from paragen.tuning.fit.ratings import read_ratings
from paragen.tuning.fit.samples import Samples, joined, read_documents, samples
from paragen.tuning.labels import read_labels

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Options:
    """How fit learns.

    Parameters
    ----------
    trees : how many.
    background_weight : what a background label counts beside one of the labels proper.
    folds : the documents are dealt into so many; what a fold is worth is said by trees that have not seen it.
    min_confidence, min_sentence_confidence : the least confidence of an edit, and of a sentence's edits together, where the
        user asks for none.
    """

    trees: int = 300
    background_weight: float = 0.2
    folds: int = 10
    min_confidence: float = 0.7
    min_sentence_confidence: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.trees <= 10_000:
            raise ConfigError(f"trees: found {self.trees}, expected 1 to 10000.")
        if not 0 < self.background_weight <= 1:
            raise ConfigError(f"background-weight: found {self.background_weight}, expected a number above 0, at most 1.")
        if not 2 <= self.folds <= 100:
            raise ConfigError(f"folds: found {self.folds}, expected 2 to 100.")
        for name in ("min_confidence", "min_sentence_confidence"):
            if not 0 <= (least := getattr(self, name)) <= 1:
                raise ConfigError(f"{name.replace('_', '-')}: found {least}, expected a number from 0 to 1.")


@dataclass(frozen=True)
class Fitted:
    """What was learnt, and how good it is on documents that it was not learnt from.

    Attributes
    ----------
    names : of the features.
    forest, levels : the trees, and what their sums are worth.
    confidence, correct : of each sample, by trees and levels that have not seen its document; whether it is correct.
    bins, error : the reliability of that confidence, and its calibration error.
    area : the share of pairs, one accepted and one not, that it puts in their order.
    """

    names: tuple[str, ...]
    forest: Forest
    levels: Levels
    confidence: Floats
    correct: npt.NDArray[np.bool_]
    bins: list[Bin]
    error: float
    area: float


def fit(
    own: Samples, options: Options, background: Samples | None = None, progress: Callable[[int], object] | None = None
) -> Fitted:
    """Learn from labelled substitutes.

    Parameters
    ----------
    own : what to learn from; what confidence means is what their annotators mean by correct.
    options : how.
    background : more to learn from, of annotators who may mean something else; each counts ``options.background_weight``.
    progress : is called with 1 after each fold and after the whole.

    Raises
    ------
    ConfigError : all are correct, or none; or there are fewer documents than folds.
    """
    correct, n = own.correct, len(own)
    if correct.all() or not correct.any():
        raise ConfigError(f"labels: all {n} are {'correct' if correct.all() else 'incorrect'}. Label some of either kind.")
    everything = own if background is None else joined([own, background])
    counts = np.ones(len(everything))
    counts[n:] = options.background_weight
    fold = fold_numbers(own.documents, options.folds)  # a document that both have is held out of both
    folds = np.array([fold.get(document, -1) for document in everything.documents])
    sums = np.zeros(n)
    for number in range(options.folds):
        held_out = folds == number
        booster = grow(everything.rows[~held_out], everything.correct[~held_out], counts[~held_out], options.trees)
        chosen = held_out[:n]
        sums[chosen] = booster.predict(own.rows[chosen], raw_score=True)
        if progress:
            progress(1)
    confidence = np.zeros(n)
    for number in range(options.folds):  # what a fold's sums are worth, the other folds say
        chosen = folds[:n] == number
        confidence[chosen] = probabilities(sums[chosen], levels(sums[~chosen], correct[~chosen]))
    booster = grow(everything.rows, everything.correct, counts, options.trees)
    if progress:
        progress(1)
    found = bins(confidence, correct)
    return Fitted(
        own.names, forest(booster), levels(sums, correct), confidence, correct, found, calibration_error(found),
        area(confidence, correct),
    )  # fmt: skip


def fold_numbers(documents: Sequence[str], folds: int) -> dict[str, int]:
    """Deal documents to folds, the largest first, each to the fold that has the fewest samples; return by document its fold.

    documents : of each sample.
    """
    counts = Counter(documents)
    if len(counts) < folds:
        raise ConfigError(f"labels: found {len(counts)} documents, expected as many as folds ({folds}) or more.")
    sizes = [0] * folds
    fold: dict[str, int] = {}
    for document, count in counts.most_common():
        fold[document] = min(range(folds), key=lambda i: (sizes[i], i))
        sizes[fold[document]] += count
    return fold


BOUNDS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)
"""Least confidences that figures are given for."""


def fit_files(
    model: Model, labels: Sequence[StrPath], destination: StrPath, options: Options, background: Sequence[StrPath] = (),
    documents: StrPath | None = None, english: StrPath | None = None, ratings: StrPath | None = None,
    progress: Callable[[int], object] | None = None,
) -> tuple[Fitted, int]:
    """Learn from files of labels, and write what was learnt to ``destination``.

    Parameters
    ----------
    model : offers the substitutes.
    labels, background : see :func:`fit`.
    documents : lines ``name TAB sentence``; None: each sentence is a document of its own.
    english : a packed file of what is known of English, or a fit that has it; None: the starter pack's.
    ratings : of bare exchanges, see :mod:`paragen.tuning.fit.ratings`; where ``english`` rates one, too, these count.

    Returns
    -------
    what was learnt, and how many labelled substitutes the model does not offer.

    Raises
    ------
    FormatError, ConfigError : a file that is not what it should be, or labels that nothing can be learnt from; a model of another
        language than English.
    """
    if model.language is not ENGLISH:
        raise ConfigError(
            f"fit: found the language {model.language_code} of {model.path}, expected en: a fit knows English only. "
            "See docs/languages.md."
        )
    lightgbm()
    knowledge = read_knowledge(english)
    if ratings is not None:
        knowledge = knowledge.with_ratings(read_ratings(ratings, model.tokenizer.words))
    paraphraser = Paraphraser(model, fit=False, keep_defaults=False)
    reader = FeatureReader(paraphraser.rewriter.decoder, knowledge)
    names = None if documents is None else read_documents(documents)
    own = samples(paraphraser, read_labels(*labels), reader, names)
    more = samples(paraphraser, read_labels(*background), reader, names) if background else None
    fitted = fit(own, options, more, progress)
    write(destination, fitted, knowledge, options, {"model": model.signature})
    return fitted, own.missing


def read_knowledge(path: StrPath | None) -> Knowledge:
    """Return what is known of English: of a packed file of it, of a fit, or of the starter pack's fit."""
    if path is None:
        starter = Model.open(starter_path())
        if starter.fit is None:
            raise ConfigError("fit: the starter pack has no fit to take its English from. Give --english FILE.")
        return starter.fit.knowledge
    try:
        return Knowledge.open(path)
    except FormatError:
        return Fit(path).knowledge


def write(path: StrPath, fitted: Fitted, knowledge: Knowledge, options: Options, meta: dict[str, Any]) -> None:
    """Write what was learnt to the packed file ``path``, atomically."""
    figures = {
        "min_confidence": float(options.min_confidence),
        "min_sentence_confidence": float(options.min_sentence_confidence), "trees": options.trees,
        "labels": len(fitted.confidence), "area": round(fitted.area, 4), "calibration_error": round(fitted.error, 4),
    }  # fmt: skip
    forest = fitted.forest
    write_fit(path, fitted.names, knowledge, forest.roots, forest.branches, forest.leaves, fitted.levels, {**figures, **meta})


def kept(confidence: Floats, correct: npt.NDArray[np.bool_], least: Sequence[float]) -> list[tuple[float, int, float]]:
    """Return for each least confidence how many edits are as sure, and the share of them that was accepted."""
    return [
        (bound, int(chosen.sum()), float(correct[chosen].mean()) if chosen.any() else 0.0)
        for bound in least
        for chosen in [confidence >= bound]
    ]
