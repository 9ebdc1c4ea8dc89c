"""How good a model is, by people's labels: figures with intervals, differences, what each table adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from paragen.base.errors import ConfigError
from paragen.base.settings import digest
from paragen.paraphraser import Paraphraser
from paragen.tuning.evaluation.measuring import Decode, Difference, Figure, Measured, compare, decoder, measure
from paragen.tuning.evaluation.report import Ablation, Against, Report, Step, ablation, runs
from paragen.tuning.evaluation.sample import Sample, left_out, read_sentences, sample
from paragen.tuning.judged import JudgedSentence, judged_sentences
from paragen.tuning.labels import Labels
from paragen.tuning.options import EvaluationSettings, Options
from paragen.tuning.options import EvaluationSettings as Settings
from paragen.tuning.tune import NothingToLearn, tune
from paragen.tuning.tune import decoder as tuning_decoder

__all__ = [
    "Ablation", "Against", "Decode", "Difference", "Evaluation", "Figure", "Measured", "Report", "Retuner", "Sample", "Settings",
    "Step", "ablation", "compare", "decoder", "development_sentences", "left_out", "measure", "read_sentences", "sample",
]  # fmt: skip


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

    def __init__(self, paraphraser: Paraphraser, sentences: Sequence[JudgedSentence], options: Options, threads: int = 1) -> None:
        self._first, self._sentences, self._options, self._threads = paraphraser, sentences, options, threads

    def weights(self, tables: Sequence[str]) -> dict[str, float] | None:
        """Return the weights for some tables; None if the labels say nothing about what these tables offer."""
        decode = tuning_decoder(self._first.changed(use_tables=tables), self._threads)
        try:
            return tune(decode, self._sentences, self._first.weights, self._options).weights
        except NothingToLearn:
            return None

    def signature(self) -> str:
        """Return a digest of the sentences tuned on and their verdicts."""
        known = [f"{name} {verdict:d}" for each in self._sentences for name, verdict in each.verdicts.items()]
        return digest("verdicts", known)


@dataclass(frozen=True)
class Evaluation:
    """What to measure, on what.

    Parameters
    ----------
    paraphraser : to be evaluated.
    sample, settings : on what, and how.
    against : what to compare with.
    ablated : the tables to measure by themselves and together, in the model's order; none for no ablation.
    retuner : tunes weights for each combination of these; None: all are measured under the paraphraser's weights.
    threads : to decode on.
    """

    paraphraser: Paraphraser
    sample: Sample
    settings: EvaluationSettings
    against: Paraphraser | None = None
    ablated: Sequence[str] = ()
    retuner: Retuner | None = None
    threads: int = 1

    @property
    def decoded(self) -> int:
        """How many sentences are decoded in all, counting repeats."""
        times = 1 + (self.against is not None)
        if self.ablated:
            times += runs(len(self.ablated)) + (self.retuner is not None)
        return times * len(self.sample.sentences)

    def run(self, progress: Callable[[int], object] | None = None) -> Report:
        """Return what was found; ``progress`` is called with 1 after each sentence."""

        def measured(paraphraser: Paraphraser) -> Measured:
            return measure(decoder(paraphraser, self.threads), self.sample, self.settings, progress)

        whole = measured(self.paraphraser)
        other = None if self.against is None else Against(measured(self.against), self.signature(self.against))
        return Report(whole, self.signature(self.paraphraser), other, self._ablation(whole, measured) if self.ablated else None)

    def signature(self, paraphraser: Paraphraser) -> str:
        """Return all that the figures of a paraphraser depend on."""
        settings = self.settings
        found = {"n_best": settings.n_best, **self.sample.fields(), "seed": settings.seed, "resamples": settings.resamples}
        if self.retuner is not None:
            found["retuned"] = self.retuner.signature()
        return "|".join([paraphraser.signature(), *(f"{name}:{value}" for name, value in found.items())])

    def _ablation(self, whole: Measured, measured: Callable[[Paraphraser], Measured]) -> Ablation:
        first, retuner = self.paraphraser, self.retuner

        def measured_with(tables: Sequence[str]) -> Measured:
            tuned = None if retuner is None else retuner.weights(tables)
            return replace(measured(first.changed(weights=tuned or first.weights, use_tables=tables)), weights=tuned)

        everything = whole if retuner is None else measured_with(self.ablated)
        return ablation(measured_with, self.ablated, everything, retuner is not None)
