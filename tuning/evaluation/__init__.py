"""How good a model is, by people's labels: figures with intervals, differences, what each table adds."""

from paragen.tuning.evaluation.evaluating import Evaluation, Retuner, development_sentences
from paragen.tuning.evaluation.measuring import Decode, Difference, Figure, Measured, compare, decoder, measure
from paragen.tuning.evaluation.report import Ablation, Against, Report, Step, ablation
from paragen.tuning.evaluation.sample import Sample, left_out, read_sentences, sample
from paragen.tuning.options import EvaluationSettings as Settings

__all__ = [
    "Ablation", "Against", "Decode", "Difference", "Evaluation", "Figure", "Measured", "Report", "Retuner", "Sample", "Settings",
    "Step", "ablation", "compare", "decoder", "development_sentences", "left_out", "measure", "read_sentences", "sample",
]  # fmt: skip
