"""People's judgements of substitutes and of paraphrases: files of labels, agreement, exchange with other tools."""

from paragen.tuning.labels.files import append_labels, read_labels, read_sentence_labels
from paragen.tuning.labels.labels import Counts, Dispute, Labels, SentenceLabels
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, label_of, now, paraphrase_id

__all__ = [
    "SETTLED", "Counts", "Dispute", "Label", "Labels", "SentenceLabel", "SentenceLabels", "append_labels", "label_of",
    "now", "paraphrase_id", "read_labels", "read_sentence_labels",
]  # fmt: skip
