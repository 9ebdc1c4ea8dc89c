"""How good pivot paraphrases are: against people's judgements in context, gold alignments, and the paper's examples.

    python tests/bench/bench_pivot_quality.py [--lm LM NAME=TABLE [NAME=TABLE…]]

TABLEs are paraphrase tables, Parquet or text; every later one is compared with the first. LM is a language model of
English without MASC, from which the judged sentences come (tests/bench/english_text.py writes a text for one). Without them,
those that bench_bitext.py left in build/bitext are judged.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from common import ROOT, circumstances
from gold_phrases import MAX_WORDS, read_gold
from judged import Judged, read_coinco, read_swords
from misses import KINDS, miss_kind
from paraphrase_files import Paraphrases, read_paraphrases
from precision import Candidate, Verdicts, accepted_share, any_accepted, best, covered, first_accepted, interval, ranked

from paragen.decoder.lm import LanguageModel, open_lm

DATA = ROOT.parent / "shared" / "data"
BUILT = ROOT / "build" / "bitext"
TOP = 20
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


class JudgedSet:
    """A set of judged targets, and what counts as accepted in it."""

    def __init__(self, name: str, targets: list[Judged], thresholds: dict[str, float]) -> None:
        self.name, self.targets, self.thresholds = name, targets, thresholds
        self.reachable: dict[tuple[str, str], float] = {}
        self.best: dict[tuple[str, float], Verdicts] = {}
        self.first: dict[tuple[str, float], list[tuple[Judged, Candidate]]] = {}

    def judge(self, name: str, table: Paraphrases, lm: LanguageModel) -> None:
        """Rank a table's candidates for all targets, with every weight of the language model."""
        listed = [candidates(target, table, lm) for target in self.targets]
        for said, threshold in self.thresholds.items():
            self.reachable[name, said] = float(np.mean([any(one[2] >= threshold for one in found) for found in listed]))
        for weight in WEIGHTS:
            self.best[name, weight] = best(listed, weight)
            pairs = zip(self.targets, listed, strict=True)
            self.first[name, weight] = [(target, ranked(found, weight)[0]) for target, found in pairs if found]


def candidates(target: Judged, table: Paraphrases, lm: LanguageModel) -> list[Candidate]:
    """Return the table's best paraphrases of a target, the target itself left out."""
    found = [pair for pair in table.get(target.target, ()) if pair[0] != target.target and pair[1] > 0][:TOP]
    return [(math.log(score), lm.score(target.sentence(text)), target.verdict(text) or 0.0, text) for text, score in found]


def markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    print("| " + " | ".join(columns) + " |")
    print("|---" * len(columns) + "|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def percent(values: np.ndarray) -> str:
    """The mean and its interval, in percent."""
    low, high = interval(values)
    return f"{100 * np.mean(values) if len(values) else math.nan:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def points(values: np.ndarray) -> str:
    """The mean difference and its interval, in percentage points; bold where zero is outside."""
    low, high = interval(values)
    text = f"{100 * np.mean(values) if len(values) else math.nan:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"
    return f"**{text}**" if low > 0 or high < 0 else text


def say_precision(judged: JudgedSet, names: Sequence[str]) -> None:
    """Precision of the best and the best five, for each table and weight."""
    for said, threshold in judged.thresholds.items():
        print(f"### {judged.name}, accepted by {said}: {len(judged.targets):,} targets\n")
        rows = []
        for name in names:
            for weight in WEIGHTS:
                verdicts = judged.best[name, weight]
                has, first = covered(verdicts), first_accepted(verdicts, threshold)
                shares = [percent(first), percent(first[has]), percent(accepted_share(verdicts, threshold))]
                among = f"{100 * any_accepted(verdicts, threshold).mean():.1f}", f"{100 * judged.reachable[name, said]:.1f}"
                rows.append([name, f"{has.sum():,}", f"{weight:g}", *shares, *among])
        of_covered = ["best one, % of covered", "of the best 5, % of covered"]
        markdown(["table", "covered", "w", "best one, %", *of_covered, "one of 5, %", "any, %"], rows)


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


def say_gold(gold: dict[str, Counter[tuple[str, str]]], tables: dict[str, Paraphrases]) -> None:
    """How many gold phrase paraphrases are among the table's best 20."""
    print(f"### Edinburgh++: gold phrase paraphrases up to {MAX_WORDS} words, both directions, among the best {TOP}\n")
    rows = []
    for kind, pairs in gold.items():
        for name, table in tables.items():
            known = {pair: count for pair, count in pairs.items() if pair[0] in table}
            listed = {pair: count for pair, count in known.items() if pair[1] in (text for text, _ in table[pair[0]][:TOP])}
            row = [kind, name]
            for of_pairs in (len, lambda counts: sum(counts.values())):
                there, hit = of_pairs(known), of_pairs(listed)
                row += [f"{of_pairs(pairs):,}", f"{there:,}", f"{hit:,}", f"{100 * hit / there if there else math.nan:.1f}"]
            rows.append(row)
    columns = ["distinct", "source in table", "listed", "% of those"]
    markdown(["gold pairs", "table", *columns, "occurrences", *columns[1:]], rows)


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


def read_sets(data: Path) -> list[JudgedSet]:
    swords = read_swords(data / "swords" / "swords-v1.1_dev.json.gz")
    coinco = data / "coinco" / "official-dev.orenmel-test"
    given = read_coinco(coinco.with_name(coinco.name + ".gold"), coinco.with_name(coinco.name + ".preprocessed"))
    return [
        JudgedSet("SWORDS dev", swords, {"half of the judges": 0.5, "one judge in ten": 0.1}),
        JudgedSet("CoInCo dev", given, {"one annotator": 1, "two annotators": 2}),
    ]


def read_golds(data: Path) -> dict[str, Counter[tuple[str, str]]]:
    kinds = {"sure": "gold.train.sure.json", "sure and possible": "gold.train.sure+poss.json"}
    return {
        f"{kind}, {which}": read_gold(data / "edinburgh_pp" / name, only_smallest=which == "smallest")
        for kind, name in kinds.items()
        for which in ("smallest", "all")
    }


def built() -> list[str]:
    """The tables that bench_bitext.py left, the one of all corpora first."""
    names = {"all corpora": BUILT / "paraphrases.parquet", "all, no limits": BUILT / "all.parquet"}
    names |= {file.stem.removeprefix("single-"): file for file in sorted(BUILT.glob("single-*.parquet"))}
    return [f"{name}={file}" for name, file in names.items()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="NAME=TABLE")
    parser.add_argument("--lm", type=Path, default=BUILT / "model" / "lm.bin", help="language model: ARPA, KenLM's binary or packed")
    parser.add_argument("--data", type=Path, default=DATA, help="where swords, coinco and edinburgh_pp are")
    options = parser.parse_args()
    files = dict(entry.partition("=")[::2] for entry in options.tables or built())
    if not all(files.values()):
        parser.error("a table is given as NAME=FILE")
    if absent := [file for file in files.values() if not Path(file).exists()]:
        parser.error(f"no file {absent[0]}")
    if missing := [name for name in ("swords", "coinco", "edinburgh_pp") if not (options.data / name).is_dir()]:
        sys.exit(f"not measured: no folder {missing[0]} in {options.data}")
    sets, gold, lm = read_sets(options.data), read_golds(options.data), open_lm(options.lm)
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
