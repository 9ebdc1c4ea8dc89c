"""Some phrases' paraphrases out of a large table, without reading the others into Python."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

Paraphrases = dict[str, list[tuple[str, float]]]

_TEXT = """
    SELECT f[1] AS source, f[2] AS target, CAST(split_part(f[3], ' ', 1) AS DOUBLE) AS score
    FROM (
        SELECT split(line, ' ||| ') AS f
        FROM read_csv(
            '{files}', columns={{'line': 'VARCHAR'}}, delim=chr(1), quote='', escape='', header=false, auto_detect=false
        )
    )
"""
_PARQUET = "SELECT source, target, score FROM read_parquet('{files}')"
_WANTED = "SELECT source, target, score FROM ({table}) SEMI JOIN wanted USING (source) ORDER BY source, score DESC, target"


def read_paraphrases(path: Path, sources: Iterable[str]) -> tuple[int, Paraphrases]:
    """Read the paraphrases of some phrases.

    Parameters
    ----------
    path : Parquet (a file, or a folder of part files) with the columns source, target, score; or text, plain or in .gz,
        ``source ||| target ||| score``.
    sources : the phrases wanted.

    Returns
    -------
    The number of pairs in the whole table; and for each phrase that it has, the paraphrases with their scores, the
    highest first, equal ones in the order of their text.
    """
    import duckdb
    import pyarrow as pa  # type: ignore[import-untyped]

    wanted = pa.table({"source": sorted(set(sources))})
    with duckdb.connect() as database:
        database.register("wanted", wanted)
        table = _table(path)
        rows = database.execute(_WANTED.format(table=table)).fetchall()
        (count,) = database.execute(f"SELECT count(*) FROM ({table})").fetchone()  # type: ignore[misc]
    found: Paraphrases = {}
    for source, target, score in rows:
        found.setdefault(source, []).append((target, score))
    return count, found


_PROFILE = """
    SELECT count(*), count(DISTINCT source), avg(1 + length(source) - length(replace(source, ' ', ''))),
        avg(1 + length(target) - length(replace(target, ' ', ''))), min(score), median(score)
    FROM ({table})
"""
_DRAWN = """
    SELECT source, target, score FROM ({table})
    QUALIFY row_number() OVER (PARTITION BY source ORDER BY md5(concat('{seed}', source, ' ||| ', target))) = 1
    ORDER BY md5(concat('{seed}', source)) LIMIT {count}
"""


@dataclass(frozen=True)
class Profile:
    """Pairs and phrases of a table, the mean number of words of either side of its pairs, the lowest and the median score."""

    pairs: int
    phrases: int
    source_words: float
    target_words: float
    lowest: float
    median: float


def read_profile(path: Path) -> Profile:
    """Count what is in a table; see :func:`read_paraphrases` for ``path``."""
    import duckdb

    with duckdb.connect() as database:
        return Profile(*database.execute(_PROFILE.format(table=_table(path))).fetchone())  # type: ignore[misc]


def draw_pairs(path: Path, count: int, seed: int) -> list[tuple[str, str, float]]:
    """Return a random pair each of some random phrases, the same ones for the same seed."""
    import duckdb

    with duckdb.connect() as database:
        return database.execute(_DRAWN.format(table=_table(path), count=int(count), seed=int(seed))).fetchall()


def _table(path: Path) -> str:
    """Return SQL that gives the table's three columns."""
    files = os.fspath(path / "*.parquet" if path.is_dir() else path).replace("'", "''")
    return (_PARQUET if path.is_dir() or path.suffix == ".parquet" else _TEXT).format(files=files)
