"""The text around a sentence in its file, which comes back as it is, where a sentence is not simply a line."""

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
    write : makes of a paraphrase what stands in its place, such as a cell in quotation marks.
    fields : gives it and what else belongs to it by name, which goes along in JSONL.
    keep, breaks : what must stay in it, and where sentences begin; see :class:`paragen.Request`.
    """

    before: str
    after: str
    write: Callable[[Paraphrase], str]
    fields: Callable[[], dict[str, Any]]
    keep: Sequence[Span] = ()
    breaks: Sequence[int] | None = None

    def around(self, paraphrase: Paraphrase) -> str:
        """Return a paraphrase in the frame of its sentence, as it is written."""
        return f"{self.before}{self.write(paraphrase)}{self.after}"
