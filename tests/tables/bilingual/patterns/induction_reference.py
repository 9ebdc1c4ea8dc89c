"""Aligned patterns by trying every set of words: algorithms 1 and 2 of [Z09] as they read, and equations 5 and 6."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from itertools import combinations
from typing import NamedTuple

from paragen.text.slots import ADJECTIVES, NOUNS, VERBS

SLOTS = (*NOUNS, *VERBS, *ADJECTIVES)
CONTENT = (*SLOTS, "RB", "RBR", "RBS", "WRB")
PUNCTUATION = (".", ",", ":", "``", "''")
TAGS = ("NN", "NN", "NNS", "NNP", "VB", "VBD", "JJ", "RB", "DT", "IN", "PRP", ",", ".")


class Sentence(NamedTuple):
    english: list[str]
    tags: list[str]
    heads: list[int]  # from 0, -1 for a root
    foreign: list[str]
    links: set[tuple[int, int]]  # English word, foreign word


def random_sentence(rng: random.Random, longest: int = 8) -> Sentence:
    size = rng.randint(1, longest)
    heads = [-1] * size
    order = rng.sample(range(size), size)
    for place, word in enumerate(order[1:], 1):
        near = sorted(order[:place], key=lambda other: abs(other - word))
        heads[word] = near[0] if rng.random() < 0.7 else rng.choice(order[:place])
    if rng.random() < 0.1:
        heads[rng.randrange(size)] = -1  # several sentences
    tags = [rng.choice(TAGS) for _ in range(size)]
    english = [rng.choice(["a", "b", "c", "d", "e", "[f"]) for _ in range(size)]
    foreign = [rng.choice(["x", "y", "z", "w]", "v"]) for _ in range(rng.randint(1, longest))]
    links = {(rng.randrange(size), rng.randrange(len(foreign))) for _ in range(rng.randint(0, size + 1))}
    return Sentence(english, tags, heads, foreign, links)


def reference_rows(
    sentences: list[Sentence], max_words: int, max_slots: int, min_count: int = 1, tight: bool = False
) -> list[tuple]:
    """Pattern, pivot, count, lex_pattern, lex_pivot, line, ordered."""
    weights = lexicon(sentences)
    found = defaultdict(list)
    for line, sentence in enumerate(sentences, 1):
        if not sentence.links:
            continue
        for words, slots in parts(sentence, max_words, max_slots):
            if tight and not {min(words | slots), max(words | slots)} <= {i for i, _ in sentence.links}:
                continue
            if pair := aligned(sentence, words, slots, weights):
                pattern, pivot, lex_pattern, lex_pivot = pair
                found[pattern.encode(), pivot.encode()].append((lex_pattern, lex_pivot, line))
    return [
        (pattern.decode(), pivot.decode(), len(rows), max(pattern_weights), max(pivot_weights), min(lines))
        for (pattern, pivot), rows in sorted(found.items())
        for pattern_weights, pivot_weights, lines in [list(zip(*rows, strict=True))]
        if len(rows) >= min_count
    ]


def lexicon(sentences):
    """w(one | other) by side, as the lexicon rounds it."""
    counts = Counter()
    for sentence in sentences:
        counts.update((sentence.english[i], sentence.foreign[j]) for i, j in sentence.links)
        counts.update((word, "") for i, word in enumerate(sentence.english) if i not in {a for a, _ in sentence.links})
        counts.update(("", word) for j, word in enumerate(sentence.foreign) if j not in {b for _, b in sentence.links})
    english, foreign = Counter(), Counter()
    for (one, other), count in counts.items():
        english[one] += count
        foreign[other] += count
    rounded = lambda p: max(float(f"{p:.7f}"), 1e-7)  # noqa: E731
    return {pair: (rounded(count / foreign[pair[1]]), rounded(count / english[pair[0]])) for pair, count in counts.items()}


def branch(sentence, top):
    """The words of a subtree."""
    found, waiting = {top}, [top]
    while waiting:
        head = waiting.pop()
        below = [word for word, other in enumerate(sentence.heads) if other == head]
        found.update(below)
        waiting += below
    return sorted(found)


def gapless(words):
    return words == list(range(words[0], words[-1] + 1))


def parts(sentence, max_words, max_slots):
    """Yield the words and the slots of each pattern of a sentence."""
    for top in range(len(sentence.english)):
        words = branch(sentence, top)
        low, high = words[0], words[-1]
        while low <= high and sentence.tags[low] in PUNCTUATION:
            low += 1
        while low <= high and sentence.tags[high] in PUNCTUATION:
            high -= 1
        words = [word for word in words if low <= word <= high]
        if top not in words or not gapless(words) or len(words) > max_words:
            continue
        if any(word != top and sentence.heads[word] not in words for word in words):
            continue
        others = [word for word in words if word != top]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                kept = {top, *chosen}
                if any(sentence.heads[word] not in kept for word in chosen):
                    continue
                slots = [word for word in others if word not in kept and sentence.heads[word] in kept]
                if is_pattern(sentence, kept, slots, max_slots):
                    yield kept, set(slots)


def is_pattern(sentence, kept, slots, max_slots):
    return (
        1 <= len(slots) <= max_slots
        and all(sentence.tags[word] in SLOTS and gapless(branch(sentence, word)) for word in slots)
        and any(sentence.tags[word] in CONTENT for word in kept)
    )


def aligned(sentence, kept, slots, weights):
    """The numbered pattern and pivot with their lexical weights; None where there is none."""
    partners = {word: sorted(j for i, j in sentence.links if i == word) for word in {*kept, *slots}}
    owners = defaultdict(set)
    for word, linked in partners.items():
        for j in linked:
            owners[j].add(word if word in slots else -1)
    if any(len(owner) > 1 for owner in owners.values()) or not all(partners[slot] for slot in slots):
        return None
    numbers, last, pivot, pivot_words = {}, Counter(), [], []
    for j in sorted(owners):
        [owner] = owners[j]
        if owner < 0:
            pivot.append(sentence.foreign[j])
            pivot_words.append(j)
        elif owner not in numbers:
            tag = sentence.tags[owner]
            last[tag] += 1
            numbers[owner] = f"[{tag}_{last[tag]}]"
            pivot.append(numbers[owner])
    pattern = [numbers.get(word, sentence.english[word]) for word in sorted({*kept, *slots})]
    plain = [sentence.english[word] for word in kept] + [sentence.foreign[j] for j in pivot_words]
    if not pivot_words or any("[" in word or "]" in word for word in plain):
        return None
    of_pattern = [
        [weights[sentence.english[i], sentence.foreign[j]][0] for j in partners[i]] or [weights[sentence.english[i], ""][0]]
        for i in sorted(kept)
    ]
    of_pivot = [
        [weights[sentence.english[i], sentence.foreign[j]][1] for i in sorted(kept) if j in partners[i]] for j in pivot_words
    ]
    return " ".join(pattern), " ".join(pivot), mean(of_pattern), mean(of_pivot)


def mean(choices):
    return math.exp(sum(math.log(sum(each) / len(each)) for each in choices) / len(choices))
