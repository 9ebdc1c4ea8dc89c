"""Reads CoInCo and SemEval-2007's lexical substitution: XML as CoInCo was published, and lists.

A list is two files, those of Melamud's lexsub tools. Lines of the first are ``mission.N 4 :: task 2;plan 2;``: lemma and class
of the target, its number, and how many annotators gave each substitute. Lines of the second have that lemma, that number,
the target's index among the tokens and the sentence, separated by tabs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from xml.etree import ElementTree

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines, whole_text
from paragen.tuning.labels.gold.targets import (
    UPOS,
    JudgedTarget,
    Target,
    joined,
    one_line,
    other_words,
    plain,
    target_at,
    whole_number,
    words,
)

_EXPECTED = "CoInCo's XML: document, sent, targetsentence, tokens, token, substitutions, subst"


def read_coinco_xml(path: StrPath) -> list[Target]:
    """Return the targets in order; the verdict on a substitute is how many annotators gave it.

    A target that cannot be found in its sentence is left out.

    Raises
    ------
    FormatError : the file is not CoInCo's XML.
    """
    name = os.fspath(path)
    text = whole_text(path, _EXPECTED)
    try:
        root = ElementTree.fromstring(text)  # it is UTF-8, whatever encoding it declares
    except ElementTree.ParseError as error:
        found = f"invalid XML ({error.msg.partition(':')[0]})"
        remedy = "Lists are two files: .gold and .preprocessed."
        raise FormatError(f"{name}:{error.position[0]}", found, _EXPECTED, remedy) from None
    return [target for sentence in root.iter("sent") for target in _of_sentence(name, sentence)]


def _of_sentence(name: str, sentence: ElementTree.Element) -> Iterator[Target]:
    text = sentence.findtext("targetsentence") or ""
    document = sentence.get("MASCfile", "")
    where = f"{name}, sentence {sentence.get('MASCsentID', '?')} of {document or 'no file'}"
    position = 0
    for token in sentence.iter("token"):
        word = token.get("wordform", "")
        begin = text.find(word, position) if word.strip() else -1
        if begin < 0:
            continue
        position = begin + len(word)
        given = _given(token, where)
        if not given:
            continue
        line, start, end = one_line(text, begin, position)
        upos = UPOS.get(_letter(token.get("posTT", "")), "")
        yield Target(line, start, end, document or line, upos, target_at(text, begin, word, given, where))


def _given(token: ElementTree.Element, where: str) -> dict[str, float]:
    """Return how many annotators gave each substitute of a token."""
    found: dict[str, float] = {}
    for given in token.iter("subst"):
        text, count = plain(given.get("lemma", "")), given.get("freq", "")
        if not whole_number(count):
            raise FormatError(where, f"{count[:60]!r} as the count of {text!r}", "a whole number")
        found[text] = found.get(text, 0.0) + int(count)
    return found


def _letter(tag: str) -> str:
    """Return the letter of a tag's class: R of RB, but not of RP, a particle."""
    return tag[:1] if tag != "RP" else ""


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
