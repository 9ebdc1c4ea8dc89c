"""The gold phrase paraphrases of an aligned sentence pair."""

from bench.gold_phrases import directed_pairs, read_links, smallest
from hypothesis import given
from hypothesis import strategies as st

from paragen.tuning.labels.gold_sets import lookup_form, phrase_pairs


def naive(links, max_words):
    """Every pair of spans, kept where no link leaves it and each of its four ends has one."""
    size = max((max(link) for link in links), default=-1) + 1
    spans = [(begin, end) for begin in range(size) for end in range(begin + 1, min(begin + max_words, size) + 1)]
    for source in spans:
        for target in spans:
            inside = [(i, j) for i, j in links if source[0] <= i < source[1] and target[0] <= j < target[1]]
            leaves = any((source[0] <= i < source[1]) != (target[0] <= j < target[1]) for i, j in links)
            ends = {i for i, _ in inside} >= {source[0], source[1] - 1} and {j for _, j in inside} >= {target[0], target[1] - 1}
            if not leaves and ends:
                yield source, target


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=9), st.integers(1, 4))
def test_pairs_are_all_consistent_ones(links, max_words):
    assert phrase_pairs(links, max_words) == sorted(naive(links, max_words))


def test_smallest():
    pairs = phrase_pairs(read_links("0-0 1-1 1-2 3-3"))
    assert pairs == [((0, 1), (0, 1)), ((0, 2), (0, 3)), ((0, 4), (0, 4)), ((1, 2), (1, 3)), ((1, 4), (1, 4)), ((3, 4), (3, 4))]
    assert smallest(pairs) == [((0, 1), (0, 1)), ((1, 2), (1, 3)), ((3, 4), (3, 4))]


def test_phrases_have_lookup_forms():
    assert lookup_form(["He", "ca", "n't"]) == "he can't"
    assert lookup_form(["n't", "go"]) == ""
    assert lookup_form(["``", "Yes", "''"]) == '" yes "'


def test_both_directions_without_identical_pairs():
    pairs = directed_pairs("He bought it", "he has acquired it", "0-0 1-1 1-2 2-3", only_smallest=True)
    assert list(pairs) == [("bought", "has acquired"), ("has acquired", "bought")]
