"""Traces the Python files that verbs which make files pass through, one verb after the other.

    python tests/bench/walk_builders.py ["VERB ARGUMENT…"]…

Without arguments: ``paragen align``, ``extract``, ``pivot`` and ``pack`` on a small bitext. A room is a file that a verb enters
once its arguments are read; stays and returns are counted as in walk.py. Each verb runs twice and is traced the second time, when
all is imported; what it writes is removed in between.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

import paragen
from paragen.cli import main

_PARTS = ("decoder", "lm", "resources", "tables", "tuning")  # folders of their own where the package is installed editable
_ROOTS = [(f"{path}{os.sep}", f"{part}/") for part in _PARTS for path in import_module(f"paragen.{part}").__path__]
_ROOTS.append((os.path.dirname(paragen.__file__) + os.sep, ""))
Entered = list[tuple[str, str]]


def file_of(path: str) -> str | None:
    """Return the name within the package of a file of it; None for one of another."""
    return next((prefix + path.removeprefix(root) for root, prefix in _ROOTS if path.startswith(root)), None)


@contextmanager
def tracing(entered: dict[Any, tuple[str, str]]) -> Iterator[None]:
    """Collect file and name of each function that a verb enters, in the order in which they are first entered."""
    invoke = click.Command.invoke

    def note(frame: Any, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code not in entered and (file := file_of(code.co_filename)):
            entered[code] = file, code.co_name

    def traced(command: click.Command, ctx: click.Context) -> Any:
        threading.setprofile(note)
        sys.setprofile(note)
        try:
            return invoke(command, ctx)
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    click.Command.invoke = traced  # type: ignore[method-assign]
    try:
        yield
    finally:
        click.Command.invoke = invoke  # type: ignore[method-assign]


def walk(commands: Sequence[Sequence[str]], made: Collection[str] = ()) -> list[Entered]:
    """Return what each of some verbs enters.

    Parameters
    ----------
    commands : their arguments; a verb may read what those before it have made.
    made : their last arguments that are files or folders to be made, which are removed before a verb runs again.
    """
    found = []
    for arguments in commands:
        entered: dict[Any, tuple[str, str]] = {}
        for traced in (False, True):
            if traced and arguments[-1] in made:
                remove(Path(arguments[-1]))
            with tracing(entered if traced else {}):
                code = main(list(arguments))
            if code:
                raise SystemExit(f"paragen {shlex.join(arguments)}: exit code {code}")
        found.append(list(entered.values()))
    return found


def remove(path: Path) -> None:
    """Remove a file or a folder."""
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)


def bitext(folder: Path) -> tuple[list[list[str]], list[str]]:
    """Write a small bitext; return the verbs that make a model of it, and what they make."""
    pairs = [("das große haus", "the big house"), ("das große haus", "the large house"), ("ein großes haus", "a big house"),
             ("ein großes haus", "a large house"), ("das große auto", "the large car")]  # fmt: skip
    names = ("de", "en", "forward", "links", "table.parquet", "pairs.txt", "lm.arpa", "model")
    de, en, forward, links, table, found, lm, model = (str(folder / name) for name in names)
    Path(de).write_text("".join(f"{one}\n" for one, _ in pairs))
    Path(en).write_text("".join(f"{other}\n" for _, other in pairs))
    Path(forward).write_text("0-0 1-1 2-2\n" * len(pairs))
    Path(lm).write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-0.7\t</s>\n\n\\end\\\n")
    verbs = [
        ["align", de, en, "--forward", forward, "--backward", forward, "-o", links],
        ["extract", de, en, links, "-o", table],
        ["pivot", table, "-o", found],
        ["pack", "--lm", lm, "--table", f"pivot={found}", "-o", model],
    ]
    return verbs, [links, table, found, model]


def report(commands: Sequence[Sequence[str]], walked: Sequence[Entered]) -> None:
    """Print the stays of each verb, and how many rooms all of them enter."""
    for arguments, entered in zip(commands, walked, strict=True):
        stays = [(file, [name for _, name in each]) for file, each in groupby(entered, lambda one: one[0])]
        files = len({file for file, _ in stays})
        print(f"{arguments[0]}: {len(stays)} stays in {files} files, {len(stays) - files} returns, {len(entered)} functions")
        for file, names in stays:
            print(f"  {file:40} {', '.join(name for name in dict.fromkeys(names) if name[0] != '<')}")
    print(f"{len({file for entered in walked for file, _ in entered})} rooms")


if __name__ == "__main__":
    with TemporaryDirectory() as temporary:
        verbs, made = ([shlex.split(each) for each in sys.argv[1:]], []) if sys.argv[1:] else bitext(Path(temporary))
        report(verbs, walk(verbs, made))
