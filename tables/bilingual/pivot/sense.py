"""Word sense by pivot [BC05 section 4.4]: the English phrases that a foreign phrase translates into.

Paraphrases that translate into the same foreign phrase as the original share its sense.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, first_line
from paragen.base.input_files import PARQUET, read_head
from paragen.base.packages import optional_package
from paragen.tables.engine import quoted
from paragen.tables.engine.duck import interruptibly
from paragen.tables.engine.files import check_columns, parquet_files
from paragen.text import languages
from paragen.text.tokenizer import Tokenizer

_FOREIGN = {"target": "source", "source": "target"}
"""The side of a phrase table that is English -> the other one."""

_EXPECTED = "a phrase table in Parquet"
_REMEDY = "Make the table with `paragen extract`."


class PairProbabilities(NamedTuple):
    """The probabilities of an English and a foreign phrase that translate each other.

    Parameters
    ----------
    english : p(English phrase | foreign phrase).
    foreign : p(foreign phrase | English phrase).
    """

    english: float
    foreign: float


class SenseTable:
    """A phrase table, queried for the English of foreign phrases; may be used from several threads at once.

    It pickles as its path: other processes open it for themselves, once.

    Parameters
    ----------
    path : the Parquet file that `paragen extract` made, or a folder of part files.
    side : the side of the table that is English, "target" or "source".
    tokenizer : cuts English phrases as it cuts the sentences, so that equal words make equal phrases.

    Raises
    ------
    ConfigError : no such side.
    FormatError : not Parquet, damaged, or without a column that is needed.
    MissingPackageError : duckdb or pyarrow is not installed.
    """

    def __init__(self, path: StrPath, side: str = "target", tokenizer: Tokenizer | None = None) -> None:
        if side not in _FOREIGN:
            raise ConfigError(f"side: found {side!r}, expected 'target' or 'source', the side of the table that is English.")
        foreign = _FOREIGN[side]
        self.path, self.side = os.fspath(path), side
        self._location, self._tokenizer = os.path.abspath(path), tokenizer or Tokenizer()
        self._words = self._tokenizer.words
        duckdb = optional_package("duckdb", f"{self.path}: looking up phrases", "bitext")
        _refuse_text(self.path)
        if check_columns(self.path, ("source", "target"), ("p_source", "p_target"), _REMEDY, optional=("label",)):
            raise FormatError(self.path, "syntactic labels in the column label", f"{_EXPECTED} without them", _REMEDY)
        self._error = duckdb.Error
        self._database = duckdb.connect()
        files = ", ".join(map(quoted, parquet_files(self.path)))
        self._query = (
            f"SELECT {foreign}::VARCHAR, {side}::VARCHAR, p_{side}::DOUBLE, p_{foreign}::DOUBLE FROM read_parquet([{files}]) "
            f"WHERE {foreign}::VARCHAR IN (SELECT unnest(?)) ORDER BY 1, 2"
        )

    def __repr__(self) -> str:
        return f"SenseTable({self.path!r}, side={self.side!r})"

    def __reduce__(self) -> tuple[Callable[..., SenseTable], tuple[str, str, bool, str]]:
        return _reopened, (self._location, self.side, self._tokenizer.tokenized, self._tokenizer.language.code)

    def translations(self, phrases: Iterable[str]) -> dict[str, dict[str, PairProbabilities]]:
        """Return for each foreign phrase its English phrases and their probabilities; {} for one that the table does not have.

        Phrases are tokens separated by single spaces. English ones are lookup forms. Those with the same form count as one
        phrase e, as if extracted as such: p(e|f) is their sum, and p(f|e), as p(f) cancels out, is
        sum p(e|f) / sum (p(e|f) / p(f|e)) over those of them that translate f.
        """
        found: dict[str, dict[str, PairProbabilities]] = {phrase: {} for phrase in phrases}
        known = list(filter(_is_text, found))
        if not known:
            return found
        try:
            cursor = self._database.cursor()
            rows = interruptibly(lambda: cursor.execute(self._query, [known]).fetchall(), cursor.interrupt)
        except self._error as error:
            reason = first_line(error)
            raise FormatError(self.path, f"a table that cannot be read ({reason})", "a phrase table") from None
        for foreign, english, p_english, p_foreign in rows:
            if english is None or not all(p is not None and 0 < p <= 1 for p in (p_english, p_foreign)):
                raise FormatError(
                    self.path, f"the pair {foreign!r}, {english!r} with the probabilities {p_foreign} and {p_english}",
                    "two phrases, and numbers above 0 and at most 1", _REMEDY,
                )  # fmt: skip
            form = " ".join(self._words(english))
            pairs = found[foreign]
            pairs[form] = _merged(pairs.get(form), PairProbabilities(p_english, p_foreign))
        return found


@lru_cache(maxsize=8)
def _reopened(path: str, side: str, tokenized: bool, language: str) -> SenseTable:
    return SenseTable(path, side, Tokenizer(tokenized, languages.language(language)))


def _merged(one: PairProbabilities | None, other: PairProbabilities) -> PairProbabilities:
    """Return the probabilities of two English phrases that count as one."""
    if one is None:
        return other
    together = one.english + other.english
    return PairProbabilities(min(1.0, together), together / (one.english / one.foreign + other.english / other.foreign))


def _is_text(phrase: str) -> bool:
    """Return whether DuckDB accepts a phrase: one with half a surrogate pair is in no table anyway."""
    try:
        phrase.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse_text(path: str) -> None:
    """Raise FormatError for a phrase table in Moses' format."""
    if Path(path).is_dir():
        return
    if b" ||| " in read_head(path, _EXPECTED, (PARQUET,)):
        raise FormatError(path, "text in Moses' format", _EXPECTED, _REMEDY)
