"""Word sense by pivot [BC05 section 4.4]: what the foreign phrase that stands across from an English one means in English.

Paraphrases that translate into the same foreign phrase as the original does share its sense.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from paragen.base.errors import ConfigError, FormatError, first_line
from paragen.base.packages import optional_package
from paragen.tables.engine.files import check_columns, parquet_files
from paragen.tables.engine.interruptible import heeding
from paragen.tables.engine.statements import quoted
from paragen.text.tokenizer import Tokenizer

_PROBABILITIES = {"target": "p_target", "source": "p_source"}
"""The column that holds p(English phrase | foreign phrase), by the side that is English."""


class SenseTable:
    """A phrase table, asked for the English of foreign phrases; may be used from several threads at once.

    Parameters
    ----------
    path : the Parquet file that `paragen extract` made, or a folder of part files.
    side : the side of the table that is English, "target" or "source".
    tokenizer : cuts English phrases as the sentences are cut, so that they are equal where the words are.

    Raises
    ------
    ConfigError : no such side.
    FormatError : not Parquet, damaged, or without a column that is needed.
    MissingPackageError : duckdb or pyarrow is not installed.
    """

    def __init__(self, path: str | os.PathLike[str], side: str = "target", tokenizer: Tokenizer | None = None) -> None:
        if side not in _PROBABILITIES:
            raise ConfigError(f"side: found {side!r}, expected 'target' or 'source', the side of the table that is English.")
        self.path, self.side = os.fspath(path), side
        self._words = (tokenizer or Tokenizer()).words
        duckdb = optional_package("duckdb", f"{self.path}: looking up phrases", "bitext")
        _refuse_text(self.path)
        check_columns(self.path, ("source", "target"), (_PROBABILITIES[side],), "Make it with `paragen extract`.")
        self._error = duckdb.Error
        self._database = duckdb.connect()
        foreign = "source" if side == "target" else "target"
        files = ", ".join(map(quoted, parquet_files(self.path)))
        self._query = (
            f"SELECT {foreign}::VARCHAR, {side}::VARCHAR, {_PROBABILITIES[side]}::DOUBLE FROM read_parquet([{files}]) "
            f"WHERE {foreign}::VARCHAR IN (SELECT unnest(?)) ORDER BY 1, 2"
        )

    def __repr__(self) -> str:
        return f"SenseTable({self.path!r}, side={self.side!r})"

    def translations(self, phrases: Iterable[str]) -> dict[str, dict[str, float]]:
        """Return for each foreign phrase its English phrases and p(English | foreign); {} for one that is not there.

        Phrases are tokens separated by single spaces. English ones are lookup forms; where several of the table have the
        same, their probabilities add up.
        """
        found: dict[str, dict[str, float]] = {phrase: {} for phrase in phrases}
        wanted = list(filter(_is_text, found))
        if not wanted:
            return found
        try:
            cursor = self._database.cursor()
            rows = heeding(lambda: cursor.execute(self._query, [wanted]).fetchall(), cursor.interrupt)
        except self._error as error:
            reason = first_line(error)
            raise FormatError(self.path, f"a table that cannot be read ({reason})", "a phrase table") from None
        for foreign, english, probability in rows:
            if english is None or not (probability is not None and 0 < probability <= 1):
                shown = f"{foreign} ||| {english}"
                raise FormatError(
                    self.path, f"the probability {probability} of {shown!r}", "a number above 0 and at most 1",
                    "Make the table with `paragen extract`.",
                )
            form = " ".join(self._words(english))
            pairs = found[foreign]
            pairs[form] = min(1.0, pairs.get(form, 0.0) + probability)
        return found


def _is_text(phrase: str) -> bool:
    """Tell whether DuckDB takes a phrase: one that holds half a surrogate pair is in no table anyway."""
    try:
        phrase.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_text(path: str) -> None:
    """Say what to do with a phrase table in Moses' format."""
    if Path(path).is_dir():
        return
    with open(path, "rb") as file:
        head = file.read(4096)
    if b" ||| " in head or head.startswith(b"\x1f\x8b"):
        what = "text in Moses' format" if b" ||| " in head else "a gzip file"
        raise FormatError(path, what, "a phrase table in Parquet", "Make it with `paragen extract`.")
