"""Plots as files: the same numbers give the same bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.output_files import atomic_file
from paragen.base.packages import optional_package


@contextmanager
def plot(path: StrPath, width: float, height: float) -> Iterator[Any]:
    """Yield a matplotlib figure to draw on, sized in inches; then write it as SVG or PNG, depending on the file name.

    Raises
    ------
    MissingPackageError : matplotlib is not installed.
    """
    optional_package("matplotlib", f"{os.fspath(path)}: a plot", "tune")
    import matplotlib
    from matplotlib.figure import Figure

    kind = os.fspath(path).rpartition(".")[2].lower()
    with matplotlib.rc_context({"svg.hashsalt": "paragen", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(width, height), layout="constrained")
        yield figure
        with atomic_file(path) as file:
            figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else None, dpi=150)
