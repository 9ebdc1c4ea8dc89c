"""Search queries as phrases: without markup and operators, and only those that could occur in a sentence."""

from __future__ import annotations

import html
import re

from paragen.text import Tokenizer

MAX_LENGTH = 1000
"""Maximum characters of a query; longer ones were pasted, or are not queries."""

_NAMES = "site|inurl|allinurl|intitle|allintitle|intext|allintext|inanchor|filetype|ext|related|cache|link|info"
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,100}>")
# Field names with their values, excluded words, and connectives; OR at the end of a query is Oregon.
_OPERATORS = re.compile(rf"(?<!\S)(?:[-+]?(?:{_NAMES}):\S*|-\S+|(?:AND|OR|NOT)(?=\s+\S))(?!\S)")
_MARKS = str.maketrans(dict.fromkeys('"“”„‟″＂+*()[]{}<>^~|=\\;_', " "))
_ADDRESS = re.compile(r"://|^www\b|@\w|\w\.(?:com|net|org|gov|edu|mil|info|biz|html?|php|aspx?|co\.uk)(?![\w-])")
_WORD = re.compile(r"\w")
_LETTER = re.compile(r"[^\W\d_]")

_words = Tokenizer().words


class NoPhrase(ValueError):
    """A query that is not a phrase; the message describes such queries."""


def phrase_of(query: str, max_words: int) -> list[str]:
    """Return the words (lookup forms) of a query, without punctuation at its ends.

    Parameters
    ----------
    query : as typed.
    max_words : maximum words of the phrase.

    Raises
    ------
    NoPhrase : it is empty, too long, an address, or has no letter.
    """
    if len(query) > MAX_LENGTH:
        raise NoPhrase(f"queries of more than {MAX_LENGTH:,} characters")
    text = _MARKUP.sub(" ", html.unescape(query)) if "&" in query or "<" in query else query
    words = _words(_OPERATORS.sub(" ", text).translate(_MARKS))
    begin, end = 0, len(words)
    while begin < end and not _WORD.search(words[begin]):
        begin += 1
    while begin < end and not _WORD.search(words[end - 1]):
        end -= 1
    words = words[begin:end]
    if not words:
        raise NoPhrase("empty queries")
    if any(_ADDRESS.search(word) for word in words):
        raise NoPhrase("queries that are addresses")
    if not any(_LETTER.search(word) for word in words):
        raise NoPhrase("queries without a letter")
    if len(words) > max_words:
        raise NoPhrase(f"queries of more than {max_words} words")
    return words


def word_types(words: list[str]) -> list[str]:
    """Return the distinct words, without punctuation."""
    return [word for word in dict.fromkeys(words) if _WORD.search(word)]
