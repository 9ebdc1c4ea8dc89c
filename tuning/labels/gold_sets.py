"""Reads published sets of judged substitutes: SWORDS, CoInCo and SemEval-2007, Edinburgh++ [CCL08].

SWORDS is JSON, plain or compressed, with contexts, targets, substitutes and the judges' answers. A list
is two files, those of Melamud's lexsub tools. Lines of the first are ``mission.N 4 :: task 2;plan 2;``: lemma and class of the
target, its number, and how many annotators gave each substitute. Lines of the second have that lemma, that number, the target's
index among the tokens and the sentence, separated by tabs.
Edinburgh++ has pairs of sentences that say the same thing, word-aligned by people: the substitute of a phrase in one sentence is
the phrase in the other sentence that it is aligned with.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import placed_lines, whole_text
from paragen.base.json_and_toml import parse_json
from paragen.tuning.labels.gold_targets import UPOS, Target, joined, one_line, plain, target_among_tokens, target_at, words

_SWORDS = "a file of SWORDS: JSON with contexts, targets, substitutes and substitute_labels, plain or compressed"
_PARTS = ("contexts", "targets", "substitutes", "substitute_labels")


def read_swords(path: StrPath) -> list[Target]:
    """Return the targets of SWORDS in order; the verdict on a substitute is the share of judges who accept it.

    Raises
    ------
    FormatError : the file is not SWORDS, or a target is not in its context.
    """
    name = os.fspath(path)
    data = _swords_json(name)
    substitutes: dict[str, dict[str, float]] = {}
    try:
        for key, substitute in data["substitutes"].items():
            of_target = substitutes.setdefault(substitute["target_id"], {})
            text = plain(substitute["substitute"])
            of_target[text] = max(of_target.get(text, 0.0), accepting(data["substitute_labels"][key]))
        return [
            _swords_target(name, target, data["contexts"][target["context_id"]], substitutes.get(key, {}))
            for key, target in data["targets"].items()
        ]
    except (KeyError, TypeError, AttributeError, ZeroDivisionError, IndexError) as error:
        found = f"a part that lacks something ({type(error).__name__}: {error})"
        raise FormatError(name, found, _SWORDS, "Fetch the file again.") from None


def _swords_json(name: str) -> dict[str, Any]:
    data = parse_json(whole_text(name, _SWORDS), name, _SWORDS)
    lacking = [part for part in _PARTS if not (isinstance(data, dict) and isinstance(data.get(part), dict))]
    if lacking:
        raise FormatError(name, f"no {lacking[0]!r}", _SWORDS, "Is this another list? See --format.")
    return data  # type: ignore[no-any-return]


def accepting(labels: Sequence[str]) -> float:
    """Return the share of judges who accept a substitute; unsure ones do not."""
    return sum(label.startswith("TRUE") for label in labels) / len(labels)


def _swords_target(name: str, target: dict[str, Any], context: dict[str, Any], substitutes: dict[str, float]) -> Target:
    text, word, offset, upos = context["context"], target["target"], target["offset"], target.get("pos", "")
    if not isinstance(upos, str):
        raise TypeError(f"pos is {upos!r:.60}")
    judged = target_at(text, offset, word, substitutes, name)
    from_masc = context.get("extra", {}).get("coinco_ids", [])
    line, begin, end = one_line(text, offset, offset + len(word))
    document = from_masc[0].rpartition(":")[0] if from_masc else ""  # "enron-thread-159550.txt:s-r1"
    return Target(line, begin, end, document or line, upos, judged)


_XML = "CoInCo's XML: document, sent, targetsentence, tokens, token, substitutions, subst"


def read_coinco_xml(path: StrPath) -> list[Target]:
    """Return the targets in order; the verdict on a substitute is how many annotators gave it.

    A target that cannot be found in its sentence is left out.

    Raises
    ------
    FormatError : the file is not CoInCo's XML.
    """
    name = os.fspath(path)
    text = whole_text(path, _XML)
    try:
        root = ElementTree.fromstring(text)  # it is UTF-8, whatever encoding it declares
    except ElementTree.ParseError as error:
        found = f"invalid XML ({error.msg.partition(':')[0]})"
        remedy = "Lists are two files: .gold and .preprocessed."
        raise FormatError(f"{name}:{error.position[0]}", found, _XML, remedy) from None
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
        if not _is_whole_number(count):
            raise FormatError(where, f"{count[:60]!r} as the count of {text!r}", "a whole number")
        found[text] = found.get(text, 0.0) + int(count)
    return found


def _is_whole_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _letter(tag: str) -> str:
    """Return the letter of a tag's class: R of RB, but not of RP, a particle."""
    return tag[:1] if tag != "RP" else ""


_GOLD = "lines `lemma.N number :: substitute count;…`"
_SENTENCES = "lemma.N, number, place of the target and sentence, separated by tabs"
_ALIKE = "Give the two files that belong together: .gold and .preprocessed."


def read_lists(gold: StrPath, sentences: StrPath, documents: Mapping[str, str] | None = None) -> list[Target]:
    """Return the targets in the order of the sentences; the verdict on a substitute is how many annotators gave it.

    Parameters
    ----------
    documents : the document of each target, by its number; for other targets each sentence is its own document.

    Raises
    ------
    FormatError : a line is malformed, or only one of the files has a target.
    """
    given, targets = dict(gold_lines(gold)), []
    for where, line in placed_lines(sentences, _SENTENCES):
        fields = line.split("\t")
        if len(fields) != 4 or not _is_whole_number(fields[2]):
            found = f"{len(fields)} field{'s' * (len(fields) != 1)}" if len(fields) != 4 else f"{fields[2][:60]!r} as place"
            raise FormatError(where, found, _SENTENCES, "Is this the list of sentences (.preprocessed)?")
        lemma, key, index, sentence = fields
        tokens = sentence.split(" ")
        if (lemma, key) not in given:
            raise FormatError(where, f"{lemma} {key}, which the gold list lacks", "targets that both files have", _ALIKE)
        if int(index) >= len(tokens) or not words(tokens[int(index)]):
            raise FormatError(where, f"place {index} of {len(tokens)} tokens", "a word there", _ALIKE)
        document = (documents or {}).get(key, "")
        targets.append(_listed_target(tokens, int(index), lemma, document, given[lemma, key]))
    return targets


def gold_lines(path: StrPath) -> Iterator[tuple[tuple[str, str], dict[str, float]]]:
    """Yield (lemma, number) and the substitutes of each line of a gold list.

    Raises
    ------
    FormatError : a line is malformed.
    """
    for where, line in placed_lines(path, _GOLD):
        key, colons, listed = line.partition(" ::")
        lemma, _, number = key.rpartition(" ")
        if not (colons and lemma):
            raise FormatError(where, repr(line[:60]), _GOLD, "Is this the gold list (.gold)?")
        substitutes: dict[str, float] = {}
        for entry in filter(str.strip, listed.split(";")):
            text, _, count = entry.rpartition(" ")
            try:
                substitutes[plain(text.strip())] = substitutes.get(plain(text.strip()), 0.0) + float(count)
            except ValueError:
                found = f"{count!r} as the count of {text.strip()!r}"
                raise FormatError(where, found, "a number") from None
        yield (lemma, number), substitutes


def _listed_target(tokens: Sequence[str], index: int, lemma: str, document: str, substitutes: dict[str, float]) -> Target:
    judged = target_among_tokens(tokens, index, substitutes)
    head, text = joined(tokens[:index]), joined(tokens).strip()
    begin = text.find(tokens[index], max(len(head.lstrip()), 0))
    upos = UPOS.get(lemma.rpartition(".")[2][:1].upper(), "")
    return Target(text, begin, begin + len(tokens[index]), document or text, upos, judged)


MAX_WORDS = 4
"""Maximum tokens of a phrase, on either side."""

_ALIGNED = "a file of Edinburgh++: a JSON list of pairs with source, target, sureAlign and possibleAlign"
_LINK = re.compile(r"(\d{1,9})-(\d{1,9})")
_Span = tuple[int, int]


def read_edinburgh(path: StrPath) -> list[Target]:
    """Return each phrase that is aligned with another wording, in the order of the sentences.

    The verdict on a substitute is the number of sentence pairs in which the phrase is aligned with it.

    Raises
    ------
    FormatError : the file is not Edinburgh++, or a link is not between tokens.
    """
    name = os.fspath(path)
    found: dict[tuple[str, int, int], tuple[str, dict[str, float]]] = {}
    for number, pair in enumerate(_pairs(name), 1):
        sides = pair["source"].split(), pair["target"].split()
        document = pair.get("name") or f"pair {number}"
        links = _links(f"{pair['sureAlign']} {pair['possibleAlign']}", f"{name}, {document}", sides)
        for spans in phrase_pairs(links):
            phrases = [lookup_form(side[slice(*span)]) for side, span in zip(sides, spans, strict=True)]
            if not all(phrases) or phrases[0] == phrases[1]:
                continue
            for own, other in ((0, 1), (1, 0)):
                place = _place(sides[own], spans[own])
                substitutes = found.setdefault(place, (document, {}))[1]
                key = plain(phrases[other])
                substitutes[key] = substitutes.get(key, 0.0) + 1
    return [_aligned_target(*place, *judged) for place, judged in sorted(found.items(), key=lambda item: item[0])]


def _pairs(name: str) -> list[dict[str, Any]]:
    data = parse_json(whole_text(name, _ALIGNED), name, _ALIGNED)
    if not isinstance(data, list):
        raise FormatError(name, "JSON that is not a list", _ALIGNED, "Is this another set? See --format.")
    for number, pair in enumerate(data, 1):
        fields = ("source", "target", "sureAlign", "possibleAlign")
        if not isinstance(pair, dict) or not all(isinstance(pair.get(field), str) for field in fields):
            raise FormatError(f"{name}, pair {number}", "no sentences and links", _ALIGNED)
    return data


def _links(text: str, where: str, sides: tuple[Sequence[str], Sequence[str]]) -> list[_Span]:
    found = []
    for item in text.split():
        match = _LINK.fullmatch(item)
        if not match or any(int(match[1 + side]) >= len(sides[side]) for side in (0, 1)):
            expected = f"links i-j with i below {len(sides[0])} and j below {len(sides[1])}"
            raise FormatError(where, f"the link {item[:40]!r}", expected)
        found.append((int(match[1]), int(match[2])))
    return found


def phrase_pairs(links: Sequence[_Span], max_words: int = MAX_WORDS) -> list[tuple[_Span, _Span]]:
    """Return the half-open spans of phrase pairs that are consistent with links and begin and end with linked words."""
    linked = sorted({source for source, _ in links})
    pairs = []
    for first in linked:
        for last in linked:
            if not first <= last < first + max_words:
                continue
            targets = [target for source, target in links if first <= source <= last]
            begin, end = min(targets), max(targets) + 1
            inside = all(first <= source <= last for source, target in links if begin <= target < end)
            if inside and end - begin <= max_words:
                pairs.append(((first, last + 1), (begin, end)))
    return pairs


def lookup_form(tokens: Sequence[str]) -> str:
    """Return the lookup form of Penn Treebank tokens; "" if it would begin inside a word (*n't*)."""
    return "" if tokens[0] == "n't" else " ".join(words(_text(tokens)))


def _text(tokens: Sequence[str]) -> str:
    return joined(tokens).replace("``", '"').replace("''", '"')


def _place(tokens: Sequence[str], span: _Span) -> tuple[str, int, int]:
    """Return the sentence as text, and the characters of a span of tokens."""
    end = len(_text(tokens[: span[1]]))
    return _text(tokens), end - len(_text(tokens[slice(*span)])), end


def _aligned_target(text: str, begin: int, end: int, document: str, substitutes: dict[str, float]) -> Target:
    return Target(text, begin, end, document, "", target_at(text, begin, text[begin:end], substitutes, "Edinburgh++"))
