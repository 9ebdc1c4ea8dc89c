"""The rounds of tuning, as data and as a plot."""

from __future__ import annotations

import json
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.output_files import atomic_file
from paragen.base.packages import optional_package
from paragen.base.plots import plot
from paragen.tuning.pser import Figures
from paragen.tuning.tune import Tuned


def curve(tuned: Tuned, held_out: tuple[Figures, Figures] | None = None) -> dict[str, Any]:
    """Return all rounds as plain data.

    Parameters
    ----------
    tuned : the result of tuning.
    held_out : the figures of cross-validation, under the initial weights and under tuned ones.
    """
    found: dict[str, Any] = {
        "start": tuned.start.to_dict(),
        "tuned": tuned.figures.to_dict(),
        "weights": tuned.weights,
        "searched": list(tuned.searched),
        "rounds": [each.to_dict() for each in tuned.rounds],
    }
    if held_out is not None:
        found["held_out"] = {"start": held_out[0].to_dict(), "tuned": held_out[1].to_dict()}
    return found


def write_curve(path: StrPath, data: dict[str, Any]) -> None:
    """Write what :func:`curve` returns as JSON, atomically."""
    with atomic_file(path) as file:
        file.write((json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode())


def check_plots() -> None:
    """Raise MissingPackageError if plots cannot be drawn."""
    optional_package("matplotlib", "plot", "tune")


def write_plot(path: StrPath, data: dict[str, Any]) -> None:
    """Draw what :func:`curve` returns, as SVG or PNG depending on the file name: PSER and #DCS by round, above the weights.

    Raises
    ------
    MissingPackageError : matplotlib is not installed.
    """
    rounds = data["rounds"]
    numbers = [each["round"] for each in rounds]
    with plot(path, 7, 6) as figure:
        from matplotlib.ticker import MaxNLocator

        above, below = figure.subplots(2, 1, sharex=True)
        _draw_figures(above, numbers, rounds)
        for name in data["searched"]:
            below.plot(numbers, [each["weights"][name] for each in rounds], marker=".", label=name)
        below.set_xlabel("round (0: the start)")
        below.set_ylabel("weight")
        below.xaxis.set_major_locator(MaxNLocator(integer=True))
        if data["searched"]:
            below.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), frameon=False)


def _draw_figures(axes: Any, numbers: list[int], rounds: list[dict[str, Any]]) -> None:
    axes.plot(numbers, [each["mean"] for each in rounds], color="tab:red", marker="o", label="when decoded")
    searched = [each for each in rounds if each["expected"] is not None]
    expected = [each["expected"] for each in searched]
    axes.plot([each["round"] for each in searched], expected, color="tab:red", linestyle=":", label="expected from the lists")
    best = [each for each in rounds if each["best"]]
    ring = {"linestyle": "", "marker": "o", "markersize": 10, "markerfacecolor": "none", "color": "black"}
    axes.plot([each["round"] for each in best], [each["mean"] for each in best], **ring, label="best so far")
    axes.set_ylabel("mean PSER", color="tab:red")
    other = axes.twinx()
    other.plot(numbers, [each["dcs"] for each in rounds], color="tab:blue", marker="s", linestyle="--")
    other.set_ylabel("#DCS", color="tab:blue")
    axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=3, frameon=False)
