"""docs/benchmarks.md and the picture of score against speed, from the figures of a run."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_INTRODUCTION = """\
# Benchmarks

`make bench` prints these figures on your machine; `make bench ARGS=--page` writes this page. All inputs are fixed or seeded.
Times are the minimum of repeated runs, with the median beside it. Each section names its machine, commit and versions.
"""

_CURVE_TITLE = "Score against speed"
_CURVE = """\
## Score against speed

{circumstances}

![Mean best score against BaseScore calls a sentence, paragen and Moses2](score-speed.svg)

1,500 sentences, two tables of 2,456,027 pairs in all, a 5-gram model; monotone, 20 options a phrase and table, floors 0. The
score is the mean model score of the best paraphrase: higher is a more thorough search. Speed is in a unit that travels from
machine to machine: the time of one Python call of `kenlm.Model.BaseScore` with the same language model, here {unit:.0f} ns,
measured in the same run. Moses2's figures are published ones, converted with the {moses_unit:.0f} ns of their machine.
*search*: words in, derivations out; *library*: `Paraphraser.pipe`, from text to paraphrases with their edits; *process*:
`paragen decode` from its start to its end. Moses2's are of the whole process, and belong beside the last.

| | mean best score | search | library | process | faster than Moses2 |
|---|---|---|---|---|---|
"""


def write_page(docs: Path, printed: dict[str, str], figures: dict[str, Any] | None) -> None:
    """Write the page, and the picture where there are figures for it; sections that were not measured now stay."""
    page = docs / "benchmarks.md"
    sections = {}
    if page.exists():
        for section in page.read_text(encoding="utf-8").split("\n## ")[1:]:
            sections[section.partition("\n")[0]] = f"## {section.rstrip()}\n"
    if figures and figures["unit"]:
        theirs = [(score, calls, name) for name, calls, score in figures["moses2"]]
        (docs / "score-speed.svg").write_text(picture(_points(figures), theirs), encoding="utf-8")
        sections[_CURVE_TITLE] = _curve(figures)
    for title, text in printed.items():
        sections[f"{title}, as printed"] = f"## {title}, as printed\n\n```\n{text.strip()}\n```\n"
    first = [_CURVE_TITLE] if _CURVE_TITLE in sections else []
    order = [*first, *(title for title in sections if title != _CURVE_TITLE)]
    page.write_text("\n".join([_INTRODUCTION, *(sections[title] for title in order)]), encoding="utf-8")


def _points(figures: dict[str, Any]) -> list[tuple[float, float, str]]:
    """Score, calls of the whole process, name."""
    return [(row["score"], min(row["process"]) / figures["unit"], row["name"]) for row in figures["curve"]]


def _curve(figures: dict[str, Any]) -> str:
    theirs = {name: (calls, score) for name, calls, score in figures["moses2"]}
    rows = []
    for row in figures["curve"]:
        calls = {way: min(row[way]) / figures["unit"] for way in ("search", "library", "process")}
        times = f"{theirs[row['name']][0] / calls['process']:.1f} times" if row["name"] in theirs else ""
        cells = [f"{row['score']:.4f}", *(f"{value:,.0f}" for value in calls.values()), times]
        rows.append(f"| paragen, {row['name']} | " + " | ".join(cells) + " |")
    rows += [f"| Moses2, {name} | {score:.4f} | | | {calls:,.0f} | |" for name, (calls, score) in theirs.items()]
    rows.append("")
    rows += [f"- {name}: {ratio:.2f}" for name, ratio in figures["ratios"].items()]
    rows.append(f"- peak memory of `paragen decode`: {figures['peak']:.0f} MiB\n")
    return _CURVE.format(circumstances=figures["circumstances"], unit=1e9 * figures["unit"], moses_unit=326) + "\n".join(rows)


WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 420, 80, 20, 30, 60
STYLE = """
    text { font: 13px -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #768390; }
    .small { font-size: 11px; }
    .axis { stroke: #768390; fill: none; }
    .grid { stroke: #768390; stroke-opacity: 0.25; }
    .ours { stroke: #2da44e; fill: none; stroke-width: 2; }
    .theirs { stroke: #bf8700; fill: none; stroke-width: 2; }
    .cube { stroke-dasharray: 5 4; }
    .point-ours { fill: #2da44e; }
    .point-theirs { fill: #bf8700; }
"""


def picture(ours: Sequence[tuple[float, float, str]], theirs: Sequence[tuple[float, float, str]]) -> str:
    """Return an SVG: calls a sentence (logarithmic) to the right, mean best score upwards; readable on light and dark."""
    scores = [row[0] for row in [*ours, *theirs]]
    calls = [row[1] for row in [*ours, *theirs]]
    low, high = math.floor(min(scores) * 5) / 5, math.ceil(max(scores) * 5) / 5
    first, last = math.log10(min(calls) / 1.4), math.log10(max(calls) * 1.4)

    def x(value: float) -> float:
        return LEFT + (math.log10(value) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def line(rows: Sequence[Any], kind: str) -> str:
        points = sorted((x(row[1]), y(row[0])) for row in rows)
        return f'<polyline class="{kind}" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>'

    def dots(rows: Sequence[Any], kind: str, above: bool) -> list[str]:
        made = []
        for score, call, name in rows:
            made.append(
                f'<circle class="point-{kind}" cx="{x(call):.1f}" cy="{y(score):.1f}" r="4"><title>{name}</title></circle>'
            )
            if (label := name.removeprefix("stack ")).isdigit():
                side = -8 if above else 17
                made.append(
                    f'<text class="small" x="{x(call):.1f}" y="{y(score) + side:.1f}" text-anchor="middle">{label}</text>'
                )
        return made

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">', f"<style>{STYLE}</style>"]
    for tick in (base * 10**power for power in range(2, 7) for base in (1, 2, 5)):
        if first <= math.log10(tick) <= last:
            parts.append(f'<path class="grid" d="M{x(tick):.1f} {TOP} V{HEIGHT - BOTTOM}"/>')
            parts.append(f'<text x="{x(tick):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tick:,}</text>')
    for step in range(round((high - low) * 5) + 1):
        value = low + step / 5
        parts.append(f'<path class="grid" d="M{LEFT} {y(value):.1f} H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.1f}</text>'.replace(">-", ">−"))
    stacks = [row for row in ours if row[2].removeprefix("stack ").isdigit()]
    parts += [line(stacks, "ours"), *dots(ours, "ours", True)]
    parts += [line([row for row in theirs if row[2].startswith("stack")], "theirs")]
    parts += [line([row for row in theirs if row[2].startswith("cube")], "theirs cube"), *dots(theirs, "theirs", False)]
    parts.append(f'<path class="axis" d="M{LEFT} {TOP} V{HEIGHT - BOTTOM} H{WIDTH - RIGHT}"/>')
    parts.append(f'<text x="{LEFT}" y="18">mean best score (labels: stack)</text>')
    parts.append(
        f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">BaseScore calls a sentence, whole process</text>'
    )
    legend = (("ours", "paragen"), ("theirs", "Moses2"), ("theirs cube", "Moses2, cube pruning"))
    for row, (kind, name) in enumerate(legend):
        height = HEIGHT - BOTTOM - 62 + 20 * row
        parts.append(
            f'<path class="{kind}" d="M{WIDTH - 200} {height} h30"/><text x="{WIDTH - 162}" y="{height + 4}">{name}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])
