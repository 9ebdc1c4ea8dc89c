"""The threshold and the weight that are chosen are the best, and the figures are theirs."""

from __future__ import annotations

import gzip
import random
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.calibration import Calibration, Objective, calibrate_file
from paragen.tables.calibration.calibrate import fold_numbers, intervals
from paragen.tables.calibration.labelled import read_labelled, write_candidates
from paragen.tables.calibration.search import _between

from .reference import Pair, best, rates

pytestmark = pytest.mark.filterwarnings("error")


def write(path: Path, pairs: list[Pair], columns: tuple[str, ...] = ("content", "context")) -> Path:
    lines = ["\t".join(["source", "target", *columns[: len(pairs[0][0])], "label"])]
    lines += ["\t".join(["a", "b", *map(repr, values), str(int(correct))]) for values, correct in pairs]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def random_pairs(seed: int, count: int, columns: int = 2) -> list[Pair]:
    rng = random.Random(seed)
    pairs = []
    for _ in range(count):
        correct = rng.random() < 0.4
        values = tuple(min(1.0, max(0.0, round(rng.gauss(0.4 + 0.2 * correct, 0.2), 2))) for _ in range(columns))
        pairs.append((values, correct))
    return [((0.5,) * columns, True), ((0.25,) * columns, False), *pairs]


_VALUES = st.sampled_from([0.0, 0.1, 0.2, 0.25, 0.3, 0.5, 0.6, 0.9, 1.0])
_PAIRS = st.integers(1, 2).flatmap(
    lambda columns: st.lists(st.tuples(st.tuples(*[_VALUES] * columns), st.booleans()), min_size=2, max_size=8)
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=_PAIRS, f_beta=st.sampled_from([0.5, 1.0, 2.0]), min_precision=st.sampled_from([None, 0.5, 0.75, 1.0]))
def test_no_other_choice_is_better(pairs, f_beta, min_precision, tmp_path):
    path = write(tmp_path / "pairs.tsv", pairs)
    kinds = {correct for _, correct in pairs}
    expected = best(pairs, f_beta, min_precision) if len(kinds) == 2 else None
    try:
        found = calibrate_file(path, objective=Objective(f_beta, min_precision), folds=0)
    except ParagenError:
        assert expected is None
        return
    value = found.f.value if min_precision is None else found.recall.value
    assert value == pytest.approx(expected, rel=1e-12)
    precision, recall, f = rates(pairs, found.weight, found.threshold, f_beta)
    assert (found.precision.value, found.recall.value, found.f.value) == pytest.approx((precision, recall, f), rel=1e-12)
    assert min_precision is None or precision >= min_precision


@pytest.mark.parametrize("columns", [1, 2])
def test_many_pairs(columns, tmp_path):
    pairs = random_pairs(3, 200, columns)
    found = calibrate_file(write(tmp_path / "pairs.tsv", pairs))
    assert found.f.value == pytest.approx(best(pairs, 1.0, None), rel=1e-12)
    assert found.f.low < found.f.value < found.f.high
    assert found.f.cross_validated < found.f.value + 0.02
    assert (found.pairs, found.folds) == (202, 5)


def test_by_hand(tmp_path):
    """Above 0.4 are two of three correct pairs and no other: F 0.8; above 0.2 all three and a wrong one: 6/7."""
    path = tmp_path / "pairs.tsv"
    path.write_text(
        "source\ttarget\toverlap\tlabel\na\tb\t0.9\t1\nc\td\t0.5\tcorrect\ne\tf\t0.3\t0\ng\th\t0.3\t1\ni\tj\t0.1\tIncorrect\nk\tl\t0.7\t\n"
    )
    found = calibrate_file(path)
    assert found.threshold == 0.2
    assert (found.precision.value, found.recall.value, found.f.value) == (0.75, 1.0, 6 / 7)
    assert (found.name, found.columns, found.weight) == ("", ("overlap",), 1.0)
    assert (found.pairs, found.correct, found.unlabelled, found.folds) == (5, 3, 1, 0)
    assert found.f.cross_validated is None
    sure = calibrate_file(path, objective=Objective(0.5))
    assert (sure.threshold, sure.precision.value) == (0.4, 1.0)
    assert sure.f.value == pytest.approx(1.25 * (2 / 3) / (0.25 + 2 / 3))
    assert calibrate_file(path, objective=Objective(min_precision=0.9)).threshold == 0.4
    assert calibrate_file(path, objective=Objective(min_precision=0.75)).threshold == 0.2


def test_equally_good(tmp_path):
    """Where every weight divides the pairs the one in the middle is taken, with the shortest threshold between."""
    found = calibrate_file(write(tmp_path / "pairs.tsv", [((0.8, 0.8), True), ((0.2, 0.2), False)]))
    assert (found.weight, found.threshold) == (0.5, 0.5)


def test_of_equal_f_the_greater_precision(tmp_path):
    """F is 2/3 above 0.85, with precision 1, and above 0, with precision 1/2."""
    pairs = [((0.9,), True), ((0.8,), False), ((0.7,), False), ((0.6,), True)]
    found = calibrate_file(write(tmp_path / "pairs.tsv", pairs))
    assert (found.threshold, found.precision.value, found.f.value) == (0.85, 1.0, 2 / 3)


def test_the_pairs_are_not_written_over(tmp_path):
    path = write(tmp_path / "pairs.tsv", random_pairs(1, 20))
    before = path.read_bytes()
    with pytest.raises(ConfigError, match="it is read and would be overwritten"):
        calibrate_file(path, path)
    assert path.read_bytes() == before


def test_a_weight_near_the_second_similarity(tmp_path):
    pairs = [((0.9, 0.6), True), ((0.1, 0.7), True), ((0.95, 0.5), False), ((0.05, 0.4), False)]
    found = calibrate_file(write(tmp_path / "pairs.tsv", pairs, ("content", "click")), tmp_path / "options.toml")
    assert (found.weight, found.f.value, found.name) == (0.15, 1.0, "beta")
    assert tomllib.loads((tmp_path / "options.toml").read_text()) == {"beta": 0.15, "threshold": found.threshold}


def test_names_of_the_weight(tmp_path):
    pairs = random_pairs(1, 20)
    assert calibrate_file(write(tmp_path / "a.tsv", pairs)).name == "alpha"
    other = write(tmp_path / "b.tsv", pairs, ("words", "place"))
    with pytest.raises(ConfigError, match="^the weight of 'words' beside 'place' has no name. Give one: --name alpha.$"):
        calibrate_file(other)
    assert calibrate_file(other, name="mix").options().keys() == {"mix", "threshold"}
    sentences = write(tmp_path / "d.tsv", random_pairs(1, 20, 1), ("overlap",))
    assert calibrate_file(sentences).options().keys() == {"threshold-sentences"}
    assert calibrate_file(sentences, threshold_name="least").options().keys() == {"least"}
    with pytest.raises(ConfigError, match="^name: found 'alpha', but there is only one similarity, 'content': it needs no"):
        calibrate_file(write(tmp_path / "c.tsv", random_pairs(1, 20, 1)), name="alpha")


def test_the_same_every_time_and_for_any_order(tmp_path):
    pairs = random_pairs(5, 300)
    path = write(tmp_path / "a.tsv", pairs)
    found = calibrate_file(path)
    assert calibrate_file(path) == found
    random.Random(1).shuffle(pairs)
    other = calibrate_file(write(tmp_path / "b.tsv", pairs))
    assert (other.options(), other.f.value, other.f.low) == (found.options(), found.f.value, found.f.low)
    assert calibrate_file(path, seed=2).f.low != found.f.low


def test_cross_validation_shows_what_fits_by_chance(tmp_path):
    """Labels that have nothing to do with the similarities: precision on other pairs is no better than of all."""
    rng = random.Random(1)
    pairs = [((rng.random(), rng.random()), rng.random() < 0.5) for _ in range(60)]
    found = calibrate_file(write(tmp_path / "a.tsv", pairs), objective=Objective(min_precision=0.8))
    assert found.precision.value >= 0.8
    assert found.precision.cross_validated < 0.75


def test_zipped_with_spaces_and_windows_lines(tmp_path):
    path = tmp_path / "pairs.tsv.gz"
    path.write_bytes(gzip.compress(b"label\ttarget\tsim\tsource\r\n 1 \tb\t 0.5\ta\r\n\r\n0\tb\t.25\ta\r\n"))
    labelled = read_labelled(path)
    assert (labelled.columns, labelled.correct.tolist()) == (("sim",), [True, False])
    assert labelled.similarities.tolist() == [[0.5], [0.25]]


_HEADER = "source\ttarget\tsim\tlabel\n"


_PAIRS_WITH_TABS = (
    "expected tab-separated pairs: a header with source, target, one or two similarities and label. "
    "Is the first line the header, and are there tabs in it?"
)
_COLUMNS = "expected one or two besides source, target and label. Take the other columns out."
_DIVIDES = "a threshold divides correct from incorrect pairs. Write 1 or 0 in the column label, for some dozens of each kind."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f":1: found no column source, target, label, {_PAIRS_WITH_TABS}"),
        ("source,target,sim,label\n", f":1: found no column source, target, label, {_PAIRS_WITH_TABS}"),
        ("source\ttarget\tsim\n", f":1: found no column label, {_PAIRS_WITH_TABS}"),
        ("source\ttarget\tsim\tsim\tlabel\n", f":1: found the column 'sim' twice, {_PAIRS_WITH_TABS}"),
        ("source\ttarget\tlabel\n", f":1: found 0 columns of similarities, {_COLUMNS}"),
        ("source\ttarget\ta\tb\tc\tlabel\n", f":1: found 3 columns of similarities, {_COLUMNS}"),
        (_HEADER, f": found no labelled pair; {_DIVIDES}"),
        (_HEADER + "a\tb\t0.5\t\n" * 2, f": found no labelled pair (2 have no label); {_DIVIDES}"),
        (_HEADER + "a\tb\t0.5\t1\n" * 2, f": found 2 labelled pairs, all correct; {_DIVIDES}"),
        (_HEADER + "a\tb\t0.5\t0\na\tb\t0.5\t\n", f": found 1 labelled pairs, all incorrect (1 have no label); {_DIVIDES}"),
        (_HEADER + "a\tb\t0.5\n", ":2: found 3 fields, expected 4, as the header has. Put a tab between fields."),
        (_HEADER + "\n a \n", ":3: found 1 field, expected 4, as the header has. Put a tab between fields."),
        (_HEADER + f"a\tb\t{'half' * 11}\t1\n", f":2: found sim '{'half' * 10}', expected a number from 0 to 1."),
        (_HEADER + "a\tb\tnan\t1\n", ":2: found sim nan, expected a number from 0 to 1."),
        (_HEADER + f"a\tb\t1.{'05' * 30}\t1\n", f":2: found sim 1.{'05' * 19}, expected a number from 0 to 1."),
        (_HEADER + "a\tb\t-1e-9\t1\n", ":2: found sim -1e-9, expected a number from 0 to 1."),
        (_HEADER + "a\tb\t0.5\tmaybe\n", ":2: found the label 'maybe', expected 1, correct, 0, incorrect or nothing."),
        (_HEADER + "a\tb\t0\t1\na\tb\t0\t0\n", ": every similarity is 0, so no threshold divides the pairs."),
    ],
)
def test_bad_files(text, message, tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ParagenError) as raised:
        calibrate_file(path, tmp_path / "options.toml")
    assert str(raised.value) == f"{path}{message}"
    assert not (tmp_path / "options.toml").exists()


def test_a_sample_to_label_is_read_when_it_is_labelled(tmp_path):
    rows = [("big house", "large home", 0.123456789, 1.0), ("a", "b", 0.5, 0)]
    assert write_candidates(rows, tmp_path / "s.tsv", ["word order", "context"]) == 2
    text = "source\ttarget\tword order\tcontext\tlabel\nbig house\tlarge home\t0.123457\t1\t\na\tb\t0.5\t0\t\n"
    assert (tmp_path / "s.tsv").read_text() == text
    (tmp_path / "s.tsv").write_text(text.replace("1\t\n", "1\t1\n").replace("0\t\n", "0\t0\n"))
    assert read_labelled(tmp_path / "s.tsv").columns == ("word order", "context")


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=60), st.text("ab\t10.\n", max_size=60).map(lambda text: (_HEADER + text).encode())))
def test_any_bytes_are_pairs_or_an_error(data, tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(data)
    try:
        assert isinstance(calibrate_file(path, folds=2), Calibration)
    except ParagenError as error:
        assert str(error).startswith(str(path))


def test_options_out_of_range(tmp_path):
    path = write(tmp_path / "a.tsv", random_pairs(1, 20))
    above = "f_beta: found {}, expected a number, above 0 and at most 1000."
    between = "min_precision: found {}, expected a number, above 0 and at most 1."
    refused = [
        ((0,), above, "0"), ((float("inf"),), above, "inf"), ((float("nan"),), above, "nan"),
        ((1001,), above, "1001"), ((1, 0), between, "0"), ((1, 1.5), between, "1.5"),
    ]  # fmt: skip
    for values, message, found in refused:
        with pytest.raises(ConfigError) as raised:
            calibrate_file(path, objective=Objective(*values))
        assert str(raised.value) == message.format(found)
    for folds in (1, -1):
        with pytest.raises(ConfigError, match=f"^folds: found {folds}, expected 2 or more, or 0 for none.$"):
            calibrate_file(path, folds=folds)
    greatest = "no threshold has a precision of 1; the highest is 0.[0-9]+. Lower --min-precision.$"
    with pytest.raises(ParagenError, match=greatest):
        calibrate_file(write(tmp_path / "b.tsv", [((1.0,), True), ((1.0,), False)]), objective=Objective(1, 1))


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_threshold_lies_between(one, other):
    low, high = sorted((one, other))
    if low < high:
        assert low <= _between(low, high) < high


def test_intervals_are_those_of_drawn_pairs():
    """The four counts drawn at once are what drawing pairs one by one gives."""
    rng = np.random.default_rng(7)
    kinds = np.array([0] * 30 + [1] * 10 + [2] * 20 + [3] * 40)  # hits, false, missed, rightly refused
    samples = [np.bincount(rng.choice(kinds, len(kinds)), minlength=4) for _ in range(4000)]
    f = [2 * hits / (2 * hits + false + missed) for hits, false, missed, _ in samples]
    low, high = intervals(30, 40, 50, 100, Objective(), 1)[2]
    assert np.percentile(f, [2.5, 97.5]) == pytest.approx([low, high], abs=0.02)


def test_folds_have_as_many_of_each_kind():
    correct = np.array([True] * 10 + [False] * 25)
    numbers = fold_numbers(correct, 5, 1)
    assert np.bincount(numbers[correct]).tolist() == [2] * 5
    assert np.bincount(numbers[~correct]).tolist() == [5] * 5
    assert np.bincount(fold_numbers(correct, 2, 1)).tolist() == [18, 17]
    assert not len(fold_numbers(correct[7:], 5, 1)) and not len(fold_numbers(correct, 0, 1))


@pytest.mark.shared
def test_overlap_of_news_sentences(shared, tmp_path):
    """Word overlap tells the pairs of the MSR corpus apart better than taking all of them, which has an F1 of 0.806."""
    from paragen.text.tokenizer import Tokenizer

    words = Tokenizer().words
    lines = (shared / "data" / "msrp" / "msr_paraphrase_train.txt").read_text(encoding="utf-8-sig").splitlines()[1:]
    pairs = []
    for label, _, _, *texts in (line.split("\t") for line in lines):
        a, b = ({word for word in words(text) if any(map(str.isalnum, word))} for text in texts)
        pairs.append(((2 * len(a & b) / (len(a) + len(b)),), label == "1"))
    path = write(tmp_path / "msrp.tsv", pairs, ("overlap",))
    found = calibrate_file(path)
    assert found.pairs > 4000
    assert 0.81 < found.f.cross_validated <= found.f.value + 0.005
    sure = calibrate_file(path, objective=Objective(min_precision=0.85))
    assert sure.threshold > found.threshold and sure.precision.value >= 0.85
