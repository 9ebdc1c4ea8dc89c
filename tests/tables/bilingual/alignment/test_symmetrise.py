"""The symmetrisation kernel: equal to the reference, and safe on any bytes."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.tables.bilingual import options
from paragen.tables.bilingual.alignment.kernel import HEURISTICS, BadLink, giza, symmetrise

from . import reference


def pharaoh(links):
    return " ".join(f"{i}-{j}" for i, j in sorted(links))


def run(pairs, heuristic, lengths):
    """Symmetrise many (forward, backward) at once, and return sets."""
    source, target = (["\n".join(" ".join("w" * n) for n in side).encode() for side in zip(*lengths, strict=True)])
    forward, backward = (("\n".join(map(pharaoh, side))).encode() for side in zip(*pairs, strict=True))
    lines, count = symmetrise(source, target, forward, backward, len(pairs), heuristic)
    rows = lines.decode().split("\n")
    assert rows.pop() == "" and len(rows) == len(pairs)
    found = [[tuple(map(int, link.split("-"))) for link in row.split()] for row in rows]
    assert all(row == sorted(set(row)) for row in found)
    assert count == sum(map(len, found))
    return [set(row) for row in found]


def random_functions(rng, n_source, n_target):
    """As aligners give them: forward links each target word at most once, backward each source word."""
    forward = {(min(max(j + rng.randint(-2, 2), 0), n_source - 1), j) for j in range(n_target) if rng.random() < 0.85}
    backward = {(i, min(max(i + rng.randint(-2, 2), 0), n_target - 1)) for i in range(n_source) if rng.random() < 0.85}
    return forward, backward


def random_sets(rng, n_source, n_target):
    share = rng.choice((0.1, 0.3, 0.6))
    cells = [(i, j) for i in range(n_source) for j in range(n_target)]
    return tuple({cell for cell in cells if rng.random() < share} for _ in range(2))


def test_the_settings_have_the_heuristics_of_the_kernel():
    assert sorted(options.HEURISTICS) == sorted(HEURISTICS)


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("make", [random_functions, random_sets])
def test_equals_the_reference(heuristic, make):
    rng = random.Random(heuristic + make.__name__)
    lengths = [(rng.randint(1, 9), rng.randint(1, 9)) for _ in range(2000)]
    pairs = [make(rng, *each) for each in lengths]
    for (forward, backward), found in zip(pairs, run(pairs, heuristic, lengths), strict=True):
        assert found == reference.symmetrise(forward, backward, heuristic), (forward, backward)


def test_each_holds_the_one_before():
    rng = random.Random(7)
    lengths = [(rng.randint(1, 30), rng.randint(1, 30)) for _ in range(500)]
    pairs = [random_functions(rng, *each) for each in lengths]
    results = {heuristic: run(pairs, heuristic, lengths) for heuristic in HEURISTICS}
    order = ["intersection", "grow-diag", "grow-diag-final-and", "union"]
    for smaller, larger in [*zip(order, order[1:], strict=False), ("grow-diag", "grow-diag-final"), ("grow-diag-final", "union")]:
        assert all(a <= b for a, b in zip(results[smaller], results[larger], strict=True))


def test_order_of_growth_matters():
    # Two candidates for source word 1: the neighbour that is looked at first wins.
    forward, backward = {(0, 0), (1, 0)}, {(0, 0), (1, 1)}
    assert run([(forward, backward)], "grow-diag", [(2, 2)]) == [{(0, 0), (1, 0), (1, 1)}]
    forward, backward = {(1, 1), (2, 0)}, {(1, 1), (0, 0)}
    assert run([(forward, backward)], "grow-diag", [(3, 2)]) == [{(1, 1), (0, 0), (2, 0)}]


def test_long_chains_are_quick():
    """A chain that grows against the direction of the walk: one link a scan."""
    n = 20_000
    union = {(i, i) for i in range(n)}
    (found,) = run([(union, {(n - 1, n - 1)})], "grow-diag", [(n, n)])
    assert found == union


@pytest.mark.parametrize(
    ("line", "flaw"),
    [
        ("99-0", "out of range"), ("0-2", "out of range"), ("a-b", "no link"), ("0", "no link"), ("-1-0", "no link"),
        ("0--1", "no link"), ("0-0x", "no link"), ("0-", "no link"), ("-", "no link"), ("1" + "0" * 30 + "-0", "out of range"),
        ("4294967295-0", "out of range"),
        ("18446744073709551616-0", "out of range"), ("0p0", "no link"), ("0.0-0", "no link"), ("0-0,1-1", "no link"),
    ],
)  # fmt: skip
def test_bad_links(line, flaw):
    for backward in (False, True):
        links = [b"0-0\n\n", b"\n0-1\n" + line.encode()]
        forward, back = links if backward else links[::-1]
        with pytest.raises(BadLink) as caught:
            symmetrise(b"a b\na b\na b", b"x y\nx y\nx y", forward, back, 3, "union")
        bad = caught.value
        assert (bad.flaw, bad.line, bad.backward, bad.shown) == (flaw, 2, backward, line)


@given(st.lists(st.one_of(st.binary(max_size=60), st.text("0123456789- \n(){}#pNUL", max_size=60).map(str.encode)),
                min_size=4, max_size=4),
       st.integers(0, 6), st.sampled_from(HEURISTICS), st.booleans())  # fmt: skip
def test_any_bytes(texts, n_lines, heuristic, backward):
    n_lines = min(n_lines, *(text.count(b"\n") + 1 for text in texts[:2]))
    for work in (
        lambda: symmetrise(*texts, n_lines, heuristic)[0],
        lambda: giza(*texts[:3], n_lines, 1, backward),
        lambda: giza(
            *texts[:2], b"# Sentence pair (1) source length 1 target length 1\nx\nNULL ({ " + texts[2], n_lines, 1, backward
        ),
    ):
        try:
            assert work().count(b"\n") == n_lines
        except BadLink as bad:
            assert bad.line < 3 * n_lines and bad.flaw


def test_more_lines_than_text_are_refused():
    for work in (lambda: symmetrise(b"a", b"b", b"", b"", 2, "union"), lambda: giza(b"a\nb", b"b", b"", 1 << 60, 1, False)):
        with pytest.raises(ValueError, match="of text"):
            work()
