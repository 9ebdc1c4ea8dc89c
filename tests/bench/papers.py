"""The table of all figures in docs/papers.md: the paper's, ours, how they are obtained, and at which commit.

    python tests/bench/papers.py measure z08=z08.steps bc05=bc05.steps cb08=cb08.steps z09=z09.steps mm12=mm12.steps
    python tests/bench/papers.py page

`measure` takes what needs no reader from folders of `paragen build`, and puts it into papers.tsv, with the commit. Figures
of readers are put there by hand, with the number of items and the commit of what was read. `page` writes the table; figures that
were obtained at another commit than the last measured ones are marked.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path

from common import ROOT, commit

FIGURES = Path(__file__).with_name("papers.tsv")
PAGE = ROOT / "docs" / "papers.md"
BEGIN, END = "<!-- figures: tests/bench/papers.py -->\n", "<!-- end of figures -->\n"
_PAIRS = "SELECT count(*), count(DISTINCT source) FROM '{file}'"
_PIECES = """
    SELECT count(*), count(DISTINCT source), 100 * avg(piece::INT), 100 * avg(piece::INT) FILTER (place = 1)
    FROM (
        SELECT source, row_number() OVER (PARTITION BY source ORDER BY score DESC, target) AS place,
            contains(' ' || source || ' ', ' ' || target || ' ') OR contains(' ' || target || ' ', ' ' || source || ' ') AS piece
        FROM '{file}' WHERE {condition})"""
"""Pairs, phrases, and percent of pairs, and of best pairs, of which one contains the other [CB08 section 3]."""


@dataclass(frozen=True)
class Figure:
    """A figure of a paper, and ours.

    Parameters
    ----------
    key : ``paper/table/what``, by which a measurement finds it; of figures of readers, what is unique.
    what : for people.
    paper, ours : the two; ours with its interval, if it is of readers.
    items : how many were read; "": it is measured.
    commit : of what was measured or read; "": not yet.
    command : what makes it.
    """

    key: str
    what: str
    paper: str
    ours: str
    items: str
    commit: str
    command: str


def read_figures(path: Path = FIGURES) -> list[Figure]:
    with open(path, encoding="utf-8", newline="") as file:
        return [Figure(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def write_figures(figures: list[Figure], path: Path = FIGURES) -> None:
    names = [field.name for field in fields(Figure)]
    rows = ["\t".join(getattr(figure, name) for name in names) for figure in figures]
    path.write_text("\n".join(["\t".join(names), *rows, ""]), encoding="utf-8")


def measured(paper: str, steps: Path) -> Iterator[tuple[str, str]]:
    """Yield the keys and the values of a paper's figures, of the tables that its recipe made."""
    import duckdb

    for file in sorted(steps.glob("*.parquet")):
        columns = set(duckdb.sql(f"SELECT * FROM '{file}' LIMIT 0").columns)
        key = f"{paper}/{file.stem}"
        if not {"source", "target", "score"} <= columns:
            continue  # of a step in between
        if paper == "cb08":
            condition = "label = ''" if "label" in columns else "true"
            pairs, phrases, pieces, of_best = duckdb.sql(_PIECES.format(file=file, condition=condition)).fetchall()[0]
            yield f"{key}/pieces", f"{pieces:.1f}"
            yield f"{key}/pieces of the best", f"{of_best:.1f}"
        else:
            pairs, phrases = duckdb.sql(_PAIRS.format(file=file)).fetchall()[0]
        yield f"{key}/pairs", f"{pairs:,}"
        yield f"{key}/phrases", f"{phrases:,}"


def taken(figures: list[Figure], found: Mapping[str, str], at: str) -> list[Figure]:
    """Return the figures with those that were measured now; raise SystemExit if none is among them."""
    if not found.keys() & {figure.key for figure in figures}:
        sys.exit(f"none of {', '.join(sorted(found)) or 'nothing'} is a figure of {FIGURES.name}")
    return [replace(each, ours=found[each.key], commit=at) if each.key in found else each for each in figures]


def table(figures: list[Figure]) -> str:
    """Return the table, in Markdown. The last measured commit is that of the last measured figure in the file's order."""
    commits = [figure.commit for figure in figures if not figure.items and figure.commit]
    last = commits[-1] if commits else ""
    lines = ["| Figure | the paper | ours | items read | command | commit |", "|---|---|---|---|---|---|"]
    for each in figures:
        mark = "\\*" if each.commit and each.commit != last else ""
        command = f"`{each.command}`" if each.command else ""
        cells = (each.what, each.paper, each.ours or "not measured", each.items, command, f"{each.commit}{mark}")
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines, ""])


def with_table(page: str, figures: list[Figure]) -> str:
    """Return a page with the table between its marks."""
    pattern = re.compile(f"(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", re.DOTALL)
    if len(pattern.findall(page)) != 1:
        sys.exit(f"{PAGE}: expected {BEGIN.strip()} and {END.strip()} once")
    return pattern.sub(lambda _: f"\n{table(figures)}\n", page)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(dest="action", required=True)
    measure = actions.add_parser("measure", help="measure figures, and put them into papers.tsv")
    measure.add_argument("steps", nargs="+", metavar="PAPER=FOLDER")
    actions.add_parser("page", help="write the table into docs/papers.md")
    options = parser.parse_args()
    figures = read_figures()
    if options.action == "measure":
        for entry in options.steps:
            paper, _, folder = entry.partition("=")
            if not Path(folder).is_dir():
                parser.error(f"no folder {folder or entry!r}; expected PAPER=FOLDER")
            figures = taken(figures, dict(measured(paper, Path(folder))), commit())
        write_figures(figures)
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    main()
