"""Polars: the paraphrases of a Series or an expression."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, overload

from paragen.adapters.cells import rewritten
from paragen.base.packages import optional_package

if TYPE_CHECKING:
    import polars

    from paragen.paraphraser import Paraphraser
    from paragen.request import Bounds


@overload
def rewrite(
    paraphraser: Paraphraser, column: polars.Series, n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
) -> polars.Series: ...
@overload
def rewrite(
    paraphraser: Paraphraser, column: polars.Expr, n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
) -> polars.Expr: ...
def rewrite(
    paraphraser: Paraphraser, column: polars.Series | polars.Expr, n: int = 1, *, threads: int = 1, **bounds: Unpack[Bounds]
) -> polars.Series | polars.Expr:
    """Return the paraphrases of a column, with its name and nulls.

    Parameters
    ----------
    paraphraser : rewrites its texts.
    column : a Series, or an expression such as ``pl.col("text")``, of texts and nulls.
    n : how many of each. With 1 the texts are of type String; with more they are lists of it, best first, each with one text
        at least.
    threads, bounds : see :meth:`paragen.Paraphraser.pipe`.

    Raises
    ------
    ConfigError : a value that is neither a text nor null, named by its row (of an expression: in its batch), or a number out
        of range. Of an expression when it is computed.
    MissingPackageError : Polars is not installed.
    """
    pl: Any = optional_package("polars", "Rewriting a column", "polars")
    dtype = pl.String if n == 1 else pl.List(pl.String)
    if isinstance(column, pl.Expr):
        function = partial(_rewritten, paraphraser, n=n, threads=threads, dtype=dtype, **bounds)
        computed: polars.Expr = column.map_batches(function, return_dtype=dtype, is_elementwise=True)
        return computed
    if not isinstance(column, pl.Series):
        raise TypeError(f"column: expected a Series or an expression of Polars, not {type(column).__name__}")
    return _rewritten(paraphraser, column, n, threads, dtype, **bounds)


def _rewritten(
    paraphraser: Paraphraser, series: polars.Series, n: int, threads: int, dtype: Any, **bounds: Unpack[Bounds]
) -> polars.Series:
    import polars as pl

    def where(k: int) -> str:
        return f"column {series.name!r}, row {k}"

    found = rewritten(paraphraser, series.to_list(), n, threads, where, **bounds)
    return pl.Series(series.name, list(found), dtype=dtype)
