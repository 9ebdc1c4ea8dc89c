"""The words of tables, whatever their format."""

from __future__ import annotations

import pytest

from paragen.base.errors import FormatError
from paragen.packing.sources import table_words


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("t.txt", "Big  car ||| large car ||| 0.5\nbig car ||| it's ||| 1\n"),
        ("moses.txt", "big car ||| large car ||| 0.5 0.1 0.2 0.3 ||| 0-0 ||| 1 1 1\nbig ||| it's ||| 1 1 1 1\n"),
        ("t.csv", "term;use;note\nbig car;large car;a, b\nbig;it's;\n"),
        ("t.tsv", "big car\tlarge car\nbig\t it's\t0.5\n"),
    ],
)
def test_words_of_text(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    (tmp_path / "other").write_text("big ||| great ||| 0.1\n")
    assert table_words([tmp_path / name]) == {"big", "car", "large", "it", "'s"}
    assert table_words([tmp_path / "other", tmp_path / name]) == {"big", "car", "large", "it", "'s", "great"}


def test_words_of_phrases_with_labels(tmp_path):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = {"source": ["big car", "big"], "target": ["large car", "great"], "score": [0.5, 0.5], "label": ["NP/NN", ""]}
    pq.write_table(pa.table(rows), tmp_path / "t")
    assert table_words([tmp_path / "t"]) == {"big", "car", "large", "great"}


def test_no_words(tmp_path):
    assert table_words([]) == frozenset()
    (tmp_path / "t").write_text("big ||| large ||| 0.5\nbig ||| large\n")
    with pytest.raises(FormatError, match="t:2: found 2 fields in "):
        table_words([tmp_path / "t"])
