"""Published human judgements of substitutes: SWORDS, CoInCo, SemEval-2007, Edinburgh++."""

from paragen.tuning.labels.gold.importing import ImportedGold, import_gold
from paragen.tuning.labels.gold.labelling import GOLD, GoldCounts, GoldRules, gold_sentences, label_items, read_gold
from paragen.tuning.labels.gold.split import HALVES, half_of, read_documents
from paragen.tuning.labels.gold.targets import Target

__all__ = [
    "GOLD", "HALVES", "GoldCounts", "GoldRules", "ImportedGold", "Target", "gold_sentences", "half_of", "import_gold",
    "label_items", "read_documents", "read_gold",
]  # fmt: skip
