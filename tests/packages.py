"""Packages that some tests need, imported when a test uses them: each worker collects all tests, and runs a part of them."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import pytest


def need(*names: str) -> None:
    """Skip a file of tests where a package is not installed."""
    for name in names:
        if find_spec(name) is None:
            pytest.skip(f"needs the package {name}", allow_module_level=True)


class Later:
    """A module that is imported when something of it is first asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self._name), name)
