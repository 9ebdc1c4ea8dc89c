"""Tagged sentences to learn parts of speech from: MASC, the Manually Annotated Sub-Corpus of the Open American National Corpus.

Penn tags, as NLTK distributes it (annotations CC BY 3.0 US, texts without restriction): written and spoken American English of
many kinds, half a million words.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from paragen.text.marks import marks
from paragen.text.tagger import Tagger
from paragen.text.tokenizer import lookup_form

TAGS = (
    "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNP NNPS NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ "
    "WDT WP WP$ WRB $ # . , : ( ) `` ''"
).split()
_ALIKE = {"...": ":", "-": ":", '"': "``", "'": "''", "_": ":"}
_NEGATION = "n't"

Tagged = tuple[list[str], bytes, list[str]]


def texts(path: Path) -> Iterator[tuple[str, list[list[tuple[str, str]]]]]:
    """Yield the name of each text and its sentences, lists of (token, tag)."""
    with zipfile.ZipFile(path) as archive:
        for name in sorted(archive.namelist()):
            if name.endswith(".txt") and "/" in name.removeprefix("masc_tagged/"):
                with io.TextIOWrapper(archive.open(name), "utf-8", "replace") as file:
                    yield name, [[_token(item) for item in line.split()] for line in file]


def _token(item: str) -> tuple[str, str]:
    token, _, tag = item.rpartition("_")
    return token, _ALIKE.get(tag, tag)


def sentence(tokens: list[tuple[str, str]]) -> Tagged | None:
    """Return lookup forms, marks and tags as the tokenizer would cut the sentence; None if a tag is not a Penn tag."""
    forms: list[str] = []
    names: list[str] = []
    for token, tag in tokens:
        if tag not in TAGS or not token:
            return None
        if token.lower().replace("’", "'") == _NEGATION and forms:
            forms[-1] += token  # "don't" is one word, with the tag of its verb
        else:
            forms.append({"-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"'}.get(token, token))
            names.append(tag)
    if not forms:
        return None
    text = " ".join(forms)
    spans, at = [], 0
    for form in forms:
        spans.append((at, at + len(form)))
        at += len(form) + 1
    return [lookup_form(form) for form in forms], marks(text, spans), names


def accuracy(tagger: Tagger, sentences: list[Tagged]) -> tuple[float, Counter[tuple[str, str]]]:
    """Return the share of words whose tag is right, and the mistakes, (right, found), by how often they are made."""
    right = total = 0
    mistakes: Counter[tuple[str, str]] = Counter()
    for words, how, names in sentences:
        for name, found in zip(names, tagger.tag(words, how), strict=True):
            right += name == found
            total += 1
            if name != found:
                mistakes[name, found] += 1
    return right / max(1, total), mistakes
