"""The sentences that a model is evaluated on, from labels and from files."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import numbered_lines
from paragen.base.settings import digest
from paragen.rewriting.syntax import TREE
from paragen.settings.request import Request
from paragen.tuning.judged import JudgedSentence, judged_sentences, scarcity
from paragen.tuning.labels import Labels, SentenceLabels
from paragen.tuning.options import Judging


def read_sentences(
    path: StrPath, domains: StrPath | None = None, *, columns: bool = False
) -> tuple[list[str], dict[str, str] | None]:
    """Return the sentences of a file, one a line, without its empty lines, and the domain of each; of duplicates the first.

    Parameters
    ----------
    domains : the domain of each line of ``path``, a file of as many lines.
    columns : whether lines of ``path`` are a domain, a tab and a sentence. Without either the domains are None.

    Raises
    ------
    FormatError : a sentence without a domain, or a domain without a line.
    """
    lines = list(numbered_lines(path, "text: a sentence a line"))
    if domains is not None:
        pairs = _with_domains(path, lines, domains)
    elif columns:
        pairs = [_columns(path, number, line) for number, line in lines if line.strip()]
    else:
        return [line for _, line in lines if line.strip()], None
    return [text for _, text in pairs], {text: name for name, text in reversed(pairs)}


def read_requests(path: StrPath, trees: StrPath | None = None) -> list[Request]:
    """Return the sentences of a file, each once, with their trees as annotations.

    Parameters
    ----------
    trees : a tree in Penn brackets for each line of ``path``, on a line of its own; an empty line for none.

    Raises
    ------
    FormatError : there are not as many trees as lines.
    """
    lines = list(numbered_lines(path, "text: a sentence a line"))
    beside = [""] * len(lines) if trees is None else _lines_beside(path, lines, trees, "trees in Penn brackets, one per line")
    found: dict[str, Request] = {}
    for (number, text), tree in zip(lines, beside, strict=True):
        if text.strip() and text not in found:
            found[text] = Request(text, annotations={TREE: tree} if trees is not None else {}, where=f"{path}:{number}")
    return list(found.values())


def _with_domains(path: StrPath, lines: Sequence[tuple[int, str]], domains: StrPath) -> list[tuple[str, str]]:
    names = [line.strip() for line in _lines_beside(path, lines, domains, "domains: one a line")]
    pairs = []
    for name, (number, line) in zip(names, lines, strict=True):
        if line.strip():
            if not name:
                raise FormatError(f"{domains}:{number}", "an empty line", "the name of a domain")
            pairs.append((name, line))
    return pairs


def _lines_beside(path: StrPath, lines: Sequence[tuple[int, str]], other: StrPath, expected: str) -> list[str]:
    """Return the lines of another file, one for each of these."""
    found = [line for _, line in numbered_lines(other, expected)]
    if len(found) != len(lines):
        raise FormatError(str(other), f"{len(found)} lines", f"{len(lines)}, one for each line of {path}")
    return found


def _columns(path: StrPath, number: int, line: str) -> tuple[str, str]:
    name, tab, text = line.partition("\t")
    if not (tab and name.strip() and text.strip()):
        found = "no tab" if not tab else "an empty column"
        raise FormatError(f"{path}:{number}", found, "a domain, a tab and a sentence", "Without --domains lines are sentences.")
    return name.strip(), text


@dataclass(frozen=True)
class Sample:
    """Sentences, each once.

    Parameters
    ----------
    sentences : with the verdicts on their substitutes; some may have none, where their paraphrases are labelled.
    ratings : the labels of whole paraphrases; None: there are none.
    domains : of each sentence; None: they are not known.
    unlabelled : what becomes of substitutes and paraphrases that nobody judged; see :class:`paragen.tuning.options.Judging`.
    focus : whether all words stay as they are except those whose substitutes were judged.
    without, doubles : sentences left out: without any verdict, or given twice.
    """

    sentences: Sequence[JudgedSentence]
    ratings: SentenceLabels | None = None
    domains: Sequence[str] | None = None
    unlabelled: str = Judging.unlabelled
    focus: bool = False
    without: int = 0
    doubles: int = 0

    @property
    def verdicts(self) -> tuple[int, int]:
        """How many substitutes are known to be correct, and how many to be incorrect."""
        correct = sum(sum(each.verdicts.values()) for each in self.sentences)
        return correct, sum(len(each.verdicts) for each in self.sentences) - correct

    def is_rated(self, text: str) -> bool:
        """Return whether any paraphrase of a sentence has a verdict."""
        ratings = self.ratings
        return ratings is not None and any(ratings.verdict(name) is not None for name in ratings.of(text))

    def fields(self) -> dict[str, str]:
        """Return what figures depend on, for a signature: the options, and a digest of the sentences and of all verdicts."""
        known = [f"{name} {verdict:d}" for each in self.sentences for name, verdict in each.verdicts.items()]
        known += [f"{name} meaning {kept:d}" for each in self.sentences for name, kept in each.meaning.items()]
        found = {"unlabelled": self.unlabelled, "focus": "yes" if self.focus else "no"}
        found["sentences"] = digest("texts", [each.text for each in self.sentences])
        if known:
            found["labels"] = digest("verdicts", known)
        if (ratings := self.ratings) is not None:
            names = [name for each in self.sentences for name in ratings.of(each.text)]
            rated = [(name, verdict) for name in names if (verdict := ratings.verdict(name)) is not None]
            found["sentence_labels"] = digest("verdicts", [f"{name} {verdict:d}" for name, verdict in rated])
        return found


def sample(
    labels: Labels | None,
    ratings: SentenceLabels | None = None,
    texts: Iterable[str] | None = None,
    *,
    domains: Mapping[str, str] | None = None,
    focus: bool = Judging.focus,
    unlabelled: str = Judging.unlabelled,
) -> Sample:
    """Return the sentences to evaluate on: those with a verdict on a substitute or on a paraphrase.

    If sentences are given and paraphrases are labelled, all sentences are taken: one that the model leaves unchanged is a failure
    for top-n accuracy [Z08 eq. 15], and has no paraphrase that could be labelled.

    Parameters
    ----------
    labels : of substitutes; None: there are none.
    ratings : labels of paraphrases.
    texts : the sentences to take; None: all that labels name.
    domains : by sentence.
    focus, unlabelled : see :func:`paragen.tuning.judged.judged_sentences`.

    Raises
    ------
    ConfigError : no sentence has a verdict; or ``focus`` where paraphrases are labelled, which it would change.
    """
    if labels is None and ratings is None:
        raise ConfigError("labels: there are neither labels of substitutes nor of sentences.")
    if focus and (labels is None or ratings is not None):
        raise ConfigError("focus: labels of whole sentences are of paraphrases made without it. Evaluate on them separately.")
    named = [each for known in (labels, ratings) if known is not None for each in known.texts()]
    given = list(dict.fromkeys(named) if texts is None else texts)
    distinct = list(dict.fromkeys(given))
    judged: dict[str, JudgedSentence] = {}
    if labels is not None:
        chosen = judged_sentences(labels, distinct, focus=focus, unlabelled=unlabelled)
        judged = {each.text: each for each in chosen.sentences}
    found = Sample([], ratings, None, unlabelled, focus)
    whole = ratings is not None and texts is not None  # a sentence that stays unchanged counts, and nobody labels it
    sentences = [judged.get(text, JudgedSentence(text)) for text in distinct if whole or text in judged or found.is_rated(text)]
    if not sentences or (ratings is not None and not any(found.is_rated(each.text) for each in sentences)):
        raise ConfigError(_no_ratings_message(ratings, len(distinct)))
    known_domains = None if domains is None else [domains[each.text] for each in sentences]
    left_out = len(distinct) - len(sentences), len(given) - len(distinct)
    return Sample(sentences, ratings, known_domains, unlabelled, focus, *left_out)


def _no_ratings_message(ratings: SentenceLabels | None, sentences: int) -> str:
    named = 0 if ratings is None else len(ratings.texts())
    if not named:
        return "sentence labels: there are none. Label some paraphrases first, `acceptable` or `unacceptable`."
    return (
        f"sentence labels: they are of {named} sentences, and none of the {sentences} to evaluate has one that says `acceptable` "
        "or `unacceptable`. Are the labels of other sentences? A sentence must be the same, character for character."
    )


def left_out(
    sample: Sample, labels: Labels | None, ratings: SentenceLabels | None = None, texts: Collection[str] | None = None
) -> list[str]:
    """Return what a sample, made of these labels and texts, leaves out, and what is wrong with the labels, as sentences."""
    found = []
    given = None if texts is None else set(texts)
    for known in (labels, ratings):
        if known is None:
            continue
        found += known.warnings
        counts = known.counts()
        if undecided := counts.undecided + counts.disputed:
            found.append(f"{undecided} labels undecided or disputed, which count as unlabelled")
        if given is not None and (others := sum(text not in given for text in known.texts())):
            found.append(f"{others} sentences with labels are not among those given")
    if ratings is not None and texts is None:
        changed = "labels name only sentences that were changed"
        found.append(f"{changed}: name the file of SENTENCES, so that those which stay unchanged count")
    if sample.without:
        found.append(f"{sample.without} sentences left out: they have no settled label")
    if sample.doubles:
        found.append(f"{sample.doubles} sentences left out: given before")
    good, bad = sample.verdicts
    if ratings is not None:
        good, bad = good + ratings.counts().good, bad + ratings.counts().bad
    found += scarcity(len(sample.sentences), good, bad)
    return found
