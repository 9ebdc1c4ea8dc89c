"""Phrase extraction and scoring the readable way: Moses' rules in plain Python, to hold the kernels and the SQL to."""

from __future__ import annotations

import random
import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

Links = list[tuple[int, int]]
Span = tuple[int, int]
Sets = tuple[tuple[int, ...], ...]
"""For each word of one side, the positions it is linked with."""


def partners(links: Iterable[tuple[int, int]], n: int) -> Sets:
    """The positions linked with each of ``n`` words, given links (word, other)."""
    found: list[set[int]] = [set() for _ in range(n)]
    for word, other in links:
        found[word].add(other)
    return tuple(tuple(sorted(each)) for each in found)


def instances(source: list[str], target: list[str], links: Links, longest: int = 7) -> Iterator[tuple[str, str, Sets]]:
    """All phrase pairs of a sentence, with the source positions of each target word within them."""
    for s, t, sets in spans(source, target, links, longest):
        yield " ".join(source[slice(*s)]), " ".join(target[slice(*t)]), sets


def spans(source: list[str], target: list[str], links: Links, longest: int = 7) -> Iterator[tuple[Span, Span, Sets]]:
    """Where they are."""
    of_source = partners(links, len(source))
    of_target = partners([(j, i) for i, j in links], len(target))
    for s in range(len(source)):
        for s_end in range(s + 1, min(len(source), s + longest) + 1):
            for t in range(len(target)):
                for t_end in range(t + 1, min(len(target), t + longest) + 1):
                    inside = [(i, j) for i, j in links if s <= i < s_end and t <= j < t_end]
                    closed = all(t <= j < t_end for i in range(s, s_end) for j in of_source[i])
                    closed &= all(s <= i < s_end for j in range(t, t_end) for i in of_target[j])
                    if inside and closed:
                        sets = partners([(j - t, i - s) for i, j in inside], t_end - t)
                        yield (s, s_end), (t, t_end), sets


def word_links(source: list[str], target: list[str], links: Links) -> Iterator[tuple[str, str]]:
    """The linked words; an empty one is NULL."""
    links = sorted(set(links))
    yield from ((source[i], target[j]) for i, j in links)
    yield from ((word, "") for i, word in enumerate(source) if i not in {i for i, _ in links})
    yield from (("", word) for j, word in enumerate(target) if j not in {j for _, j in links})


class Lexicon:
    """Word translation probabilities as Moses prints them, with seven decimals."""

    def __init__(self, counts: Counter[tuple[str, str]]) -> None:
        of_source, of_target = Counter[str](), Counter[str]()
        for (source, target), count in counts.items():
            of_source[source] += count
            of_target[target] += count
        self.source = {pair: float(f"{count / of_target[pair[1]]:.7f}") for pair, count in counts.items()}
        self.target = {pair: float(f"{count / of_source[pair[0]]:.7f}") for pair, count in counts.items()}

    def weigh(self, source: list[str], target: list[str], of_target: Sets) -> tuple[float, float]:
        """Lexical weights: of the source given the target, of the target given the source."""
        of_source = partners([(i, j) for j, each in enumerate(of_target) for i in each], len(source))
        return (
            _product(
                [self.source[word, target[j] if j >= 0 else ""] for j in each or (-1,)]
                for word, each in zip(source, of_source, strict=True)
            ),
            _product(
                [self.target[source[i] if i >= 0 else "", word] for i in each or (-1,)]
                for word, each in zip(target, of_target, strict=True)
            ),
        )


def _product(lists: Iterable[list[float]]) -> float:
    weight = 1.0
    for each in lists:
        weight *= sum(each) / len(each)
    return weight


def _unlabelled(sentence: int, source: Span, target: Span) -> list[str]:
    return [""]


def phrase_table(
    bitext: list[tuple[list[str], list[str], Links]], longest: int = 7,
    labels: Callable[[int, Span, Span], list[str]] = _unlabelled,
) -> list[dict]:  # fmt: skip
    """The rows of a phrase table, in its order; ``labels`` are those of a pair of spans of a sentence."""
    lexicon = Lexicon(Counter(link for pair in bitext for link in word_links(*pair)))
    found: dict[tuple[str, str, str], Counter[Sets]] = defaultdict(Counter)
    for number, pair in enumerate(bitext):
        for source, target, sets in spans(*pair, longest):
            for label in labels(number, source, target):
                found[" ".join(pair[0][slice(*source)]), " ".join(pair[1][slice(*target)]), label][sets] += 1
    of_source, of_target = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for (source, target, label), alignments in found.items():
        of_source[source, label] += alignments.total()
        of_target[target, label] += alignments.total()
    rows = []
    for (source, target, label), alignments in found.items():
        words = source.split(), target.split()
        best = max(alignments, key=lambda sets: (alignments[sets], sets))
        # Moses scores the other direction from files of its own, in which alignments are turned round
        best_turned = max(alignments, key=lambda sets: (alignments[sets], turned(sets, len(words[0]))))
        count = alignments.total()
        rows.append({
            "source": source, "target": target,
            "p_source": count / of_target[target, label], "lex_source": lexicon.weigh(*words, best_turned)[0],
            "p_target": count / of_source[source, label], "lex_target": lexicon.weigh(*words, best)[1],
            "alignment": " ".join(f"{i}-{j}" for j, each in enumerate(best) for i in each),
            "count_target": of_target[target, label], "count_source": of_source[source, label], "count": count,
            **({} if labels is _unlabelled else {"label": label}),
        })  # fmt: skip
    return sorted(rows, key=lambda row: (row["source"].encode(), row["target"].encode(), row.get("label", "").encode()))


def turned(sets: Sets, n: int) -> Sets:
    """The target positions of each of ``n`` source words, of the source positions of each target word."""
    return partners([(i, j) for j, each in enumerate(sets) for i in each], n)


def moses_line(row: dict) -> str:
    """A row as Moses prints it; its lexical weights have been floats of 32 bits."""
    scores = [row["p_source"], _single(row["lex_source"]), row["p_target"], _single(row["lex_target"])]
    counts = " ".join(str(row[name]) for name in ("count_target", "count_source", "count"))
    return " ||| ".join(
        [row["source"], row["target"], " ".join(f"{score:g}" for score in scores), row["alignment"], counts, "|||"]
    )


def _single(value: float) -> float:
    return struct.unpack("f", struct.pack("f", value))[0]


def random_bitext(seed: int, n: int = 60):
    """Sentence pairs of few words, so that pairs recur with other alignments; with any kind of links."""
    rng = random.Random(seed)
    bitext = []
    for _ in range(n):
        source, target = ([rng.choice("abcde") for _ in range(rng.randint(1, 9))] for _ in range(2))
        density = rng.choice([0, 0.05, 0.15, 0.3])
        links = [
            (i, j)
            for i in range(len(source))
            for j in range(len(target))
            if rng.random() < density or i == j and rng.random() < 0.7
        ]
        bitext.append((source, target, links))
    return bitext
