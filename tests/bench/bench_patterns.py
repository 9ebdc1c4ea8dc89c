"""Speed of matching patterns, in sentences a second on one core.

    python tests/bench/bench_patterns.py MODEL SENTENCES [--repeat 5]

MODEL has patterns with slots. Prints the minimum and the median of repeats: of tagging and finding fillers, of matching, and what
the options of all sentences cost with patterns beside without them.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import paragen
from paragen.model.description import PATTERNS


def timed(work: Callable[[], object], repeat: int) -> tuple[float, float]:
    """Return the minimum and the median of the seconds that ``work`` takes."""
    seconds = []
    for _ in range(repeat):
        begin = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begin)
    return min(seconds), statistics.median(seconds)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("sentences", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    given = parser.parse_args()
    texts = given.sentences.read_text().splitlines()
    paraphraser = paragen.load(given.model)
    others = [table.name for table in paraphraser.model.tables if table.kind != PATTERNS]
    without = paraphraser.changed(use_tables=others, floors={})
    sentences, plain = (one.steps.prepare(texts) for one in (paraphraser, without))
    patterns = sum(table.pairs for table in paraphraser.model.tables if table.kind == PATTERNS)
    matches = sum(len(paraphraser.steps.decoder.rewritings(sentence.input)) for sentence in sentences)
    print(f"{len(texts)} sentences, {patterns} pairs of patterns, {matches} rewritings")

    def rate(name: str, work: Callable[[], object]) -> float:
        least, median = timed(work, given.repeat)
        print(f"{name:<40} {len(texts) / least:9.0f} sentences/s (median {len(texts) / median:.0f})")
        return least

    rate("sentences made ready, with tags and fillers", lambda: paraphraser.steps.prepare(texts))
    rate("sentences made ready, without", lambda: without.steps.prepare(texts))
    with_patterns = rate("options, with patterns", lambda: paraphraser.steps.lookup.options(sentences))
    plainly = rate("options, without", lambda: without.steps.lookup.options(plain))
    print(f"what patterns add to the options of a sentence: {(with_patterns - plainly) / len(texts) * 1e6:.1f} microseconds")


if __name__ == "__main__":
    main()
