"""Tuning: seconds by what is done, on few and on many sentences.

    python tests/bench/bench_tune.py [--sentences 75 1000 10000] [--rounds 10] [--threads 1]

English news sentences beside the checkout (our own prose, where they are absent), the starter pack, and labels made up: a
substitute is correct if the language model likes it well enough and a seeded hash of the pair says so too. What is measured
is the time of tuning with the defaults, and how much of it is decoding.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import time
from collections.abc import Iterator, Sequence

from bench_starter import prose
from common import ROOT, circumstances

import paragen
from paragen.results import Paraphrase
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.options import Options
from paragen.tuning.tune import Decode, Weights, decoder, tune

NEWS = ROOT.parent / "shared" / "data" / "wmt15_16_newstest"


def sentences() -> list[str]:
    """Return the English lines of all news there is, each once."""
    found: list[str] = []
    for path in sorted(NEWS.glob("*.tsv")) if NEWS.is_dir() else ():
        column = 2 if path.stem.endswith("-eng") else 1
        found += (line.split("\t")[column].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return list(dict.fromkeys(filter(None, found or prose())))


def judged(paraphraser: paragen.Paraphraser, lines: Sequence[str], count: int) -> list[JudgedSentence]:
    """Return the first sentences that have substitutes, with made-up labels."""
    found = []
    for text, candidates in zip(lines, paraphraser.pipe_substitutes(lines, rank="lm"), strict=True):
        known = {}
        for each in candidates:
            digest = hashlib.blake2b(f"{each.phrase}|{each.substitute}".encode(), digest_size=4).digest()
            known[each.id] = (each.lm or 0.0) > -6 and digest[0] < 192
        if known:
            found.append(JudgedSentence(text, known))
        if len(found) == count:
            break
    return found


class Timed:
    """Decodes, and counts the seconds that takes."""

    def __init__(self, decode: Decode) -> None:
        self._decode, self.seconds, self.calls = decode, 0.0, 0

    def __call__(self, weights: Weights, sentences: Sequence[JudgedSentence], n: int) -> Iterator[Sequence[Paraphrase]]:
        begin = time.perf_counter()
        self.calls += 1
        for each in self._decode(weights, sentences, n):
            self.seconds += time.perf_counter() - begin
            yield each
            begin = time.perf_counter()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sentences", type=int, nargs="*", default=[75, 1000, 10000])
    parser.add_argument("--rounds", type=int, default=Options.max_rounds)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    print(circumstances())
    paraphraser, lines = paragen.load(), sentences()
    for count in options.sentences:
        chosen = judged(paraphraser, lines, count)
        decode = Timed(decoder(paraphraser, options.threads))
        begin, processor = time.perf_counter(), time.process_time()
        found = tune(decode, chosen, paraphraser.weights, Options(max_rounds=options.rounds))
        seconds, processor = time.perf_counter() - begin, time.process_time() - processor
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        entries, rounds = found.rounds[-1].entries, len(found.rounds) - 1
        print(f"{len(chosen):6} sentences, {entries:8} paraphrases, {len(found.searched)} weights: {seconds:7.1f} s", end="")
        print(f" ({processor:.1f} s of processor), {decode.seconds / seconds:4.0%} of it {decode.calls} decodes", end="")
        print(f", {rounds} rounds, {memory:.0f} MB; mean PSER {found.start.mean:.4f} -> {found.figures.mean:.4f}", flush=True)


if __name__ == "__main__":
    main()
