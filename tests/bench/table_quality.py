"""What benchmarks of table quality share: judged targets with a table's candidates, and what is printed of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from common import ROOT
from gold_phrases import read_gold
from judged import JudgedTarget, read_coinco, read_swords
from paraphrase_files import Paraphrases
from precision import Candidate, Verdicts, accepted_share, any_accepted, best, covered, first_accepted, interval, ranked

from paragen.lm import LanguageModel
from paragen.tuning.labels.gold_sets import MAX_WORDS

DATA = ROOT.parent / "shared" / "data"
TOP = 20
NEEDED = ("swords", "coinco", "edinburgh_pp")
"""Folders that are read."""


class JudgedSet:
    """A set of judged targets, what counts as accepted in it, and the weights of the language model to rank with."""

    def __init__(self, name: str, targets: list[JudgedTarget], thresholds: dict[str, float], weights: Sequence[float]) -> None:
        self.name, self.targets, self.thresholds, self.weights = name, targets, thresholds, weights
        self.reachable: dict[tuple[str, str], float] = {}
        self.best: dict[tuple[str, float], Verdicts] = {}
        self.first: dict[tuple[str, float], list[tuple[JudgedTarget, Candidate]]] = {}

    def judge(self, name: str, table: Paraphrases, lm: LanguageModel | None) -> None:
        """Rank a table's candidates for all targets, with every weight of the language model."""
        listed = [candidates(target, table, lm) for target in self.targets]
        for said, threshold in self.thresholds.items():
            self.reachable[name, said] = float(np.mean([any(one[2] >= threshold for one in found) for found in listed]))
        for weight in self.weights:
            self.best[name, weight] = best(listed, weight)
            pairs = zip(self.targets, listed, strict=True)
            self.first[name, weight] = [(target, ranked(found, weight)[0]) for target, found in pairs if found]


def candidates(target: JudgedTarget, table: Paraphrases, lm: LanguageModel | None) -> list[Candidate]:
    """Return the table's best paraphrases of a target, the target itself left out; without ``lm``, all sentences are alike."""
    found = [pair for pair in table.get(target.target, ()) if pair[0] != target.target and pair[1] > 0][:TOP]

    def in_context(text: str) -> float:
        return lm.score(target.sentence(text)) if lm else 0.0

    return [(math.log(score), in_context(text), target.verdict(text) or 0.0, text) for text, score in found]


def markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table."""
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
            for weight in judged.weights:
                verdicts = judged.best[name, weight]
                has, first = covered(verdicts), first_accepted(verdicts, threshold)
                shares = [percent(first), percent(first[has]), percent(accepted_share(verdicts, threshold))]
                among = f"{100 * any_accepted(verdicts, threshold).mean():.1f}", f"{100 * judged.reachable[name, said]:.1f}"
                rows.append([name, f"{has.sum():,}", f"{weight:g}", *shares, *among])
        of_covered = ["best one, % of covered", "of the best 5, % of covered"]
        markdown(["table", "covered", "w", "best one, %", *of_covered, "one of 5, %", "any, %"], rows)


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


def read_sets(data: Path, weights: Sequence[float]) -> list[JudgedSet]:
    """Read SWORDS and CoInCo."""
    swords = read_swords(data / "swords" / "swords-v1.1_dev.json.gz")
    coinco = data / "coinco" / "official-dev.orenmel-test"
    given = read_coinco(coinco.with_name(coinco.name + ".gold"), coinco.with_name(coinco.name + ".preprocessed"))
    return [
        JudgedSet("SWORDS dev", swords, {"half of the judges": 0.5, "one judge in ten": 0.1}, weights),
        JudgedSet("CoInCo dev", given, {"one annotator": 1, "two annotators": 2}, weights),
    ]


def read_golds(data: Path) -> dict[str, Counter[tuple[str, str]]]:
    """Read the gold phrase paraphrases of Edinburgh++, by kind."""
    kinds = {"sure": "gold.train.sure.json", "sure and possible": "gold.train.sure+poss.json"}
    return {
        f"{kind}, {which}": read_gold(data / "edinburgh_pp" / name, only_smallest=which == "smallest")
        for kind, name in kinds.items()
        for which in ("smallest", "all")
    }
