"""How fast the language model packs, opens and answers, beside kenlm's Python call on the same words.

    python tests/bench/bench_lm_query.py [LM] [TEXT] [--repeats 7]

LM and TEXT default to the bench model and its input in ../shared. The peer is ``kenlm.Model.BaseScore`` with prepared
states, the unit in which decoding speed is stated; ours is one native loop over word ids, state by state.
"""

from __future__ import annotations

import argparse
import gzip
import math
import os
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import kenlm
import numpy as np

import paragen
from paragen.lm import LanguageModel, pack_lm

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT.parent / "shared" / "golden" / "bench"


def measure(work: Callable[[], float], repeats: int) -> tuple[list[float], float]:
    """Time ``work``; return the seconds of each repeat and its last result."""
    seconds, result = [], 0.0
    for _ in range(repeats):
        begin = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - begin)
    return seconds, result


def base_score_loop(peer: kenlm.Model, lines: list[list[str]]) -> float:
    """Call BaseScore for every word and sentence end; return the log10 total."""
    total, start, state, after = 0.0, kenlm.State(), kenlm.State(), kenlm.State()
    peer.BeginSentenceWrite(start)
    score = peer.BaseScore
    for words in lines:
        total += score(start, words[0], state)
        for word in words[1:]:
            total += score(state, word, after)
            state, after = after, state
    return total


def report(name: str, seconds: list[float], queries: int) -> float:
    per_query = [1e9 * value / queries for value in seconds]
    print(f"{name:30} {min(per_query):8.1f} ns min  {statistics.median(per_query):8.1f} ns median a query")
    return min(per_query)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lm", nargs="?", type=Path, default=BENCH / "lm.arpa.gz")
    parser.add_argument("text", nargs="?", type=Path, default=BENCH / "input.txt")
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    print(
        f"paragen {getattr(paragen, '__version__', '?')} {commit}, kenlm {version('kenlm')}, Python {platform.python_version()}"
    )
    print(f"{platform.machine()}, {os.cpu_count()} processors, {platform.platform()}")
    with tempfile.TemporaryDirectory() as folder:
        packed, plain = Path(folder) / "lm", options.lm
        seconds, _ = measure(lambda: len(pack_lm(options.lm, packed)), 3)
        print(f"packing {min(seconds):.2f} s, {packed.stat().st_size / 1e6:.1f} MB")
        seconds, _ = measure(lambda: LanguageModel(packed).order, options.repeats)
        print(f"opening {1e3 * min(seconds):.2f} ms")
        if options.lm.suffix == ".gz":
            plain = Path(folder) / "lm.arpa"
            with gzip.open(options.lm) as source:
                plain.write_bytes(source.read())
        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        lm, peer = LanguageModel(packed), kenlm.Model(str(plain), config)
        lines = [[*line.split(), "</s>"] for line in options.text.read_text(encoding="utf-8").splitlines()]
        ids = lm.vocabulary.ids([word for words in lines for word in words])
        theirs, log10 = measure(lambda: base_score_loop(peer, lines), options.repeats)
        ours, natural = measure(lambda: lm.score_ids(ids), options.repeats)
        shuffled = np.random.default_rng(0).permutation(ids)
        scattered, _ = measure(lambda: lm.score_ids(shuffled), options.repeats)
        print(f"{len(ids)} words and sentence ends; log10 totals {log10:.3f} and {natural / math.log(10):.3f}")
        peer_ns = report("kenlm.Model.BaseScore", theirs, len(ids))
        our_ns = report("paragen, native loop", ours, len(ids))
        report("paragen, words in random order", scattered, len(ids))
        print(f"one BaseScore call is the time of {peer_ns / our_ns:.1f} native queries")


if __name__ == "__main__":
    main()
