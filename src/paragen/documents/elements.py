"""Which elements of HTML hold prose, for HTML documents and the tags in Markdown."""

from __future__ import annotations

from collections.abc import Iterable

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
"""Elements that have no end tag."""

INLINE = frozenset(
    "a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em embed font i iframe img input ins kbd label map"
    " mark math meter noscript object output picture progress q rp rt ruby s samp select small span strike strong sub sup svg"
    " time tt u var video wbr".split()
)
"""Inline elements: they occur within a sentence; others begin or end a passage."""

READ = frozenset("code kbd samp var tt q cite data time dfn sub abbr".split())
"""Elements that stay, but are read as part of the sentence."""

_STAY = READ | frozenset(
    "script style pre textarea title head template svg math iframe object audio video canvas map picture select option datalist"
    " button nav noscript noembed noframes xmp listing plaintext sup rt rp address h1 h2 h3 h4 h5 h6 th".split()
)
_CELLS = frozenset("td th tr tbody tfoot thead".split())
_ENDED_BY = {
    "p": None, "li": frozenset(["li"]), "dt": frozenset(["dt", "dd"]), "dd": frozenset(["dt", "dd"]), "td": _CELLS, "th": _CELLS,
    "tr": _CELLS - {"td", "th"}, "option": frozenset(["option", "optgroup"]), "rt": frozenset(["rt", "rp"]),
    "rp": frozenset(["rt", "rp"]),
}  # fmt: skip


def stays(tag: str, attributes: Iterable[tuple[str, str | None]], language: str, quotes: bool) -> bool:
    """Return whether the contents of an element stay: code, data, names, headings, another language, quotations (``quotes``),
    text marked as not to be translated."""
    if tag in _STAY and not (tag == "q" and not quotes):
        return True
    if tag == "blockquote" and quotes:
        return True
    for name, value in attributes:
        value = (value or "").lower()
        if name == "translate" and value == "no":
            return True
        if name == "class" and "notranslate" in value.split():
            return True
        if name in ("lang", "xml:lang") and value and value.replace("_", "-").split("-")[0] != language:
            return True
    return False


def may_be_unended(tag: str) -> bool:
    """Return whether an element's end tag may be omitted."""
    return tag in _ENDED_BY


def ends(tag: str, other: str) -> bool:
    """Return whether the start tag ``other`` ends an open element ``tag`` whose end tag is omitted."""
    if tag not in _ENDED_BY:
        return False
    by = _ENDED_BY[tag]
    return other not in INLINE and other not in VOID if by is None else other in by
