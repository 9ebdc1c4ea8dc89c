"""Links of sentence pairs: as text, as files of one direction or made by hand have them, and the alignment error rate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.tables.bilingual.alignment.kernel import BadLink, giza, symmetrise
from paragen.tables.bilingual.bitext import Batch

_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


def parse_links(line: str, where: str, sizes: tuple[int, int] | None = None) -> list[tuple[int, int]]:
    """Return the links of a line.

    Parameters
    ----------
    where : the file and the line, for messages.
    sizes : how many tokens source and target have; None where that is not known.

    Raises
    ------
    FormatError : a link is malformed, or of a token that is not there.
    """
    found = []
    for field in line.split():
        if not (match := _LINK.fullmatch(field)):
            raise FormatError(where, repr(field[:60]), "links `i-j` of whole numbers from 0", "Write them with `paragen align`.")
        i, j = int(match[1]), int(match[2])
        if sizes is not None and (i >= sizes[0] or j >= sizes[1]):
            raise FormatError(
                where, f"the link {field}", f"source words below {sizes[0]} and target words below {sizes[1]}",
                "Was it aligned with other text, or text cut otherwise? English is cut by `paragen align --segment tgt=words`.",
            )
        found.append((i, j))
    return found


Links = frozenset[tuple[int, int]]

_GOLD = re.compile(r"([0-9]{1,9})([-p])([0-9]{1,9})")


@dataclass(frozen=True)
class Gold:
    """Human judgements of a sentence pair: sure links, and possible ones (which include the sure)."""

    sure: Links
    possible: Links


def read_gold(path: StrPath) -> list[Gold]:
    """Read hand-made alignments: a line a sentence pair, ``i-j`` for sure links and ``ipj`` for possible ones, from 1.

    Returns
    -------
    The links from 0, source-target.

    Raises
    ------
    FormatError : a link is malformed.
    """
    found = []
    for where, line in _numbered(path):
        sure, possible = set(), set()
        for token in line.split():
            match = _GOLD.fullmatch(token)
            if not match or match[1].strip("0") == "" or match[3].strip("0") == "":
                raise FormatError(where, repr(token[:60]), "sure links `i-j` and possible ones `ipj`, numbered from 1")
            link = int(match[1]) - 1, int(match[3]) - 1
            possible.add(link)
            if match[2] == "-":
                sure.add(link)
        found.append(Gold(frozenset(sure), frozenset(possible)))
    return found


def read_links(path: StrPath) -> list[Links]:
    """Read a file of links ``i-j`` from 0, a line a sentence pair."""
    return [frozenset(parse_links(line, where)) for where, line in _numbered(path)]


def _numbered(path: StrPath) -> list[tuple[str, str]]:
    with Lines(path) as lines:
        found: list[tuple[str, str]] = []
        while batch := lines.take(10_000):
            found += [(f"{lines.path}:{len(found) + k}", line) for k, line in enumerate(batch, 1)]
    return found


def alignment_error_rate(links: Iterable[Links], sure: Iterable[Links], possible: Iterable[Links]) -> float:
    """Return the alignment error rate of a text [ON03], from 0 (perfect) to 1.

    With A the links, S the sure and P the possible ones (S ⊆ P), AER = 1 - (|A ∩ S| + |A ∩ P|) / (|A| + |S|), the sums
    taken over the whole text.

    Parameters
    ----------
    links, sure, possible : sets of (source, target), one a sentence pair; a sure link counts as possible, too.

    Raises
    ------
    ValueError : they differ in number.
    """
    hits = total = 0
    for found, must, may in zip(links, sure, possible, strict=True):
        hits += len(found & must) + len(found & (may | must))
        total += len(found) + len(must)
    return 1 - hits / total if total else 0.0


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


def combine(batches: Iterator[Batch], forward: StrPath, backward: StrPath, heuristic: str) -> Iterator[tuple[Batch, Combined]]:
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
