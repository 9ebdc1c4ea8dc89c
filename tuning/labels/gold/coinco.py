"""Reads CoInCo as published: XML with running text, documents and tokens."""

from __future__ import annotations

import os
from collections.abc import Iterator
from xml.etree import ElementTree

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import whole_text
from paragen.tuning.labels.gold.lemmas import UPOS, plain
from paragen.tuning.labels.gold.swords import target_at
from paragen.tuning.labels.gold.targets import Target, one_line, whole_number

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
