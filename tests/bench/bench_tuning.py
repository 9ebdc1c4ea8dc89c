"""Tuning on people's judgements: SWORDS and CoInCo dev, one half of the documents to tune on, the other to report.

    python tests/bench/bench_tuning.py [-m MODEL] [--keep DIR] [--ablation]

Weights are 1 for the language model and each table to begin with ("uniform"), or the model's own, and then tuned on one
half. All figures are of the other half, which no weight was chosen on. Only judged words may change (--focus).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from common import ROOT, circumstances

from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.model.weights import RESERVED, write_weights

DATA = ROOT.parent / "shared" / "data"
SETS = {
    "swords": ["swords/swords-v1.1_dev.json.gz"],
    "coinco": ["coinco/official-dev.orenmel-test.gold", "coinco/official-dev.orenmel-test.preprocessed"],
}
HALVES = ("tune", "test")


def paragen(*arguments: object, **options) -> str:
    """Run a verb; return what it prints."""
    command = [sys.executable, "-m", "paragen", *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
    if done.returncode:
        sys.exit(f"paragen {arguments[0]} failed")
    return done.stdout


def options(name: str, half: str, folder: Path) -> Iterator[object]:
    """The files of a gold set, and which of them are wanted."""
    yield from (DATA / file for file in SETS[name])
    yield from ("--format", name, "--half", half)
    if name == "coinco":
        yield from ("--documents", folder / "documents.tsv")


def write_labels(model: Path, half: str, folder: Path) -> Path:
    """Label the model's substitutes of a half's judged words."""
    labels = folder / f"labels-{half}.jsonl"
    labels.unlink(missing_ok=True)
    for name in SETS:
        sentences = paragen("labels", "sentences", *options(name, half, folder))
        items = folder / f"items-{name}-{half}.jsonl"
        items.write_text(paragen("substitutes", "-m", model, "--threads", 2, input=sentences), encoding="utf-8")
        paragen("labels", "import", *options(name, half, folder), "--items", items, "-o", labels)
    return labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-m", "--model", type=Path, default=starter_path(), help="a model directory [the starter pack]")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave all files there")
    parser.add_argument("--ablation", action="store_true", help="each table alone, and added one by one")
    parser.add_argument("--tune", default="", metavar="OPTIONS", help="more options of paragen tune")
    arguments = parser.parse_args()
    print(circumstances(), flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = arguments.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        found = subprocess.run([sys.executable, Path(__file__).parent / "masc_documents.py"], stdout=subprocess.PIPE, check=True)
        (folder / "documents.tsv").write_bytes(found.stdout)
        labels = {half: write_labels(arguments.model, half, folder) for half in HALVES}
        own = Model.open(arguments.model).weights
        write_weights(folder / "own.toml", own)
        write_weights(folder / "uniform.toml", {name: float(name not in RESERVED or name == "lm") for name in own})
        for start in ("uniform", "own"):
            common = ["-m", arguments.model, "--focus", "--threads", 2]
            tuned = folder / f"tuned-{start}.toml"
            tune = [*common, "--init", folder / f"{start}.toml", *arguments.tune.split(), "--labels", labels["tune"], "-o", tuned]
            print(f"\n### Tuned from {start} weights\n\n{paragen('tune', *tune)}", flush=True)
            evaluate = [*common, "--labels", labels["test"], "--weights", tuned, "--against-weights", folder / f"{start}.toml"]
            print(f"#### Tuned beside {start} weights, on the other half\n\n{paragen('eval', *evaluate)}", flush=True)
        if arguments.ablation:
            ablation = [*common, "--labels", labels["test"], "--weights", folder / "tuned-uniform.toml", "--ablation"]
            print(f"### Tables, under the weights tuned from uniform ones\n\n{paragen('eval', *ablation)}", flush=True)


if __name__ == "__main__":
    main()
