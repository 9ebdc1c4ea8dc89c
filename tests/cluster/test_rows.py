"""Columns of Parquet are answered; the others stay."""

from __future__ import annotations

import pytest

import paragen
from paragen.base.errors import FormatError, ParagenError
from paragen.cluster.parts import find_parts
from paragen.cluster.rows import Paraphrases, RowAnswer, Substitutes
from paragen.cluster.run import answer_parts
from paragen.cluster.where import Where
from paragen.cluster.work import Work, reference_to
from paragen.settings.request import Ranking

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402

TEXTS = ["they made a big purchase .", None, "", "a red house , a car ."]


@pytest.fixture
def answered(tmp_path, english_model):
    """Answers a table with the given options; returns the output's table."""

    def answer(table, results, field="text", markup=False, language="", counts=None):
        (tmp_path / "in").mkdir(exist_ok=True)
        parquet.write_table(table, tmp_path / "in" / "a.parquet", row_group_size=3)
        answered = RowAnswer(field, results, markup, "x:1", language)
        work = Work(reference_to(paragen.load(english_model)), answered)
        [part], read = find_parts([tmp_path / "in"]), []
        answered.check(part)
        found = work(part, str(tmp_path / "out.parquet"), read.append)
        assert found["sentences"] == table.num_rows and (counts is None or found == counts)
        assert sum(read) == (part.size if table.num_rows else 0)
        return parquet.read_table(tmp_path / "out.parquet")

    return answer


@pytest.fixture
def library(english_model):
    return paragen.load(english_model)


def table(**columns):
    return pa.table({"id": range(len(TEXTS)), "text": TEXTS, **columns})


def test_columns_stay_and_paraphrases_are_added(answered, library):
    given = table(kept=pa.array([[1], [], None, [2, 3]]))
    found = answered(given, Paraphrases({"n": 1}), counts={"sentences": 4, "texts": 3, "asked": 2, "found": 2})
    assert found.select(given.column_names).equals(given)
    assert found.column_names[3:] == ["paraphrase", "paraphrase_score", "paraphrase_unchanged", "paraphrase_edits"]
    for row, text in zip(found.to_pylist(), TEXTS, strict=True):
        if text is None:
            assert [row[name] for name in found.column_names[3:]] == [None] * 4
            continue
        [best] = library.rewrite(text)
        assert (row["paraphrase"], row["paraphrase_score"], row["paraphrase_unchanged"]) == (
            best.text, best.score, best.unchanged,
        )  # fmt: skip
        assert row["paraphrase_edits"] == [{**edit.to_dict(), "pattern": None} for edit in best.edits]
    assert not found["paraphrase_unchanged"][0].as_py()
    edit = ["begin", "end", "out_begin", "out_end", "before", "after", "table", "score", "licence", "confidence", "id", "pattern"]
    kinds = {name: found.schema.field(name).type for name in found.column_names[3:]}
    assert [*map(str, kinds.values())][:3] == ["string", "double", "bool"]
    assert [field.name for field in kinds["paraphrase_edits"].value_type] == edit
    pattern = kinds["paraphrase_edits"].value_type.field("pattern").type
    assert [str(field.type).partition("<")[0] for field in pattern] == ["string", "string", "list"]
    assert [field.name for field in pattern] == ["source", "target", "fillers"]
    blank = pa.table({"text": [" ", "Xyzzy .", "a big car .", None]})
    counts = {"sentences": 4, "texts": 3, "asked": 2, "fewer": 1, "none": 1, "found": 1}
    assert answered(blank, Paraphrases({}), counts=counts).num_columns == 5


def test_several_paraphrases_are_several_rows(answered, library):
    found = answered(table(), Paraphrases({"n": 3}, explain=True)).to_pylist()
    expected = [
        (number, rank, None if text is None else explanation.paraphrase.text, None if text is None else explanation.parts)
        for number, text in enumerate(TEXTS)
        for rank, explanation in enumerate(library.explain(text or "", n=3), 1)
        if text is not None or rank == 1
    ]
    ranks = [row["paraphrase_rank"] for row in found]
    assert [rank is None for rank in ranks] == [row["paraphrase"] is None for row in found]
    assert [(row["id"], row["paraphrase_rank"] or 1, row["paraphrase"]) for row in found] == [row[:3] for row in expected]
    assert [*found[0]][2:] == [f"paraphrase{name}" for name in ("", "_score", "_unchanged", "_edits", "_rank", "_parts")]
    plain = answered(table(), Paraphrases({"n": 2})).to_pylist()
    assert [*plain[0]][-1] == "paraphrase_rank" and [row["paraphrase_rank"] for row in plain][:2] == [1, 2]
    both = [(row["paraphrase"], row["paraphrase_score"]) for row in plain[:2]]
    assert both == [(one.text, one.score) for one in library.rewrite(TEXTS[0], 2)]
    assert [row["paraphrase_parts"] and dict(row["paraphrase_parts"]) for row in found] == [row[3] for row in expected]
    assert len(found) > len(TEXTS)
    gains = library.explain(TEXTS[0])[0].gains
    assert tuple(edit["gain"] for edit in found[0]["paraphrase_edits"]) == gains


def test_substitutes_are_rows(answered, library):
    found = answered(table(), Substitutes(Ranking(rank="lm", top=2))).to_pylist()
    expected = [(n, one) for n, text in enumerate(TEXTS) if text for one in library.substitutes(text, rank="lm", top=2)]
    assert len(found) == len(expected) > 4
    for row, (number, one) in zip(found, expected, strict=True):
        data = one.to_dict()
        assert row["id"] == number and dict(row.pop("substitute_tables")) == data["tables"]
        names = ("id", "begin", "end", "before", "after", "result", "phrase", "substitute", "score", "lm")
        assert [*row] == ["id", "text", *(f"substitute_{name}" for name in (*names, "confidence", "conceivable"))]
        assert all(row[f"substitute_{name}"] == data[name] for name in names)
        assert row["substitute_confidence"] is row["substitute_conceivable"] is None


def test_any_column_of_text(answered):
    texts = pa.array(["they made a purchase <keep>, a big house</keep> ."]).dictionary_encode()
    found = answered(pa.table({"body": texts, "other": pa.array(["x"], pa.large_string())}), Paraphrases({"n": 1}), "body", True)
    assert found["paraphrase"][0].as_py() == "they bought something , a big house ."
    assert answered(pa.table({"t": pa.array([], pa.large_string())}), Paraphrases({"n": 1}), "t").num_rows == 0


def test_texts_of_several_sentences(answered, library):
    text = "They made a purchase. A big car."
    split = answered(pa.table({"text": [text]}), Paraphrases({"n": 1, "max_edits": 1}), language="en")
    whole = answered(pa.table({"text": [text]}), Paraphrases({"n": 1, "max_edits": 1}))
    [best] = library.rewrite(paragen.Request(text, breaks=[22]), max_edits=1)
    assert split["paraphrase"].to_pylist() == [best.text]
    assert whole["paraphrase"].to_pylist() == [library.rewrite(text, max_edits=1)[0].text] != [best.text]
    marked = pa.table({"text": [f"<keep>They</keep>{text[4:]}"]})
    kept = answered(marked, Paraphrases({"max_edits": 1}), markup=True, language="en")
    assert kept["paraphrase"].to_pylist() == [best.text]


REMEDY = "Name the column of text with --field."


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (table().drop_columns("text"), f"found the columns id, expected text in the column text. {REMEDY}"),
        (pa.table({"a": [1], "b": [2]}), f"found the columns a, b, expected text in the column text. {REMEDY}"),
        (pa.table({}), f"found the columns (none), expected text in the column text. {REMEDY}"),
        (pa.table({"text": [1]}), f"found int64 in the column text, expected text. {REMEDY}"),
        (table(paraphrase=TEXTS), "found the column paraphrase, expected none of that name, as it is for results. Rename it."),
    ],
)
def test_tables_that_cannot_be_answered(answered, tmp_path, given, message):
    with pytest.raises(FormatError) as caught:
        answered(given, Paraphrases({"n": 1}))
    assert str(caught.value) == f"{tmp_path}/in/a.parquet: {message}"
    assert not list(tmp_path.glob("*out.parquet*"))


def test_many_rows(answered, tmp_path):
    given = pa.table({"text": ["the car .", None] * 300, "n": range(600)})
    found = answered(given, Substitutes(Ranking(top=1)))
    assert found["n"].to_pylist() == [*range(0, 600, 2)] and set(found["substitute_after"].to_pylist()) == {"automobile"}
    with pytest.raises(FormatError, match="a.parquet: row 513: found </keep>"):
        answered(pa.table({"text": [None] * 512 + ["</keep>"]}), Paraphrases({}), markup=True)


def test_a_broken_row_and_a_broken_file_are_named(answered, spark_here, tmp_path, english_model):
    with pytest.raises(FormatError, match=r"a.parquet: row 2: found </keep> without"):
        answered(pa.table({"text": ["fine", "</keep>"]}), Paraphrases({"n": 1}), markup=True)
    data = (tmp_path / "in" / "a.parquet").read_bytes()
    (tmp_path / "in" / "b.parquet").write_bytes(data[:-9])
    answer = RowAnswer("text", Paraphrases({"n": 1}), False, "x:1")
    parts = find_parts([tmp_path / "in"])
    found = answer_parts(parts, tmp_path / "out", paragen.load(english_model), answer, Where("spark"))
    assert found.done == 1
    [error] = found.broken
    assert isinstance(error, ParagenError) and "b.parquet: found a damaged Parquet file" in str(error)
