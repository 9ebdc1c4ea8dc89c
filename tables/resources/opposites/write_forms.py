"""Writes the forms of the words of the list: ``python -m paragen.tables.resources.opposites.write_forms``.

Run it after each change to the list. The forms are stored beside it, so that reading them does not need `lemminflect`.
"""

from __future__ import annotations

from pathlib import Path

from paragen.tables.resources.inflection.morphology import compared, lemmas_of
from paragen.tables.resources.inflection.morphology import forms as inflected
from paragen.text import opposites
from paragen.text.opposites import FORMS, entries

_TAGS = {"n": ("NNS",), "v": ("VBZ", "VBG", "VBD", "VBN")}
_HEAD = "# Forms of the words of opposites.tsv other than the base form; written by write_forms.py.\n"


def forms_of(part: str, word: str) -> list[str]:
    """Return the forms of a word other than its base form, sorted."""
    if part == "adj":
        found = [form for form in (compared(word, tag) for tag in ("JJR", "JJS")) if word in lemmas_of(form)]
    else:
        found = [form for tag in _TAGS.get(part, ()) for form in inflected(word, tag)]
    return sorted(set(found) - {"", word})


def lines() -> str:
    """Return the contents of the file: part of speech, word, forms."""
    words = {(part, word) for entry in entries() for part in entry.parts for group in entry.groups for word in group}
    found = ((part, word, forms_of(part, word)) for part, word in sorted(words))
    return _HEAD + "".join(f"{part}\t{word}\t{' '.join(forms)}\n" for part, word, forms in found if forms)


if __name__ == "__main__":
    Path(opposites.__file__).with_name(FORMS).write_text(lines(), encoding="utf-8")
