"""Tables as builders write them."""

from __future__ import annotations

import gzip

import pytest

from paragen.base.errors import ConfigError, ParagenError
from paragen.base.input_files import Skips
from paragen.tables.io.reading import ReadTable, read_table
from paragen.tables.io.writing import Written, check_table_destination, write_pairs
from paragen.tables.store.store import Packer

PAIRS = [("b", "x", 0.5), ("a", "y", 0.25), ("b", "w", 0.5), ("a", "z", 1.0), ("a", "y", 0.75), ("c", "c", 1.0), ("b", "v", 0.1)]


def test_text_is_ordered_cut_and_has_each_pair_once(tmp_path):
    path = tmp_path / "table.txt"
    assert write_pairs(PAIRS, path, top=2) == Written(4, 2)
    assert path.read_text() == "a ||| z ||| 1\na ||| y ||| 0.75\nb ||| w ||| 0.5\nb ||| x ||| 0.5\n"
    zipped = tmp_path / "table.txt.gz"
    write_pairs(reversed(PAIRS), zipped, top=2)
    assert gzip.decompress(zipped.read_bytes()) == path.read_bytes()


def test_parquet_holds_the_same_and_the_licence(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "table.parquet"
    write_pairs(PAIRS, path, top=2, licence="CC0")
    rows = parquet.read_table(path).to_pylist()
    assert [(row["source"], row["target"], row["score"]) for row in rows] == [
        ("a", "z", 1.0), ("a", "y", 0.75), ("b", "w", 0.5), ("b", "x", 0.5),
    ]  # fmt: skip
    assert read_table(Packer(None), path) == ReadTable(0, ("CC0",))


def test_nothing_to_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "table.txt"
    path.write_text("before")
    with pytest.raises(ParagenError, match="no pair of phrases"):
        write_pairs([("a", "a", 1.0)], path)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["table.txt"]


@pytest.mark.parametrize("score", [0.0, 1.5, float("nan")])
def test_a_score_that_is_none_is_our_own_mistake(tmp_path, score):
    with pytest.raises(ValueError, match="expected one above 0"):
        write_pairs([("a", "b", score)], tmp_path / "table.txt")


def test_a_destination_that_cannot_be_is_told_first(tmp_path):
    def never():
        raise AssertionError
        yield

    with pytest.raises(ConfigError, match="Create it first"):
        write_pairs(never(), tmp_path / "no" / "table.txt")
    with pytest.raises(ConfigError, match="found a folder"):
        write_pairs(never(), tmp_path)
    with pytest.raises(ConfigError, match="top"):
        write_pairs(never(), tmp_path / "table.txt", top=0)


def test_skips_are_counted_by_reason_with_their_first_place():
    skips = Skips()
    skips.add("articles without text", "news.jsonl:7")
    skips.add("dates that cannot be read", "news.jsonl:9", "1987-13-01")
    skips.add("articles without text", "news.jsonl:11")
    assert skips.messages() == [
        "left out: 2 articles without text (first: news.jsonl:7)",
        "left out: 1 dates that cannot be read (first: news.jsonl:9: '1987-13-01')",
    ]


def test_what_is_read_is_not_written_over(tmp_path):
    (tmp_path / "in.txt").write_text("a\n")
    (tmp_path / "link.txt").symlink_to("in.txt")
    for path in ("in.txt", "link.txt"):
        with pytest.raises(ConfigError, match="is read and would be overwritten"):
            check_table_destination(tmp_path / path, inputs=[tmp_path / "in.txt"])
    with pytest.raises(ConfigError, match="it is read"):
        check_table_destination(tmp_path / "out.txt", inputs=[tmp_path / "in.txt"], others=[None, tmp_path / "in.txt"])
    with pytest.raises(ConfigError, match="one name for two files"):
        check_table_destination(tmp_path / "out.txt", others=[tmp_path / "." / "out.txt"])
    check_table_destination(tmp_path / "out.txt", inputs=[tmp_path / "in.txt"], others=[tmp_path / "c.tsv"])
