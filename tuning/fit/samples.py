"""What a fit learns from: labelled substitutes as rows of features, their documents, and exchanges rated out of context."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.decoder.derivation import Substitute
from paragen.decoder.fit.kernel import FeatureReader
from paragen.paraphraser import Paraphraser
from paragen.results import substitute_id
from paragen.rewriting.prepare import Sentence
from paragen.tuning.labels import Labels

_EXPECTED = "source, target and two numbers from 0 to 100, between tabs"
Rating = tuple[str, str, int, int]


def read_ratings(path: StrPath, words: Callable[[str], Sequence[str]]) -> list[Rating]:
    """Return the ratings of a file.

    Parameters
    ----------
    words : cuts a phrase into lookup forms, in the way that sentences to be paraphrased are cut.

    Raises
    ------
    FormatError : a malformed line; an exchange of a phrase for itself, or a repeated one; no ratings at all.
    """
    found: dict[tuple[str, str], Rating] = {}
    name = os.fspath(path)
    for number, line in numbered_lines(path, f"lines of {_EXPECTED}"):
        if line.startswith("#") or not line.strip():
            continue
        where, columns = f"{name}:{number}", line.split("\t")
        phrases = tuple(" ".join(words(phrase)) for phrase in columns[:2])
        if len(columns) != 4 or not all(phrases) or not all(_is_share(column) for column in columns[2:]):
            raise FormatError(where, shown(line), _EXPECTED, "Fix the line.")
        source, target = phrases
        if source == target:
            raise FormatError(where, f"{shown(source)} on both sides", "an exchange", "Leave the line out.")
        if (source, target) in found:
            raise FormatError(where, f"{shown(source)} -> {shown(target)} again", "each exchange once", "Keep one of the lines.")
        found[source, target] = source, target, int(columns[2]), int(columns[3])
    if not found:
        raise FormatError(name, "no ratings", f"lines of {_EXPECTED}")
    return list(found.values())


def _is_share(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and int(text) <= 100


_BATCH = 64  # sentences looked up together
_DOCUMENTS = "the name of a document, a tab and a sentence a line"


@dataclass(frozen=True)
class Samples:
    """Labelled substitutes that a model offers.

    Attributes
    ----------
    names : of the features.
    rows : samples x features, float32.
    correct : for each sample, whether it is correct.
    documents : by sample, the name of its document.
    missing : labelled substitutes that the model does not offer.
    exchanges : by sample, the words before and after; empty: not known.
    """

    names: tuple[str, ...]
    rows: npt.NDArray[np.float32]
    correct: npt.NDArray[np.bool_]
    documents: tuple[str, ...]
    missing: int
    exchanges: tuple[tuple[str, str], ...] = ()

    def __len__(self) -> int:
        return len(self.correct)


def samples(
    paraphraser: Paraphraser, labels: Labels, reader: FeatureReader, documents: Mapping[str, str] | None = None
) -> Samples:
    """Return the labelled substitutes that a model offers, in the order of the labels' sentences.

    Parameters
    ----------
    paraphraser : looks the substitutes up.
    labels : what was judged.
    reader : computes features.
    documents : by sentence, the name of its document; a sentence without one is a document of its own.

    Raises
    ------
    ConfigError : the model offers none of the labelled substitutes.
    """
    texts = [text for text in labels.texts() if any(labels.verdict(name) is not None for name in labels.of(text))]
    rows, correct, where, exchanges, known = [], [], [], [], 0
    width = len(reader.names)
    for first in range(0, len(texts), _BATCH):
        chunk = texts[first : first + _BATCH]
        sentences = paraphraser.steps.prepare(chunk)
        options = paraphraser.steps.lookup.options(sentences)
        table = np.frombuffer(reader.rows(options), np.float32).reshape(-1, width)
        for number, (text, sentence) in enumerate(zip(chunk, sentences, strict=True)):
            verdicts = {name: verdict for name in labels.of(text) if (verdict := labels.verdict(name)) is not None}
            spans = {(place.begin, place.end) for place in map(labels.place, verdicts)}
            known += len(verdicts)
            document = documents.get(text, text) if documents else text
            for begin, end, start, stop in options.groups(number):
                if not any(_overlap(sentence, begin, end, *span) for span in spans):
                    continue
                for k in range(start, stop):
                    place = sentence.writer.alone(Substitute(begin, end, 0, options.words(k), 0.0))
                    verdict = verdicts.pop(substitute_id(text, place.begin, place.end, place.after), None)
                    if verdict is not None:
                        rows.append(table[k].copy())
                        correct.append(verdict)
                        where.append(document)
                        exchanges.append((" ".join(sentence.words[begin:end]), " ".join(options.words(k))))
    if not rows:
        raise ConfigError(
            f"labels: the model offers none of the {known} labelled substitutes. Label what it offers: `paragen substitutes`."
        )
    judged = np.array(correct, np.bool_)
    return Samples(tuple(reader.names), np.stack(rows), judged, tuple(where), known - len(rows), tuple(exchanges))


def _overlap(sentence: Sentence, begin: int, end: int, first: int, last: int) -> bool:
    """Do the words [begin, end) and the characters [first, last) share any?"""
    spans = sentence.analysis.spans
    return spans[begin][0] < last and first < spans[end - 1][1]


def joined(parts: Sequence[Samples]) -> Samples:
    """Return the samples of several label files together."""
    return Samples(
        parts[0].names, np.concatenate([part.rows for part in parts]), np.concatenate([part.correct for part in parts]),
        tuple(document for part in parts for document in part.documents), sum(part.missing for part in parts),
        tuple(exchange for part in parts for exchange in part.exchanges),
    )  # fmt: skip


def read_documents(path: StrPath) -> dict[str, str]:
    """Return the name of each sentence's document, from a file of lines ``document TAB sentence``."""
    found = {}
    for number, line in numbered_lines(path, _DOCUMENTS):
        document, tab, sentence = line.partition("\t")
        if not tab:
            raise FormatError(f"{os.fspath(path)}:{number}", "no tab", _DOCUMENTS)
        found[sentence] = document
    return found
