"""The models in SQL equal those that are written to be read, whatever the limits, the memory and the threads."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from fuzzing import rounds

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.patterns.models import PatternModelOptions, extract_pattern_pairs
from paragen.tables.bilingual.patterns.options import BC, Parameters, default_parameters
from paragen.tables.builder import open_engine

from .reference import Aligned, random_aligned, reference_pairs

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402

WEIGHTS = {"bc": BC, "1": (1.0, 0.5, 0.8, 1.2), "2": (1.0, 0.5, 0.8, 1.2, 0.7), "3": (1.0, 0.5, 0.8, 1.2, 0.7, 0.5, 0.3)}


def written(path: Path, rows: list[Aligned]) -> Path:
    parquet.write_table(pyarrow.table({name: [getattr(row, name) for row in rows] for name in Aligned._fields}), path)
    return path


def extracted(files, destination: Path, parameters: Parameters, group_rows=None, threads=2, **options) -> list[tuple]:
    """The rows that come out; random words would often be unlike."""
    chosen = PatternModelOptions(parameters=parameters, keep_unlike=True, **options)
    with open_engine(threads=threads, temp=destination.parent) as engine:
        if group_rows is not None:
            engine.group_rows = group_rows
        extract_pattern_pairs(files, destination, chosen, engine, threads)
    return [tuple(row.values()) for row in parquet.read_table(destination).to_pylist()]


def same(found, expected):
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert [row[3] for row in found] == pytest.approx([row[2] for row in expected], rel=1e-9)
    assert [row[2] for row in found] == [min(1.0, row[3]) for row in found]


LIMITS = [(2, {"top": 2}), (1, {"fan_out": 2}), (2, {"min_count": 2})]


@pytest.mark.parametrize(
    ("model", "seed", "limits"),
    [
        *((model, 2, {}) for model in WEIGHTS),
        *(("3", *case) for case in LIMITS),
        *(pytest.param(model, *case, marks=pytest.mark.long) for model in WEIGHTS for case in [(1, {}), *LIMITS]),
    ],
)
def test_equals_the_reference(tmp_path, seed, model, limits):
    rng = random.Random(seed)
    corpora = [random_aligned(rng) for _ in range(seed + 1)]
    files = [written(tmp_path / f"{i}.parquet", rows) for i, rows in enumerate(corpora)]
    parameters = Parameters(model=model, weights=WEIGHTS[model], threshold=0.001, pivot_threshold=0.03)
    found = extracted(files, tmp_path / "out.parquet", parameters, **limits)
    assert len(found) > 50
    same(found, reference_pairs(corpora, WEIGHTS[model], 0.001, 0.03, **limits))


@pytest.mark.parametrize("model", ["2", "3"])
def test_pivots_by_the_weights_of_model_1_equal_the_reference(tmp_path, model):
    corpora = [random_aligned(random.Random(2)) for _ in range(2)]
    files = [written(tmp_path / f"{i}.parquet", rows) for i, rows in enumerate(corpora)]
    by, more = (0.9, 0.4, 0.2, 0.1), {"inner_top": 1}
    parameters = Parameters(model=model, weights=WEIGHTS[model], threshold=0.001, pivot_threshold=0.03, pivot_weights=by)
    found = extracted(files, tmp_path / "out.parquet", parameters, **more)
    same(found, reference_pairs(corpora, WEIGHTS[model], 0.001, 0.03, pivot_weights=by, **more))
    assert found != extracted(files, tmp_path / "one.parquet", replace(parameters, pivot_weights=(1.0,) * 4), **more)


@pytest.mark.parametrize("model", WEIGHTS)
def test_slices_and_threads_change_nothing(tmp_path, model):
    file = written(tmp_path / "a.parquet", random_aligned(random.Random(7), rows=250))
    parameters = replace(default_parameters(model), threshold=1e-4)
    whole = extracted([file], tmp_path / "whole.parquet", parameters, group_rows=0, threads=1)
    assert len(whole) > 100
    for rows in (77, 1000)[: rounds(1, 2)]:
        assert extracted([file], tmp_path / "part.parquet", parameters, group_rows=rows, threads=3) == whole


def test_bc_is_model_1_without_lexical_weights(tmp_path):
    file = written(tmp_path / "a.parquet", random_aligned(random.Random(3)))
    bc = extracted([file], tmp_path / "bc.parquet", Parameters(model="bc", weights=BC, threshold=0.01))
    assert bc and bc == extracted([file], tmp_path / "1.parquet", Parameters(model="1", weights=BC, threshold=0.01))


ROWS = [
    Aligned("improve [NN_1] 's livelihood", "gaishan [NN_1] shenghuo", 3, 0.5, 0.4, 12),
    Aligned("improve the life of [NN_1]", "gaishan [NN_1] shenghuo", 1, 0.6, 0.3, 5),
    Aligned("improve the life of [NN_1]", "gaishan [NN_1] de shenghuo", 1, 0.7, 0.2, 9),
    Aligned("help improve [NN_1] 's living standards", "gaishan [NN_1] de shenghuo", 1, 0.8, 0.9, 2),
]
ONE, TWO, THREE = (ROWS[i].pattern for i in (0, 1, 3))


def likelihoods(tmp_path, parameters):
    rows = extracted([written(tmp_path / "a.parquet", ROWS)], tmp_path / "o.parquet", parameters)
    return {row[:2]: row[3] for row in rows}, {row[0]: row[4:] for row in rows}


def test_bc_by_hand(tmp_path):
    found, places = likelihoods(tmp_path, Parameters(model="bc", weights=BC, threshold=1e-6))
    expected = {(ONE, TWO): 1 * 0.25, (TWO, ONE): 0.5 * 0.75, (TWO, THREE): 0.5 * 0.5, (THREE, TWO): 1 * 0.5}
    assert found == pytest.approx(expected)
    assert places == {ONE: (12, 1), TWO: (5, 1), THREE: (2, 1)}


def test_model_1_by_hand(tmp_path):
    found, _ = likelihoods(tmp_path, Parameters(model="1", weights=(1.0, 2.0, 1.0, 0.5), threshold=1e-6))
    assert found[ONE, TWO] == pytest.approx(1 * 0.25**2 * 0.4 * 0.6**0.5)
    assert found[TWO, ONE] == pytest.approx(0.5 * 0.75**2 * 0.3 * 0.5**0.5)


def test_model_2_by_hand(tmp_path):
    """The two pivots are paraphrases of each other, as both are aligned with the second pattern."""
    there = 0.25 * 0.5 * 0.6 * 0.2  # p(e|c1) p(c2|e) lex(e|c1) lex(c2|e)
    back = 0.5 * 0.5 * 0.7 * 0.3
    parameters = Parameters(model="2", weights=(1.0, 1.0, 1.0, 1.0, 0.5), threshold=1e-6, pivot_threshold=0.01)
    found, _ = likelihoods(tmp_path, parameters)
    assert found[ONE, THREE] == pytest.approx(1 * 0.4 * there**0.5 * 0.5 * 0.8)
    assert found[THREE, ONE] == pytest.approx(1 * 0.9 * back**0.5 * 0.75 * 0.5)
    through_the_same = 1 * 0.25 * 0.4 * 0.6
    through_another = 1 * 0.4 * there**0.5 * 0.5 * 0.7
    assert found[ONE, TWO] == pytest.approx(through_the_same + through_another)
    found, _ = likelihoods(tmp_path, replace(parameters, pivot_threshold=0.5))
    assert (ONE, THREE) not in found and found[ONE, TWO] == pytest.approx(through_the_same)


def test_the_weights_of_model_1_score_paraphrase_pivots(tmp_path):
    """score_PP(c2|c1) is the score of Model 1, by its weights: here p(e|c1) p(c2|e)^2, without lexical weights."""
    parameters = Parameters(
        model="2", weights=(1.0, 1.0, 1.0, 1.0, 0.5), threshold=1e-6, pivot_threshold=0.01, pivot_weights=(1.0, 2.0, 0.0, 0.0)
    )
    found, _ = likelihoods(tmp_path, parameters)
    assert found[ONE, THREE] == pytest.approx(1 * 0.4 * (0.25 * 0.5**2) ** 0.5 * 0.5 * 0.8)
    assert found[THREE, ONE] == pytest.approx(1 * 0.9 * (0.5 * 0.5**2) ** 0.5 * 0.75 * 0.5)


def test_the_mean_is_of_the_bitexts_that_have_the_pattern(tmp_path):
    one = written(tmp_path / "1.parquet", [Aligned("buy [NN_1]", "x [NN_1]"), Aligned("purchase [NN_1]", "x [NN_1]")])
    two = written(tmp_path / "2.parquet", [Aligned("buy [NN_1]", "y [NN_1]", line=4), Aligned("get [NN_1]", "z [NN_1]")])
    rows = extracted([one, two], tmp_path / "o.parquet", Parameters(model="bc", weights=BC, threshold=0.01))
    found = {row[:2]: row[3] for row in rows}
    assert found == pytest.approx({("buy [NN_1]", "purchase [NN_1]"): 0.25, ("purchase [NN_1]", "buy [NN_1]"): 0.5})


def test_pivots_of_different_bitexts_are_different(tmp_path):
    one = written(tmp_path / "1.parquet", [Aligned("buy [NN_1]", "x [NN_1]"), Aligned("a [NN_1]", "y [NN_1]")])
    two = written(tmp_path / "2.parquet", [Aligned("purchase [NN_1]", "x [NN_1]"), Aligned("b [NN_1]", "y [NN_1]")])
    with pytest.raises(ParagenError, match="no two patterns have a likelihood of 0.01 by Model bc"):
        extracted([one, two], tmp_path / "o.parquet", Parameters(model="bc", weights=BC, threshold=0.01))


def test_slots_are_numbered_in_the_order_of_the_source(tmp_path):
    """The same pair by two pivots: the likelier one counts, and its reverse has numbers of its own."""
    rows = [
        Aligned("[NN_1] of [NN_2]", "[NN_1] von [NN_2]", 1), Aligned("[NN_2] 's [NN_1]", "[NN_1] von [NN_2]", 1),
        Aligned("[NN_2] of [NN_1]", "[NN_1] , [NN_2]", 1), Aligned("[NN_1] 's [NN_2]", "[NN_1] , [NN_2]", 3),
    ]  # fmt: skip
    file = written(tmp_path / "a.parquet", rows)
    found = extracted([file], tmp_path / "o.parquet", Parameters(model="bc", weights=BC, threshold=0.01))
    assert [row[:4] for row in found] == [
        ("[NN_1] 's [NN_2]", "[NN_2] of [NN_1]", 0.5, 0.5),
        ("[NN_1] of [NN_2]", "[NN_2] 's [NN_1]", 0.75, 0.75),
    ]


def test_text(tmp_path):
    file = written(tmp_path / "a.parquet", ROWS)
    with open_engine(temp=tmp_path) as engine:
        options = PatternModelOptions(parameters=Parameters(model="bc", weights=BC, threshold=0.4))
        summary = extract_pattern_pairs([file], tmp_path / "o.txt", options, engine)
    assert (tmp_path / "o.txt").read_text() == f"{THREE} ||| {TWO} ||| 0.5\n"
    assert str(summary) == "1 paraphrases of 1 patterns, of 3 in 4 aligned patterns"


def test_pairs_that_are_mostly_wrong_are_left_out(tmp_path):
    rows = [Aligned(pattern, "x [NN_1]") for pattern in ("he reads [NN_1]", "he read [NN_1]", "he goes through [NN_1]")]
    file, parameters = written(tmp_path / "a.parquet", rows), Parameters(model="bc", weights=BC, threshold=0.1)
    with open_engine(temp=tmp_path) as engine:
        extract_pattern_pairs([file], tmp_path / "o.txt", PatternModelOptions(parameters=parameters), engine)
    assert "he reads [NN_1] ||| he goes through [NN_1]" in (tmp_path / "o.txt").read_text()
    assert "he reads [NN_1] ||| he read [NN_1]" not in (tmp_path / "o.txt").read_text()
    assert ("he reads [NN_1]", "he read [NN_1]") in {row[:2] for row in extracted([file], tmp_path / "o.parquet", parameters)}


def test_unrelated_words_lower_the_likelihood_of_model_3(tmp_path):
    """Both targets are as likely by their pivots; one shares its words with the source, as paraphrases elsewhere do."""
    rows = [Aligned(pattern, "x [NN_1]") for pattern in ("buy the [NN_1]", "buy a [NN_1]", "in other years [NN_1]")]
    rows += [Aligned(f"{word} {i} [NN_1]", f"f{i} [NN_1]") for i in range(30) for word in ("the", "a")]
    file = written(tmp_path / "a.parquet", rows)
    parameters = replace(default_parameters("3"), threshold=1e-9)
    found = {row[:2]: row[3] for row in extracted([file], tmp_path / "o.parquet", parameters)}
    assert found["buy the [NN_1]", "buy a [NN_1]"] > 3 * found["buy the [NN_1]", "in other years [NN_1]"] > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pattern": "take [XX_1]"}, "found the slot [XX_1], expected a tag among"),
        ({"pattern": "take [NN_1] [NN_1]"}, "found the slot [NN_1] twice"),
        ({"pattern": "take [NN_2]"}, "expected the same slots in both"),
        ({"pattern": "take it"}, "expected the same slots in both, one or more"),
        ({"pattern": "take [NN1]"}, "found '[NN1]', expected slots as [NN_1]"),
        ({"lex_pattern": float("nan")}, "expected two patterns, a count, two weights above 0 and at most 1"),
        ({"lex_pivot": 0.0}, "with the numbers 1, 1.0, 0.0, 1"),
        ({"count": 0}, "with the numbers 0, 1.0, 1.0, 1"),
        ({"line": -1}, "with the numbers 1, 1.0, 1.0, -1"),
        ({"pivot": None}, "the patterns 'take [NN_1]' and None"),
    ],
)  # fmt: skip
def test_bad_rows(tmp_path, change, message):
    rows = [Aligned("take [NN_1]", "nimm [NN_1]"), Aligned("take [NN_1]", "fass [NN_1]")._replace(**change)]
    file = written(tmp_path / "bad.parquet", rows)
    with pytest.raises(FormatError) as raised:
        extracted([file], tmp_path / "o.parquet", default_parameters("bc"))
    assert str(raised.value).startswith(str(file)) and message in str(raised.value)
    assert "Make the file with `paragen patterns induce`." in str(raised.value)


def test_missing_columns(tmp_path):
    file = tmp_path / "bad.parquet"
    parquet.write_table(pyarrow.table({"source": ["a"], "target": ["b"]}), file)
    with pytest.raises(FormatError, match="pattern, pivot, count, lex_pattern, lex_pivot, line missing"):
        extracted([file], tmp_path / "o.parquet", default_parameters("bc"))
    with pytest.raises(ConfigError, match="expected one or more of aligned patterns"):
        extracted([], tmp_path / "o.parquet", default_parameters("bc"))
