"""What inputs are made of: lines, with the text around them, in batches as they arrive; and what reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from paragen.results import Paraphrase
    from paragen.settings.request import Span


class Frame(NamedTuple):
    """The text around a sentence.

    Parameters
    ----------
    before, after : the text around it, up to the sentences before and after it, or the ends of its line.
    write : returns the text that stands for a paraphrase, such as a quoted cell.
    fields : returns the sentence and related values by name, for JSONL.
    keep, breaks, context : what must stay in it, where sentences begin, and the text before and after it that is read; see
        :class:`paragen.Request`.
    """

    before: str
    after: str
    write: Callable[[Paraphrase], str]
    fields: Callable[[], dict[str, Any]]
    keep: Sequence[Span] = ()
    breaks: Sequence[int] | None = None
    context: tuple[str, str] = ("", "")

    def around(self, paraphrase: Paraphrase) -> str:
        """Return a paraphrase in the frame of its sentence."""
        return f"{self.before}{self.write(paraphrase)}{self.after}"


class Line(NamedTuple):
    """A line without its end.

    Parameters
    ----------
    number : counts from 1, over all inputs that are answered together.
    text : without its end.
    end : its line end, "" for a last line without one.
    name, row : its input, and its number there, from 1.
    frame : the text around it, if it is only a part of a line; ``end`` follows that.
    """

    number: int
    text: str
    end: str
    name: str
    row: int
    frame: Frame | None = None

    @property
    def size(self) -> int:
        """Its size in its input, in bytes."""
        parts = (self.frame.before, self.text, self.frame.after, self.end) if self.frame else (self.text, self.end)
        return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)

    @property
    def where(self) -> str:
        """Its name in errors."""
        return f"{self.name}:{self.row}"


class Batch(NamedTuple):
    """Sentences that have arrived together, and the text before them that holds none, such as the header of a table."""

    lines: list[Line]
    heading: str = ""


class Reader(Protocol):
    """Turns lines into records."""

    def read(self, line: Line) -> Any:
        """Return the record of a line; raise ParagenError for one that cannot be read."""

    def finish(self) -> None:
        """Raise ParagenError if there should have been more lines."""


class Form(Protocol):
    """Reads the sentences of an input."""

    def batches(self, given: Any, errors: str, before: int) -> Iterator[Batch]:
        """Yield the sentences of an input as they arrive.

        Parameters
        ----------
        given : the input, a :class:`paragen.io.source.Input`.
        errors, before : see :func:`paragen.io.source.arriving_lines`.
        """
