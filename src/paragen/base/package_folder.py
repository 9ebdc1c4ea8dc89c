"""Where a package is installed, for the files that lie beside its modules."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def package_folder(package: str) -> Path:
    """Return the folder of a package; in a checkout, the first of those it is spread over.

    Unlike `importlib.resources`, which takes longer to import than a sentence takes to decode, it knows installed folders only.
    """
    spec = find_spec(package)
    assert spec is not None and spec.submodule_search_locations, f"{package} is a package"
    return Path(spec.submodule_search_locations[0])
