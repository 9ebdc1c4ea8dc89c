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
from paragen.text.languages.english import ENGLISH
from paragen.tuning.fit.forest import Forest, HeldOut, Levels, forest, grow, held_out, levels, lightgbm, probabilities
from paragen.tuning.fit.samples import Samples, joined, read_documents, read_ratings, samples
from paragen.tuning.labels import read_labels
from paragen.tuning.options import FitOptions

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fitted:
    """What was learnt, and how good it is on documents that it was not learnt from.

    Attributes
    ----------
    names : of the features.
    forest, levels : the trees, and what their sums are worth.
    conceivable : how likely a substitute of some confidence is conceivable; empty: not learnt.
    sure : for each of the labels, the confidence from trees and levels that have not seen its document.
    lenient : for each of the labels of what is conceivable, its predicted probability; None: there were none.
    exchanges : for each of the labels, the words before and after.
    """

    names: tuple[str, ...]
    forest: Forest
    levels: Levels
    conceivable: Levels
    sure: HeldOut
    lenient: HeldOut | None
    exchanges: tuple[tuple[str, str], ...] = ()


def fit(
    own: Samples, options: FitOptions, background: Samples | None = None, conceivable: Samples | None = None,
    progress: Callable[[int], object] | None = None,
) -> Fitted:
    """Learn from labelled substitutes.

    Parameters
    ----------
    own : what to learn from; confidence means what their annotators mean by correct.
    options : how.
    background : more to learn from, of annotators who may mean something else; each counts ``options.background_weight``.
    conceivable : labels of which substitutes are conceivable, that is, accepted by at least one of ten people [L21]: what a
        confidence is worth by that standard. Trees do not learn from them.
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
    asked = own if conceivable is None else joined([own, conceivable])
    fold = fold_numbers(own.documents, options.folds)  # a document that several have is held out of all
    fold |= _dealt([document for document in asked.documents[n:] if document not in fold], options.folds)
    folds = np.array([fold.get(document, -1) for document in everything.documents])
    asked_folds = np.array([fold[document] for document in asked.documents])
    if conceivable is not None:
        _check_conceivable(conceivable.correct, asked_folds[n:])
    sums = np.zeros(len(asked))
    for number in range(options.folds):
        learnt, chosen = folds != number, asked_folds == number
        booster = grow(everything.rows[learnt], everything.correct[learnt], counts[learnt], options.trees)
        sums[chosen] = booster.predict(asked.rows[chosen], raw_score=True)
        if progress:
            progress(1)
    sure = held_out(sums[:n], correct, asked_folds[:n])
    booster = grow(everything.rows, everything.correct, counts, options.trees)
    if progress:
        progress(1)
    line = levels(sums[:n], correct)
    if conceivable is None:
        return Fitted(own.names, forest(booster), line, [], sure, None, own.exchanges)
    confidence, accepted = probabilities(sums[n:], line), conceivable.correct
    lenient = held_out(confidence, accepted, asked_folds[n:])
    return Fitted(own.names, forest(booster), line, levels(confidence, accepted), sure, lenient, own.exchanges)


def _check_conceivable(correct: npt.NDArray[np.bool_], folds: npt.NDArray[np.int64]) -> None:
    """Raise ConfigError for labels that do not say what is conceivable."""
    if correct.all() or not correct.any():
        raise ConfigError(f"conceivable: all {len(correct)} labels are {'correct' if correct.all() else 'incorrect'}.")
    if len(np.unique(folds)) < 2:
        raise ConfigError("conceivable: found labels of one document, expected several.")


def fold_numbers(documents: Sequence[str], folds: int) -> dict[str, int]:
    """Deal documents to folds, the largest first, each to the fold that has the fewest samples; return the fold of each document.

    documents : the document of each sample.
    """
    if (n := len(set(documents))) < folds:
        raise ConfigError(f"labels: found {n} documents, expected as many as folds ({folds}) or more.")
    return _dealt(documents, folds)


def _dealt(documents: Sequence[str], folds: int) -> dict[str, int]:
    sizes = [0] * folds
    fold: dict[str, int] = {}
    for document, count in Counter(documents).most_common():
        fold[document] = min(range(folds), key=lambda i: (sizes[i], i))
        sizes[fold[document]] += count
    return fold


def fit_files(
    model: Model, labels: Sequence[StrPath], destination: StrPath, options: FitOptions, background: Sequence[StrPath] = (),
    conceivable: Sequence[StrPath] = (), documents: StrPath | None = None, english: StrPath | None = None,
    ratings: StrPath | None = None, progress: Callable[[int], object] | None = None,
) -> tuple[Fitted, int]:
    """Learn from files of labels, and write what was learnt to ``destination``.

    Parameters
    ----------
    model : offers the substitutes.
    labels, background, conceivable : see :func:`fit`.
    documents : lines ``name TAB sentence``; None: each sentence is a document of its own.
    english : a packed file of what is known of English, or a fit that has it; None: the starter pack's.
    ratings : of bare exchanges, see :mod:`paragen.tuning.fit.samples`; they override those of ``english``.

    Returns
    -------
    what was learnt, and how many labelled substitutes the model does not offer.

    Raises
    ------
    FormatError, ConfigError : a malformed file, or labels that nothing can be learnt from; a model of another
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
    reader = FeatureReader(paraphraser.steps.decoder, knowledge, conditions=model.conditions)
    names = None if documents is None else read_documents(documents)
    own = samples(paraphraser, read_labels(*labels), reader, names)
    more, lenient = (
        samples(paraphraser, read_labels(*files), reader, names) if files else None for files in (background, conceivable)
    )
    fitted = fit(own, options, more, lenient, progress)
    write(destination, fitted, knowledge, options, {"model": model.signature})
    return fitted, own.missing


def read_knowledge(path: StrPath | None) -> Knowledge:
    """Return what is known of English, from a packed file of it, from a fit, or from the starter pack's fit."""
    if path is None:
        starter = Model.open(starter_path())
        if starter.fit is None:
            raise ConfigError("fit: the starter pack has no fit to take its English from. Give --english FILE.")
        return starter.fit.knowledge
    try:
        return Knowledge.open(path)
    except FormatError:
        return Fit(path).knowledge


def write(path: StrPath, fitted: Fitted, knowledge: Knowledge, options: FitOptions, meta: dict[str, Any]) -> None:
    """Write what was learnt to the packed file ``path``, atomically."""
    figures = {
        "min_confidence": float(options.min_confidence),
        "min_sentence_confidence": float(options.min_sentence_confidence), "trees": options.trees,
        "labels": len(fitted.sure), "area": round(fitted.sure.area, 4), "calibration_error": round(fitted.sure.error, 4),
    }  # fmt: skip
    forest = fitted.forest
    write_fit(
        path, fitted.names, knowledge, forest.roots, forest.branches, forest.leaves, fitted.levels, {**figures, **meta},
        fitted.conceivable,
    )  # fmt: skip
