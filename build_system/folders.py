"""Where the packages are: the top-level folders are ``paragen.*``."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOTS = {
    "paragen": "src/paragen",
    "paragen.lm": "lm",
    "paragen.decoder": "decoder",
    "paragen.tables": "tables",
    "paragen.tuning": "tuning",
    "paragen.resources": "resources",
}
PACKAGES = {
    ".".join([package, *init.parent.relative_to(ROOT / folder).parts]): str(init.parent.relative_to(ROOT))
    for package, folder in ROOTS.items()
    for init in sorted((ROOT / folder).rglob("__init__.py"))
}

SANITIZE = os.environ.get("PARAGEN_SANITIZE") == "1"
KEPT = Path("build", "sanitize" if SANITIZE else "kept", f"{sys.implementation.cache_tag}-{sysconfig.get_platform()}")
"""What is made and kept, for each Python and kind of build apart, whatever folder setuptools builds in."""


def module_source(name: str) -> Path:
    """Return the source of a module written in Python, or the file that a compiled one is kept in."""
    if name in PACKAGES:
        return Path(PACKAGES[name], "__init__.py")
    package, _, stem = name.rpartition(".")
    source = Path(PACKAGES[package], f"{stem}.py")
    return source if source.is_file() else compiled_module(name)


def compiled_module(name: str) -> Path:
    """Return the file that a compiled module is kept in."""
    return KEPT / "modules" / (name.replace(".", os.sep) + sysconfig.get_config_var("EXT_SUFFIX"))
