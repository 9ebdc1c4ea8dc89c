"""How good pivot paraphrases are: against people's judgements in context, gold alignments, and the paper's examples.

    python tests/bench/bench_pivot_quality.py [--lm LM NAME=TABLE [NAME=TABLE…]]

TABLEs are paraphrase tables, Parquet or text; every later one is compared with the first. LM is a language model of
English without MASC, from which the judged sentences come (tests/bench/english_text.py writes a text for one). Without them,
those that bench_bitext.py left in build/bitext are judged.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from common import ROOT, circumstances
from misses import KINDS, miss_kind
from paraphrase_files import Paraphrases, read_paraphrases
from precision import covered, first_accepted
from table_quality import DATA, NEEDED, JudgedSet, markdown, points, read_golds, read_sets, say_gold, say_precision

from paragen.lm import open_lm

BUILT = ROOT / "build" / "bitext"
WEIGHTS = (0.0, 0.1, 0.2, 0.5, 1.0)
SOME_WEIGHTS = (0.0, 0.2, 1.0)
EXAMPLES = """
    a million, as far as possible, at work, big business, carbon dioxide, central america, close to, concentrate on,
    crystal clear, do justice to, driving force, first half, for the first time, global warming, great care, green light,
    hard core, horn of africa, last resort, long ago, long run, military action, military force, moment of truth,
    new world, noise pollution, not to mention, nuclear power, on average, only too, other than, pick up,
    president clinton, public transport, quest for, red cross, red tape, socialist party, sooner or later, step up,
    task force, turn to, under control, vocational training, western sahara, world bank
"""  # [BC05 table 1]


def say_differences(sets: Sequence[JudgedSet], names: Sequence[str]) -> None:
    """What the language model adds, and what the other tables lose or gain against the first."""
    print("### Best one accepted: w against 0, percentage points of all targets\n")
    rows = []
    for judged in sets:
        for said, threshold in judged.thresholds.items():
            for name in names:
                first = {weight: first_accepted(judged.best[name, weight], threshold) for weight in WEIGHTS}
                gains = [points(first[weight] - first[0.0]) for weight in WEIGHTS[1:]]
                rows.append([judged.name, said, name, *gains])
    markdown(["set", "accepted by", "table", *(f"w = {weight:g}" for weight in WEIGHTS[1:])], rows)
    if len(names) == 1:
        return
    print(f"### Best one accepted: {names[0]} against the others, percentage points\n")
    rows = []
    for judged in sets:
        for said, threshold in judged.thresholds.items():
            for other in names[1:]:
                for weight in SOME_WEIGHTS:
                    ours, theirs = (judged.best[name, weight] for name in (names[0], other))
                    both = covered(ours) & covered(theirs)
                    gain = first_accepted(ours, threshold) - first_accepted(theirs, threshold)
                    rows.append([judged.name, said, other, f"{weight:g}", points(gain), points(gain[both]), f"{both.sum():,}"])
    markdown(["set", "accepted by", "against", "w", "all targets", "targets that both cover", "both cover"], rows)


def say_misses(sets: Sequence[JudgedSet], names: Sequence[str]) -> None:
    """What the best one is where people did not accept it."""
    print("### What stands first and is not accepted, % of all targets\n")
    rows = []
    for judged in sets:
        said, threshold = next(iter(judged.thresholds.items()))
        for name in names:
            for weight in SOME_WEIGHTS:
                missed = [(target, one[3]) for target, one in judged.first[name, weight] if one[2] < threshold]
                kinds = Counter(miss_kind(target, text) for target, text in missed)
                shares = [f"{100 * kinds[kind] / len(judged.targets):.1f}" for kind in KINDS]
                rows.append([judged.name, said, name, f"{weight:g}", *shares])
    markdown(["set", "accepted by", "table", "w", *KINDS], rows)


def say_examples(tables: dict[str, Paraphrases]) -> None:
    """The best eight for each of the paper's phrases."""
    for name, table in tables.items():
        print(f"### The paper's phrases in {name}\n")
        rows = []
        for example in examples():
            listed = table.get(example, [])[:8]
            rows.append([example, ", ".join(f"{text} {score:.3f}".replace("|", "\\|") for text, score in listed)])
        print(f"{sum(bool(row[1]) for row in rows)} of {len(rows)} have paraphrases.\n")
        markdown(["phrase", "best 8"], rows)


def examples() -> list[str]:
    return [" ".join(example.split()) for example in EXAMPLES.split(",")]


def built() -> list[str]:
    """The tables that bench_bitext.py left, the one of all corpora first."""
    names = {"all corpora": BUILT / "paraphrases.parquet", "all, no limits": BUILT / "all.parquet"}
    names |= {file.stem.removeprefix("single-"): file for file in sorted(BUILT.glob("single-*.parquet"))}
    return [f"{name}={file}" for name, file in names.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="NAME=TABLE")
    parser.add_argument(
        "--lm", type=Path, default=BUILT / "model" / "lm.bin", help="language model: ARPA, KenLM's binary or packed"
    )
    parser.add_argument("--data", type=Path, default=DATA, help="where swords, coinco and edinburgh_pp are")
    options = parser.parse_args()
    files = dict(entry.partition("=")[::2] for entry in options.tables or built())
    if not all(files.values()):
        parser.error("a table is given as NAME=FILE")
    if absent := [file for file in files.values() if not Path(file).exists()]:
        parser.error(f"no file {absent[0]}")
    if missing := [name for name in NEEDED if not (options.data / name).is_dir()]:
        sys.exit(f"not measured: no folder {missing[0]} in {options.data}")
    sets, gold, lm = read_sets(options.data, WEIGHTS), read_golds(options.data), open_lm(options.lm)
    wanted = {target.target for judged in sets for target in judged.targets}
    wanted.update(source for pairs in gold.values() for source, _ in pairs)
    print(circumstances())
    print(f"language model: order {lm.order}, n-grams {', '.join(f'{count:,}' for count in lm.counts)}\n")
    tables = {}
    for name, file in files.items():
        count, tables[name] = read_paraphrases(Path(file), wanted.union(examples()))
        print(f"{name}: {count:,} pairs")
        for judged in sets:
            judged.judge(name, tables[name], lm)
    print()
    for judged in sets:
        say_precision(judged, list(tables))
    say_differences(sets, list(tables))
    say_misses(sets, list(tables))
    say_gold(gold, tables)
    say_examples(tables)


if __name__ == "__main__":
    main()
