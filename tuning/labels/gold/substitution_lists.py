"""Reads CoInCo and SemEval-2007's lexical substitution: a list of substitutes, and a list of tokenised sentences.

The two files are those of Melamud's lexsub tools. Lines of the first are ``mission.N 4 :: task 2;plan 2;``: lemma and class
of the target, its number, and how many annotators gave each substitute. Lines of the second have that lemma, that number,
the target's index among the tokens and the sentence, separated by tabs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.tuning.labels.gold.judged import JudgedTarget, joined, other_words, words
from paragen.tuning.labels.gold.lemmas import UPOS, plain
from paragen.tuning.labels.gold.targets import Target, whole_number

_GOLD = "lines `lemma.N number :: substitute count;…`"
_SENTENCES = "lemma.N, number, place of the target and sentence, separated by tabs"
_ALIKE = "Give the two files that belong together: .gold and .preprocessed."


def read_lists(
    gold: StrPath, sentences: StrPath, documents: Mapping[str, str] | None = None
) -> list[Target]:
    """Return the targets in the order of the sentences; the verdict on a substitute is how many annotators gave it.

    Parameters
    ----------
    documents : the document of each target, by its number; for other targets each sentence is its own document.

    Raises
    ------
    FormatError : a line is malformed, or only one of the files has a target.
    """
    given, name = dict(gold_lines(gold)), os.fspath(sentences)
    targets = []
    for number, line in numbered_lines(sentences, _SENTENCES):
        if not line.strip():
            continue
        where, fields = f"{name}:{number}", line.split("\t")
        if len(fields) != 4 or not whole_number(fields[2]):
            found = f"{len(fields)} field{'s' * (len(fields) != 1)}" if len(fields) != 4 else f"{fields[2][:60]!r} as place"
            raise FormatError(where, found, _SENTENCES, "Is this the list of sentences (.preprocessed)?")
        lemma, key, index, sentence = fields
        tokens = sentence.split(" ")
        if (lemma, key) not in given:
            raise FormatError(where, f"{lemma} {key}, which the gold list lacks", "targets that both files have", _ALIKE)
        if int(index) >= len(tokens) or not words(tokens[int(index)]):
            raise FormatError(where, f"place {index} of {len(tokens)} tokens", "a word there", _ALIKE)
        document = (documents or {}).get(key, "")
        targets.append(_target(tokens, int(index), lemma, document, given[lemma, key]))
    return targets


def gold_lines(path: StrPath) -> Iterator[tuple[tuple[str, str], dict[str, float]]]:
    """Yield (lemma, number) and the substitutes of each line of a gold list.

    Raises
    ------
    FormatError : a line is malformed.
    """
    name = os.fspath(path)
    for line_number, line in numbered_lines(path, _GOLD):
        if not line.strip():
            continue
        key, colons, listed = line.partition(" ::")
        lemma, _, number = key.rpartition(" ")
        if not (colons and lemma):
            raise FormatError(f"{name}:{line_number}", repr(line[:60]), _GOLD, "Is this the gold list (.gold)?")
        substitutes: dict[str, float] = {}
        for entry in filter(str.strip, listed.split(";")):
            text, _, count = entry.rpartition(" ")
            try:
                substitutes[plain(text.strip())] = substitutes.get(plain(text.strip()), 0.0) + float(count)
            except ValueError:
                found = f"{count!r} as the count of {text.strip()!r}"
                raise FormatError(f"{name}:{line_number}", found, "a number") from None
        yield (lemma, number), substitutes


def _target(tokens: Sequence[str], index: int, lemma: str, document: str, substitutes: dict[str, float]) -> Target:
    judged = target_among_tokens(tokens, index, substitutes)
    head, text = joined(tokens[:index]), joined(tokens).strip()
    begin = text.find(tokens[index], max(len(head.lstrip()), 0))
    upos = UPOS.get(lemma.rpartition(".")[2][:1].upper(), "")
    return Target(text, begin, begin + len(tokens[index]), document or text, upos, judged)


def target_among_tokens(tokens: Sequence[str], index: int, substitutes: dict[str, float]) -> JudgedTarget:
    """Split a tokenised sentence at one of its tokens; *could n't* is one word to us."""
    before, target, after = (
        tuple(words(joined(part))) for part in (tokens[:index], tokens[index : index + 1], tokens[index + 1 :])
    )
    return JudgedTarget(before, " ".join(target), after, other_words(substitutes, " ".join(target)))
