"""Published human judgements of substitutes: SWORDS, CoInCo, SemEval-2007, Edinburgh++."""

from paragen.tuning.labels.gold.labelling import (
    GOLD,
    GoldCounts,
    GoldRules,
    ImportedGold,
    gold_sentences,
    import_gold,
    label_items,
    read_gold,
)
from paragen.tuning.labels.gold.targets import HALVES, Target, half_of, read_documents

__all__ = [
    "GOLD", "HALVES", "GoldCounts", "GoldRules", "ImportedGold", "Target", "gold_sentences", "half_of", "import_gold",
    "label_items", "read_documents", "read_gold",
]  # fmt: skip
