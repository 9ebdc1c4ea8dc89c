"""How good paraphrase tables are, side by side: sizes, people's judgements, gold phrases, random entries.

    python tests/bench/bench_tables.py [--lm LM] [--show N] [--seed S] [NAME=TABLE | MODEL]…

TABLEs are Parquet or text (.txt, .txt.gz); of a MODEL, a folder that `paragen pack` or `paragen build` made, each table is
judged. Without any, those of the starter pack are. With LM, candidates are ranked by it, too, as a decoder would; it should be
of English without MASC, from which the judged sentences come.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from common import ROOT, circumstances
from paraphrase_files import Paraphrases, Profile, draw_pairs, read_paraphrases, read_profile
from precision import accepted_share, covered, first_accepted
from table_quality import DATA, NEEDED, JudgedSet, markdown, percent, read_golds, read_sets, say_gold

from paragen.lm import LanguageModel, open_lm
from paragen.model import Model

STARTER = ROOT / "resources" / "starter" / "model"
LM_WEIGHT = 0.2  # the best of those that bench_pivot_quality.py tries
SELF = "self"  # words as their own paraphrases: nothing to judge
EXAMPLES = {
    "hurricane": "thesaurus", "clever": "thesaurus", "travel": "thesaurus", "borrow": "thesaurus", "amnesia": "definitions",
    "heat shield": "definitions", "canon powershot": "queries", "windows vista": "queries", "butterfly tattoo": "queries",
    "strain": "bitext", "troops": "bitext", "number": "bitext", "highest level": "bitext", "published a report": "bitext",
}  # fmt: skip
"""Phrases that [Z08 sections 4, 6] shows, and the resource it took their paraphrases from."""


def unpacked(model: Path, folder: Path) -> dict[str, Path]:
    """Write each table of a model as text into a folder; return where."""
    opened = Model.open(model)
    names = [table.name for table in opened.tables]
    paths = {name: folder / f"{number}.txt" for number, name in enumerate(names)}
    with ExitStack() as stack:
        files = [stack.enter_context(path.open("w", encoding="utf-8")) for path in paths.values()]
        for words, options in opened.store.phrases():
            source = " ".join(words)
            for file, found in zip(files, options, strict=True):
                file.writelines(f"{source} ||| {' '.join(target)} ||| {math.exp(score):.9g}\n" for target, score in found)
    counts = dict(zip(names, opened.store.counts, strict=True))
    return {f"{model.name}:{name}": path for name, path in paths.items() if name != SELF and counts[name]["pairs"]}


def say_sizes(profiles: dict[str, Profile]) -> None:
    """What each table holds."""
    print("### Sizes\n")
    rows = [
        [
            name, f"{table.pairs:,}", f"{table.phrases:,}", f"{table.pairs / table.phrases:.1f}", f"{table.source_words:.2f}",
            f"{table.target_words:.2f}", f"{table.lowest:.2g}", f"{table.median:.2g}",
        ]
        for name, table in profiles.items()
    ]  # fmt: skip
    columns = ["table", "pairs", "phrases", "pairs a phrase", "words a phrase", "words a paraphrase"]
    markdown([*columns, "lowest score", "median score"], rows)


def say_judged(judged: JudgedSet, names: list[str]) -> None:
    """Coverage and precision of every table, in one row."""
    for said, threshold in judged.thresholds.items():
        for weight in judged.weights:
            ranking = f", ranked with {weight:g} × the language model" if weight else ""
            print(f"### {judged.name}, accepted by {said}{ranking}: {len(judged.targets):,} targets\n")
            rows = []
            for name in names:
                verdicts = judged.best[name, weight]
                has, first = covered(verdicts), first_accepted(verdicts, threshold)
                figures = (first[has], accepted_share(verdicts, threshold), first) if has.any() else ()
                shares = [percent(values) for values in figures] or ["—"] * 3
                rows.append([name, f"{100 * has.mean():.1f}", *shares, f"{100 * judged.reachable[name, said]:.1f}"])
            columns = ["table", "covered, %", "best one, % of covered", "of the best 5, % of covered", "best one, % of all"]
            markdown([*columns, "any of 20, %"], rows)


def say_examples(tables: dict[str, Paraphrases]) -> None:
    """The best of each table for the paper's phrases."""
    print("### Phrases of the paper: the best five\n")
    rows = []
    for phrase, resource in EXAMPLES.items():
        for name, table in tables.items():
            if listed := table.get(phrase, [])[:5]:
                rows.append([phrase, resource, name, ", ".join(f"{cell(text)} {score:.2g}" for text, score in listed)])
    markdown(["phrase", "in the paper", "table", "best 5"], rows)
    missing = [phrase for phrase in EXAMPLES if not any(table.get(phrase) for table in tables.values())]
    if missing:
        print(f"In no table: {', '.join(missing)}.\n")


def say_entries(files: dict[str, Path], count: int, seed: int) -> None:
    """Random entries of each table, to read."""
    for name, file in files.items():
        print(f"### {count} random entries of {name} (seed {seed})\n")
        markdown(["phrase", "paraphrase", "score"], [[cell(s), cell(t), f"{x:.3g}"] for s, t, x in draw_pairs(file, count, seed)])


def cell(text: str) -> str:
    return text.replace("|", "\\|")


def named_files(entries: list[str], folder: Path) -> dict[str, Path]:
    """Return the tables that the arguments name, those of models unpacked into ``folder``."""
    files: dict[str, Path] = {}
    for number, entry in enumerate(entries or [str(STARTER)]):
        name, equals, file = entry.partition("=")
        if not equals:
            (folder / str(number)).mkdir()
            files |= unpacked(Path(entry), folder / str(number))
        elif name and Path(file).exists():
            files[name] = Path(file)
        else:
            sys.exit(f"{entry}: no such file, or no name. A table is given as NAME=FILE, a model as its folder.")
    return files


def judge(files: dict[str, Path], data: Path, lm: LanguageModel | None) -> None:
    """Print what people's judgements say of the tables."""
    sets, gold = read_sets(data, (0.0, LM_WEIGHT) if lm else (0.0,)), read_golds(data)
    wanted = {target.target for judged in sets for target in judged.targets}
    wanted.update(source for pairs in gold.values() for source, _ in pairs)
    tables = {name: read_paraphrases(file, wanted.union(EXAMPLES))[1] for name, file in files.items()}
    for judged in sets:
        for name, table in tables.items():
            judged.judge(name, table, lm)
        say_judged(judged, list(tables))
    say_gold(gold, tables)
    say_examples(tables)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="NAME=TABLE | MODEL", help="default: the starter pack")
    parser.add_argument("--lm", type=Path, help="language model: ARPA, KenLM's binary or packed")
    parser.add_argument("--data", type=Path, default=DATA, help="where swords, coinco and edinburgh_pp are")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="print as many random entries of each table")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the random entries")
    options = parser.parse_args()
    print(circumstances(), "\n")
    with tempfile.TemporaryDirectory() as folder:
        files = named_files(options.tables, Path(folder))
        say_sizes({name: read_profile(file) for name, file in files.items()})
        if missing := [name for name in NEEDED if not (options.data / name).is_dir()]:
            print(f"not judged: no folder {missing[0]} in {options.data}\n")
        else:
            judge(files, options.data, open_lm(options.lm) if options.lm else None)
        if options.show:
            say_entries(files, options.show, options.seed)


if __name__ == "__main__":
    main()
