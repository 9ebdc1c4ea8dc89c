"""The table of all figures: the page has what the file has, and measurements are found by their keys."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))
import papers  # noqa: E402


def test_the_page_has_the_table_of_the_file():
    page = papers.PAGE.read_text(encoding="utf-8")
    assert papers.with_table(page, papers.read_figures()) == page, "run python tests/bench/papers.py page"


def test_each_key_is_there_once_and_names_its_paper():
    keys = [figure.key for figure in papers.read_figures()]
    assert len(keys) == len(set(keys))
    assert {key.split("/")[0] for key in keys} == {"z08", "bc05", "cb08", "z09", "mm12"}


def test_what_is_written_is_read(tmp_path):
    figures = papers.read_figures()
    papers.write_figures(figures, tmp_path / "figures.tsv")
    assert (tmp_path / "figures.tsv").read_bytes() == papers.FIGURES.read_bytes()


def test_figures_by_hand(tmp_path):
    """Of big, the best paraphrase contains it; of large, neither; with labels, the rows without one count."""
    pyarrow = pytest.importorskip("pyarrow")
    pytest.importorskip("duckdb")
    import pyarrow.parquet as parquet

    rows = [("big", "so big", 0.5, ""), ("big", "large", 0.25, ""), ("large", "big", 0.5, ""), ("big", "large", 0.5, "JJ")]
    columns = dict(zip(("source", "target", "score", "label"), map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), tmp_path / "simple.parquet")
    parquet.write_table(pyarrow.table({"source": ["a"], "count": [1]}), tmp_path / "links.parquet")  # of a step in between
    assert dict(papers.measured("cb08", tmp_path)) == {
        "cb08/simple/pairs": "3", "cb08/simple/phrases": "2", "cb08/simple/pieces": "33.3",
        "cb08/simple/pieces of the best": "50.0",
    }  # fmt: skip
    assert dict(papers.measured("z08", tmp_path)) == {"z08/simple/pairs": "4", "z08/simple/phrases": "2"}


def test_what_is_measured_is_taken_and_the_others_are_marked():
    one = papers.Figure("cb08/simple/pairs", "pairs", "800,000", "1", "", "old", "paragen build cb08")
    other = papers.Figure("cb08/table 6/a", "both", ".30", ".35 | .4", "105", "old", "")
    taken = papers.taken([one, other], {"cb08/simple/pairs": "3", "cb08/else/pairs": "5"}, "new")
    assert papers.table(taken).splitlines()[2:] == [
        "| pairs | 800,000 | 3 |  | `paragen build cb08` | new |", "| both | .30 | .35 \\| .4 | 105 |  | old\\* |",
    ]  # fmt: skip
    with pytest.raises(SystemExit, match="none of x is a figure"):
        papers.taken([one], {"x": "1"}, "new")
