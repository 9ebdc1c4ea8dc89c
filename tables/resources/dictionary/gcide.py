r"""Reads articles of the dictd edition of the Collaborative International Dictionary of English.

An article begins with its headwords, each with its pronunciation between backslashes, and the part of speech; senses are
numbered paragraphs; quotations are indented further; ``[1913 Webster]`` names a sense's source; ``{Phrase}, definition`` is a
run-on entry for another headword.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import regex

from paragen.base.errors import FormatError, shown
from paragen.base.input_files import OpenedFile, Skips, placed_lines
from paragen.tables.resources.dictionary.markup import is_out_of_use
from paragen.tables.resources.dictionary.sense import Sense, Senses, part_of

_HEADWORD = re.compile(r"\s*([^\\{}\[\]]{1,80}?)\s*\\[^\\]*\\")
_PART = re.compile(
    r"((?:(?:prop|pr|peop|vb|n|a|adj|adv|v|p|pred|prep|conj|pron|interj|imp|pref|suff|prefix|suffix|pl|sing|t|"
    r"i|prenom|plural)\b\.?(?:,? (?=(?:&|and|or)\b)|,? (?=& )| |(?=,)|$)?(?:(?:&|and|or) )?)+)"
)
_FORMS = re.compile(
    r"(?:[A-Z]\. )?(?:pl|sing|imp|compar|superl|fem|dim)\.? (?:[^.;\[\]]|\.(?= ))*?\{[^}]*\}[^.;\[\]]*[.;]?", re.I
)
_BEGIN = re.compile(r" +(?:\d+\. |\([a-z]\) )")
_NUMBER = re.compile(r"\d+\. ")
_LETTER = re.compile(r"(?:(?<=^)|(?<=[.:;] )|(?<=\) ))\([a-z]\) ")
_SOURCE = re.compile(r"\[(?:1913 Webster|PJC|WordNet|Webster|AS|RDH|AE|Century|RHUD|MW|[^\]]*\bPJC)[^\]]*\]")
_RUN_ON = re.compile(r"\{([A-Z][^{}]{2,60})\}(?: or \{[^{}]*\})?,? ?(\([^)]*\))?[,.]? (.+)")
_NO_SENSE = re.compile(r"(?:Syn|Note|Usage|Hist|Ant|Etymology|Pronunciation)\b|--|\"|'")
_ARTICLE = re.compile(r"(?:an?|the|any|one|same|see)\b", re.I)
_VARIANT = re.compile(r"[`\"*]")

_LETTERS = re.compile(r"\[[-'\"`^~=.,]([a-zA-Z])\]|\[([a-zA-Z])[-^~=]\]|\[(ae|oe|AE|OE)\]")
"""Accented letters, as in ``na["i]ve``."""
_LONGEST_LABEL = 25
_LONGEST_HEAD = 20_000  # characters

_NESTED = {"(": regex.compile(r"(\((?:[^()]++|(?1))*+\))"), "[": regex.compile(r"(\[(?:[^\[\]]++|(?1))*+\])")}
Block = tuple[int, str]
"""The indentation of a paragraph, in spaces, and its text on one line."""


def read_article(where: str, text: str, skips: Skips) -> Senses:
    """Yield the senses of an article, in order."""
    blocks = _blocks(_LETTERS.sub(r"\1\2\3", text))
    if not blocks:
        skips.add("articles without text", where)
        return
    headwords, part, first = _head(blocks[0][1][:_LONGEST_HEAD])
    if not headwords:
        skips.add("articles without a headword", where, blocks[0][1])
        return
    numbered = False
    for indent, block in [(3, first), *blocks[1:]] if first else blocks[1:]:
        if run_on := _RUN_ON.match(block):
            yield from _run_on(run_on, where)
            continue
        number = _NUMBER.match(block)
        numbered = numbered or bool(number)
        if not (number or block.startswith("(") or (block is first and not numbered)) or _NO_SENSE.match(block) or indent > 8:
            continue
        if part is None:
            continue
        for sense in _LETTER.split(_NUMBER.sub("", block, count=1)):
            plural = part == "n" and sense.startswith("pl. ")
            if sense := sense.removeprefix("pl. ").strip():
                yield from (Sense(headword, "nm" if plural else part, sense, where) for headword in headwords)


def _blocks(text: str) -> list[Block]:
    """Split an article into paragraphs; a new number or letter also begins one."""
    blocks: list[Block] = []
    lines: list[str] = []

    def end() -> None:
        joined = _SOURCE.sub("", " ".join(" ".join(lines).split())).strip()
        if joined:
            blocks.append((len(lines[0]) - len(lines[0].lstrip()), joined))
        lines.clear()

    for line in text.splitlines():
        if not line.strip() or (lines and _BEGIN.match(line)):
            end()
        if line.strip():
            lines.append(line)
    end()
    return blocks


def _head(text: str) -> tuple[list[str], str | None, str]:
    """Return headwords, part of speech and the rest of the paragraph; no headwords if it is not a head."""
    headwords: list[str] = []
    while found := _HEADWORD.match(text):
        headwords += [word for word in re.split(r", | or ", found[1].lstrip(",; ").removeprefix("or ")) if word]
        text = _without_brackets(text[found.end() :], "(")
    text = text.lstrip(" ,.;")
    if not (found := _PART.match(text)):
        return headwords, "", _definition(text)
    name, rest = found[1].strip(" ,;"), text[found.end() :]
    return headwords, _part(name), _definition(rest)


def _part(name: str) -> str | None:
    """Return the part of speech for an abbreviation such as ``v. t. & i.``; "" if it is ambiguous."""
    if name.startswith(("prop", "pr.", "peop", "pref", "suff", "imp")):
        return None
    whole = part_of(name)
    if whole or whole is None:
        return whole
    if name.startswith("v.") and not re.search(r"\b(?:n|a|adv)\b", name):
        return "v"
    if name.startswith("n.") and "pl" in name and not re.search(r"\b(?:v|a|adv)\b", name):
        return "n" if "sing" in name else "nm"
    return ""


def _definition(text: str) -> str:
    """Strip the etymology and the forms of the word, which come between the part of speech and the definition."""
    while True:
        rest = text.lstrip(" ,;.")
        if rest.startswith("[") and not _is_label(rest):
            rest = _without_brackets(rest, "[")
        elif found := _FORMS.match(rest):
            rest = rest[found.end() :]
        if rest == text:
            return rest
        text = rest


def _is_label(text: str) -> bool:
    """Return whether a text begins with a label, such as ``[Obs.]``, rather than with an etymology."""
    label, closing, _ = text.partition("]")
    return bool(closing) and len(label) <= _LONGEST_LABEL and is_out_of_use(label + closing)


def _without_brackets(text: str, opening: str) -> str:
    """Strip the bracket that a text begins with, including nested ones."""
    text = text.lstrip(" ,")
    if not text.startswith(opening):
        return text
    found = _NESTED[opening].match(text)
    return text[found.end() :] if found else ""


def _run_on(found: re.Match[str], where: str) -> Iterator[Sense]:
    """Yield the sense of a phrase defined in the article of one of its words."""
    headword = _VARIANT.sub("", found[1])
    text = found[3].strip()
    verb = headword.startswith("To ")
    if verb == text.lower().startswith("to "):
        yield Sense(
            headword.removeprefix("To "),
            "v" if verb else "n" if _ARTICLE.match(text) else "",
            f"{found[2] or ''} {text}".strip(),
            where,
        )


_DIGITS = {digit: value for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
_MOST_DIGITS = 10  # 60 bits
_ABOUT_ITSELF = ("00-database", "00database", "00-")
_EXPECTED = "an index of dictd: headword, offset and length, separated by tabs"


def is_index(path: str, line: str) -> bool:
    """Return whether a file that begins with ``line`` is an index, by that line, and the name or the articles beside it."""
    fields = line.split("\t")
    named = path.endswith(".index") or any(map(os.path.isfile, _article_names(path)))  # a short table looks like an index
    return named and 3 <= len(fields) <= 4 and all(_number(field) is not None for field in fields[1:3])


def read_dictd(index: str, skips: Skips) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each article, in the order of the dictionary.

    Parameters
    ----------
    index : the index; the articles are in the file of the same name with .dict.dz or .dict.
    skips : counts articles beyond the end, and those that are not text.

    Raises
    ------
    FormatError : a line of the index is malformed, or the articles are missing or damaged.
    """
    spans = _spans(index)
    path = _articles_of(index)
    with OpenedFile(path, "the articles of an index") as file:
        data = file.read()
    for begin, size in sorted(spans):
        where = f"{path}: byte {begin}"
        if begin + size > len(data):
            skips.add("articles that the index places beyond the end of the file", where)
            continue
        try:
            yield where, data[begin : begin + size].decode()
        except UnicodeDecodeError:
            skips.add("articles that are not UTF-8", where)


def _spans(index: str) -> set[tuple[int, int]]:
    """Return the offsets and lengths of the articles; several headwords may share one."""
    spans = set()
    for where, line in placed_lines(index, _EXPECTED):
        fields = line.split("\t")
        found = [_number(field) for field in fields[1:3]]
        if not 3 <= len(fields) <= 4 or None in found:
            raise FormatError(where, shown(line), _EXPECTED, "Is this the .index file of a dictionary?")
        if not fields[0].startswith(_ABOUT_ITSELF):
            spans.add((found[0], found[1]))
    return spans  # type: ignore[return-value]


def _number(text: str) -> int | None:
    """Decode a number that dictd writes in base 64."""
    if not 0 < len(text) <= _MOST_DIGITS or not all(digit in _DIGITS for digit in text):
        return None
    value = 0
    for digit in text:
        value = value * 64 + _DIGITS[digit]
    return value


def _article_names(index: str) -> tuple[str, str]:
    stem = index.removesuffix(".index")
    return f"{stem}.dict.dz", f"{stem}.dict"


def _articles_of(index: str) -> str:
    names = _article_names(index)
    for path in names:
        if os.path.isfile(path):
            return path
    raise FormatError(index, f"no {' or '.join(names)} beside it", "the articles of the index", "Put it there.")
