"""A picture of what tables are worth, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from paragen.tuning.evaluation.ablation import Ablation, Step
from paragen.tuning.evaluation.measuring import Figure
from paragen.tuning.evaluation.tabulating import shown

_WIDTH, _LEFT, _BAR, _GAP, _ROW = 760, 170, 220, 75, 30
_COLOURS = {"dcs": "#3b6ea5", "occurrence_accuracy": "#b5762a"}
_TITLES = {"dcs": "distinct correct substitutes (#DCS)", "occurrence_accuracy": "accuracy by occurrence"}


def plot(ablation: Ablation) -> str:
    """Return an SVG of #DCS and accuracy, with 95 % intervals: of each table by itself, and of tables added one by one.

    Both groups share their scales, which begin at 0.
    """
    groups = [
        ("each by itself", [(step.tables[-1], step) for step in ablation.single]),
        ("added one by one", [(f"+ {step.tables[-1]}" if i else step.tables[-1], step) for i, step in enumerate(ablation.added)]),
    ]
    steps = [step for _, rows in groups for _, step in rows]
    parts, y = [], 50
    for title, rows in groups:
        parts.append(f'<text x="0" y="{y}" class="group">{title}</text>')
        y += 8
        for label, step in rows:
            parts.append(f'<text x="{_LEFT - 10}" y="{y + 18}" text-anchor="end">{escape(_shortened(label))}</text>')
            parts += [_bar(name, step, steps, _LEFT + i * (_BAR + _GAP), y) for i, name in enumerate(_TITLES)]
            y += _ROW
        y += 32
    head = "".join(
        f'<text x="{_LEFT + i * (_BAR + _GAP)}" y="20" class="group">{title}</text>' for i, title in enumerate(_TITLES.values())
    )
    style = "text{font:13px sans-serif;fill:#222}.group{font-weight:bold}"
    name = "What each table is worth"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y - 20}" width="{_WIDTH}" height="{y - 20}" role="img">'
        f'<title>{name}</title><style>{style}</style><rect width="100%" height="100%" fill="#fff"/>{head}{"".join(parts)}</svg>\n'
    )


def _bar(name: str, step: Step, steps: Sequence[Step], x: int, y: int) -> str:
    """Draw a figure as a bar, its interval as a whisker, and its value."""
    figure = step.measured.figures.get(name)
    if figure is None or figure.value is None:
        return ""
    scale = _BAR / (1.0 if name == "occurrence_accuracy" else max(_top(each.measured.figures.get(name)) for each in steps) or 1.0)
    middle = y + 14
    low, high = (scale * (figure.value if end is None else end) for end in (figure.low, figure.high))
    whisker = f"M{x + low:.1f} {middle}H{x + high:.1f}M{x + low:.1f} {middle - 4}v8M{x + high:.1f} {middle - 4}v8"
    return (
        f'<rect x="{x}" y="{y + 4}" width="{scale * figure.value:.1f}" height="20" fill="{_COLOURS[name]}" fill-opacity=".55"/>'
        f'<path d="{whisker}" stroke="#222" fill="none"/>'
        f'<text x="{x + max(high, scale * figure.value) + 6:.1f}" y="{y + 18}">{shown(name, figure.value)}</text>'
    )


def _top(figure: Figure | None) -> float:
    return 0.0 if figure is None else max(figure.value or 0.0, figure.high or 0.0)


def _shortened(label: str) -> str:
    return label if len(label) <= 24 else f"{label[:23]}…"
