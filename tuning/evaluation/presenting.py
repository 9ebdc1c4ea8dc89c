"""An evaluation as text and as a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from paragen.base.columns import aligned
from paragen.tuning.evaluation.measuring import Figure, Measured
from paragen.tuning.evaluation.metrics import BY_NAME, METRICS, Metric
from paragen.tuning.evaluation.report import Ablation, Report, Step

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


def _cell(name: str, each: Figure, sign: bool = False) -> str:
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


def _interval(name: str, each: Figure, sign: bool = False) -> str:
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


_STYLE = """
body { font: 15px/1.5 sans-serif; color: #222; background: #fff; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
.wide { overflow-x: auto }
table { border-collapse: collapse }
th, td { padding: .25rem .8rem; text-align: right; white-space: nowrap }
tbody tr { border-bottom: 1px solid #ddd }
td { font-variant-numeric: tabular-nums }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
thead th { border-bottom: 2px solid #888 }
tbody th { font-weight: normal }
.problem { border-left: 4px solid #b5762a; padding-left: .8rem }
code { overflow-wrap: anywhere; font-size: .85rem }
svg { max-width: 100%; height: auto }
"""
_LEGEND = (
    "PSER: share of incorrect substitutes in the n-best lists, summed over sentences; a sentence without a labelled "
    "substitute counts as 1. #DCS: distinct correct substitutes. Accuracy by occurrence: correct among the labelled "
    "substitutes, each counted in every paraphrase; of distinct: each counted once. Coverage: sentences with a labelled "
    "substitute. Top-n: acceptable among the first n paraphrases as far as there are that many, and among n places; a "
    "sentence that stays unchanged counts as not acceptable. Errors: shares of the unacceptable paraphrases whose error was "
    "named. In brackets: 95 % intervals by the bootstrap over sentences. p: how probable a difference as great is if the two "
    "are the same, by approximate randomisation."
)


def page(report: Report) -> str:
    """Return a report as HTML without scripts, with nothing to load."""
    drawn = ""
    if report.ablation is not None:
        drawn = f'<h2>What each table is worth</h2><div class="wide">{plot(report.ablation)}</div>'
    signatures = [("", report.signature)]
    if report.against is not None:
        signatures.append(("Compared with:", report.against.signature))
    return document(sentence(report), report.warnings(), tables(report), _LEGEND, signatures, drawn)


def document(
    introduction: str, warnings: Sequence[str], found: Sequence[Table], legend: str, signatures: Sequence[tuple[str, str]],
    drawn: str = "",
) -> str:
    """Return an evaluation as HTML without scripts, with nothing to load.

    Parameters
    ----------
    introduction, warnings, legend : text.
    found : its tables.
    signatures : what the figures depend on: pairs of a lead-in text and a signature.
    drawn : more of its body, as HTML.
    """
    problems = "".join(f'<p class="problem">{escape(warning)}</p>' for warning in warnings)
    body = "".join(map(_table, found)) + drawn
    signed = "".join(
        f"<p>{escape(before)}</p>" * bool(before) + f"<p><code>{escape(signature)}</code></p>" for before, signature in signatures
    )
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src data:">'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">'
        f"<title>paragen: evaluation</title><style>{_STYLE}</style></head>\n"
        f"<body><h1>Evaluation</h1><p>{escape(introduction)}</p>{problems}{body}"
        f"<h2>Legend</h2><p>{escape(legend)}</p><h2>Signature</h2>{signed}</body></html>\n"
    )


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.header)
    rows = "".join(_row(row) for row in table.rows)
    return (
        f'<h2>{escape(table.title)}</h2><div class="wide"><table><thead><tr>{head}</tr></thead>\n'
        f"<tbody>{rows}</tbody></table></div>\n"
    )


def _row(row: Sequence[str]) -> str:
    cells = "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
    return f'<tr><th scope="row">{escape(row[0])}</th>{cells}</tr>\n'
