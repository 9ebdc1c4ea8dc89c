"""Power laws that numbers were drawn from are found again."""

from __future__ import annotations

import numpy as np
import pytest

from paragen.tables.bilingual.graph.statistics import fit_power_law


def drawn(rng: np.random.Generator, exponent: float, start: float, n: int) -> np.ndarray:
    return np.asarray(start * (1 - rng.random(n)) ** (-1 / (exponent - 1)))


@pytest.mark.parametrize("exponent", [1.6, 2.0, 2.7])
def test_a_continuous_law(exponent: float) -> None:
    rng = np.random.default_rng(9)
    numbers = drawn(rng, exponent, 3.5, 20_000)
    fit = fit_power_law(numbers)
    assert fit is not None
    assert abs(fit.exponent - exponent) < 4 * fit.error
    assert fit.error == pytest.approx((fit.exponent - 1) / fit.tail**0.5)
    assert fit.distance < 0.03
    head = rng.uniform(0.1, 3.5, 50_000)  # which follows another law
    assert (fit := fit_power_law(np.concatenate([head, numbers]))) is not None
    assert abs(fit.exponent - exponent) < 4 * fit.error
    assert 3 < fit.start < 20 and fit.tail <= 21_000


@pytest.mark.parametrize("exponent", [1.7, 2.5, 3.2])
def test_a_discrete_law(exponent: float) -> None:
    numbers = np.random.default_rng(5).zipf(exponent, 20_000)
    numbers = numbers[numbers < 10**12]  # which floats hold
    fit = fit_power_law(numbers)
    assert fit is not None
    assert abs(fit.exponent - exponent) < 4 * fit.error + 0.01
    assert fit.start <= 10 and fit.distance < 0.01


def test_the_exponent_of_a_small_sample_by_hand() -> None:
    numbers = np.repeat([2.0, 2.5, 4.0, 8.0], [25, 1, 15, 10])
    fit = fit_power_law(numbers)  # only the whole of it has 50
    assert fit is not None and (fit.start, fit.tail) == (2.0, 51)
    mean = (np.log(1.25) + 15 * np.log(2) + 10 * np.log(4)) / 51
    assert fit.exponent == pytest.approx(1 + 1 / mean)
    up_to = [1 - (value / 2) ** (-1 / mean) for value in (2, 2.5, 4, 8)]
    shares = np.array([0, 25, 26, 41, 51]) / 51
    assert fit.distance == pytest.approx(max(np.abs(shares[1:] - up_to).max(), np.abs(shares[:-1] - up_to).max()))
    assert fit.at_rank(np.array([51])) == pytest.approx(2.0)
    assert fit.at_rank(np.array([51 / 2 ** (fit.exponent - 1)])) == pytest.approx(4.0)


def test_what_fits_none() -> None:
    assert fit_power_law(np.empty(0)) is None
    assert fit_power_law(np.full(1000, 3)) is None  # all the same
    assert fit_power_law(np.arange(1, 50)) is None  # too few
    assert fit_power_law(np.arange(1, 51)) is not None
