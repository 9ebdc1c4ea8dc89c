"""The two sides of a bitext: lines, tokens, segmenters."""

from __future__ import annotations

from paragen.tables.bilingual.bitext.segment import Segmenter, segmenter, train_segmenter
from paragen.tables.bilingual.bitext.sides import Batch, lockstep, read_bitext

__all__ = ["Batch", "Segmenter", "lockstep", "read_bitext", "segmenter", "train_segmenter"]
