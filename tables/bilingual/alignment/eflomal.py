"""Runs the word aligner eflomal [OT16] as a program: it is GPL-3, and no part of this one."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from paragen.base.errors import MissingPackageError, ParagenError
from paragen.base.packages import install_hint
from paragen.base.threads import interrupts_held_back

PROGRAM = "eflomal-align"

# Logged as each model begins: sampling iterations, both directions.
_STAGE = re.compile(r"Aligning with model (\d) \((\d+) iterations\)")
_TRACEBACK = "Traceback (most recent call last):"
_WEIGHT = {"1": 1.0, "2": 1.2, "3": 1.5}  # seconds an iteration, about
# Spaces that eflomal, a Python program, would cut tokens at, or lines.
_SPACES = re.compile("[\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]")

Progress = Callable[[float], object]
"""Called with the fraction of the work that is done."""


class Directions(NamedTuple):
    """Files of links, source-target from 0: each target word to one source word; each source word to one target word."""

    forward: Path
    backward: Path


def find_program() -> str:
    """Return the path of eflomal-align, beside the interpreter or on PATH.

    Raises
    ------
    MissingPackageError : it is in neither place.
    """
    beside = Path(sys.executable).with_name(PROGRAM)
    if beside.is_file() and os.access(beside, os.X_OK):
        return os.fspath(beside)
    if found := shutil.which(PROGRAM):
        return found
    raise MissingPackageError(
        f"{PROGRAM} is not installed, the program that aligns words. Give alignments made by another program with --forward "
        f"and --backward. {install_hint('align')}"
    )


def protect(lines: str) -> str:
    """Return the text with spaces that are part of a token replaced, so that eflomal counts the same tokens."""
    return _SPACES.sub("_", lines)


def run_eflomal(program: str, folder: Path, source: Path, target: Path, progress: Progress | None = None) -> Directions:
    """Align two files, both directions in one run; what it writes stays in ``folder``.

    Raises
    ------
    ParagenError : eflomal failed; the message has its last line of output.
    """
    result = Directions(folder / "forward", folder / "backward")
    files = {"-s": source, "-t": target, "-f": result.forward, "-r": result.backward}
    names = [part for key, path in files.items() for part in (key, os.fspath(path))]
    command = [program, "-v", "--overwrite", "--model", "3", *names]
    environment = {**os.environ, "TMPDIR": os.fspath(folder), "PYTHONUNBUFFERED": "1"}
    output: deque[str] = deque(maxlen=50)
    with _Group(command, environment) as child:
        assert child.stderr is not None
        done = 0.0
        for raw in child.stderr:
            line = raw.decode("utf-8", "replace").strip()
            if line:
                output.append(line)
            if progress and (stage := _STAGE.match(line)):
                progress(min(done, 1.0))
                done += _share(stage[1])
        code = child.wait()
    if code < 0:
        raise ParagenError(f"{PROGRAM} was ended by signal {-code}. Is there enough memory?")
    if code or not all(path.exists() for path in result):
        message = _last_message(list(output))
        remedy = "Is there room for scratch files? Make some, or choose another folder with --temp."
        raise ParagenError(f"{PROGRAM} failed (code {code}): {message.rstrip('.')}. {remedy}")
    return result


def _last_message(output: list[str]) -> str:
    """Return the last line; if it only says that the aligner proper failed, the last line of that."""
    if output and "CalledProcessError" in output[-1] and _TRACEBACK in output:
        output = output[: output.index(_TRACEBACK)]
    return output[-1] if output else "it said nothing"


def _share(model: str) -> float:
    """The part of the work that a stage is: by default 1, 1 and 4 parts of iterations of the three models, twice."""
    parts = {"1": 1, "2": 1, "3": 4}
    total = 2 * sum(parts[each] * _WEIGHT[each] for each in parts)
    return parts.get(model, 0) * _WEIGHT.get(model, 0) / total


class _Group:
    """A child in a process group of its own, all of which is killed however the block is left."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._command, self._environment = command, environment
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> subprocess.Popen[bytes]:
        try:
            with interrupts_held_back():
                self._child = subprocess.Popen(
                    self._command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                    env=self._environment, start_new_session=True,
                )  # fmt: skip
            return self._child
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        if self._child is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child.pid, signal.SIGKILL)  # the aligner proper is a child of the program
        self._child.wait()
        if self._child.stderr:
            self._child.stderr.close()
