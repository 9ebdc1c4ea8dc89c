"""Files of links in one direction: Pharaoh's `i-j` or Giza++'s A3, told apart by how they begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.tables.bilingual.alignment.kernel import BadLink, giza, symmetrise
from paragen.tables.bilingual.bitext import Batch

_EXPECTED = "links, a sentence pair a line (`0-0 1-2 …`), or a Giza++ A3 file; plain or compressed"
_A3 = b"# Sentence pair ("


@dataclass(frozen=True)
class Combined:
    """Symmetrised links of a batch: its lines, each ended by a line feed; how many links."""

    lines: bytes
    links: int


class LinkFile:
    """The links of one direction, some lines at a time.

    Parameters
    ----------
    path : a file of links, source-target from 0, or an A3 file.
    backward : in an A3 file, the source sentences were generated from the target sentences.
    """

    def __init__(self, path: StrPath, backward: bool) -> None:
        self._lines = Lines(path, _EXPECTED)
        self.path, self.backward = self._lines.path, backward
        self._each = 3 if self._lines.head.startswith(_A3) else 1

    def __enter__(self) -> LinkFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.__exit__()

    def take(self, source: bytes, target: bytes, first: int, count: int) -> bytes:
        """Return the links of the next ``count`` lines; the text is needed to check them.

        Raises
        ------
        FormatError : there are fewer lines, or an A3 file is malformed.
        """
        lines = self._lines.take(self._each * count)
        if len(lines) < self._each * count:
            number = self._lines.number
            raise FormatError(
                f"{self.path}:{number + 1}", f"the end of the file after {number} lines",
                f"at least {self._each * (first - 1 + count)}" + (", three a sentence pair" if self._each == 3 else ""),
                "Is the file cut, or of another text?",
            )  # fmt: skip
        text = "\n".join(lines).encode()
        if self._each == 1:
            return text
        try:
            return giza(source, target, text, count, first, self.backward)
        except BadLink as bad:
            raise self.explain(bad, 3 * (first - 1)) from None

    def end(self, count: int) -> None:
        """Raise FormatError if there are more lines than those of ``count`` sentence pairs."""
        if self._lines.take(1):
            self._lines.skip()
            raise FormatError(
                f"{self.path}:{self._each * count + 1}", f"{self._lines.number} lines",
                f"{self._each * count}, as the text has {count}", "Is the file of another text?",
            )  # fmt: skip

    def explain(self, bad: BadLink, before: int) -> FormatError:
        """Return the error for ``bad``, found in the lines after the first ``before``."""
        return FormatError(f"{self.path}:{before + bad.line + 1}", *_EXPLAIN[bad.flaw](bad))


_SWAPPED = "Are --forward and --backward swapped, or is the text tokenized otherwise?"
_TOKENS = "Is the text tokenized otherwise?"
_EXPLAIN: dict[str, Callable[[BadLink], tuple[str, str, str]]] = {
    "no link": lambda bad: (repr(bad.shown), "links `i-j` of whole numbers from 0, separated by spaces", ""),
    "out of range": lambda bad: (
        f"{bad.shown!r}", f"a link within {bad.found} source and {bad.expected} target tokens", _SWAPPED
    ),
    "no header": lambda bad: (repr(bad.shown), "`# Sentence pair (n) source length l target length m …`", "Was the file cut?"),
    "number": lambda bad: (
        f"sentence pair {bad.found}", f"{bad.expected}", "Put the parts of the file in order; leave no pair of the text out."
    ),
    "length": lambda bad: (f"a length of {bad.found} in {bad.shown!r}", f"{bad.expected}, as the text has", _SWAPPED),
    "sentence length": lambda bad: (f"{bad.found} tokens", f"{bad.expected}, as the text has", _TOKENS),
    "no words": lambda bad: (repr(bad.shown), "`NULL ({ … }) word ({ … }) …`", "Is this a Giza++ A3 file?"),
}  # fmt: skip


def combine(
    batches: Iterator[Batch], forward: StrPath, backward: StrPath, heuristic: str
) -> Iterator[tuple[Batch, Combined]]:
    """Yield each batch with the symmetrised links of both directions.

    Parameters
    ----------
    batches : the text.
    forward, backward : files of links, see `LinkFile`; Giza++'s forward file links each target word to one source word.
    heuristic : one of `HEURISTICS`.

    Raises
    ------
    FormatError : a link is malformed or out of range, or the files do not belong to the text.
    """
    count = 0
    with LinkFile(forward, False) as there, LinkFile(backward, True) as back:
        for batch in batches:
            n_lines, first = len(batch.source), batch.first_line
            source, target = ("\n".join(side).encode() for side in (batch.source, batch.target))
            links, mirrored = (file.take(source, target, first, n_lines) for file in (there, back))
            try:
                lines, n_links = symmetrise(source, target, links, mirrored, n_lines, heuristic)
            except BadLink as bad:
                raise (back if bad.backward else there).explain(bad, first - 1) from None
            yield batch, Combined(lines, n_links)
            count += n_lines
        there.end(count)
        back.end(count)
