"""Optional packages: imported where they are needed, and how to install them where they are missing."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

from paragen.base.errors import MissingPackageError

DISTRIBUTION = "paragen-paraphraser"
"""What the installation is called; a distribution called paragen may be another project's."""


def optional_package(module: str, purpose: str, extra: str) -> Any:
    """Import a module of an optional package.

    Parameters
    ----------
    module : its name, such as ``pyarrow.parquet``.
    purpose : what needs it, and where: the beginning of the message.
    extra : the extra of paragen that installs the package.

    Raises
    ------
    MissingPackageError : it is not installed.
    """
    try:
        __import__(module)  # as an import statement does
    except ImportError:
        package = module.partition(".")[0]
        raise MissingPackageError(f"{purpose} needs the package {package}. {install_hint(extra)}") from None
    return sys.modules[module]


def install_hint(extra: str) -> str:
    """Return the sentence that says how to install what an extra needs.

    The command names the packages themselves and the interpreter that runs: so it works wherever paragen was installed from.
    """
    named = _requirements(extra)
    if not named:  # the package alone was copied, as to a worker of Spark
        return f"Install what the extra {extra!r} of paragen names."
    absent = [requirement for requirement in named if not _installed(requirement)]
    return f"Install it: {_interpreter()} -m pip install {shlex.join(absent or named)}"


def _requirements(extra: str) -> list[str]:
    """Return what an extra needs, by the installation or the checkout; nothing if there is neither."""
    from importlib.metadata import PackageNotFoundError, requires

    with suppress(PackageNotFoundError):
        marker = re.compile(rf"extra == ['\"]{re.escape(extra)}['\"]")
        return [line.partition(";")[0].strip() for line in requires(DISTRIBUTION) or () if marker.search(line)]
    with suppress(OSError, KeyError, tomllib.TOMLDecodeError):
        project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        if project["name"] == DISTRIBUTION:
            return list(project["optional-dependencies"][extra])
    return []


def _installed(requirement: str) -> bool:
    from importlib.metadata import PackageNotFoundError, version

    name = re.match(r"[\w.-]+", requirement)
    assert name is not None, requirement
    try:
        return bool(version(name[0]))
    except PackageNotFoundError:
        return False


def _interpreter() -> str:
    """Return the interpreter that runs, as one would type it here."""
    beneath = os.path.relpath(sys.executable)
    if not beneath.startswith(os.pardir):
        return shlex.quote(beneath)
    return next((name for name in ("python", "python3") if shutil.which(name) == sys.executable), shlex.quote(sys.executable))
