"""People's judgements of substitutes and of paraphrases: files of labels, agreement, exchange with other tools."""

from paragen.tuning.labels.labels import Counts, Dispute, Labels, SentenceLabels, read_labels, read_sentence_labels
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, label_of, now, paraphrase_id
from paragen.tuning.labels.writing import append_labels

__all__ = [
    "SETTLED", "Counts", "Dispute", "Label", "Labels", "SentenceLabel", "SentenceLabels", "append_labels", "label_of",
    "now", "paraphrase_id", "read_labels", "read_sentence_labels",
]  # fmt: skip
