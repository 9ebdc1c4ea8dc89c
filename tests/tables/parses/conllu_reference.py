"""CoNLL-U read slowly and readably."""

from __future__ import annotations

from typing import NamedTuple

from paragen.text.tokenizer import lookup_form


class Sentence(NamedTuple):
    """Rows are form, lemma, xpos, upos, relation, head (from 0; -1 for the root)."""

    unit: int
    rows: list[tuple[str, str, str, str, str, int]]


def read(text: str) -> list[Sentence]:
    """Return the sentences of sound CoNLL-U."""
    found: list[tuple[str, list]] = []
    for block in text.replace("\r\n", "\n").split("\n\n"):
        name, rows = "", []
        for line in block.strip("\n").split("\n"):
            if line.startswith("# sent_id ="):
                name = line.partition("=")[2].strip()
            elif line and not line.startswith("#"):
                number, form, lemma, upos, xpos, _, head, relation, _, _ = line.split("\t")
                if number.isdigit():
                    rows.append((lookup_form(form), lookup_form(lemma), xpos, upos, relation, int(head) - 1))
        if rows:
            found.append((name, rows))
    numbered = bool(found) and found[0][0].partition("-")[0].isdigit()
    return [
        Sentence(int(name.partition("-")[0]) if numbered else place, rows) for place, (name, rows) in enumerate(found, 1)
    ]
