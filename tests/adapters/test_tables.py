"""Columns of pandas and Polars."""

from __future__ import annotations

import math

import pytest

import paragen
from paragen import ConfigError

TEXTS = ["They made a purchase.", None, "The house is big.", ""]


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


@pytest.fixture(scope="module")
def best(paraphraser):
    """The texts of the best paraphrase of each text."""
    found = [None if text is None else paraphraser.rewrite(text)[0].text for text in TEXTS]
    assert found[0] != TEXTS[0] and found[2] != TEXTS[2]
    return found


@pytest.fixture(scope="module")
def lists(paraphraser):
    """The texts of the three best paraphrases of each text."""
    return [None if text is None else [one.text for one in paraphraser.rewrite(text, 3)] for text in TEXTS]


SPANS = [
    [{"start": 0, "end": 4, "label": "X"}], None,
    [{"start": 4, "end": 9, "label": "Y"}, {"start": 13, "end": 16, "label": "Z"}], [],
]  # fmt: skip
"""Of "They", and of "house" and "big", in the form that all libraries can hold."""


@pytest.fixture(scope="module")
def kept(paraphraser):
    """The texts of the best paraphrases in which the spans stay, and the spans."""
    found = [None if text is None else paraphraser.rewrite(text, keep=[(one["start"], one["end"]) for one in spans])[0]
             for text, spans in zip(TEXTS, [spans or [] for spans in SPANS], strict=True)]  # fmt: skip
    texts = [one and one.text for one in found]
    assert texts[2] == TEXTS[2]
    moved = [spans and one and [{**span, "start": begin, "end": end} for span, (begin, end) in
                                zip(spans, one.map_spans([(s["start"], s["end"]) for s in spans]), strict=True)]
             for spans, one in zip(SPANS, found, strict=True)]  # fmt: skip
    return texts, moved


class TestPandas:
    @pytest.fixture
    def pandas(self):
        return pytest.importorskip("pandas", reason="needs the package pandas")

    @pytest.fixture
    def rewrite(self, pandas):
        from paragen.adapters.pandas import rewrite

        return rewrite

    @pytest.mark.parametrize("dtype", ["str", "object", "string[python]", "category"])
    def test_index_name_type_and_nulls_stay(self, pandas, rewrite, paraphraser, best, dtype):
        series = pandas.Series(TEXTS, index=["a", "b", "b", "c"], name="text", dtype=object).astype(dtype)
        if dtype == "str":  # of pandas 2 it would be the text None
            series = series.where([text is not None for text in TEXTS])
        found = rewrite(paraphraser, series)
        assert found.index.equals(series.index) and found.name == "text"
        assert found.dtype == (series.cat.categories if dtype == "category" else series).dtype
        assert found.isna().tolist() == series.isna().tolist() == [False, True, False, False]
        assert found.dropna().tolist() == [text for text in best if text is not None]

    def test_nulls_keep_their_kind(self, pandas, rewrite, paraphraser):
        series = pandas.Series([None, math.nan, pandas.NA, pandas.NaT], dtype=object)
        for n in (1, 2):
            assert all(one is old for one, old in zip(rewrite(paraphraser, series, n), series, strict=True))

    def test_lists(self, pandas, rewrite, paraphraser, lists):
        series = pandas.Series(TEXTS, dtype=object)
        assert rewrite(paraphraser, series, 3, threads=2).tolist() == lists
        assert rewrite(paraphraser, series, 3, max_edits=0).tolist() == [text and [text] or text for text in TEXTS[:3]] + [[""]]

    def test_spans_stay_and_move(self, pandas, rewrite, paraphraser, kept):
        frame = pandas.DataFrame({"text": TEXTS, "ents": SPANS}, index=[3, 5, 7, 9], dtype=object)
        found = rewrite(paraphraser, frame["text"], spans=frame["ents"])
        assert list(found.columns) == ["text", "ents"] and found.index.equals(frame.index)
        assert (found["text"].tolist(), found["ents"].tolist()) == kept
        pairs = [[(one["start"], one["end"], one["label"]) for one in spans or ()] for spans in SPANS]
        texts, moved = kept
        as_tuples = rewrite(paraphraser, frame["text"], spans=pandas.Series(pairs, index=frame.index))
        assert as_tuples["text"].tolist() == texts and as_tuples.columns[1] == "spans"
        assert as_tuples["spans"].tolist()[2] == [[one["start"], one["end"], one["label"]] for one in moved[2]]
        several = rewrite(paraphraser, frame["text"], 3, spans=frame["ents"], spans_may_change=True).explode(["text", "ents"])
        assert len(several) > 4 and any("large" in text for text in several["text"].dropna())
        for text, spans in zip(several["text"], several["ents"], strict=True):
            assert all(text[one["start"] : one["end"]].strip() for one in spans or ())

    def test_spans_that_do_not_fit(self, pandas, rewrite, paraphraser):
        def refused(match, texts, spans, **options):
            with pytest.raises((ConfigError, TypeError, ValueError), match=match):
                rewrite(paraphraser, pandas.Series(texts), spans=spans, **options)

        refused(r"row 1: spans\[0\]: found begin 0 and end 9", ["x", "y"], pandas.Series([None, [(0, 9)]]))
        refused("row 0: found spans of a null", [None], pandas.Series([[(0, 1)]]))
        refused("another index", ["x"], pandas.Series([[(0, 1)]], index=["a"]))
        refused("spans: expected a Series of pandas", ["x"], [[(0, 1)]])
        refused("found the name 'text', which the texts have", ["x"], pandas.Series([None], name="text"))

    def test_empty_series(self, pandas, rewrite, paraphraser):
        assert rewrite(paraphraser, pandas.Series([], dtype=object)).tolist() == []

    def test_errors_name_the_row(self, pandas, rewrite, paraphraser):
        labels = pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)])
        with pytest.raises(ConfigError, match=r"row \('b', 2\): found int, expected a text or null"):
            rewrite(paraphraser, pandas.Series(["x", 3], index=labels))
        with pytest.raises(ConfigError, match="row 0: found float"):
            rewrite(paraphraser, pandas.Series([0.5]))
        with pytest.raises(TypeError, match="not DataFrame"):
            rewrite(paraphraser, pandas.DataFrame({"text": TEXTS}))
        with pytest.raises(ConfigError, match="n: found 0"):
            rewrite(paraphraser, pandas.Series(TEXTS), 0)


class TestPolars:
    @pytest.fixture
    def polars(self):
        return pytest.importorskip("polars", reason="needs the package polars")

    @pytest.fixture
    def rewrite(self, polars):
        from paragen.adapters.polars import rewrite

        return rewrite

    def test_series(self, polars, rewrite, paraphraser, best, lists):
        series = polars.Series("text", TEXTS)
        for column in (series, series.cast(polars.Categorical)):
            assert rewrite(paraphraser, column).equals(polars.Series("text", best), check_names=True, null_equal=True)
        assert rewrite(paraphraser, series, 3, threads=2).to_list() == lists
        for empty in (polars.Series("a", [None]), polars.Series("a", [], dtype=polars.String)):
            assert rewrite(paraphraser, empty).dtype == polars.String
            assert rewrite(paraphraser, empty, 2).dtype == polars.List(polars.String)
            assert rewrite(paraphraser, empty).to_list() == empty.to_list()

    def test_spans_stay_and_move(self, polars, rewrite, paraphraser, kept):
        frame = polars.DataFrame({"text": TEXTS, "ents": SPANS, "label": [1, 2, 3, 4]})
        found = rewrite(paraphraser, frame["text"], spans=frame["ents"]).struct.unnest()
        assert (found["text"].to_list(), found["ents"].to_list()) == kept
        assert found.schema["ents"] == frame.schema["ents"]
        several = rewrite(paraphraser, polars.col("text"), 2, spans=polars.col("ents"))
        lazy = frame.lazy().select(several)
        kinds = {"text": polars.List(polars.String), "ents": polars.List(frame.schema["ents"])}
        assert lazy.collect_schema()["text"] == polars.Struct(kinds)
        rows = lazy.collect().unnest("text").to_dicts()
        assert rows == rewrite(paraphraser, frame["text"], 2, spans=frame["ents"]).to_list()
        assert [row["text"] and row["text"][0] for row in rows] == kept[0]
        assert frame.with_columns(rewrite(paraphraser, polars.col("text"), spans=polars.col("ents")).struct.unnest()).width == 3
        with pytest.raises(ConfigError, match="found the name 'text', which the texts have"):
            rewrite(paraphraser, frame["text"], spans=frame["ents"].alias("text"))
        with pytest.raises(ConfigError, match="spans: found 1 rows, expected 4"):
            rewrite(paraphraser, frame["text"], spans=frame["ents"][:1])
        with pytest.raises(TypeError, match="spans: expected a polars.Expr, as the column is, not Series"):
            rewrite(paraphraser, polars.col("text"), spans=frame["ents"])

    def test_expressions(self, polars, rewrite, paraphraser, best, lists):
        frame = polars.DataFrame({"text": TEXTS, "label": [1, 2, 3, 4]})
        several = rewrite(paraphraser, polars.col("text"), 3).alias("several")
        found = frame.with_columns(rewrite(paraphraser, polars.col("text")), several)
        assert found.to_dict(as_series=False) == {"text": best, "label": [1, 2, 3, 4], "several": lists}
        lazy = frame.lazy().with_columns(several)
        assert lazy.collect_schema()["several"] == polars.List(polars.String)
        assert lazy.collect(engine="streaming")["several"].to_list() == lists

    def test_errors_name_the_row(self, polars, rewrite, paraphraser):
        message = "column 'a', row 1: found int, expected a text or null"
        with pytest.raises(ConfigError, match=message):
            rewrite(paraphraser, polars.Series("a", [None, 3]))
        with pytest.raises(ConfigError, match=message):
            polars.DataFrame({"a": [None, 3]}).with_columns(rewrite(paraphraser, polars.col("a")))
        with pytest.raises(TypeError, match="not DataFrame"):
            rewrite(paraphraser, polars.DataFrame({"text": TEXTS}))
        with pytest.raises(ConfigError, match="n: found 0"):
            rewrite(paraphraser, polars.Series(TEXTS), 0)
