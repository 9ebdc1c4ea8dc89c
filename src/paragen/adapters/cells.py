"""Paraphrases of the cells of a column, for any library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from paragen.base.errors import ConfigError
from paragen.settings.request import Request

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser
    from paragen.settings.request import Bounds


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
