"""Polars: the paraphrases of a Series or an expression."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Unpack, overload

from paragen.adapters.cells import rewritten
from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package

if TYPE_CHECKING:
    import polars

    from paragen.decoder.settings import Bounds
    from paragen.paraphraser import Paraphraser


@overload
def rewrite(
    paraphraser: Paraphraser, column: polars.Series, n: int = 1, *, spans: polars.Series | None = None,
    spans_may_change: bool = False, threads: int = 1, **bounds: Unpack[Bounds],
) -> polars.Series: ...
@overload
def rewrite(
    paraphraser: Paraphraser, column: polars.Expr, n: int = 1, *, spans: polars.Expr | None = None,
    spans_may_change: bool = False, threads: int = 1, **bounds: Unpack[Bounds],
) -> polars.Expr: ...
def rewrite(
    paraphraser: Paraphraser, column: polars.Series | polars.Expr, n: int = 1, *,
    spans: polars.Series | polars.Expr | None = None, spans_may_change: bool = False, threads: int = 1, **bounds: Unpack[Bounds],
) -> polars.Series | polars.Expr:
    """Return the paraphrases of a column, with its name and nulls; with ``spans``, structs of paraphrases and their spans.

    Parameters
    ----------
    paraphraser : rewrites its texts.
    column : a Series, or an expression such as ``pl.col("text")``, of texts and nulls.
    n : how many of each. With 1, the result is of type String; with more, of lists of at least one String, best first.
    spans : the spans of each text that stay, in any form that ``paragen decode --spans`` reads, or null; a Series or an
        expression, like ``column``. The result then has two fields with the names of both (``.struct.unnest()``): the texts,
        and the spans with their offsets in them; with ``n`` above 1, lists of both.
    spans_may_change : whether their text may change.
    threads, bounds : see :meth:`paragen.Paraphraser.pipe`.

    Raises
    ------
    ConfigError : a value that is neither a text nor null, named by its row (for an expression, in its batch), spans with the
        name of the texts, or a number out of range. An expression raises it when it is evaluated.
    FormatError : something that is not a span of its text.
    MissingPackageError : Polars is not installed.
    """
    pl: Any = optional_package("polars", "Rewriting a column", "polars")
    kind = pl.Expr if isinstance(column, pl.Expr) else pl.Series
    if not isinstance(column, kind):
        raise TypeError(f"column: expected a Series or an expression of Polars, not {type(column).__name__}")
    if spans is not None and not isinstance(spans, kind):
        raise TypeError(f"spans: expected a polars.{kind.__name__}, as the column is, not {type(spans).__name__}")
    text = pl.String if n == 1 else pl.List(pl.String)
    found: polars.Series | polars.Expr
    if spans is None:
        function = partial(_rewritten, paraphraser, n=n, threads=threads, dtype=text, **bounds)
        found = function(column) if kind is pl.Series else column.map_batches(function, return_dtype=text, is_elementwise=True)
        return found
    labelled = partial(_with_spans, paraphraser, n=n, threads=threads, may_change=spans_may_change, **bounds)
    if kind is pl.Series:
        found = labelled(_struct(column.alias(column.name or "text"), spans.alias(spans.name or "spans")))
        return found
    if not hasattr(pl, "struct_with_fields"):
        raise ConfigError(f"polars: found version {pl.__version__}, expected 1.32 or later for expressions with spans.")
    names = _names(column.meta.output_name(), spans.meta.output_name())
    label = pl.dtype_of(spans) if n == 1 else pl.dtype_of(spans).wrap_in_list()
    dtype = pl.struct_with_fields(dict(zip(names, (text, label), strict=True)))
    found = pl.struct(column, spans).map_batches(labelled, return_dtype=dtype, is_elementwise=True)
    return found


def _names(text: str, spans: str) -> tuple[str, str]:
    if text == spans:
        raise ConfigError(f"spans: found the name {spans!r}, which the texts have, expected another.")
    return text, spans


def _struct(column: polars.Series, spans: polars.Series) -> polars.Series:
    _names(column.name, spans.name)
    if len(column) != len(spans):
        raise ConfigError(f"spans: found {len(spans)} rows, expected {len(column)}, as there are texts.")
    return column.to_frame().with_columns(spans).to_struct()


def _rewritten(
    paraphraser: Paraphraser, series: polars.Series, n: int, threads: int, dtype: Any, **bounds: Unpack[Bounds]
) -> polars.Series:
    import polars as pl

    def where(k: int) -> str:
        return f"column {series.name!r}, row {k}"

    found = rewritten(paraphraser, series.to_list(), n, threads, where, **bounds)
    return pl.Series(series.name, [one.text for one in found], dtype=dtype)


def _with_spans(
    paraphraser: Paraphraser, both: polars.Series, n: int, threads: int, may_change: bool, **bounds: Unpack[Bounds]
) -> polars.Series:
    """Return structs of paraphrases and spans for structs of texts and spans."""
    import polars as pl

    column, spans = both.struct.unnest().get_columns()

    def where(k: int) -> str:
        return f"column {column.name!r}, row {k}"

    found = list(rewritten(paraphraser, column.to_list(), n, threads, where, spans.to_list(), may_change, **bounds))
    frame = pl.DataFrame({
        column.name: pl.Series([one.text for one in found], dtype=pl.String if n == 1 else pl.List(pl.String)),
        spans.name: pl.Series([one.spans for one in found], dtype=spans.dtype if n == 1 else pl.List(spans.dtype)),
    })  # fmt: skip
    return frame.to_struct(column.name)
