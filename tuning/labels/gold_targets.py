"""Judged words in their sentences, the forms that fit in their place, and people's judgements of substitutes for them.

The lists give substitutes as lemmas, whatever the form of the target: *push* for *drove*. A candidate matches a substitute if
each of its words is that of the substitute or has it as a lemma. The target's own forms, which some lists include (*day* for
*day*), are left out.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import placed_lines
from paragen.base.packages import optional_package
from paragen.text import Tokenizer
from paragen.tuning.labels.files import Item

_PURPOSE = "gold substitutes: finding lemmas"
UPOS = {"N": "NOUN", "V": "VERB", "J": "ADJ", "A": "ADJ", "R": "ADV"}
"""Word classes by the first letter of their names in gold lists."""


def plain(phrase: str) -> str:
    """Return a phrase as the lists write it: no hyphens, no apostrophes (*hush hush*, *give ones word*)."""
    return phrase.lower().replace("-", " ").replace(" '", "").replace("'", "").strip()


@cache
def lemmas(word: str) -> tuple[str, ...]:
    """Return a word and its lemmas as any part of speech."""
    found = optional_package("lemminflect", _PURPOSE, "mine").getAllLemmas(word)
    return tuple(dict.fromkeys([word, *(lemma for of_class in found.values() for lemma in of_class)]))


@cache
def tags(word: str, upos: str) -> frozenset[str]:
    """Return the Penn tags that a word can have as a member of a class: *put* as VERB is VB, VBP, VBD, VBN."""
    lemminflect = optional_package("lemminflect", _PURPOSE, "mine")
    found = set()
    for lemma in lemminflect.getAllLemmas(word, upos).get(upos, ()):
        by_tag = lemminflect.getAllInflections(lemma, upos)
        for tag, other in (("VBN", "VBD"), ("VBP", "VB")):  # listed only if they differ
            if other in by_tag:
                by_tag.setdefault(tag, by_tag[other])
        found |= {tag for tag, words in by_tag.items() if word in words}
    return frozenset(found)


def fits(target: str, substitute: str, upos: str) -> bool:
    """Return whether a substitute is in a form that the target can have: *pushed* or *moved on* for *drove*, not *push*.

    Parameters
    ----------
    target, substitute : lookup forms.
    upos : the target's class. Only verbs and nouns are checked, and only if the target and a word of the substitute are known
        as such.
    """
    own = tags(target, upos) if upos in ("VERB", "NOUN") else frozenset()
    theirs = [found for word in substitute.split(" ") if (found := tags(word, upos)) and not _rather_adjective(word, found)]
    return not own or not theirs or any(own & found for found in theirs)


def _rather_adjective(word: str, of_class: frozenset[str]) -> bool:
    """Return whether a word may be an adjective or adverb and is not an inflected form: *ready* for *prepared*."""
    known = optional_package("lemminflect", _PURPOSE, "mine").getAllLemmas(word)
    return bool({"ADJ", "ADV"} & known.keys()) and of_class <= {"VB", "VBP", "NN"}


words = Tokenizer().words
_NOT = re.compile(r" (?=n't\b)")


def joined(tokens: Iterable[str]) -> str:
    """Return Penn Treebank tokens as text; *could n't* is one word to us."""
    return _NOT.sub("", " ".join(tokens))


@dataclass(frozen=True)
class JudgedTarget:
    """A target in its sentence.

    Parameters
    ----------
    before, after : lookup forms of what stands on either side of it.
    target : its lookup form, words joined by spaces.
    substitutes : what people said of each substitute: in SWORDS the share of the judges who accept it, in the other lists
        how many annotators gave it. The substitutes are written as :func:`plain` does.
    """

    before: tuple[str, ...]
    target: str
    after: tuple[str, ...]
    substitutes: dict[str, float]

    def sentence(self, phrase: str) -> list[str]:
        """Return the words of the sentence with ``phrase`` in the target's place."""
        return [*self.before, *phrase.split(" "), *self.after]

    def verdict(self, candidate: str) -> float | None:
        """Return people's verdict on a candidate; None if there is none."""
        forms = map(lemmas, plain(candidate).split(" "))
        found = (self.substitutes.get(" ".join(chosen)) for chosen in product(*forms))
        return max((verdict for verdict in found if verdict is not None), default=None)

    def has_form(self, candidate: str) -> bool:
        """Return whether a candidate is the target in another form."""
        ours, theirs = plain(self.target).split(" "), plain(candidate).split(" ")
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(set(lemmas(one)) & set(lemmas(other)) for one, other in pairs)


def other_words(substitutes: dict[str, float], target: str) -> dict[str, float]:
    """Return ``substitutes`` without the target's own lemmas."""
    own = lemmas(plain(target))
    return {text: verdict for text, verdict in substitutes.items() if text not in own}


_WHITE = re.compile(r"\s+")
_BREAK = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")


@dataclass(frozen=True)
class Target:
    """A judged target.

    Parameters
    ----------
    text : its context, on one line.
    begin, end : the target's characters, half-open.
    document : where the context is from; the context itself if that is not known.
    upos : the class of the target: NOUN, VERB, ADJ, ADV; another or "" if that is not known.
    judged : people's judgements.
    """

    text: str
    begin: int
    end: int
    document: str
    upos: str
    judged: JudgedTarget

    def substitute(self, item: Item) -> str | None:
        """Return what an item puts in the target's place, in lookup form; None if it replaces something else.

        An item may include words beside the target if they stay: *finished the* for *completed the* is *finished* for
        *completed*; *a* may become *an*.
        """
        place = item.place
        if not (place.begin <= self.begin and self.end <= place.end):
            return None
        if (place.begin, place.end) == (self.begin, self.end):
            return item.substitute if item.phrase == self.judged.target else None
        own, tail = self.judged.target.split(" "), list(words(place.text[self.end : place.end]))
        phrase, given = item.phrase.split(" "), item.substitute.split(" ")
        lead, rest = len(phrase) - len(own) - len(tail), len(given) - len(tail)
        if lead < 0 or lead >= rest or phrase[lead:] != own + tail or given[rest:] != tail:
            return None
        head = _agreed(words(place.text[place.begin : self.begin]))
        if not head[len(head) - lead :] == _agreed(phrase[:lead]) == _agreed(given[:lead]):
            return None
        return " ".join(given[lead:rest])


def _agreed(phrase: Iterable[str]) -> list[str]:
    return ["a" if word == "an" else word for word in phrase]


def one_line(text: str, begin: int, end: int) -> tuple[str, int, int]:
    """Return a text with line breaks and tabs as single spaces, stripped at both ends, and the new position of a span.

    The span must begin and end with non-white space.
    """
    head, own, tail = (_WHITE.sub(_joined, part) for part in (text[:begin].lstrip(), text[begin:end], text[end:].rstrip()))
    return head + own + tail, len(head), len(head) + len(own)


def _joined(white: re.Match[str]) -> str:
    return " " if _BREAK.search(white[0]) else white[0]


HALVES = ("tune", "test")
_SALT = "81:"  # of the first hundred numbers, the one that splits the documents of SWORDS and CoInCo most evenly
_EXPECTED = "the number of a target and its document, separated by a tab"


def half_of(document: str) -> str:
    """Return the half a document belongs to, by a hash of its name: the same in whichever list it occurs."""
    name = (_SALT + document).encode("utf-8", "surrogatepass")
    return HALVES[hashlib.blake2b(name, digest_size=1).digest()[0] & 1]


def read_documents(path: StrPath) -> dict[str, str]:
    """Read the document of each target: lines ``number<tab>document``.

    Raises
    ------
    FormatError : a line is malformed.
    """
    found = {}
    for where, line in placed_lines(path, _EXPECTED):
        key, tab, document = line.partition("\t")
        if not (tab and key.strip() and document.strip()) or "\t" in document:
            raise FormatError(where, repr(line[:60]), _EXPECTED)
        found[key.strip()] = document.strip()
    return found


def target_at(context: str, offset: int, target: str, substitutes: dict[str, float], where: str = "SWORDS") -> JudgedTarget:
    """Split a text at the characters of a target.

    Raises
    ------
    FormatError : the target is not there.
    """
    own_text = context[offset : offset + len(target)]
    if not target.strip() or own_text != target:
        raise FormatError(where, f"{own_text!r} at {offset} of {context[:60]!r}", f"{target!r} there")
    before, own, after = (tuple(words(part)) for part in (context[:offset], target, context[offset + len(target) :]))
    return JudgedTarget(before, " ".join(own), after, other_words(substitutes, " ".join(own)))


def target_among_tokens(tokens: Sequence[str], index: int, substitutes: dict[str, float]) -> JudgedTarget:
    """Split a tokenised sentence at one of its tokens; *could n't* is one word to us."""
    before, target, after = (
        tuple(words(joined(part))) for part in (tokens[:index], tokens[index : index + 1], tokens[index + 1 :])
    )
    return JudgedTarget(before, " ".join(target), after, other_words(substitutes, " ".join(target)))
