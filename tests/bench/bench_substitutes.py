"""Single substitutes: candidates a second, beside decoding and beside scoring every sentence as a whole.

    python tests/bench/bench_substitutes.py [--repeats 3] [--lines 2000]

Lists the substitutes of English news sentences (our own prose, where they are absent) with the starter pack and, where they
are beside the checkout, of the reference sentences with the reference tables. All ways are measured turn by turn in one
process, and given as ratios: to decoding the same lines, and to ranking the same candidates by `LanguageModel.score` of each
whole sentence, and by kenlm's, where that is installed.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench_decode import BENCH, pack_bench
from bench_starter import news, prose
from common import circumstances, measure, spread

import paragen
from paragen.decoder.options import Options
from paragen.decoder.search import SearchSettings, SentenceInput
from paragen.decoder.substitutes import rank
from paragen.results import Candidate


class Bench:
    """Sentences, and ways to go over their substitutes."""

    def __init__(self, paraphraser: paragen.Paraphraser, lines: list[str]) -> None:
        self.lines, self.paraphraser = lines, paraphraser
        self.words = [self.paraphraser.model.tokenizer.words(line) for line in lines]
        self.sentences = list(map(SentenceInput, self.words))
        self.found: list[list[Candidate]] = self.library("lm")

    def kernel(self, with_lm: bool) -> int:
        """List and rank natively; return how many there are."""
        return len(rank(self.paraphraser.steps.decoder, self.options(), with_lm))

    def options(self) -> Options:
        """Look up what may be ranked, or searched."""
        return self.paraphraser.steps.decoder.options(self.sentences)

    def library(self, rank: str) -> list[list[Candidate]]:
        """From text to candidates."""
        return list(self.paraphraser.pipe_substitutes(self.lines, rank=rank))

    def decode(self) -> None:
        """Decode the same lines."""
        for _ in self.paraphraser.pipe(self.lines):
            pass

    def search(self) -> None:
        """Search alone, over words."""
        self.paraphraser.steps.decoder.decode(self.sentences, SearchSettings())

    def naive(self, score: Callable[[list[str]], float]) -> None:
        """Score each sentence as a whole, and again with each of its substitutes."""
        options = self.options()
        for number, words in enumerate(self.words):
            before = score(words)
            for item in (options[k] for k in range(*options.numbers(number))):
                score([*words[: item.begin], *item.words, *words[item.end :]]) - before


def kenlm_score(bench: Bench, folder: Path) -> Callable[[list[str]], float] | None:
    """Return kenlm's score under a model of the same order, of these lines; None where kenlm is not installed."""
    if find_spec("kenlm") is None:
        return None
    import kenlm

    from paragen.lm.estimate import estimate

    text = folder / "text"
    text.write_text("".join(" ".join(words) + "\n" for words in bench.words), encoding="utf-8")
    estimate([text], bench.paraphraser.model.lm.order, folder / "lm.arpa", discount_fallback=True)
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    model = kenlm.Model(str(folder / "lm.arpa"), config)
    return lambda words: model.score(" ".join(words))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--lines", type=int, default=2000)
    options = parser.parse_args()
    print(circumstances())
    report("starter pack", paragen.load(), (news() or prose())[: options.lines], options.repeats)
    if BENCH.is_dir():
        with tempfile.TemporaryDirectory() as folder:
            lines = (BENCH / "input.txt").read_text(encoding="utf-8").splitlines()
            report("reference tables", paragen.load(pack_bench(Path(folder))), lines[: options.lines // 20], options.repeats)


def report(name: str, paraphraser: paragen.Paraphraser, lines: list[str], repeats: int) -> None:
    """Measure all ways with a model, and print times and ratios."""
    bench = Bench(paraphraser, lines)
    listed, items = bench.kernel(True), sum(map(len, bench.found))
    print(f"\n{name}: {len(bench.lines):,} sentences, {listed:,} substitutes, {items:,} of them not in what is kept")
    ways: dict[str, tuple[int, Callable[[], Any]]] = {
        "kernel, rank table": (listed, partial(bench.kernel, False)),
        "kernel, rank lm": (listed, partial(bench.kernel, True)),
        "library, rank table": (items, partial(bench.library, "table")),
        "library, rank lm": (items, partial(bench.library, "lm")),
        "search": (0, bench.search),
        "decode": (0, bench.decode),
        "whole sentences, LanguageModel.score": (listed, partial(bench.naive, bench.paraphraser.model.lm.score)),
    }
    with tempfile.TemporaryDirectory() as folder:
        if score := kenlm_score(bench, Path(folder)):
            ways["whole sentences, kenlm.Model.score"] = listed, partial(bench.naive, score)
        seconds: dict[str, list[float]] = {way: [] for way in ways}
        for _ in range(max(repeats, 1)):
            for way, (_, work) in ways.items():
                seconds[way] += measure(work, 1)[0]
    for way, (count, _) in ways.items():
        rate = f"{count / min(seconds[way]):12,.0f} candidates/s" if count else ""
        print(f"{way:40} {spread([1e3 * value for value in seconds[way]], 0):>24} ms {rate}".rstrip())
    best = {way: min(values) for way, values in seconds.items()}
    pairs = [("kernel, rank lm", "kernel, rank table"), ("kernel, rank lm", "search"),
             ("library, rank lm", "library, rank table"),
             ("library, rank lm", "decode")]  # fmt: skip
    pairs += [(way, "kernel, rank lm") for way in ways if way.startswith("whole")]
    for one, other in pairs:
        print(f"{f'{one} / {other}':60} {best[one] / best[other]:8.2f}")


if __name__ == "__main__":
    main()
