"""What readings of [MM12] that its text allows come to: how components are merged, and what is gained on judged targets.

    python tests/bench/bench_graphs.py TABLE [--parses PARSES] [-o FOLDER]

TABLE is a phrase table of `paragen extract`, with counts. Each reading is built as `paragen graph build` does, but what the
readings have in common is made once. Differences are to the default, on the targets of SWORDS and CoInCo.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common import circumstances
from paraphrase_files import Paraphrases, read_paraphrases
from precision import first_accepted
from table_quality import DATA, JudgedSet, markdown, percent, points, read_sets

from paragen.model.bundled import english_tagger
from paragen.tables.bilingual.graph import GraphOptions, GraphSummary, build_graph_table
from paragen.tables.builder import Run

READINGS = {
    "a bridge leads elsewhere, the default": {}, "the rarest phrase is the bridge, `--bridge 1`": {"bridge": 1},
    "no merging, `--merge 0`": {"merge": 0},
}  # fmt: skip


def built(table: Path, parses: list[Path], folder: Path) -> Iterator[tuple[str, Path, GraphSummary, float]]:
    """Build each reading; yield its name, its paraphrases, what was built, and the processor seconds it took."""
    for number, (name, options) in enumerate(READINGS.items()):
        out = folder / f"{number}.parquet"
        began = time.process_time()
        summary = build_graph_table(
            [table], out, GraphOptions(replace=True, **options), Run(), parses=parses, tag=english_tagger().tag_phrases,
            steps=folder / "steps",
        )  # fmt: skip
        yield name, out, summary, time.process_time() - began


def changed(one: Paraphrases, other: Paraphrases) -> str:
    """Of the phrases that both tables have: how many have another best paraphrase."""
    both = one.keys() & other.keys()
    return f"{sum(one[phrase][0][0] != other[phrase][0][0] for phrase in both):,} of {len(both):,}"


def say(files: dict[str, Path], summaries: dict[str, GraphSummary], seconds: dict[str, float], sets: list[JudgedSet]) -> None:
    first = next(iter(files))
    wanted = {target.target for judged in sets for target in judged.targets}
    tables = {name: read_paraphrases(file, wanted)[1] for name, file in files.items()}
    rows = []
    for name, found in summaries.items():
        for judged in sets:
            judged.judge(name, tables[name], None)
        counts = (found.components, found.decomposed, found.largest, found.graphs, found.pairs, found.phrases)
        rows.append([name, *(f"{count:,}" for count in counts), changed(tables[first], tables[name]), f"{seconds[name]:.0f}"])
    columns = ["sub-phrase-tables", "of giants", "phrases of the largest", "graphs", "pairs", "phrases"]
    markdown(["reading", *columns, "other best, of judged phrases", "processor, s"], rows)
    rows = []
    for judged in sets:
        for said, threshold in judged.thresholds.items():
            base = first_accepted(judged.best[first, 0.0], threshold)
            for name in files:
                mine = first_accepted(judged.best[name, 0.0], threshold)
                rows.append([judged.name, said, name, percent(mine), points(mine - base) if name != first else ""])
    markdown(["set", "accepted by", "reading", "best one, %", "less the default, points"], rows)


@contextmanager
def working_folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        given.mkdir(exist_ok=True)
        yield given
        return
    made = Path(tempfile.mkdtemp())
    try:
        yield made
    finally:
        shutil.rmtree(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, metavar="TABLE")
    parser.add_argument("--parses", type=Path, action="append", default=[], help="CoNLL-U of its English sentences")
    parser.add_argument("--data", type=Path, default=DATA, help="where swords and coinco are")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="keep tables and steps there")
    options = parser.parse_args()
    if missing := [name for name in ("swords", "coinco") if not (options.data / name).is_dir()]:
        sys.exit(f"not measured: no folder {missing[0]} in {options.data}")
    print(circumstances())
    files, summaries, seconds = {}, {}, {}
    with working_folder(options.output) as folder:
        for name, file, summary, took in built(options.table, options.parses, folder):
            files[name], summaries[name], seconds[name] = file, summary, took
        say(files, summaries, seconds, read_sets(options.data, (0.0,)))


if __name__ == "__main__":
    main()
