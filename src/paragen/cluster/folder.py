"""The folder of answers: what it was made with, which parts are done, and that only one run writes to it."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.output_files import atomic_file, sweep_folder
from paragen.cluster.counted import COUNTED
from paragen.cluster.parts import Part
from paragen.cluster.sections import SECTIONS

ABOUT = "_paragen.json"
_LOCK = ".paragen.lock"
_ELSEWHERE = "Choose another folder, or remove this one to begin anew."


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
    folder = Path(path)
    stamps = _stamps(parts, kind)
    if folder.exists() and not folder.is_dir():
        raise ConfigError(f"{folder}: found a file, expected a folder or none. Choose another name.")
    folder.mkdir(exist_ok=True)
    with _locked(folder):
        known = _known(folder, job)
        for name, stamp in stamps.items():
            _prepare(folder / name, name in known, known.get(name) == stamp)
        if not known:
            (folder / COUNTED).unlink(missing_ok=True)
            shutil.rmtree(folder / SECTIONS, ignore_errors=True)
        if known | stamps != known or not known:
            _save(folder, job, known | stamps)
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


def _known(folder: Path, job: str) -> dict[str, list[int]]:
    """Return the size and time of each part whose output is, or was to be, in the folder."""
    about = folder / ABOUT
    if not about.exists():
        others = sorted(name for name in os.listdir(folder) if name != _LOCK)
        if others:
            found = f"a folder with {', '.join(others[:3])}"
            raise ConfigError(f"{folder}: found {found}, expected an empty one, or one that was begun. Choose another.")
        return {}
    try:
        data = json.loads(about.read_text(encoding="utf-8"))
        before, parts = str(data["job"]), {str(name): list(map(int, stamp)) for name, stamp in data["parts"].items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FormatError(str(about), "other content", "what a run wrote", _ELSEWHERE) from None
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


def _save(folder: Path, job: str, stamps: dict[str, list[int]]) -> None:
    with atomic_file(folder / ABOUT, "w", encoding="utf-8") as file:
        json.dump({"job": job, "parts": dict(sorted(stamps.items()))}, file, ensure_ascii=False, indent=0)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; raise ConfigError if another process does."""
    path = folder / _LOCK
    handle = _lock(path)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _lock(path: Path) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), os.stat(path)):  # the previous owner removed it, and there may be a new one
                    return handle
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                return handle  # a file system without locks
            os.close(handle)
            raise ConfigError(f"{path.parent}: another run is writing there. Wait for it, or choose another folder.") from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
