"""Parsed sentences as CoNLL-U."""

from __future__ import annotations

import re

from paragen.tables.parses.pipeline import Parse, Word

_LINE = "\t".join(["{}"] * 10) + "\n"
_BREAKS = re.compile(r"[\t\n\r\0]")


def conllu_text(number: int, parse: Parse) -> str:
    """Return the sentences of a line; the ``sent_id`` is its number, followed by -1, -2 … where it has several."""
    parse = [sentence for sentence in parse if sentence]
    names = [str(number)] if len(parse) == 1 else [f"{number}-{part}" for part in range(1, len(parse) + 1)]
    return "".join(f"# sent_id = {name}\n{_lines(sentence)}\n" for name, sentence in zip(names, parse, strict=True))


def _lines(sentence: list[Word]) -> str:
    return "".join(
        _LINE.format(
            number, _field(word.form), _field(word.lemma), _field(word.upos), _field(word.xpos), "_", word.head,
            _field(word.relation), "_", "_",
        )
        for number, word in enumerate(sentence, 1)
    )  # fmt: skip


def _field(text: str) -> str:
    return _BREAKS.sub(" ", text) or "_"
