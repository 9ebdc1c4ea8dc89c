"""Turns published judgements into labels of the substitutes that a model offers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.tuning.labels.exchange import Merger
from paragen.tuning.labels.files import Item, read_items
from paragen.tuning.labels.gold_sets import read_coinco_xml, read_edinburgh, read_lists, read_swords
from paragen.tuning.labels.gold_targets import Target, fits, half_of, read_documents
from paragen.tuning.labels.record import Label
from paragen.tuning.options import GOLD, GoldRules


@dataclass
class GoldCounts:
    """The result of labelling, filled in as labels are consumed.

    Attributes
    ----------
    items : listed items of judged sentences.
    elsewhere : listed items of other sentences.
    at_targets : items that replace a judged target.
    correct, incorrect : labels.
    unlabelled : items at targets without a label, by reason.
    targets : how many targets have a label.
    """

    items: int = 0
    elsewhere: int = 0
    at_targets: int = 0
    correct: int = 0
    incorrect: int = 0
    unlabelled: Counter[str] = field(default_factory=Counter)
    targets: int = 0


def read_gold(form: str, paths: Sequence[StrPath], *, documents: StrPath | None = None, half: str | None = None) -> list[Target]:
    """Read the targets of a published set.

    Parameters
    ----------
    form : one of GOLD.
    paths : its files.
    documents : a file with the document of each target, for lists, which do not say.
    half : "tune" or "test": only targets whose document is in this half.

    Raises
    ------
    ConfigError : the number of files is not that of the set.
    FormatError : a file is malformed.
    """
    if len(paths) not in {"swords": (1,), "coinco": (1, 2), "semeval": (2,), "edinburgh": (1,)}[form]:
        raise ConfigError(f"{form}: found {len(paths)} file{'s' * (len(paths) != 1)}, expected {GOLD[form].files}.")
    if documents is not None and len(paths) == 1:
        raise ConfigError(f"documents: {os.fspath(paths[0])} already says which documents its sentences are from.")
    if form == "swords":
        targets = read_swords(paths[0])
    elif form == "edinburgh":
        targets = read_edinburgh(paths[0])
    elif len(paths) == 1:
        targets = read_coinco_xml(paths[0])
    else:
        targets = read_lists(paths[0], paths[1], None if documents is None else read_documents(documents))
        _same_half(targets)
    if not targets:
        raise FormatError(os.fspath(paths[-1]), "no target", "judged targets", "Is the file empty?")
    return [target for target in targets if half in (None, half_of(target.document))]


def _same_half(targets: list[Target]) -> None:
    """Put a sentence in the half of its first target with a document, if only some of its targets have one."""
    known: dict[str, str] = {}
    for target in targets:
        if target.document != target.text:
            known.setdefault(target.text, target.document)
    for number, target in enumerate(targets):
        if (document := known.get(target.text, target.document)) != target.document:
            targets[number] = Target(target.text, target.begin, target.end, document, target.upos, target.judged)


def gold_sentences(targets: Iterable[Target]) -> list[str]:
    """Return the distinct judged sentences in order, as input for ``paragen substitutes``."""
    return list(dict.fromkeys(target.text for target in targets))


def label_items(
    items: Iterable[Item], targets: Sequence[Target], rules: GoldRules, found: GoldCounts, annotator: str | None = None
) -> Iterator[Label]:
    """Yield a label for each item that replaces a judged target and has a verdict.

    Parameters
    ----------
    items : the output of ``paragen substitutes`` for the sentences.
    targets : of the set, see :func:`read_gold`.
    found : is filled in.
    annotator : the name on the labels; None: the set's.

    Raises
    ------
    FormatError : an item has no phrase and substitute.
    """
    by_text: dict[str, list[Target]] = {}
    for target in targets:
        by_text.setdefault(target.text, []).append(target)
    labelled: set[int] = set()
    for item in items:
        of_text = by_text.get(item.place.text)
        if of_text is None:
            found.elsewhere += 1
            continue
        found.items += 1
        if not item.phrase:
            raise FormatError("items", "one without phrase and substitute", "items from paragen substitutes")
        at = [(target, given) for target in of_text if (given := target.substitute(item)) is not None]
        if not at:
            continue
        found.at_targets += 1
        verdict, reason = _judge(at, rules)
        if verdict is None:
            found.unlabelled[reason or ""] += 1
            continue
        labelled.update(id(target) for target, _ in at)
        found.targets = len(labelled)
        found.correct, found.incorrect = found.correct + verdict, found.incorrect + (not verdict)
        place, label = item.place, "correct" if verdict else "incorrect"
        yield Label(item.id, label, reason, annotator or rules.form, None, place.text, place.begin, place.end, place.after)


def _judge(at: Sequence[tuple[Target, str]], rules: GoldRules) -> tuple[bool | None, str | None]:
    """Return whether a substitute is correct, and the reason for the label or its absence.

    If a list has a sentence twice, several targets are in the same place.
    """
    answers = [target.judged.verdict(given) for target, given in at]
    verdict = max((answer for answer in answers if answer is not None), default=None)
    if verdict is not None and verdict < rules.least:
        return (False, None) if rules.gold.negatives else (None, "given by too few")
    target, substitute = at[0]
    own_form = verdict is None and target.judged.has_form(substitute)
    if not rules.any_form and (verdict is not None or own_form) and not fits(target.judged.target, substitute, target.upos):
        return (None, "a noun in another number") if target.upos == "NOUN" else (False, "grammar")
    if own_form:
        return None, "a form of the target itself"
    if verdict is not None:
        return True, None
    return (False, None) if rules.refuse else (None, "not judged")


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
