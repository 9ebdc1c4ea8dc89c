"""Columns of pandas and Polars."""

from __future__ import annotations

import math
import re
import sys

import pytest

import paragen
from paragen import ConfigError, FormatError
from paragen.base.errors import MissingPackageError
from paragen.base.packages import install_hint

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
    """The texts of the two best paraphrases of each text."""
    return [None if text is None else [one.text for one in paraphraser.rewrite(text, 2)] for text in TEXTS]


SPANS = [
    [{"start": 0, "end": 4, "label": "X"}], None,
    [{"start": 4, "end": 9, "label": "Y"}, {"start": 13, "end": 16, "label": "Z"}], [],
]  # fmt: skip
"""Of "They", and of "house" and "big", in the form that all libraries can hold."""


THREADS = "threads: found -1, expected 1 to 256, or 0 for one per processor."


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
        assert rewrite(paraphraser, series, 2, threads=2).tolist() == lists
        assert rewrite(paraphraser, series, 3, max_edits=0).tolist() == [text and [text] or text for text in TEXTS[:3]] + [[""]]

    def test_spans_stay_and_move(self, pandas, rewrite, paraphraser, kept):
        frame = pandas.DataFrame({"text": TEXTS, "ents": SPANS}, index=[3, 5, 7, 9], dtype=object)
        found = rewrite(paraphraser, frame["text"], spans=frame["ents"])
        assert list(found.columns) == ["text", "ents"] and found.index.equals(frame.index)
        assert (found["text"].tolist(), found["ents"].tolist()) == kept
        pairs = [[(one["start"], one["end"], one["label"]) for one in spans or ()] for spans in SPANS]
        texts, moved = kept
        as_tuples = rewrite(paraphraser, frame["text"], spans=pandas.Series(pairs, index=frame.index))
        assert as_tuples["text"].tolist() == texts and [*as_tuples] == ["text", "spans"]
        assert as_tuples["spans"].tolist()[2] == [[one["start"], one["end"], one["label"]] for one in moved[2]]
        several = rewrite(paraphraser, frame["text"], 3, spans=frame["ents"], spans_may_change=True).explode(["text", "ents"])
        assert len(several) > 4 and any("large" in text for text in several["text"].dropna())
        for text, spans in zip(several["text"], several["ents"], strict=True):
            assert all(text[one["start"] : one["end"]].strip() for one in spans or ())

    def test_empty_series(self, pandas, rewrite, paraphraser):
        assert rewrite(paraphraser, pandas.Series([], dtype=object)).tolist() == []

    def test_errors_name_the_row(self, pandas, rewrite, paraphraser):
        def refused(error, message, texts, *n, **options):
            with pytest.raises(error, match=f"^{re.escape(message)}$"):
                rewrite(paraphraser, texts, *n, **options)

        one = pandas.Series(["x"])
        labels = pandas.MultiIndex.from_tuples([("a", 1), ("b", 2)])
        refused(ConfigError, "row ('b', 2): found int, expected a text or null.", pandas.Series(["x", 3], index=labels))
        refused(ConfigError, "row 0: found float, expected a text or null.", pandas.Series([0.5]))
        with pytest.raises(FormatError, match=r"^row 1: spans\[0\]: found begin 0 and end 9"):
            rewrite(paraphraser, pandas.Series(["x", "y"]), spans=pandas.Series([None, [(0, 9)]]))
        spans = pandas.Series([[(0, 1)]])
        refused(ConfigError, "row 0: found int, expected a text or null.", pandas.Series([3]), spans=spans)
        nulls = pandas.Series([None])
        refused(ConfigError, "row 0: found spans of a null, expected a text that has them.", nulls, spans=spans)
        another = "spans: found another index than that of the texts. Take both from one frame."
        refused(ConfigError, another, one, spans=spans.set_axis(["a"]))
        name = "spans: found the name 'text', which the texts have, expected another."
        refused(ConfigError, name, one, spans=nulls.rename("text"))
        kind = "expected a Series of pandas, such as frame['text'], not"
        refused(TypeError, f"series: {kind} DataFrame", pandas.DataFrame({"text": TEXTS}))
        refused(TypeError, f"series: {kind} NoneType", None)
        refused(TypeError, f"spans: {kind} list", one, spans=[[(0, 1)]])
        refused(ConfigError, "n: found 0, expected a whole number from 1 to 1000000.", one, 0)
        for given in ({}, {"spans": spans}):
            for n in (1, 2):
                refused(ConfigError, THREADS, one, n, threads=-1, **given)

    def test_without_pandas(self, pandas, rewrite, monkeypatch):
        monkeypatch.setitem(sys.modules, "pandas", None)
        none = f"^Rewriting a Series needs the package pandas. {re.escape(install_hint('pandas'))}$"
        with pytest.raises(MissingPackageError, match=none):
            rewrite(None, None)


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
        assert rewrite(paraphraser, series, 2, threads=2).to_list() == lists
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
        at_once = rewrite(paraphraser, frame["text"], 2, spans=frame["ents"])
        assert rows == at_once.to_list() and at_once.dtype == polars.Struct(kinds) and at_once.name == "text"
        assert [row["text"] and row["text"][0] for row in rows] == kept[0]
        assert frame.with_columns(rewrite(paraphraser, polars.col("text"), spans=polars.col("ents")).struct.unnest()).width == 3
        for n, kind in ((1, polars.String), (2, polars.List(polars.String))):
            null = rewrite(paraphraser, polars.Series("text", [None]), n, spans=polars.Series("spans", [None]))
            assert null.dtype.fields[0].dtype == kind and null.to_list() == [{"text": None, "spans": None}]
        unnamed = rewrite(paraphraser, polars.Series(["It is big."]), spans=polars.Series([[[6, 9]]]), spans_may_change=True)
        assert unnamed.struct.unnest().to_dicts() == [{"text": "It is large.", "spans": [[6, 11]]}]

    def test_expressions(self, polars, rewrite, paraphraser, best, lists):
        frame = polars.DataFrame({"text": TEXTS, "label": [1, 2, 3, 4]})
        several = rewrite(paraphraser, polars.col("text"), 2).alias("several")
        found = frame.with_columns(rewrite(paraphraser, polars.col("text")), several)
        assert found.to_dict(as_series=False) == {"text": best, "label": [1, 2, 3, 4], "several": lists}
        lazy = frame.lazy().with_columns(several)
        assert lazy.collect_schema()["several"] == polars.List(polars.String)
        assert lazy.collect(engine="streaming")["several"].to_list() == lists
        for column in (several, rewrite(paraphraser, polars.col("text"), spans=polars.col("label")).alias("both")):
            plan = frame.lazy().with_columns(column).filter(polars.col("label") > 2).explain()
            assert "FILTER" in plan.partition("python_udf")[2]  # what a filter takes out is not paraphrased

    def test_errors_name_the_row(self, polars, rewrite, paraphraser):
        def refused(error, message, function, *columns, **options):
            with pytest.raises(error) as caught:
                function(paraphraser, *columns, **options)
            assert str(caught.value).partition("\n")[0] == message  # without what Polars adds

        def of_frame(paraphraser, column, **options):
            columns = {name: polars.col(one.name) for name, one in options.items()}
            polars.DataFrame([column, *options.values()]).select(rewrite(paraphraser, polars.col(column.name), **columns))

        numbers, spans = polars.Series("a", [None, 3]), polars.Series("b", [None, [[0, 1]]])
        for function in (rewrite, of_frame):
            refused(ConfigError, "column 'a', row 1: found int, expected a text or null.", function, numbers)
            refused(ConfigError, "column 'a', row 1: found int, expected a text or null.", function, numbers, spans=spans)
        name = "spans: found the name 'a', which the texts have, expected another."
        refused(ConfigError, name, rewrite, numbers, spans=spans.alias("a"))
        refused(ConfigError, name, rewrite, polars.col("a"), spans=polars.col("b").alias("a"))
        refused(ConfigError, "spans: found 1 rows, expected 2, as there are texts.", rewrite, numbers, spans=spans[:1])
        frame = polars.DataFrame({"text": TEXTS})
        refused(TypeError, "column: expected a Series or an expression of Polars, not DataFrame", rewrite, frame)
        both = "spans: expected a polars.Expr, as the column is, not Series"
        refused(TypeError, both, rewrite, polars.col("text"), spans=frame["text"])
        refused(TypeError, "spans: expected a polars.Series, as the column is, not list", rewrite, frame["text"], spans=[])
        refused(ConfigError, "n: found 0, expected a whole number from 1 to 1000000.", rewrite, frame["text"], n=0)
        for options in ({}, {"spans": polars.Series("b", [None] * 4)}):
            refused(ConfigError, THREADS, rewrite, frame["text"], threads=-1, **options)

    def test_other_versions_and_none(self, polars, rewrite, paraphraser, monkeypatch):
        monkeypatch.delattr(polars, "struct_with_fields")
        monkeypatch.setattr(polars, "__version__", "1.31.0")
        old = r"^polars: found version 1\.31\.0, expected 1\.32 or later for expressions with spans\.$"
        with pytest.raises(ConfigError, match=old):
            rewrite(paraphraser, polars.col("a"), spans=polars.col("b"))
        monkeypatch.setitem(sys.modules, "polars", None)
        none = f"^Rewriting a column needs the package polars. {re.escape(install_hint('polars'))}$"
        with pytest.raises(MissingPackageError, match=none):
            rewrite(paraphraser, None)
