"""Large part files of lines, processed in sections: several processes share a file, and a restart keeps finished sections."""

from __future__ import annotations

import mmap
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from paragen.base.output_files import atomic_file
from paragen.cluster.counted import noted_counts
from paragen.cluster.parts import PARQUET, Part

SECTION = 16 << 20
"""Bytes of a section, extended to the end of its last line: some minutes of work."""
SECTIONS = "_paragen.sections"
_BLOCK = 1 << 20


def sections(part: Part) -> list[Part]:
    """Return the sections of a part in order, or only the part if it is small, compressed, unreadable or not a file of lines."""
    if part.size <= SECTION or part.packed or part.kind == PARQUET:
        return [part]
    with suppress(OSError, ValueError), open(part.path, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as data:
        begins = list(_begins(data))
        ends = [begin for begin, _ in begins[1:]]
        cut = zip(begins, [*ends, len(data)], strict=True)
        return [replace(part, size=end - begin, begin=begin, end=end, before=before) for (begin, before), end in cut]
    return [part]  # the error shows when it is processed


def _begins(data: mmap.mmap) -> Iterator[tuple[int, int]]:
    """Yield where each section begins, at the beginning of a line, and how many lines come before."""
    begin = lines = 0
    while True:
        yield begin, lines
        newline = data.find(b"\n", begin + SECTION - 1)
        if newline < 0 or newline + 1 == len(data):
            return
        blocks = range(begin, newline + 1, _BLOCK)
        lines += sum(data[at : min(at + _BLOCK, newline + 1)].count(b"\n") for at in blocks)
        begin = newline + 1


@dataclass
class Divided:
    """A part that is processed in sections.

    Attributes
    ----------
    part, output : the part, and the file for its answers.
    folder : holds the answers to the sections.
    outputs : the file for the answers to each section, in order.
    left : sections without answers that have not been tried in this run.
    broken : the error of each section that cannot be processed, by where it begins.
    counts : the counts of finished sections.
    counted : whether the counts are complete.
    """

    part: Part
    output: str
    folder: Path
    outputs: Mapping[Part, str]
    left: set[Part]
    broken: dict[int, Exception] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    counted: bool = True

    def join(self) -> None:
        """Write the answers to all sections, in order, to the output, and remove them."""
        with atomic_file(self.output) as file:
            for path in self.outputs.values():
                with open(path, "rb") as section:
                    shutil.copyfileobj(section, file, _BLOCK)
        shutil.rmtree(self.folder, ignore_errors=True)
        with suppress(OSError):  # as long as it has sections of other parts
            for parent in self.folder.parents:
                parent.rmdir()
                if parent.name == SECTIONS:
                    break


def divided(part: Part, output: str, folder: str, name: str) -> Divided | None:
    """Return a part in sections; None if it is processed as a whole.

    Parameters
    ----------
    folder : the folder of all answers; finished sections of an earlier run stay, unless the part has changed since.
    name : of the output in that folder.
    """
    found = sections(part)
    if len(found) == 1:
        return None
    place = Path(folder, SECTIONS, name)
    own = place / f"{part.size}-{part.changed}"
    for other in place.iterdir() if place.exists() else ():
        if other != own:
            shutil.rmtree(other, ignore_errors=True)
    own.mkdir(parents=True, exist_ok=True)
    outputs = {section: os.fspath(own / f"{section.begin:015}") for section in found}
    left = {section for section, path in outputs.items() if not os.path.exists(path)}
    there = [section_name(path, folder) for section, path in outputs.items() if section not in left]
    counts, unknown = noted_counts(folder, there)
    return Divided(part, output, own, outputs, left, counts=counts, counted=not unknown)


def section_name(path: str, folder: str) -> str:
    """Return the name of a section's answers within the folder of all answers."""
    return os.path.relpath(path, folder)
