"""How good a model is, by people's labels: figures with intervals, differences, what each table adds."""

from paragen.tuning.evaluation.ablation import Ablation, Step, ablation
from paragen.tuning.evaluation.comparing import Difference, compare
from paragen.tuning.evaluation.evaluating import Evaluation
from paragen.tuning.evaluation.measuring import Decode, Figure, Measured, decoder, measure
from paragen.tuning.evaluation.report import Against, Report
from paragen.tuning.evaluation.retuning import Retuner, development_sentences
from paragen.tuning.evaluation.sample import Sample, left_out, sample
from paragen.tuning.evaluation.sentence_files import read_sentences
from paragen.tuning.evaluation.settings import Settings

__all__ = [
    "Ablation", "Against", "Decode", "Difference", "Evaluation", "Figure", "Measured", "Report", "Retuner", "Sample", "Settings",
    "Step", "ablation", "compare", "decoder", "development_sentences", "left_out", "measure", "read_sentences", "sample",
]  # fmt: skip
