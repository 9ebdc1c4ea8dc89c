"""docs/readings.svg: what strict readers accepted, against how much is edited; from readings.tsv.

    python tests/bench/readings.py
"""

from __future__ import annotations

from pathlib import Path

from common import wilson

HERE = Path(__file__).parent
STYLES = {
    "starter pack": ("tab:blue", "o", "full"), "starter pack with fits before": ("tab:blue", "s", "none"),
    "starter pack before ratings": ("tab:cyan", "o", "none"),
    "starter pack without patterns, other news": ("tab:blue", "o", "none"),
    "starter pack before it had a fit": ("tab:green", "D", "full"), "full model of mined tables": ("tab:orange", "s", "full"),
    "full model before ratings": ("tab:orange", "s", "none"), "WordNet's first synonyms": ("tab:gray", "v", "full"),
    "starter pack, while it was made": ("lightgray", ".", "full"),
}  # fmt: skip
"""By system its colour, marker and how that is filled."""
_PASSING = "starter pack, while it was made"  # of versions that are gone: points without interval and bound


def readings(path: Path) -> list[tuple[str, str, float, int, int]]:
    """Return of each reading the system, its least confidence, edits a line of the text, items, and how many were accepted."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [(name, least, float(share) * float(edits), int(n), int(k)) for name, least, share, edits, n, k in rows]


def draw(found: list[tuple[str, str, float, int, int]], destination: Path) -> None:
    """Write the picture."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "paragen", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.subplots()
        for name, (colour, marker, filled) in STYLES.items():
            points = [(edits, 100 * k / n, wilson(k, n)) for system, _, edits, n, k in found if system == name]
            x, y = [point[0] for point in points], [point[1] for point in points]
            ends = [[each - 100 * low for each, (_, _, (low, _)) in zip(y, points, strict=True)],
                    [100 * high - each for each, (_, _, (_, high)) in zip(y, points, strict=True)]]  # fmt: skip
            look = {"color": colour, "marker": marker, "fillstyle": filled, "linestyle": "", "capsize": 3}
            axes.errorbar(x, y, yerr=None if name == _PASSING else ends, label=name, **look)
        for name, least, edits, n, k in found:
            if least != "-" and name != _PASSING:
                axes.annotate(least, (edits, 100 * k / n), textcoords="offset points", xytext=(6, 4), fontsize=8)
        axes.set_xlabel("edits a line of news, edited or not")
        axes.set_ylabel("edited lines accepted, %")
        axes.set_ylim(0, 100)
        axes.legend(loc="lower left", frameon=False)
        figure.savefig(destination, format="svg", metadata={"Date": None})


if __name__ == "__main__":
    draw(readings(HERE / "readings.tsv"), HERE.parent.parent / "docs" / "readings.svg")
