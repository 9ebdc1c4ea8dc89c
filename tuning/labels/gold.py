"""Turns published judgements into labels of the substitutes that a model offers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.builder import Skips
from paragen.tuning.labels.files import Merger
from paragen.tuning.labels.gold_sets import read_coinco_xml, read_edinburgh, read_lists, read_swords
from paragen.tuning.labels.gold_targets import Target, fits, half_of, read_documents
from paragen.tuning.labels.items import Item, read_items
from paragen.tuning.labels.record import Label


@dataclass(frozen=True)
class Gold:
    """A published set.

    Parameters
    ----------
    accept : the least share of judges, or number of annotators, for a substitute to count as accepted.
    shares : whether that is a share.
    negatives : whether people also rejected substitutes. If they only gave substitutes of their own, those that nobody gave
        count as incorrect, as is common practice.
    files : which files the set has.
    """

    accept: float
    shares: bool
    negatives: bool
    files: str


GOLD = {
    "swords": Gold(0.5, True, True, "one JSON file"),
    "coinco": Gold(1, False, False, "its XML file, or the list .gold and the list .preprocessed"),
    "semeval": Gold(1, False, False, "the list .gold and the list .preprocessed"),
    "edinburgh": Gold(1, False, False, "one JSON file"),
}
"""The sets by name."""


@dataclass(frozen=True)
class GoldRules:
    """Which substitutes of a published set are correct.

    Parameters
    ----------
    form : one of GOLD.
    accept : the least share or count for a substitute to be correct; None: as in GOLD. Below it, substitutes that SWORDS' judges
        saw are incorrect, and those that too few of CoInCo's annotators gave stay unlabelled.
    unjudged : how to treat substitutes that nobody judged (gave): "incorrect", "leave" them without a label, or None: as in
        GOLD.
    any_form : accept correct substitutes in any form. Otherwise one in a form that the target cannot have in its place
        (*push* for *drove*) is incorrect for its grammar; nouns get no label, since number is sometimes free.

    Raises
    ------
    ConfigError : ``accept`` is not possible for the set.
    """

    form: str
    accept: float | None = None
    unjudged: str | None = None
    any_form: bool = False

    def __post_init__(self) -> None:
        least, shares = self.least, self.gold.shares
        if not least > 0 or (shares and least > 1) or (not shares and least != int(least)):
            expected = "a share above 0 and at most 1" if shares else "a whole number of annotators from 1"
            raise ConfigError(f"accept: found {least:g}, expected {expected} for {self.form}.")

    @property
    def gold(self) -> Gold:
        """The set."""
        return GOLD[self.form]

    @property
    def least(self) -> float:
        """The least share or count at which a substitute is correct."""
        return self.gold.accept if self.accept is None else self.accept

    @property
    def refuse(self) -> bool:
        """Whether substitutes that nobody judged are incorrect."""
        return self.unjudged == "incorrect" if self.unjudged else not self.gold.negatives


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
