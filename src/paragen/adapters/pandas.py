"""pandas: the paraphrases of a Series."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack, overload

from paragen.adapters.cells import rewritten
from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package

if TYPE_CHECKING:
    import pandas

    from paragen.decoder.settings import Bounds
    from paragen.paraphraser import Paraphraser


@overload
def rewrite(
    paraphraser: Paraphraser, series: pandas.Series, n: int = 1, *, spans: None = None, spans_may_change: bool = False,
    threads: int = 1, **bounds: Unpack[Bounds],
) -> pandas.Series: ...
@overload
def rewrite(
    paraphraser: Paraphraser, series: pandas.Series, n: int = 1, *, spans: pandas.Series, spans_may_change: bool = False,
    threads: int = 1, **bounds: Unpack[Bounds],
) -> pandas.DataFrame: ...
def rewrite(
    paraphraser: Paraphraser, series: pandas.Series, n: int = 1, *, spans: pandas.Series | None = None,
    spans_may_change: bool = False, threads: int = 1, **bounds: Unpack[Bounds],
) -> pandas.Series | pandas.DataFrame:
    """Return the paraphrases of a Series, with its index, name and nulls; with ``spans``, a frame of paraphrases and their spans.

    Parameters
    ----------
    paraphraser : rewrites its texts.
    series : texts and nulls of any kind.
    n : how many of each. With 1, a Series of texts, of the data type of ``series`` (of its categories, if it has any); with
        more, a Series of lists of at least one text, best first.
    spans : the spans of each text that stay, in any form that ``paragen decode --spans`` reads, or null. They are returned in
        the second column, with their offsets in the paraphrase; with ``n`` above 1, as a list for each paraphrase.
    spans_may_change : whether their text may change.
    threads, bounds : see :meth:`paragen.Paraphraser.pipe`.

    Raises
    ------
    ConfigError : a value that is neither a text nor null, named by its label, spans of other rows, or a number out of range.
    FormatError : something that is not a span of its text.
    MissingPackageError : pandas is not installed.
    """
    frames: Any = optional_package("pandas", "Rewriting a Series", "pandas")
    for name, one in (("series", series), ("spans", spans)):
        if not isinstance(one, frames.Series) and not (one is None and name == "spans"):
            raise TypeError(f"{name}: expected a Series of pandas, such as frame['text'], not {type(one).__name__}")
    nulls, values = series.isna().tolist(), series.tolist()
    cells = _cells(series)

    def where(k: int) -> str:
        return f"row {series.index[k : k + 1].tolist()[0]!r}"

    def column(found: Any) -> pandas.Series:
        results = [value if null else new for value, null, new in zip(values, nulls, found, strict=True)]
        dtype = getattr(series.dtype, "categories", series).dtype if n == 1 else object
        made: pandas.Series = frames.Series(results, index=series.index, name=series.name, dtype=dtype)
        return made

    if spans is None:
        return column(one.text for one in rewritten(paraphraser, cells, n, threads, where, **bounds))
    if not spans.index.equals(series.index):
        raise ConfigError("spans: found another index than that of the texts. Take both from one frame.")
    found = list(rewritten(paraphraser, cells, n, threads, where, _cells(spans), spans_may_change, **bounds))
    names = ("text" if series.name is None else series.name), ("spans" if spans.name is None else spans.name)
    if names[0] == names[1]:
        raise ConfigError(f"spans: found the name {names[1]!r}, which the texts have, expected another.")
    moved = frames.Series([one.spans for one in found], index=series.index, dtype=object)
    frame: pandas.DataFrame = frames.concat([column([one.text for one in found]), moved], axis=1, keys=names)
    return frame


def _cells(series: pandas.Series) -> list[Any]:
    """Return the values of a Series, with None for nulls."""
    return [None if null else value for value, null in zip(series.tolist(), series.isna().tolist(), strict=True)]
