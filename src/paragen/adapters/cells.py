"""Paraphrases of the cells of a column, whose spans another column may label, for any library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from paragen.base.errors import ConfigError
from paragen.settings.request import Request
from paragen.spans.fields import Labels, Names

if TYPE_CHECKING:
    from paragen.decoder.settings import Bounds
    from paragen.paraphraser import Paraphraser


def rewritten(
    paraphraser: Paraphraser,
    cells: Sequence[Any],
    n: int,
    threads: int,
    where: Callable[[int], str],
    **bounds: Unpack[Bounds],
) -> Iterator[str | list[str] | None]:
    """Yield the paraphrase of each cell, or with ``n`` above 1 the list of its paraphrases, best first.

    Parameters
    ----------
    paraphraser : rewrites them.
    cells : texts, and None for nulls, which stay.
    n, threads, bounds : see :meth:`paragen.Paraphraser.pipe`.
    where : returns the name in errors of the cell at a position.

    Raises
    ------
    ConfigError : a cell that is not text, or a number out of range.
    """
    found = paraphraser.pipe(list(_requests(cells, where)), n, threads=threads, **bounds)
    for cell in cells:
        if cell is None:
            yield None
            continue
        texts = [paraphrase.text for paraphrase in next(found)]
        yield texts if n > 1 else texts[0]


def _requests(cells: Iterable[Any], where: Callable[[int], str]) -> Iterator[Request]:
    for k, cell in enumerate(cells):
        if cell is None:
            continue
        yield Request(checked_text(cell, where(k)), where=where(k))


def checked_text(cell: Any, where: str) -> str:
    """Return a cell; raise ConfigError if it is not text."""
    if not isinstance(cell, str):
        raise ConfigError(f"{where}: found {type(cell).__name__}, expected a text or null.")
    return cell


_KEPT = Names("text", kept=("spans",))
_MAPPED = Names("text", mapped=("spans",))


class Labelled(NamedTuple):
    """The paraphrase of a cell and its spans there; for several paraphrases, lists of both; for a null, nulls."""

    text: str | list[str] | None
    spans: Any


def rewritten_with_spans(
    paraphraser: Paraphraser,
    cells: Sequence[Any],
    spans: Sequence[Any],
    n: int,
    threads: int,
    where: Callable[[int], str],
    may_change: bool,
    **bounds: Unpack[Bounds],
) -> Iterator[Labelled]:
    """Yield for each cell its paraphrase and its spans, or with ``n`` above 1 the lists of these, best first.

    Parameters
    ----------
    paraphraser : rewrites them.
    cells : texts, and None for nulls, which stay.
    spans : the labels of each cell, in any form that ``--spans`` reads: lists of ``[begin, end, …]``, objects with begin and
        end, BIO tags; None for nothing. Tuples and arrays count as lists.
    may_change : whether the text of spans may change.
    n, threads, bounds : see :meth:`paragen.Paraphraser.pipe`.
    where : returns the name in errors of the cell at a position.

    Raises
    ------
    ConfigError : a cell that is not text, a null with spans, or a number out of range.
    FormatError : something that is not a span of its text.
    """
    if len(spans) != len(cells):
        raise ConfigError(f"spans: found {len(spans)} rows, expected {len(cells)}, as there are texts.")
    pairs = enumerate(zip(cells, map(as_lists, spans), strict=True))
    labels = [_labels(cell, given, where(k), may_change) for k, (cell, given) in pairs]
    requests = [Request(one.text, one.keep, where=where(k)) for k, one in enumerate(labels) if one is not None]
    found = paraphraser.pipe(requests, n, threads=threads, **bounds)
    for one in labels:
        if one is None:
            yield Labelled(None, None)
            continue
        paraphrases = next(found)
        texts, moved = [new.text for new in paraphrases], [one.fields(new)["spans"] for new in paraphrases]
        yield Labelled(texts, moved) if n > 1 else Labelled(texts[0], moved[0])


def _labels(cell: Any, spans: Any, where: str, may_change: bool) -> Labels | None:
    if cell is None:
        if spans:
            raise ConfigError(f"{where}: found spans of a null, expected a text that has them.")
        return None
    return Labels({"text": checked_text(cell, where), "spans": spans}, _MAPPED if may_change else _KEPT, where)


def as_lists(value: Any) -> Any:
    """Return data with lists where there are tuples or arrays, as JSON has them."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [as_lists(item) for item in value]
    if isinstance(value, dict):
        return {name: as_lists(item) for name, item in value.items()}
    return value
