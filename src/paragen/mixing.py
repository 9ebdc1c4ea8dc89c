"""Mixes word frequencies into a language model that is to know the words of tables."""

from __future__ import annotations

import os
from collections.abc import Sequence

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import FormatError
from paragen.base.lines import numbered_lines
from paragen.lm.mix import mix_files
from paragen.text.tokenizer import Tokenizer


def mix_with_tables(
    arpa: StrPath, frequencies: StrPath, destination: StrPath, *, tables: Sequence[StrPath] = (), share: float
) -> int:
    """Mix as `paragen.lm.mix.mix_files` does; ``tables`` are text tables whose words the model is to know."""
    check_destinations([destination], [arpa, frequencies, *tables])
    phrases = {phrase for path in tables for phrase in _phrases(path)}
    words = Tokenizer().words
    return mix_files(arpa, frequencies, destination, words={word for phrase in phrases for word in words(phrase)}, share=share)


def _phrases(path: StrPath) -> set[str]:
    """Return both sides of the pairs of a text table."""
    found: set[str] = set()
    expected = "a text table: lines `source ||| target ||| score`"
    for number, line in numbered_lines(path, expected):
        fields = line.split(" ||| ")
        if len(fields) < 3:
            raise FormatError(f"{os.fspath(path)}:{number}", f"{len(fields)} fields", expected)
        found.update(fields[:2])
    return found
