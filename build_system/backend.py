"""The hooks that pip calls: setuptools', but that packages to build with are asked for only where there is something to build."""

from __future__ import annotations

from typing import Any

import kernels
import starter
import toolchain
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403

# Cython compiles the kernels; the others build the starter model with them.
NEEDED = ["cython>=3.3", "numpy>=1.26", "regex>=2023.0", "lemminflect==0.2.3", "click>=8.1", "tqdm>=4.60"]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Name what building a wheel needs; end with a message if the machine lacks something."""
    return _needed() + build_meta.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings: Any = None) -> list[str]:
    """Name what an editable installation needs, as for a wheel."""
    return _needed() + build_meta.get_requires_for_build_editable(config_settings)


def _needed() -> list[str]:
    toolchain.check()
    kept = all(kernel.stamp.holds() for kernel in kernels.kernels()) and (starter.LEFT_OUT or starter.STAMP.holds())
    return [] if kept else NEEDED
