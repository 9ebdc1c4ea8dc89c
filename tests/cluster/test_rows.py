"""Columns of Parquet are answered; the others stay."""

from __future__ import annotations

import pytest

import paragen
from paragen.base.errors import FormatError, ParagenError
from paragen.cluster.model import reference_to
from paragen.cluster.parts import find_parts
from paragen.cluster.rows import Paraphrases, RowAnswer, Substitutes
from paragen.cluster.run import answer_parts
from paragen.cluster.where import Where
from paragen.cluster.work import Work
from paragen.request import Ranking

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402

TEXTS = ["they made a big purchase .", None, "", "a red house , a car ."]


@pytest.fixture
def answered(tmp_path, english_model):
    """Answers a table with the given options; returns the output's table."""

    def answer(table, results, field="text", markup=False):
        (tmp_path / "in").mkdir(exist_ok=True)
        parquet.write_table(table, tmp_path / "in" / "a.parquet", row_group_size=3)
        work = Work(reference_to(paragen.load(english_model)), RowAnswer(field, results, markup, "x:1"))
        [part], read = find_parts([tmp_path / "in"]), []
        assert work(part, str(tmp_path / "out.parquet"), read.append)["sentences"] == table.num_rows
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
    found = answered(given, Paraphrases({"n": 1}))
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


def test_several_paraphrases_are_several_rows(answered, library):
    found = answered(table(), Paraphrases({"n": 3}, explain=True)).to_pylist()
    expected = [
        (number, rank, None if text is None else explanation.paraphrase.text, None if text is None else explanation.parts)
        for number, text in enumerate(TEXTS)
        for rank, explanation in enumerate(library.explain(text or "", n=3), 1)
        if text is not None or rank == 1
    ]
    assert [(row["id"], row["paraphrase_rank"] or 1, row["paraphrase"]) for row in found] == [row[:3] for row in expected]
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
        assert all(row[f"substitute_{name}"] == data[name] for name in names)


def test_any_column_of_text(answered):
    texts = pa.array(["they made a purchase <keep>, a big house</keep> ."]).dictionary_encode()
    found = answered(pa.table({"body": texts, "other": pa.array(["x"], pa.large_string())}), Paraphrases({"n": 1}), "body", True)
    assert found["paraphrase"][0].as_py() == "they bought something , a big house ."
    assert answered(pa.table({"t": pa.array([], pa.large_string())}), Paraphrases({"n": 1}), "t").num_rows == 0


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (table().drop_columns("text"), r"a.parquet: found the columns id, expected text in the column text. Name .* --field"),
        (pa.table({"text": [1]}), "found int64 in the column text, expected text"),
        (table(paraphrase=TEXTS), "found the column paraphrase, expected none of that name"),
    ],
)
def test_tables_that_cannot_be_answered(answered, tmp_path, given, message):
    with pytest.raises(FormatError, match=message):
        answered(given, Paraphrases({"n": 1}))
    assert not list(tmp_path.glob("*out.parquet*"))


def test_a_broken_row_and_a_broken_file_are_named(answered, tmp_path, english_model):
    with pytest.raises(FormatError, match=r"a.parquet: row 2: found </keep> without"):
        answered(pa.table({"text": ["fine", "</keep>"]}), Paraphrases({"n": 1}), markup=True)
    data = (tmp_path / "in" / "a.parquet").read_bytes()
    (tmp_path / "in" / "b.parquet").write_bytes(data[:-9])
    answer = RowAnswer("text", Paraphrases({"n": 1}), False, "x:1")
    parts = find_parts([tmp_path / "in"])
    found = answer_parts(parts, tmp_path / "out", paragen.load(english_model), answer, Where())
    assert found.done == 1
    [error] = found.broken
    assert isinstance(error, ParagenError) and "b.parquet: found a damaged Parquet file" in str(error)
