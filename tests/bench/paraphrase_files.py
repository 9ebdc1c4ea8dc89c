"""Some phrases' paraphrases out of a large table, without reading the others into Python."""

from __future__ import annotations

import os
from collections.abc import Iterable
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


def _table(path: Path) -> str:
    """Return SQL that gives the table's three columns."""
    files = os.fspath(path / "*.parquet" if path.is_dir() else path).replace("'", "''")
    return (_PARQUET if path.is_dir() or path.suffix == ".parquet" else _TEXT).format(files=files)
