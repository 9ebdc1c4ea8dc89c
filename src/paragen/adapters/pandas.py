"""pandas: the paraphrases of a Series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from paragen.adapters.cells import rewritten
from paragen.base.packages import optional_package

if TYPE_CHECKING:
    import pandas

    from paragen.paraphraser import Paraphraser
    from paragen.request import Bounds


def rewrite(
    paraphraser: Paraphraser, series: pandas.Series, n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
) -> pandas.Series:
    """Return the paraphrases of a Series, with its index, name and nulls.

    Parameters
    ----------
    paraphraser : rewrites its texts.
    series : texts and nulls of any kind.
    n : how many of each. With 1 a Series of texts, of the data type of ``series`` (of its categories, if it has some); with
        more a Series of lists, best first, each with one text at least.
    threads, bounds : see :meth:`paragen.Paraphraser.pipe`.

    Raises
    ------
    ConfigError : a value that is neither a text nor null, named by its label, or a number out of range.
    MissingPackageError : pandas is not installed.
    """
    frames: Any = optional_package("pandas", "Rewriting a Series", "pandas")
    if not isinstance(series, frames.Series):
        raise TypeError(f"series: expected a Series of pandas, such as frame['text'], not {type(series).__name__}")
    nulls, values = series.isna().tolist(), series.tolist()
    cells = [None if null else value for value, null in zip(values, nulls, strict=True)]

    def where(k: int) -> str:
        return f"row {series.index[k : k + 1].tolist()[0]!r}"

    found = rewritten(paraphraser, cells, n, threads, where, **bounds)
    results = [value if null else new for value, null, new in zip(values, nulls, found, strict=True)]
    dtype = getattr(series.dtype, "categories", series).dtype if n == 1 else object
    return frames.Series(results, index=series.index, name=series.name, dtype=dtype)
