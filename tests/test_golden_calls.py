"""Calls of the library: the transcripts in ``tests/golden/calls`` say, word for word, what they return or refuse.

Each runs in an empty folder, in which ``english`` is a packed model, ``fitted`` one with a fit, and ``write(name, text)`` makes a
file. Text in between is for the reader. ``make golden`` writes what the calls give anew; the change is then there to be reviewed.
"""

from __future__ import annotations

import os
from contextlib import redirect_stdout
from doctest import DocTestParser, Example
from io import StringIO
from pathlib import Path
from pprint import pformat
from typing import Any

import pytest

TRANSCRIPTS = sorted((Path(__file__).parent / "golden" / "calls").glob("*.txt"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_calls(path, tmp_path, monkeypatch, english_model, fitted_model, request):
    monkeypatch.chdir(tmp_path)
    os.symlink(english_model, "english")
    os.symlink(fitted_model, "fitted")
    written = path.read_text(encoding="utf-8")
    found = replayed(written)
    if request.config.getoption("--golden"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == written, "not what the calls give now: run `make golden` and look at what has changed"


def replayed(transcript: str) -> str:
    """Return the transcript with what its calls give now."""
    names: dict[str, Any] = {"write": write}
    return "".join(
        prompted(part.source) + outcome(part.source, names) if isinstance(part, Example) else part
        for part in DocTestParser().parse(transcript)
    )


def prompted(source: str) -> str:
    first, *others = source.splitlines()
    return "".join([f">>> {first}\n", *(f"... {line}".rstrip() + "\n" for line in others)])


def outcome(source: str, names: dict[str, Any]) -> str:
    """Run a statement; return what it gives or raises, as lines of text."""
    try:
        code = compile(source.strip(), "<call>", "eval")
    except SyntaxError:
        code = compile(source, "<call>", "exec")
    printed = StringIO()
    try:
        with redirect_stdout(printed):
            value = eval(code, names)
        shown = "" if value is None else value if isinstance(value, str) else pformat(value, width=120, sort_dicts=False)
    except Exception as error:
        shown = f"{type(error).__name__}: {error}"
    lines = f"{printed.getvalue()}{shown}".replace(f"{Path.cwd()}{os.sep}", "").splitlines()
    return "".join(f"{line or '<BLANKLINE>'}\n" for line in lines)


def write(name: str, text: str | bytes) -> None:
    """Make a file, and the folder it is in."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
