"""What is installed: this package, its version, its files and interpreter, and optional packages."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from paragen.base.errors import MissingPackageError

__version__ = "0.1.0"
"""The program's version, which models and answers record."""
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
    import shlex

    named = _requirements(extra)
    if not named:  # the package alone was copied, as to a worker of Spark
        return f"Install what the extra {extra!r} of paragen names."
    absent = [requirement for requirement in named if not _installed(requirement)]
    return f"Install it: {_shown_interpreter()} -m pip install {shlex.join(absent or named)}"


def _requirements(extra: str) -> list[str]:
    """Return what an extra needs, by the installation or the checkout; nothing if there is neither."""
    import tomllib
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


def _shown_interpreter() -> str:
    """Return the interpreter that runs, as one would type it here."""
    import shlex
    import shutil

    beneath = os.path.relpath(sys.executable)
    if not beneath.startswith(os.pardir):
        return shlex.quote(beneath)
    return next((name for name in ("python", "python3") if shutil.which(name) == sys.executable), shlex.quote(sys.executable))


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a package: ``homes`` maps each name to its module, relative to the package."""

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return get


def package_folder(package: str) -> Path:
    """Return the folder of a package; in a checkout, the first of those it is spread over.

    Unlike `importlib.resources`, which takes longer to import than a sentence takes to decode, it knows installed folders only.
    """
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations, f"{package} is a package"
    return Path(spec.submodule_search_locations[0])


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
    import signal

    return f"exit code {code}" if code >= 0 else f"killed by {signal.Signals(-code).name}"
