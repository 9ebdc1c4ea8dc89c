"""The phrase table as it is asked for word senses."""

from __future__ import annotations

import gzip
import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.tables.bilingual.pivot.sense import SenseTable
from paragen.text.tokenizer import Tokenizer

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
pytest.importorskip("duckdb")

ROWS = [
    # source, target, p_source, p_target
    ("haus", "house", 0.6, 0.5),
    ("haus", "House", 0.4, 0.25),
    ("haus", "home", 0.3, 0.25),
    ("das haus", "the house ,", 1.0, 1.0),
    ("it 's", "c' est", 0.5, 0.125),
    ("o'clock", "o’clock", 0.5, 0.5),
    ("é\u0301 'x", "odd", 1.0, 1.0),
    ("?", "what", 1.0, 1.0),
]


def write(path, rows=ROWS, names=("source", "target", "p_source", "p_target")):
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), path, row_group_size=2)
    return path


@pytest.fixture
def table(tmp_path):
    return SenseTable(write(tmp_path / "it's a table.parquet"))


def test_translations(table):
    # Both spellings of house: 3 of 4 translations of haus; 0.5 / 0.6 + 0.25 / 0.4 times its occurrences have haus 0.75 times.
    house = (0.75, pytest.approx(0.75 / (0.5 / 0.6 + 0.25 / 0.4)))
    assert table.translations(["haus", "das haus", "nichts", "o'clock"]) == {
        "haus": {"house": house, "home": (0.25, 0.3)}, "das haus": {"the house ,": (1.0, 1.0)}, "nichts": {},
        "o'clock": {"o'clock": (0.5, 0.5)},
    }  # fmt: skip
    assert table.translations([]) == {}
    assert table.translations(["é\u0301 'x", "\ud800", "a\0b"]) == {"é\u0301 'x": {"odd": (1.0, 1.0)}, "\ud800": {}, "a\0b": {}}


def test_it_opens_once_where_it_is_sent(table, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for tokenizer in None, Tokenizer(True):
        sent = SenseTable("it's a table.parquet", tokenizer=tokenizer)
        data, expected = pickle.dumps(sent), sent.translations(["haus"])
        monkeypatch.chdir("/")
        again = pickle.loads(data)
        assert again is pickle.loads(data) and pickle.dumps(again) == data
        assert again.translations(["haus"]) == expected
        monkeypatch.chdir(tmp_path)


def test_the_other_side(tmp_path):
    found = SenseTable(write(tmp_path / "t"), "source").translations(["c' est", "house"])
    assert found == {"c' est": {"it 's": (0.5, 0.125)}, "house": {"haus": (0.6, 0.5)}}
    with pytest.raises(ConfigError, match="'left'"):
        SenseTable(tmp_path / "t", "left")


def test_words_of_a_tokenized_model_are_taken_as_they_are(tmp_path):
    found = SenseTable(write(tmp_path / "t"), tokenizer=Tokenizer(True)).translations(["haus"])
    assert found["haus"] == {"house": (0.5, 0.6), "House": (0.25, 0.4), "home": (0.25, 0.3)}


def test_a_folder_of_parts_and_other_types_of_text(tmp_path):
    folder = tmp_path / "table"
    folder.mkdir()
    write(folder / "part-0.parquet", ROWS[:2])
    columns = {"source": ["haus"], "target": ["home"], "p_target": [0.25], "p_source": [0.5]}
    schema = pyarrow.schema(
        [
            ("source", pyarrow.large_string()),
            ("target", pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
            ("p_target", pyarrow.float32()),
            ("p_source", pyarrow.float64()),
        ]
    )
    parquet.write_table(pyarrow.table(columns, schema=schema), tmp_path / "one")
    assert SenseTable(tmp_path / "one").translations(["haus"]) == {"haus": {"home": (0.25, 0.5)}}
    assert SenseTable(folder).translations(["haus"]) ["haus"]["house"].english == 0.75


def test_several_threads(table):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: table.translations(["haus", "das haus"]), range(20)))
    assert all(each == found[0] for each in found) and len(found[0]) == 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: path.write_bytes(b"haus ||| house ||| 0.5 0.5 0.5 0.5 ||| 0-0\n"), "text in Moses' format"),
        (lambda path: path.write_bytes(b"\x1f\x8b\x08"), "a damaged gzip file"),
        (lambda path: path.write_bytes(gzip.compress(b"haus ||| house ||| 0.5 0.5 0.5 0.5")), "text in Moses' format"),
        (lambda path: path.write_bytes(gzip.compress(b"hello")), "found a gzip file, expected"),
        (lambda path: path.write_bytes(b"hello"), "other bytes"),
        (lambda path: path.write_bytes(b""), "other bytes"),
        (lambda path: path.write_bytes(b"PAR1" + bytes(100)), "cut short"),
        (lambda path: path.write_bytes(b"PAR1" + bytes(100) + b"PAR1"), "a damaged Parquet file"),
        (lambda path: path.mkdir(), "a folder without .parquet files"),
        (lambda path: write(path, [("a", "b", 1.0)], ("source", "target", "score")), "p_source, p_target missing"),
    ],
)
def test_what_is_no_phrase_table(tmp_path, make, message):
    make(tmp_path / "t")
    with pytest.raises(FormatError, match=message) as caught:
        SenseTable(tmp_path / "t")
    assert str(tmp_path / "t") in str(caught.value)


@pytest.mark.parametrize("value", [0.0, -1.0, 1.5, float("nan"), None])
def test_numbers_that_are_no_probabilities(tmp_path, value):
    table = SenseTable(write(tmp_path / "t", [("haus", "house", 1.0, value)]))
    with pytest.raises(FormatError, match="house"):
        table.translations(["haus"])


def test_texts_where_numbers_should_be(tmp_path):
    with pytest.raises(FormatError, match="texts in the column p_target, expected numbers"):
        SenseTable(write(tmp_path / "t", [("haus", "house", 1.0, "many")]))
    with pytest.raises(FormatError, match="numbers in the column source, expected texts"):
        SenseTable(write(tmp_path / "t", [(1, "house", 1.0, 1.0)]))


def test_a_table_that_is_gone_when_it_is_asked(tmp_path):
    table = SenseTable(write(tmp_path / "t"))
    (tmp_path / "t").unlink()
    with pytest.raises(FormatError, match=r"t: found a table that cannot be read \(IO Error.*\), expected a phrase table\.$"):
        table.translations(["haus"])


def test_no_table(tmp_path):
    with pytest.raises(FileNotFoundError):
        SenseTable(tmp_path / "nowhere")


def test_duckdb_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(MissingPackageError, match=re.escape(install_hint("bitext"))):
        SenseTable(write(tmp_path / "t"))
