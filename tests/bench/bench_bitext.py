"""From bitext to model: align, extract, pivot and pack, each with its time and memory.

    python tests/bench/bench_bitext.py [--languages de,fr,cs,es,zh,ja] [--keep DIR]

Real bitexts beside the checkout: all text of a language is aligned as one, and gives a phrase table for each corpus in it. Each
step is one command line, in a process of its own. The yardstick is a Python loop that splits every line of the first language.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from bitexts import PARTS, write_bitext
from common import circumstances, measure

HERE = Path(__file__).resolve().parent
MEMORY = "4G"
ADVISED = ["--tight", "--no-containment", "--min-lexical", "0.001"]


@dataclass
class Step:
    """One command: what it was for, seconds, peak memory in MiB, and its closing notice."""

    name: str
    seconds: float
    memory: float
    said: str


def run(name: str, *args: object) -> Step:
    """Run a verb of paragen; stop the benchmark where it fails."""
    command = [sys.executable, "-m", "paragen", *map(str, args)]
    begin = time.perf_counter()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        said = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - begin
    if child.returncode:
        sys.exit(f"{name}: exit {child.returncode}\n{said}")
    step = Step(name, seconds, usage.ru_maxrss / 1024, said.strip().replace("paragen: ", ""))
    last = step.said.splitlines()[-1] if step.said else ""
    print(f"| {step.name} | {step.seconds:.1f} | {step.memory:.0f} | {last} |", flush=True)
    return step


def quarter(table: Path, destination: Path) -> Path:
    """Write the rows of a phrase table whose foreign phrase falls into one quarter of all."""
    import duckdb

    rows = f"SELECT * FROM read_parquet('{table}') WHERE hash(source) % 4 = 0"
    duckdb.execute(f"COPY ({rows}) TO '{destination}' (FORMAT parquet, COMPRESSION zstd)")
    return destination


def cut(file: Path, counts: dict[str, int]) -> None:
    """Cut a file that has all corpora of a language into one for each: LANGUAGE.X becomes LANGUAGE-CORPUS.X."""
    with open(file, "rb") as lines:
        for name, count in counts.items():
            with open(file.with_stem(f"{file.stem}-{name}"), "wb") as part:
                part.writelines(islice(lines, count))


def chain(languages: list[str], folder: Path, temp: list[object]) -> list[Path]:
    """Align every language and extract every corpus; return the phrase tables."""
    tables = []
    for language in languages:
        counts = write_bitext(language, folder)
        segment: list[object] = ["--segment", "tgt=words"] + (["--segment", "src=words"] if language != "ja" else [])
        files = [folder / f"{language}.{side}" for side in ("foreign", "english", "links")]
        run(f"align {language}: {sum(counts.values()):,} pairs", "align", *files[:2], "-o", files[2], *segment, *temp)
        for file in files:
            cut(file, counts)
        for corpus, count in counts.items():
            parts = [file.with_stem(f"{language}-{corpus}") for file in files]
            tables.append(folder / f"{language}-{corpus}.parquet")
            options = [*segment, "--memory", MEMORY, *temp]
            run(f"extract {language} {corpus}: {count:,} pairs", "extract", *parts, "-o", tables[-1], *options)
    return tables


def pivots(tables: list[Path], folder: Path, temp: list[object]) -> Path:
    """Pivot with the limits that the documentation advises, and without any; each also a quarter of the tables."""
    whole = folder / "paraphrases.parquet"
    quarters = [quarter(table, folder / f"quarter-{table.name}") for table in tables]
    for what, options in ((f", {' '.join(ADVISED)}", ADVISED), (", no limits", [])):
        out = whole if options else folder / "all.parquet"
        options = [*options, "--memory", MEMORY, *temp]
        all_of_it = run(f"pivot{what}", "pivot", *tables, "-o", out, *options)
        part = run(f"pivot of a quarter{what}", "pivot", *quarters, "-o", folder / "part.parquet", *options)
        print(f"| whole / quarter{what} | {all_of_it.seconds / part.seconds:.1f} times | | |")
    return whole


def singles(tables: list[Path], folder: Path, temp: list[object]) -> None:
    """Pivot each table of everyday sentences by itself, for the benchmark of quality to compare with."""
    for table in tables:
        if "tatoeba" in table.stem:
            out = folder / f"single-{table.name}"
            run(f"pivot of {table.stem} alone", "pivot", table, "-o", out, *ADVISED, "--memory", MEMORY, *temp)


def model(paraphrases: Path, folder: Path, temp: list[object]) -> None:
    """Estimate a language model of English that nobody judges paraphrases in, and pack it with the paraphrases."""
    with open(folder / "english.txt", "wb") as file:
        subprocess.run([sys.executable, str(HERE / "english_text.py")], stdout=file, check=True)
    arpa = folder / "english.arpa"
    run("lm", "lm", "-o", 5, "--prune", 0, 0, 1, "--arpa", arpa, *temp, "--", folder / "english.txt")
    run("pack", "pack", "-o", folder / "model", "--lm", arpa, "--table", f"pivot={paraphrases}", "--force")
    size = sum(path.stat().st_size for path in (folder / "model").iterdir())
    print(f"| size of the model | | | {size / 1e6:.0f} MB |")


def yardstick(folder: Path, language: str) -> float:
    """Pairs a second of a Python loop that splits every line."""
    sides = [(folder / f"{language}.{side}").read_text(encoding="utf-8").split("\n") for side in ("foreign", "english")]
    seconds, _ = measure(lambda: sum(len(one.split()) + len(other.split()) for one, other in zip(*sides, strict=True)), 3)
    return len(sides[0]) / min(seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--languages", default=",".join(PARTS), help="of %(default)s")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave all files there")
    options = parser.parse_args()
    languages = [language for language in re.split(r"[ ,]+", options.languages) if language]
    print(circumstances())
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        temp: list[object] = ["--temp", folder]
        print("\n| step | seconds | peak memory, MiB | notice |\n|---|---|---|---|")
        begin = time.perf_counter()
        tables = chain(languages, folder, temp)
        paraphrases = pivots(tables, folder, temp)
        singles(tables, folder, temp)
        model(paraphrases, folder, temp)
        print(f"\nAll: {time.perf_counter() - begin:.0f} s. Yardstick: {yardstick(folder, languages[0]):,.0f} pairs a second.")


if __name__ == "__main__":
    main()
