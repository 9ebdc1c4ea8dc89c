"""Starts this installation in a new interpreter."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

_CODE = "import sys, paragen; paragen.__path__[:] = {paths!r}; {code}"


def interpreter(code: str, arguments: Sequence[str] = ()) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs Python code which imports this very package, and its environment."""
    spec = find_spec(__name__.partition(".")[0])
    assert spec is not None and spec.origin is not None, "this package has a file"
    paths = [os.path.abspath(path) for path in spec.submodule_search_locations or ()]
    home = Path(os.path.abspath(spec.origin)).parent.parent
    search = os.pathsep.join(filter(None, [str(home), os.environ.get("PYTHONPATH")]))
    return [sys.executable, "-c", _CODE.format(paths=paths, code=code), *arguments], {**os.environ, "PYTHONPATH": search}


def end_of(code: int) -> str:
    """Describe how a process ended, given its return code as in `subprocess`."""
    return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"
