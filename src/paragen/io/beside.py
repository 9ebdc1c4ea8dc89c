"""Files parallel to the input, line by line, read in step with it."""

from __future__ import annotations

from paragen.base.errors import FormatError
from paragen.base.input_files import Lines

_REMEDY = "Line n of each file belongs to line n of the input: find where they go apart."


class LinesBeside(Lines):
    """A text file, plain or compressed, that has a line for each line of the input."""

    @property
    def where(self) -> str:
        """The name of the last line taken, for errors."""
        return f"{self.path}:{self.number}"

    def next(self) -> str:
        """Return the next line; raise FormatError if there is none."""
        lines = self.take(1)
        if not lines:
            raise FormatError(
                f"{self.path}:{self.number + 1}", f"the end of the file after {self.number} lines",
                "as many as the input has", _REMEDY,
            )  # fmt: skip
        return lines[0]

    def finish(self) -> None:
        """Raise FormatError if there are more lines than the input has."""
        before = self.number
        if self.take(1):
            found = "a line more than the input has"
            raise FormatError(f"{self.path}:{before + 1}", found, f"{before} lines as in standard input", _REMEDY)
