"""Traces the Python files that a sentence passes through in ``paragen decode``, once the model is open.

    python tests/bench/walk.py [OPTION of decode…] < FILE

A stay is a run of functions of one file, each counted when it is first entered, so that loops count once; a return is a stay in a
file that had one before. The text is decoded twice and traced the second time, when all is imported.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from itertools import groupby
from typing import Any

from paragen.cli import main, texts


def walk(text: bytes, options: list[str]) -> list[tuple[str, str]]:
    """Return file and name of each function that answering a text enters, in the order in which they are first entered."""
    entered: dict[Any, tuple[str, str]] = {}
    answer = texts.answer

    def note(frame: Any, event: str, _: object) -> None:
        code, module = frame.f_code, frame.f_globals.get("__name__", "")
        if event == "call" and module.startswith("paragen.") and code.co_filename.endswith(".py"):
            package = code.co_filename.endswith("__init__.py")
            name = module.removeprefix("paragen.").replace(".", "/")
            entered.setdefault(code, (f"{name}/__init__.py" if package else f"{name}.py", code.co_name))

    def traced(*given: Any, **more: Any) -> None:
        entered.clear()
        sys.setprofile(note)
        try:
            answer(*given, **more)
        finally:
            sys.setprofile(None)

    texts.answer = traced
    for _ in range(2):
        sys.stdin = io.TextIOWrapper(io.BytesIO(text))
        with redirect_stdout(io.TextIOWrapper(io.BytesIO())):
            main(["decode", "--threads", "1", *options])
    return list(entered.values())


if __name__ == "__main__":
    found = walk(sys.stdin.buffer.read(), sys.argv[1:])
    stays = [(file, [name for _, name in entered]) for file, entered in groupby(found, lambda one: one[0])]
    for file, names in stays:
        print(f"{file:28} {', '.join(name for name in dict.fromkeys(names) if name[0] != '<')}")
    files = len({file for file, _ in stays})
    print(f"{len(stays)} stays in {files} files, {len(stays) - files} returns, {len(found)} functions")
