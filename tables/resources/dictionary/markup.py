"""Strips markup, labels, notes, examples and authors from the text of a sense, leaving the definition."""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"<!--.*?-->|<(ref|sup|sub|gallery)\b[^<>]{0,200}>.{0,500}?</\1>|</?[a-zA-Z][^<>]{0,200}>", re.S)
_TEMPLATE = re.compile(r"\{\{[^{}]{0,500}\}\}")
_LINK = re.compile(r"\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{0,200})\]\]")
_STRESS = re.compile(r"'{2,5}")
_ANGLES = re.compile(r"<[^<>]{0,500}>")
_BRACKETS = re.compile(r"\[[^\[\]]{0,300}\]")
_PARENTHESES = re.compile(r"\([^()]{0,300}\)")
_OUT_OF_USE = re.compile(
    r"\b(?:obs|obsoles\w*|archaic|arch|rare|r|poetic|prov|dial\w*|scot|old eng|cant|low|slang|humorous|jocose|"
    r"jocular|nonce|dated|obsolete|offensive|vulgar|spenser|shak|chaucer|a latinism|a gallicism|erroneous|"
    r"misspelling|disused|provincial|local)\b",
    re.I,
)
# Introduces illustrations: nothing after it belongs to the definition.
_END = re.compile(r"\s*--|\s[–—]\s|;?\s*[\"“”]|[;:.,]\s*as,\s")
# Introduces an explanation or restriction, up to the next semicolon.
_ASIDE = re.compile(
    r"[,:.]?\s*\b(?:as|e\.\s?g\.|i\.\s?e\.|viz\.?|for example|for instance|such as|esp\.|called also|also called|also spelled|"
    r"so called|opposed to|distinguished from|compare|cf\.|see also|usually followed by|used with|followed by|formerly)"
    r"(?:,\s|\s*:)|"
    r",\s*(?:as(?= )|especially|esp\.|specifically|specif\.|e\.\s?g\.|i\.\s?e\.|viz\.|sometimes|usually|often|commonly|"
    r"generally|chiefly|mostly|particularly|in particular|formerly|such as|including|like|for example|for instance|whether|"
    r"also called|called|opposed to|distinguished from|used|said|hence,|compare|cf\.)\s|"
    r"\s(?:usually|often|typically|generally|sometimes|especially|esp\.)\s(?:with|in|of|for|by|having|used|made|as|on|at|from|"
    r"to|found)\s|,?\s*\bsuch as\s|[:.]\s+(?:See|Cf|Called|Used|Often|Also)\b|:\s"
)
_SENTENCE = re.compile(r"(?<=[\w)\]])\.(?:\s+(?=[A-Z\"(])|\s*$)")
_LEAD = re.compile(
    r"(?:pl|sing|hence|also|fig|figuratively|figurative|specifically|specif|esp|especially|in general|"
    r"in a general sense|generally|formerly|literally|by extension|loosely|strictly|broadly|chiefly|properly|"
    r"originally|orig|usually|often|informal|slang|commonly|popularly|now|sometimes|or|and|more generally|"
    r"in a loose sense|of a person|of people|of things|by metonymy|by hyperbole|transitively|intransitively|"
    r"reflexively|absolutely)\b[,.:]?\s+",
    re.I,
)

# Text that begins like this is not a definition, nor is anything after it.
_NOTE = re.compile(
    r"(?:see|cf|compare|include|includes|including|contrasted|opposed|distinguished|used|said|applied|called|"
    r"of|as|for|e\.g|i\.e|examples?|typically|written|abbreviated|from|chiefly|synonymous|equivalent|"
    r"the opposite|the reverse|the name|the common name|a name|names?|a genus|the genus|genus|a term|"
    r"an epithet|a word|the title|a title)\b(?! ?$)",
    re.I,
)


def without_markup(text: str) -> str:
    """Return a text without wiki and HTML markup."""
    if "<" in text or "&" in text:
        text = _TAG.sub(" ", html.unescape(text))
    if "[[" in text or "{{" in text or "''" in text:
        text = _STRESS.sub("", _LINK.sub(r"\1", _TEMPLATE.sub(" ", text)))
    return text


def is_out_of_use(text: str) -> bool:
    """Return whether a label says that the word is no longer, seldom, or only locally used in this sense."""
    if "[" not in text and "(" not in text:
        return False
    labels = _BRACKETS.findall(text)
    leading = text.lstrip()
    if leading.startswith("("):
        labels += _PARENTHESES.findall(leading.partition(")")[0] + ")")
    return any(_OUT_OF_USE.search(label) for label in labels)


def definition_of(text: str) -> str:
    """Return the definition in the text of a sense: its first sentence, without brackets, notes and examples."""
    for pattern in (_ANGLES, _BRACKETS, _PARENTHESES, _PARENTHESES):
        text = pattern.sub(" ", text)
    text = text.replace("{", "").replace("}", "")
    lead = None
    text = " ".join(text.split())
    while text != lead:
        lead, text = text, _LEAD.sub("", text, count=1) if _LEAD.match(text) else text
    text = _SENTENCE.split(text, maxsplit=1)[0]
    if end := _END.search(text):
        text = text[: end.start()]
    return text.strip(" .,;:-")


def alternatives(definition: str) -> list[str]:
    """Return the parts of a definition between semicolons, without introductory words."""
    found = []
    for text in definition.split(";"):
        text = text.strip(" .,:")
        while lead := _LEAD.match(text):
            text = text[lead.end() :].strip(" .,:")
        if _NOTE.match(text):
            break
        if aside := _ASIDE.search(text):
            text = text[: aside.start()].strip(" .,:-")
        found.append(text)
    return [text for text in found if text]
