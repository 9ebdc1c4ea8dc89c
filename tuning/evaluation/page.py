"""An evaluation as a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from paragen.tuning.evaluation.plot import plot
from paragen.tuning.evaluation.report import Report
from paragen.tuning.evaluation.tabulating import Table, sentence, tables

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
