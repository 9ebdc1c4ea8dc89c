"""Sentences with verdicts on their substitutes, on which weights are tuned, as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from paragen.base.errors import ConfigError
from paragen.settings.request import Span
from paragen.tuning.labels import Labels
from paragen.tuning.options import Judging


@dataclass(frozen=True)
class JudgedSentence:
    """A sentence and what is known of its substitutes.

    Parameters
    ----------
    text : the sentence.
    verdicts : substitute id -> whether it is correct; missing ones were not judged.
    keep : character spans that stay unchanged while it is decoded.
    default_verdict : the verdict on any other substitute: None (unknown) or False (incorrect).
    meaning : substitute id -> whether it keeps the meaning, for those in ``verdicts`` where that was judged separately.
    """

    text: str
    verdicts: Mapping[str, bool] = field(default_factory=dict)
    keep: Sequence[Span] = ()
    default_verdict: bool | None = None
    meaning: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class JudgedSentences:
    """Judged sentences, and how many were left out: without any verdict, or duplicates."""

    sentences: list[JudgedSentence]
    without: int
    doubles: int


def judged_sentences(
    labels: Labels, texts: Iterable[str] | None = None, *, focus: bool = Judging.focus, unlabelled: str = Judging.unlabelled
) -> JudgedSentences:
    """Return the sentences that have verdicts.

    Parameters
    ----------
    labels : the judgements.
    texts : the sentences to use; None: all labelled sentences.
    focus : whether to keep all words outside judged spans unchanged, so that a gold standard with a few words per sentence
        judges everything that decoding changes.
    unlabelled : "leave-out": substitutes that nobody judged are ignored; "incorrect": they count as incorrect.

    Raises
    ------
    ConfigError : none of the sentences has a verdict.
    """
    Judging(focus=focus, unlabelled=unlabelled)
    default_verdict = None if unlabelled == Judging.unlabelled else False
    named = labels.texts()
    given = list(named if texts is None else texts)
    distinct = list(dict.fromkeys(given))
    sentences = []
    for text in distinct:
        found = {each: known for each in labels.of(text) if (known := labels.verdict(each)) is not None}
        if found:
            keep = between(labels.spans(text), len(text)) if focus else ()
            meaning = {each: kept for each in found if (kept := labels.verdict(each, "meaning")) is not None}
            sentences.append(JudgedSentence(text, found, keep, default_verdict, meaning))
    if not sentences:
        raise ConfigError(_no_verdicts_message(len(named), texts is not None, len(distinct)))
    return JudgedSentences(sentences, len(distinct) - len(sentences), len(given) - len(distinct))


FEWEST = 30
"""Sentences with labels below which figures and tuned weights say little."""


def scarcity(sentences: int, good: int, bad: int) -> list[str]:
    """Return warnings for too few sentences with labels, and for labels of one kind only."""
    found = []
    if sentences < FEWEST:
        few = f"only {sentences} {'sentence has' if sentences == 1 else 'sentences have'} labels"
        found.append(
            f"{few}, expected {FEWEST} or more: the result may be chance. "
            "`paragen labels sample -n` draws items from all sentences"
        )
    if not (good and bad):
        kind = "good" if good else "bad"
        found.append(f"all labels say {kind}, expected labels of both kinds: nothing can be told apart")
    return found


def _no_verdicts_message(named: int, given: bool, distinct: int) -> str:
    if not named:
        return "labels: there are none. Label some substitutes first, `correct` or `incorrect`."
    if not given:
        return f"labels: none of the {named} sentences has a substitute that is settled as `correct` or `incorrect`."
    return (
        f"labels: they are for {named} sentences, and none of the {distinct} given is one of them. Are the labels for other "
        "sentences? A sentence must be the same, character for character."
    )


def between(spans: Iterable[Span], length: int) -> list[Span]:
    """Return the gaps between ``spans`` in a text of ``length`` characters, from left to right."""
    found, position = [], 0
    for begin, end in sorted((min(begin, length), min(end, length)) for begin, end in spans):
        if begin > position:
            found.append((position, begin))
        position = max(position, end)
    if position < length:
        found.append((position, length))
    return found
