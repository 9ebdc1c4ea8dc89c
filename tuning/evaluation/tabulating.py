"""An evaluation as tables of text, which text and pages share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paragen.tuning.evaluation.ablation import Step
from paragen.tuning.evaluation.comparing import Difference
from paragen.tuning.evaluation.measuring import Figure, Measured
from paragen.tuning.evaluation.metrics import BY_NAME, METRICS, Metric
from paragen.tuning.evaluation.report import Report

_ABLATED = ("dcs", "occurrence_accuracy", "distinct_accuracy", "mean", "coverage")
_DIGITS = {"pser": 3, "mean": 4, "dcs": 0}
NONE = "–"


@dataclass(frozen=True)
class Table:
    """Rows of cells: the first column is of names, the others of numbers."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def tables(report: Report) -> list[Table]:
    """Return the tables of a report."""
    found = [_figures(report)]
    if report.domains:
        found.append(_domains(report))
    if report.ablation is not None:
        under = ", weights tuned for each" if report.ablation.retuned else ""
        found.append(_single(f"Each table by itself{under}", report.ablation.single))
        found.append(_added(f"Tables added, the most useful first{under}", report.ablation.added))
    return found


def _figures(report: Report) -> Table:
    figures = report.measured.figures
    rows = [[_metric(name).title, shown(name, each.value), _interval(name, each)] for name, each in figures.items()]
    if report.against is None:
        return Table("Figures", ["", "value", "95 % interval"], rows)
    other = report.against.measured.figures
    for row, name in zip(rows, figures, strict=True):
        difference = report.differences[name]
        row[2:] = [
            shown(name, other[name].value), shown(name, difference.value, sign=True), _interval(name, difference, sign=True),
            NONE if difference.p is None else f"{difference.p:.4f}",
        ]  # fmt: skip
    return Table("Figures, and those compared with", ["", "this", "other", "difference", "95 % interval", "p"], rows)


def _domains(report: Report) -> Table:
    names = [name for name in report.measured.figures if name not in ("pser", "unlabelled")]
    header = ["domain", "sentences", *(_metric(name).title for name in names)]
    parts = {"all": report.measured, **report.domains}
    rows = [[domain, str(len(part.table)), *_cells(part, names)] for domain, part in parts.items()]
    return Table("By domain", header, rows)


def _single(title: str, steps: Sequence[Step]) -> Table:
    names, header = _ablated(steps)
    rows = [[step.tables[0], *_cells(step.measured, names)] for step in steps]
    return Table(title, ["table", *header], rows)


def _added(title: str, steps: Sequence[Step]) -> Table:
    names, header = _ablated(steps)
    gained = [name for name in names if name in ("dcs", "occurrence_accuracy")]
    rows = []
    for step in steps:
        row = [("+ " if step.gain else "") + step.tables[-1], *_cells(step.measured, names)]
        for name in gained:
            gain = step.gain.get(name)
            row.append(NONE if gain is None else _cell(name, gain, sign=True))
        rows.append(row)
    header = ["tables", *header, *(f"gain, {_metric(name).title}" for name in gained)]
    return Table(title, header, rows)


def _ablated(steps: Sequence[Step]) -> tuple[list[str], list[str]]:
    known = steps[0].measured.names() if steps else []
    names = [name for name in _ABLATED if name in known]
    return names, [_metric(name).title for name in names]


def _cells(measured: Measured, names: Sequence[str]) -> list[str]:
    found = measured.figures
    return [_cell(name, found[name]) if name in found else NONE for name in names]


def _cell(name: str, each: Figure | Difference, sign: bool = False) -> str:
    return NONE if each.value is None else f"{shown(name, each.value, sign)} {_interval(name, each, sign)}"


def _metric(name: str) -> Metric:
    return METRICS[BY_NAME[name]]


def shown(name: str, value: float | None, sign: bool = False) -> str:
    """Return a figure as people read it."""
    if value is None:
        return NONE
    share = _metric(name).share
    number = f"{100 * value if share else value:+.{_DIGITS.get(name, 2)}f}"
    if (number[0] == "+" and not sign) or not float(number):
        number = number[1:]
    return f"{number}%" if share else number


def _interval(name: str, each: Figure | Difference, sign: bool = False) -> str:
    if each.low is None or each.high is None:
        return NONE
    low, high = shown(name, each.low, sign), shown(name, each.high, sign)
    return f"[{low.rstrip('%')}, {high.rstrip('%')}]"


def sentence(report: Report) -> str:
    """Return in a sentence what was evaluated on."""
    counts, settings = report.counts, report.measured.settings
    known = counts["correct"] + counts["incorrect"]
    parts = [f"{counts['sentences']} sentences, {settings.n_best}-best lists"]
    if known:
        parts.append(f"{counts['correct']} substitutes labelled correct and {counts['incorrect']} incorrect")
    if "rated" in counts:
        parts.append(f"{counts['rated']} sentences with labelled paraphrases")
    return "; ".join(parts)


def text(report: Report) -> str:
    """Return a report as text with aligned columns."""
    lines = [sentence(report), *report.warnings()]
    for table in tables(report):
        lines += ["", table.title, *aligned([table.header, *table.rows])]
    lines += ["", f"signature {report.signature}"]
    if report.against is not None:
        lines.append(f"other     {report.against.signature}")
    return "\n".join(lines) + "\n"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows of cells as lines with aligned columns."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    found = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        found.append("  ".join(cells).rstrip())
    return found
