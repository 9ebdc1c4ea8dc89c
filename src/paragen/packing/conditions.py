"""Conditions of exchanges as people write them: see docs/conditions.md."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import regex

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, did_you_mean, shown
from paragen.base.input_files import numbered_lines
from paragen.decoder.fit.knowledge import DEEPEST, KINDS, PLACES
from paragen.packing.word_classes import OF_WORDS, word_classes

_HEADER = regex.compile(r"(?P<phrase>\S.*\S|\S) \((?P<part>v|n|adj|x)\)")
_BETWEEN_TARGETS = regex.compile(r"(?<=\S),")  # a comma with a space before it is a word of the target
_NAME = regex.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_EXPECTED = "a source with its part of speech, `goal (n)`; below it, indented, `name = tests` or `-> target: 70; name 5`"
_PLACES = frozenset(PLACES[:-1])
_ONE_WORD = frozenset(("verb", "subject", "head", "itself"))
_MOST_SEQUENCES, _MOST_IN_SEQUENCE = 255, 30


@dataclass(frozen=True)
class Words:
    """A test as written: words, sequences of words, kinds at a place; or the name of an earlier condition."""

    place: str
    negated: bool
    words: tuple[str, ...] = ()
    sequences: tuple[tuple[str, ...], ...] = ()
    kinds: int = 0
    condition: int = 0


_KINDS_OF_PART = {"v": "verb", "n": "noun", "adj": "adjective participle ing adverb"}
"""The kinds of words that a block of a part of speech is about; where the tagger sees none of them, its source is another."""
_OF_OTHER_PART = 5  # percent, at most: how often an exchange is right where its source is of another part of speech
Alternatives = tuple[tuple[Words, ...], ...]


@dataclass
class Block:
    """What is written of one source phrase.

    Attributes
    ----------
    conditions : all of it, the named ones and those written in place: how each is written, and its alternatives.
    rules : (targets, percentage where nothing holds, effects): (condition, percentage, whether it bans).
    """

    where: str
    source: str
    part: str
    conditions: list[tuple[str, Alternatives]] = field(default_factory=list)
    rules: list[tuple[list[str], int, list[tuple[int, int, bool]]]] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)  # of the named conditions
    depths: list[int] = field(default_factory=list)  # of each condition, how many stand one in another

    def add(self, written: str, alternatives: Alternatives) -> int:
        """Add a condition; return its number."""
        inner = (self.depths[test.condition] for tests in alternatives for test in tests if test.place == "condition")
        self.depths.append(1 + max(inner, default=0))
        if self.depths[-1] > DEEPEST:
            raise BadCondition(f"{written}, {self.depths[-1]} conditions one in another", f"at most {DEEPEST}")
        self.conditions.append((written, alternatives))
        return len(self.conditions) - 1


class BadCondition(ValueError):
    """What was found in a line, and the remedy."""

    def __init__(self, found: str, expected: str, remedy: str = "Fix the line.") -> None:
        super().__init__(found)
        self.found, self.expected, self.remedy = found, expected, remedy


def read_conditions(paths: Sequence[StrPath]) -> Iterator[Block]:
    """Yield the blocks of files of conditions, in their order.

    Raises
    ------
    FormatError : a line that cannot be read, with its file and number.
    """
    for path in paths:
        block: Block | None = None
        name = os.fspath(path)
        for number, line in numbered_lines(path, "lines of conditions"):
            where = f"{name}:{number}"
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                if not line[0].isspace():
                    if block is not None:
                        yield block
                    block = _block(line.rstrip(), where)
                elif block is None:
                    raise BadCondition(shown(line.strip()), _EXPECTED)
                else:
                    _read_line(block, line.strip())
            except BadCondition as error:
                raise FormatError(where, error.found, error.expected, error.remedy) from None
        if block is not None:
            yield block


def _block(line: str, where: str) -> Block:
    header = _HEADER.fullmatch(line)
    if header is None:
        raise BadCondition(shown(line), _EXPECTED)
    block = Block(where, " ".join(header["phrase"].lower().split()), header["part"])
    if kinds := _KINDS_OF_PART.get(block.part):
        first, bits = kinds.split()[0], sum(1 << list(KINDS).index(kind) for kind in kinds.split())
        block.add(f"not itself <{first}>", ((Words("itself", True, kinds=bits),),))
    return block


def _read_line(block: Block, line: str) -> None:
    if line.startswith("->"):
        block.rules.append(_rule(block, line[2:]))
        return
    name, equals, tests = line.partition("=")
    name = name.strip()
    if not equals or not _NAME.fullmatch(name):
        raise BadCondition(shown(line), _EXPECTED)
    if name in _PLACES or name in ("not", "never"):
        raise BadCondition(f"a condition that is called {name}", "another name: this word is a part of tests")
    if name in block.numbers:
        raise BadCondition(f"{name} again", "each condition once", "Keep one of the lines.")
    alternatives = _alternatives(block, tests)
    block.numbers[name] = block.add(name, alternatives)


def _rule(block: Block, text: str) -> tuple[list[str], int, list[tuple[int, int, bool]]]:
    targets, colon, rest = text.partition(":")
    first, *parts = rest.split(";")
    found = [" ".join(target.lower().split()) for target in _BETWEEN_TARGETS.split(targets)]
    if not colon or not all(found) or len(set(found)) < len(found):
        raise BadCondition(shown("->" + text), "`-> target, target: percentage; condition percentage; …`, each target once")
    usual = _percentage(first)
    effects = [_effect(block, part) for part in parts if part.strip()]
    if block.part in _KINDS_OF_PART:
        effects.append((0, min(usual, _OF_OTHER_PART), False))
    if len({number for number, _, _ in effects}) < len(effects):
        raise BadCondition(f"a condition twice for {found[0]}", "each condition once", "Keep one of them.")
    return found, usual, effects


def _effect(block: Block, text: str) -> tuple[int, int, bool]:
    words = text.split()
    never = words[-1] == "never"
    words = words[:-1] if never else words
    if len(words) < 2:
        raise BadCondition(shown(text.strip()), "a condition and a percentage, `sport 5`")
    share, expression = _percentage(words[-1]), " ".join(words[:-1])
    if expression in block.numbers:
        return block.numbers[expression], share, never
    for number, (written, _) in enumerate(block.conditions):
        if written == expression:
            return number, share, never
    return block.add(expression, _alternatives(block, expression)), share, never


def _percentage(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and int(text) <= 100):
        raise BadCondition(shown(text), "a percentage, a whole number from 0 to 100")
    return int(text)


def _alternatives(block: Block, text: str) -> Alternatives:
    return tuple(tuple(_test(block, test.split()) for test in alternative.split("&")) for alternative in text.split("|"))


def _test(block: Block, words: list[str]) -> Words:
    negated = words[:1] == ["not"]
    place, *items = (words[1:] if negated else words) or [""]
    if place in block.numbers and not items:
        return Words("condition", negated, condition=block.numbers[place])
    if place not in _PLACES:
        known = [*_PLACES, *block.numbers]
        expected = f"a place or a condition's name: {', '.join(sorted(known))}"
        raise BadCondition(shown(place or "nothing"), expected, did_you_mean(place, known))
    if not items:
        raise BadCondition(
            f"{place} without words", "words after the place, which tell what to look for", "A test that always holds is none."
        )
    plain, sequences, kinds = list[str](), list[tuple[str, ...]](), 0
    for item in items:
        parts = item.strip("_").split("_") if "_" in item.strip("_") else []
        if parts and place in _ONE_WORD:
            raise BadCondition(f"{shown(item)} at {place}", "single words: only one word is at this place")
        if not all(parts) or len(parts) > _MOST_IN_SEQUENCE:
            raise BadCondition(shown(item), f"words with one `_` between them, at most {_MOST_IN_SEQUENCE}")
        if parts:
            sequences.append(tuple(map(_word, parts)))
        elif (kind := _word(item))[:1] == "<":
            kinds |= 1 << list(KINDS).index(kind[1:-1])
        else:
            plain.append(kind)
    if len(sequences) > _MOST_SEQUENCES:
        raise BadCondition(f"{len(sequences)} sequences in a test", f"at most {_MOST_SEQUENCES}", "Divide it by `|`.")
    return Words(place, negated, tuple(plain), tuple(sequences), kinds)


def _word(item: str) -> str:
    """Return a word of a test in lower case: itself, `@class`, or `<kind>`; raise BadCondition for an unknown kind or class."""
    item = item.lower()
    if item[:1] == "<" and len(item) > 1:
        name = item[1:].removesuffix(">")
        if name in OF_WORDS:
            return "@" + name
        if name not in KINDS or item[-1] != ">":
            tags = [*KINDS, *OF_WORDS]
            raise BadCondition(shown(item), f"one of {' '.join(f'<{tag}>' for tag in tags)}", did_you_mean(name, tags))
    elif item[:1] == "@" and len(item) > 1 and item[1:] not in word_classes():
        classes = list(word_classes())
        raise BadCondition(shown(item), f"one of {' '.join('@' + name for name in classes)}", did_you_mean(item[1:], classes))
    return item
