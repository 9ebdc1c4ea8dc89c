"""Weights tuned anew for some of a model's tables, so that each combination is judged at its best [Z08 section 6.1]."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.base.errors import ConfigError
from paragen.base.option_values import digest
from paragen.paraphraser import Paraphraser
from paragen.tuning.evaluation.sample import Sample
from paragen.tuning.judged import JudgedSentence, judged_sentences
from paragen.tuning.labels import Labels
from paragen.tuning.options import Options
from paragen.tuning.tune import NothingToLearn, decoder, tune


def development_sentences(labels: Labels, sample: Sample) -> list[JudgedSentence]:
    """Return the sentences to tune on: those with labels, but for the sentences of the evaluation.

    Raises
    ------
    ConfigError : none is left.
    """
    evaluated = {each.text for each in sample.sentences}
    texts = [text for text in labels.texts() if text not in evaluated]
    if labels and not texts:
        remedy = "Give labels of others, or name in SENTENCES the ones to evaluate on."
        raise ConfigError(f"retune: all {len(evaluated)} sentences with labels to tune on are evaluated on. {remedy}")
    return judged_sentences(labels, texts, focus=sample.focus, unlabelled=sample.unlabelled).sentences


class Retuner:
    """Tunes weights for combinations of tables.

    Parameters
    ----------
    paraphraser : with weights to begin with.
    sentences : to tune on; see :func:`development_sentences`.
    options, threads : of the tuning.
    """

    def __init__(
        self, paraphraser: Paraphraser, sentences: Sequence[JudgedSentence], options: Options, threads: int = 1
    ) -> None:
        self._first, self._sentences, self._options, self._threads = paraphraser, sentences, options, threads

    def weights(self, tables: Sequence[str]) -> dict[str, float] | None:
        """Return the weights for some tables; None if the labels say nothing about what these tables offer."""
        decode = decoder(self._first.changed(use_tables=tables), self._threads)
        try:
            return tune(decode, self._sentences, self._first.weights, self._options).weights
        except NothingToLearn:
            return None

    def signature(self) -> str:
        """Return a digest of the sentences tuned on and their verdicts."""
        known = [f"{name} {verdict:d}" for each in self._sentences for name, verdict in each.verdicts.items()]
        return digest("verdicts", known)
