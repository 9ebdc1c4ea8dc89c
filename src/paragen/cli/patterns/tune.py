"""``paragen patterns tune``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFile, Verb
from paragen.cli.declared import options_of
from paragen.cli.patterns.extract import MODELS
from paragen.cli.table_options import run_options, table_run
from paragen.io.notices import notice
from paragen.tables.bilingual.patterns.options import PatternModelOptions

_STEPS = {
    "opening": 1, "bitext": 5, "aligned": 10, "patterns": 20, "pivots": 30, "links": 40, "examples": 43, "corpora": 46,
    "pivot": 60, "steps": 62, "asked": 70, "wanted": 75, "learnt": 90, "to": 92, "word": 100,
}  # fmt: skip
"""Progress of reading features at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="PARAMETERS", help="Weights and threshold, as TOML.")
@click.option(
    "--labels", required=True, multiple=True, type=InputFile(), metavar="FILE", help="Labels of the items, from paragen label."
)
@click.option("--items", required=True, type=InputFile(), metavar="ITEMS", help="The items, from paragen patterns label.")
@click.option("--model", type=click.Choice(MODELS), default="3", help="The model to tune.")
@click.option(
    "--pivot-threshold", type=click.FloatRange(1e-12, 1), metavar="T",
    help="The likelihood that paraphrase pivots must reach, in Models 2 and 3.  [default: the model's]",
)  # fmt: skip
@options_of(PatternModelOptions, only=["min_count", "fan_out"])
@click.option("--folds", type=click.IntRange(0), default=5, metavar="K", help="Folds of a cross-validation; 0 for none.")
@click.option("--seed", type=click.IntRange(0), default=1, metavar="N", help="Seed of the folds.")
@run_options
@click.argument("aligned", nargs=-1, required=True, type=InputFile(), metavar="ALIGNED…")
def tune(
    aligned: tuple[str, ...], output: str, labels: tuple[str, ...], items: str, model: str, pivot_threshold: float | None,
    min_count: int, fan_out: int, folds: int, seed: int, **given: Any,
) -> None:  # fmt: skip
    """Learn the weights and the threshold of a model from labelled pairs.

    Those sought maximise F, the harmonic mean of the precision and the recall of the pairs extracted. ALIGNED are the files that
    the labelled pairs were extracted from. A pair is correct if at least half of its items are.

    Example: paragen patterns tune de.parquet fr.parquet --items items.jsonl --labels labels.jsonl -o parameters.toml
    """
    from paragen.tables.bilingual.patterns.parameters import default_parameters
    from paragen.tuning.patterns import tune_patterns

    start = default_parameters(model)
    if pivot_threshold is not None:
        start = replace(start, pivot_threshold=pivot_threshold)
    with table_run("tuning", _STEPS, **given) as run:
        found = tune_patterns(
            aligned, labels, items, output, start, min_count=min_count, fan_out=fan_out, folds=folds, seed=seed, run=run
        )
    for line in (*str(found).splitlines(), *found.warnings, *found.skips.messages()):
        notice(line)
