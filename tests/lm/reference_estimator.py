"""Modified Kneser-Ney as the paper tells it, in dictionaries: slow, and meant to be read.

Chen and Goodman 1998, section 4.1 and equation 26; pruning as in lmplz: by occurrences, with the mass of what is left
out going to the back-off of its context.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

Ngram = tuple[str, ...]
Model = list[dict[Ngram, tuple[float, float]]]


class NoDiscounts(Exception):
    """An order whose discounts cannot be estimated, and the adjusted count they fail at."""


def count_occurrences(sentences: Sequence[Sequence[str]], order: int) -> list[Counter[Ngram]]:
    counts: list[Counter[Ngram]] = [Counter() for _ in range(order)]
    for words in sentences:
        line = ["<s>", *words, "</s>"]
        for end in range(2, len(line) + 1):
            for k in range(1, min(order, end) + 1):
                counts[k - 1][tuple(line[end - k : end])] += 1
    return counts


def adjust_counts(occurrences: list[Counter[Ngram]]) -> list[dict[Ngram, int]]:
    """Distinct words to the left; occurrences where there are none, and in the highest order."""
    adjusted = [dict(counts) for counts in occurrences]
    for k in range(len(occurrences) - 1):
        extensions = Counter(ngram[1:] for ngram in occurrences[k + 1])
        adjusted[k].update(extensions)
    return adjusted


def last_ngrams(occurrences: list[Counter[Ngram]], sentences: Sequence[Sequence[str]]) -> set[Ngram]:
    """The suffixes of the last n-gram in suffix order, which lmplz files under their occurrences."""
    order = len(occurrences)
    numbers = {"<unk>": 0, "<s>": 1, "</s>": 2}
    for words in sentences:
        for word in words:
            numbers.setdefault(word, len(numbers))
    longest = [ngram for k, counts in enumerate(occurrences) for ngram in counts if k + 1 == order or ngram[0] == "<s>"]

    def suffix_order(ngram: Ngram) -> list[int]:
        return [numbers[word] for word in reversed(ngram)] + [numbers["<s>"]] * (order - len(ngram))

    last = max(longest, key=suffix_order)
    return {last[begin:] for begin in range(len(last))}


def estimate_discounts(values: list[int], k: int, fallback: Sequence[float] | None) -> list[float]:
    n = Counter(values)
    try:
        for count in (1, 2, 3):
            if n[count] == 0:
                raise NoDiscounts(k, count)
        share = n[1] / (n[1] + 2 * n[2])
        discounts = [count - (count + 1) * share * n[count + 1] / n[count] for count in (1, 2, 3)]
        for count, discount in enumerate(discounts, 1):
            if not 0 <= discount <= count:
                raise NoDiscounts(k, count)
    except NoDiscounts:
        if fallback is None:
            raise
        discounts = list(fallback)
    return [0.0, *discounts]


def reference_estimate(
    sentences: Sequence[Sequence[str]], order: int, prune: Sequence[int], fallback: Sequence[float] | None,
    interpolate_unigrams: bool = True,
) -> Model:  # fmt: skip
    """Return for each order log10 probability and back-off by n-gram."""
    occurrences = count_occurrences(sentences, order)
    adjusted = adjust_counts(occurrences)
    last = last_ngrams(occurrences, sentences)
    discounts = []
    for k in range(1, order + 1):
        filed = occurrences if k < order else adjusted
        values = [filed[k - 1][each] if each in last else count for each, count in adjusted[k - 1].items()]
        discounts.append(estimate_discounts(values, k, fallback))
    kept = [
        {each for each, count in occurrences[k].items() if count > prune[k] or each == ("</s>",)} for k in range(order)
    ]

    probabilities: dict[Ngram, float] = {}
    gammas: dict[Ngram, float] = {}
    for k in range(1, order + 1):
        total: defaultdict[Ngram, float] = defaultdict(float)
        left: defaultdict[Ngram, float] = defaultdict(float)
        for each, count in adjusted[k - 1].items():
            total[each[:-1]] += count
            left[each[:-1]] += discounts[k - 1][min(count, 3)] if each in kept[k - 1] else count
        gammas.update({context: left[context] / total[context] for context in total})
        for each in kept[k - 1]:
            count = adjusted[k - 1][each]
            own = (count - discounts[k - 1][min(count, 3)]) / total[each[:-1]]
            if k > 1:
                probabilities[each] = own + gammas[each[:-1]] * probabilities[each[1:]]
            else:
                probabilities[each] = own + (gammas[()] / (len(kept[0]) + 1) if interpolate_unigrams else 0)
    probabilities["<unk>",] = gammas[()] / (len(kept[0]) + 1) if interpolate_unigrams else gammas[()]
    probabilities["<s>",] = 1.0
    kept[0] |= {("<unk>",), ("<s>",)}
    return [
        {each: (math.log10(probabilities[each]), math.log10(gammas.get(each, 1.0))) for each in kept[k]}
        for k in range(order)
    ]
