"""Settles what annotators disagree on."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.output_files import atomic_file
from paragen.tables.io.skips import Skips
from paragen.tuning.labels.labels import Labels, SentenceLabels
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, check_judgements, now
from paragen.tuning.labels.tables import read_tsv
from paragen.tuning.labels.writing import append_labels


def settle_labels(
    labels: Labels | SentenceLabels, destination: StrPath, *, trust: str | None = None,
    decisions: StrPath | None = None,
) -> tuple[Skips, int]:  # fmt: skip
    """Add a label by the annotator "settled" to a labels file, and to ``labels``, for each item that is decided.

    Parameters
    ----------
    labels : all labels. With neither ``trust`` nor ``decisions``, disputed items are decided by majority; ties stay open.
    trust : the annotator who decides disputed items, where they said correct or incorrect.
    decisions : a table with id, label and optionally reason; may include items that are not disputed.

    Returns
    -------
    What was left out, and how many items were settled.

    Raises
    ------
    ConfigError : the trusted annotator has no labels, or decisions were given for sentences, which have no table.
    FormatError : the table is malformed.
    """
    check_destinations([destination])
    if trust is not None and trust not in labels.annotators():
        raise ConfigError(f"trust: there is no annotator {trust!r}; they are: {', '.join(labels.annotators()) or '(none)'}.")
    skips = Skips()
    if decisions is None:
        settled: list[Label | SentenceLabel] = list(_decided(labels, trust))
    elif isinstance(labels, Labels):
        settled = list(_from_table(labels, decisions, skips))
    else:
        raise ConfigError("decisions: a table can only settle substitutes. Give --majority or --trust for sentences.")
    append_labels(destination, settled)
    for record in settled:
        labels.add(record)  # type: ignore[arg-type]
    return skips, len(settled)


def _decided(labels: Labels | SentenceLabels, trust: str | None) -> Iterator[Label | SentenceLabel]:
    for name in labels:
        given = labels.said(name)
        if SETTLED in given or not labels.disputed(name):
            continue
        votes = [record.verdict for record in given.values()]
        better = votes.count(True) > votes.count(False) if votes.count(True) != votes.count(False) else None
        verdict = better if trust is None else given[trust].verdict if trust in given else None
        if verdict is not None:
            chosen = given[trust] if trust else next(record for record in given.values() if record.verdict == verdict)
            yield replace(chosen, annotator=SETTLED, time=now())


def _from_table(labels: Labels, decisions: StrPath, skips: Skips) -> Iterator[Label]:
    for answer in read_tsv(decisions, skips):
        name = answer.id or (answer.place.id if answer.place else "")
        if name not in labels:
            skips.add("decisions on items without a label", answer.where, name)
            continue
        check_judgements(answer.label, answer.meaning, answer.grammar, answer.where)
        decision = {each: getattr(answer, each) for each in ("label", "reason", *Label.JUDGEMENTS)}
        settled = replace(labels.place(name), **decision, annotator=SETTLED, time=now())
        old = labels.said(name).get(SETTLED)
        if old is None or replace(old, time=settled.time) != settled:
            yield settled


def write_disputes(labels: Labels | SentenceLabels, destination: StrPath) -> None:
    """Write disputed items as a tab-separated table: one row per item, with room for a label and a reason."""
    check_destinations([destination])
    with atomic_file(destination, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        rows = csv.writer(file, "excel-tab", lineterminator="\n")
        rows.writerow(("id", "label", "reason", "said", "text", "result"))
        for dispute in labels.disputes():
            reasons = {name: f" ({record.reason})" if record.reason else "" for name, record in dispute.said.items()}
            given = "; ".join(f"{name}: {record.label}{reasons[name]}" for name, record in dispute.said.items())
            record = cast("Label | SentenceLabel", next(iter(dispute.said.values())))
            rows.writerow((dispute.id, "", "", given, record.text, record.result))
