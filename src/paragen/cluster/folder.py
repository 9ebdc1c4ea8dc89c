"""The folder of answers: what it was made with, and which parts are done, and which sections of large ones.

A large file of lines is processed in sections: several processes share it, and a restart keeps those that are done.
"""

from __future__ import annotations

import mmap
import os
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.output_files import atomic_file, sweep_folder
from paragen.base.steps import LOCK, StepStore
from paragen.cluster.counts import COUNTED, noted_counts
from paragen.cluster.parts import PARQUET, Part

SECTION = 16 << 20
"""Bytes of a section, extended to the end of its last line: some minutes of work."""
SECTIONS = "_paragen.sections"
_BLOCK = 1 << 20
_RUN = "paragen"
_ELSEWHERE = "Choose another folder, or remove this one to start over."


@contextmanager
def output_folder(path: StrPath, job: str, parts: Sequence[Part], kind: str) -> Iterator[dict[Part, str]]:
    """Open the folder for answers, creating it if need be; yield the output file of each part that is still to be answered.

    A part is done if its output is there and the part has not changed since. Outputs of other parts stay.

    Parameters
    ----------
    path : the folder.
    job : everything that the answers depend on besides the parts: fields ``name:value`` separated by bars.
    parts : all part files.
    kind : of the output files; see `Part.output`.

    Raises
    ------
    ConfigError : another run writes there; or it was made with other options; or there are other files.
    """
    folder, steps = Path(path), StepStore(path, "_{}.json", _ELSEWHERE)
    stamps = _stamps(parts, kind)
    with steps.locked():
        known = _known(steps, job)
        for name, stamp in stamps.items():
            _prepare(folder / name, name in known, known.get(name) == stamp)
        if not known:
            (folder / COUNTED).unlink(missing_ok=True)
            shutil.rmtree(folder / SECTIONS, ignore_errors=True)
        if known | stamps != known or not known:
            steps.keep(_RUN, {"job": job, "parts": dict(sorted((known | stamps).items()))})
        sweep_folder(folder)
        outputs = {part: os.path.join(os.path.abspath(folder), part.output(kind)) for part in parts}
        try:
            yield {part: output for part, output in outputs.items() if not os.path.lexists(output)}
        finally:
            sweep_folder(folder, least_age=0)


def _stamps(parts: Sequence[Part], kind: str) -> dict[str, list[int]]:
    """Return the size and time of each part by the name of its output; raise ConfigError if two have the same name."""
    made: dict[str, Part] = {}
    for part in parts:
        name = part.output(kind)
        if other := made.get(name):
            raise ConfigError(f"{part.path}: found the output {name} that {other.path} has too, expected another. Rename it.")
        made[name] = part
    return {name: [part.size, part.changed] for name, part in made.items()}


def _prepare(output: Path, is_ours: bool, is_current: bool) -> None:
    """Make room for an output, removing one whose part has changed since."""
    output.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(output) and not is_ours:
        raise ConfigError(f"{output}: found a file that no run has made here, expected none. Move it away.")
    if not is_current:
        output.unlink(missing_ok=True)


def _known(steps: StepStore, job: str) -> dict[str, list[int]]:
    """Return the size and time of each part whose output is, or was to be, in the folder."""
    folder, data = steps.folder, steps.record(_RUN)
    if data is None:
        others = sorted(name for name in os.listdir(folder) if name != LOCK)
        if others:
            found = f"a folder with {', '.join(others[:3])}"
            raise ConfigError(f"{folder}: found {found}, expected an empty one, or one that was begun. Choose another.")
        return {}
    try:
        before, parts = str(data["job"]), {str(name): list(map(int, stamp)) for name, stamp in data["parts"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise steps.altered(_RUN) from None
    if before != job and not any(os.path.lexists(folder / name) for name in parts) and not _has_sections(folder):
        return {}  # nothing was made yet
    if before != job:
        raise ConfigError(f"{folder}: found answers made with {_different(before, job)}. {_ELSEWHERE}")
    return parts


def _has_sections(folder: Path) -> bool:
    return any(path.is_file() and not path.name.startswith(".") for path in (folder / SECTIONS).rglob("*"))


def _different(before: str, now: str) -> str:
    """Return the fields of an earlier job that differ from this one's, and their values now."""
    fields = [dict(field.partition(":")[::2] for field in job.split("|")) for job in (before, now)]
    names = [name for name in fields[0] | fields[1] if fields[0].get(name) != fields[1].get(name)]
    was, is_now = (", ".join(f"{name} {given.get(name, 'not given')}" for name in names) for given in fields)
    return f"{was}, expected {is_now}"


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
