"""The unchanged text around a sentence in its file, for sentences that are not simply lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paragen.request import Span
from paragen.results import Paraphrase


@dataclass(frozen=True, slots=True)
class Frame:
    """The text around a sentence.

    Parameters
    ----------
    before, after : the text around it, up to the sentences before and after it, or the ends of its line.
    write : returns the text that stands for a paraphrase, such as a quoted cell.
    fields : returns the sentence and related values by name, for JSONL.
    keep, breaks : what must stay in it, and where sentences begin; see :class:`paragen.Request`.
    """

    before: str
    after: str
    write: Callable[[Paraphrase], str]
    fields: Callable[[], dict[str, Any]]
    keep: Sequence[Span] = ()
    breaks: Sequence[int] | None = None

    def around(self, paraphrase: Paraphrase) -> str:
        """Return a paraphrase in the frame of its sentence."""
        return f"{self.before}{self.write(paraphrase)}{self.after}"
