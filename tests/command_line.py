"""Runs ``paragen`` for tests: in this process, which is fast, or in one of its own, which can be interrupted."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, chdir, contextmanager
from pathlib import Path
from typing import IO

from paragen.base.errors import ParagenError
from paragen.cli import main
from paragen.recipes.step_process import Usage

PARAGEN = [sys.executable, "-m", "paragen"]


def paragen(*args: object, input: str | bytes = b"", cwd: str | os.PathLike[str] = ".") -> subprocess.CompletedProcess[str]:
    """Run a command line in this process."""
    words = list(map(str, args))
    with ExitStack() as stack:
        streams = [stack.enter_context(tempfile.TemporaryFile()) for _ in range(3)]
        streams[0].write(input.encode("utf-8", "surrogateescape") if isinstance(input, str) else input)
        streams[0].seek(0)
        with chdir(cwd), _standard_streams(streams), _handler(signal.SIGTERM):
            try:
                code = main(words)
            except SystemExit as ended:
                code = ended.code
        out, err = (_text(stream) for stream in streams[1:])
    return subprocess.CompletedProcess(["paragen", *words], code, out, err)


def shell(command: str, cwd: str | os.PathLike[str]) -> subprocess.CompletedProcess[str]:
    """Run a command of a shell: ``paragen …`` in this process, with its files and what is piped into it; all else by ``sh``."""
    before, pipe, last = command.rpartition("| paragen ")  # other pipes, and those in quotations, are for the shell
    if not pipe and not command.startswith("paragen "):
        return subprocess.run(["sh", "-euc", command], cwd=cwd, capture_output=True, text=True, check=False)
    words, files = shlex.split(last.removeprefix("paragen ")), {}
    while words[-2:-1] in (["<"], [">"]):
        *words, stream, file = words
        files[stream] = Path(cwd, file)
    data = subprocess.run(["sh", "-euc", before], cwd=cwd, stdout=subprocess.PIPE, check=True).stdout if pipe else b""
    done = paragen(*words, input=files["<"].read_bytes() if "<" in files else data, cwd=cwd)
    if ">" in files:
        files[">"].write_text(done.stdout, encoding="utf-8")
    return done


def statements(script: str) -> list[str]:
    """Return the commands of a script: lines, joined where a quotation or a backslash says that one goes on."""
    found = [""]
    for line in script.splitlines(keepends=True):
        found[-1] += line.removesuffix("\\\n")
        try:
            whole = not line.endswith("\\\n") and shlex.split(found[-1], comments=True) is not None
        except ValueError:  # within a quotation
            whole = False
        found += [""] if whole else []
    return [command for command in found if shlex.split(command, comments=True)]


def run_step(arguments: Sequence[str]) -> Usage:
    """Run a step of a build in this process, in the place of ``paragen.recipes.step_process.run_verb``."""
    done = paragen(*arguments)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    if done.returncode:
        raise ParagenError(f"`paragen {arguments[0]}` failed (exit code {done.returncode}).")
    return Usage(1.0, 1.0, 1 << 20)


def process(*args: object, seed: int | None = None, **options) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process of its own, which may have a seed for its hashes."""
    if seed is not None:
        options["env"] = {**os.environ, "PYTHONHASHSEED": str(seed)}
    return subprocess.run([*PARAGEN, *map(str, args)], capture_output=True, text=True, check=False, **options)


def started(*args: object, **options) -> subprocess.Popen[str]:
    """Start a command line in a process of its own."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([*PARAGEN, *map(str, args)], **(streams | options))


def wait_until(condition: Callable[[], object]) -> None:
    """Wait for something to come true; the time limit of the test ends what never does."""
    while not condition():
        time.sleep(0.02)


@contextmanager
def _standard_streams(streams: list[IO[bytes]]) -> Iterator[None]:
    """Let files stand for the standard streams, those of the operating system and those of Python."""
    saved, kept = [os.dup(number) for number in range(3)], (sys.stdin, sys.stdout, sys.stderr)
    for stream in kept[1:]:
        stream.flush()
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    try:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout, sys.stderr = (open(number, "w", encoding="utf-8", closefd=False) for number in (1, 2))  # noqa: SIM115
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdin, sys.stdout, sys.stderr = kept
        for number, copy in enumerate(saved):
            os.dup2(copy, number)
            os.close(copy)


@contextmanager
def _handler(number: int) -> Iterator[None]:
    """Put back the handler of a signal at the end."""
    handler = signal.getsignal(number)
    try:
        yield
    finally:
        signal.signal(number, handler)


def _text(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8", "surrogateescape")
