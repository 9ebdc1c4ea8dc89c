"""Paraphrases of the cells of a column, whose spans another column may label, for any library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from paragen.base.errors import ConfigError
from paragen.settings.request import Request
from paragen.spans.fields import Labels, Names

if TYPE_CHECKING:
    from paragen.decoder.settings import Bounds
    from paragen.paraphraser import Paraphraser


# By hand: narwhals (2.29, tried) takes no expressions of Polars, and its new Series have neither index nor categories of pandas.
_KEPT = Names("text", kept=("spans",))
_MAPPED = Names("text", mapped=("spans",))


class Rewritten(NamedTuple):
    """The paraphrase of a cell, and its spans there if it has any; for several paraphrases, lists of both; for a null, nulls."""

    text: str | list[str] | None
    spans: Any


def rewritten(
    paraphraser: Paraphraser, cells: Sequence[Any], n: int, threads: int, where: Callable[[int], str],
    spans: Sequence[Any] | None = None, may_change: bool = False, **bounds: Unpack[Bounds],
) -> Iterator[Rewritten]:  # fmt: skip
    """Yield for each cell its paraphrase and its spans, or with ``n`` above 1 the lists of these, best first.

    Parameters
    ----------
    paraphraser : rewrites them.
    cells : texts, and None for nulls, which stay.
    n, threads, bounds : see :meth:`paragen.Paraphraser.pipe`.
    where : returns the name in errors of the cell at a position.
    spans : the labels of each cell, in any form that ``--spans`` reads: lists of ``[begin, end, …]``, objects with begin and
        end, BIO tags; None for nothing. Tuples and arrays count as lists. None: no cell has any.
    may_change : whether the text of spans may change.

    Raises
    ------
    ConfigError : a cell that is not text, a null with spans, or a number out of range.
    FormatError : something that is not a span of its text.
    """
    if spans is not None and len(spans) != len(cells):
        raise ConfigError(f"spans: found {len(spans)} rows, expected {len(cells)}, as there are texts.")
    requests: list[Request] = []
    labels: list[Labels | None] = []
    for k, cell in enumerate(cells):
        given = None if spans is None else as_lists(spans[k])
        if cell is not None:
            record = {"text": checked_text(cell, where(k)), "spans": given}
            labels.append(None if spans is None else Labels(record, _MAPPED if may_change else _KEPT, where(k)))
            requests.append(Request(cell, labels[-1].keep if labels[-1] else (), where=where(k)))
        elif given:
            raise ConfigError(f"{where(k)}: found spans of a null, expected a text that has them.")
    found = zip(paraphraser.pipe(requests, n, threads=threads, **bounds), labels, strict=True)
    for cell in cells:
        if cell is None:
            yield Rewritten(None, None)
            continue
        paraphrases, label = next(found)
        texts = [new.text for new in paraphrases]
        moved = [label.fields(new)["spans"] if label else None for new in paraphrases]
        yield Rewritten(texts, moved) if n > 1 else Rewritten(texts[0], moved[0])


def checked_text(cell: Any, where: str) -> str:
    """Return a cell; raise ConfigError if it is not text."""
    if not isinstance(cell, str):
        raise ConfigError(f"{where}: found {type(cell).__name__}, expected a text or null.")
    return cell


def as_lists(value: Any) -> Any:
    """Return data with lists where there are tuples or arrays, as JSON has them."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [as_lists(item) for item in value]
    if isinstance(value, dict):
        return {name: as_lists(item) for name, item in value.items()}
    return value
