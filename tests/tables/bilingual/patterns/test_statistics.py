"""Types, symmetry and slots of pattern pairs; the examples are those of [Z09 table 6]."""

from __future__ import annotations

import pytest

from paragen.base.errors import FormatError, ParagenError

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("lemminflect")
import pyarrow.parquet as parquet  # noqa: E402

from paragen.tables.bilingual.patterns.statistics import change_type, pattern_statistics, write_plot  # noqa: E402

EXAMPLES = [
    ("the [NNP_1] and the president", "[NNP_1] and president", "trivial change"),
    ("the development of [NN_1]", "the development in [NN_1]", "trivial change"),
    ("a limited number of [NNS_1]", "the limited numbers of [NNS_1]", "trivial change"),
    ("[NN_1] and e-commerce", "[NN_1] and electronic commerce", "phrase replacement"),
    ("to take [JJ_1] steps [VB_1]", "to adopt [JJ_1] measures [VB_1]", "phrase replacement"),
    ("take [NN_1] into account", "consider [NN_1]", "phrase replacement"),
    ("the [NN_1] part", "part of [NN_1]", "reordering"),
    ("[NNP_1] 's [NN_1] growth", "the [NN_1] growth of [NNP_1]", "reordering"),
    ("to strengthen further [NN_1]", "to strengthen [NN_1] further", "reordering"),
    ("the [NN_1] 's residents", "the inhabitants of [NN_1]", "structural"),
    ("a decline in [NN_1]", "[NN_1] reduction", "structural"),
    ("continue to watch closely [NN_1]", "continue to monitor [NN_1] closely", "structural"),
    ("in promoting the development of [NN_1]", "in promoting [NN_1]", "information +/-"),
    ("the parties [VBN_1]", "the various parties [VBN_1]", "information +/-"),
    ("[NN_1] is good", "[NN_1] is not good", "information +/-"),
]


@pytest.mark.parametrize(("source", "target", "kind"), EXAMPLES)
def test_types(source, target, kind):
    assert change_type(source.split(), target.split()) == change_type(target.split(), source.split()) == kind


def written(path, pairs):
    columns = {"source": [pair[0] for pair in pairs], "target": [pair[1] for pair in pairs]}
    numbers = {"score": [0.5] * len(pairs), "line": [1] * len(pairs), "bitext": [1] * len(pairs)}
    types = [("source", pyarrow.string()), ("target", pyarrow.string()), ("score", pyarrow.float64())]
    schema = pyarrow.schema([*types, ("line", pyarrow.int64()), ("bitext", pyarrow.int64())])
    parquet.write_table(pyarrow.table({**columns, **numbers}, schema), path)
    return path


def test_symmetry_is_of_patterns_whose_slots_are_numbered_anew(tmp_path):
    pairs = [
        ("[NN_1] of [NN_2]", "[NN_2] 's [NN_1]"), ("[NN_1] 's [NN_2]", "[NN_2] of [NN_1]"),
        ("[NN_1] and [NN_2] too", "also [NN_1] and [NN_2]"), ("also [NN_1] and [NN_2]", "[NN_2] and [NN_1] too"),
        ("see [NNS_1] [JJ_1]", "see [JJ_1] [NNS_1]"), ("go [VBG_1]", "start [VBG_1]"),
    ]  # fmt: skip
    found = pattern_statistics(written(tmp_path / "p.parquet", pairs))
    assert (found.pairs, found.sources, found.symmetric) == (6, 6, 2)
    assert found.slots == {1: 1, 2: 5, 3: 0, 4: 0}
    assert found.kinds == {"noun": 5, "verb": 1, "adjective": 1}
    assert sum(found.types.values()) == 6 and found.types["reordering"] == 3


def test_plot(tmp_path):
    pytest.importorskip("matplotlib")
    found = pattern_statistics(written(tmp_path / "p.parquet", [example[:2] for example in EXAMPLES]))
    write_plot(tmp_path / "p.svg", found)
    drawn = (tmp_path / "p.svg").read_text()
    assert "percent of 15 pairs" in drawn and "20.0 %" in drawn
    write_plot(tmp_path / "p.png", found)
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")


def test_errors(tmp_path):
    with pytest.raises(ParagenError, match="no pair, expected some"):
        pattern_statistics(written(tmp_path / "none.parquet", []))
    with pytest.raises(FormatError, match=r"found the slot \[QQ_1\], expected a tag among"):
        pattern_statistics(written(tmp_path / "bad.parquet", [("a [QQ_1]", "b [QQ_1]")]))
    with pytest.raises(FormatError, match="the same slots on both sides"):
        pattern_statistics(written(tmp_path / "bad.parquet", [("a [NN_1]", "b [VB_1]")]))
    parquet.write_table(pyarrow.table({"source": ["a"]}), tmp_path / "columns.parquet")
    with pytest.raises(FormatError, match="target, score, line, bitext missing"):
        pattern_statistics(tmp_path / "columns.parquet")
    with pytest.raises(FormatError, match="the row .*None"):
        pattern_statistics(written(tmp_path / "null.parquet", [("a [NN_1]", None)]))
