"""Adds labels derived from published judgements to a labels file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.gold.labelling import GoldCounts, GoldRules, label_items, read_gold
from paragen.tuning.labels.items import read_items
from paragen.tuning.labels.merging import Merger


@dataclass(frozen=True)
class ImportedGold:
    """The result of an import.

    Attributes
    ----------
    found : what was labelled.
    targets : judged targets of the set, or of its half.
    added, known : labels written, and labels that were there before.
    skips : items left out.
    warnings : about the labels file, see `Judgements.warnings`.
    """

    found: GoldCounts
    targets: int
    added: int
    known: int
    skips: Skips
    warnings: list[str]


def import_gold(
    paths: Sequence[StrPath], items: StrPath, destination: StrPath, rules: GoldRules, *, annotator: str | None = None,
    half: str | None = None, documents: StrPath | None = None,
) -> ImportedGold:  # fmt: skip
    """Label the items of judged targets as people judged them, and add the labels to a file.

    Parameters
    ----------
    paths, half, documents : see :func:`read_gold`.
    items : the output of ``paragen substitutes`` for the sentences of the set.
    destination : the labels file.

    Raises
    ------
    ConfigError, FormatError : see :func:`read_gold` and :func:`label_items`; or none of the items is from a judged sentence.
    """
    merger, found, skips = Merger(destination, annotator), GoldCounts(), Skips()
    targets = read_gold(rules.form, paths, documents=documents, half=half)
    for label in label_items(read_items(items, skips), targets, rules, found, annotator):
        merger.take(label)
    if found.elsewhere and not found.items:
        remedy = "List items for the output of paragen labels sentences."
        raise ConfigError(f"{os.fspath(items)}: none of its items is from a judged sentence. {remedy}")
    merger.write()
    return ImportedGold(found, len(targets), len(merger.fresh), merger.known, skips, merger.warnings)
