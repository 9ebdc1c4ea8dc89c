"""``paragen patterns extract``."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import run_options, table_run, tell
from paragen.tables.bilingual.patterns.options import PatternModelOptions
from paragen.tables.bilingual.patterns.parameters import Parameters

_STEPS = {
    "opening": 1, "bitext": 5, "aligned": 10, "patterns": 15, "pivots": 20, "links": 25, "examples": 27, "corpora": 30,
    "pivot": 40, "steps": 42, "best": 65, "learnt": 75, "to": 77, "word": 85, "named": 90, "canonical": 93, "pairs": 96,
    "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""

MODELS = ("bc", "1", "2", "3")


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS",
    help="The pattern pairs: text if its name ends in .txt or .txt.gz, else Parquet, which the other actions take.",
)  # fmt: skip
@click.option("--model", type=click.Choice(MODELS), help="How pairs are scored.  [default: 3, or as the parameters say]")
@click.option("--parameters", "file", type=InputFile(), metavar="FILE", help="Weights and threshold, from paragen patterns tune.")
@click.option(
    "--threshold", type=click.FloatRange(1e-12, 1), metavar="T",
    help="The likelihood that a pair must reach.  [default: as the parameters say]",
)  # fmt: skip
@click.option(
    "--pivot-threshold", type=click.FloatRange(1e-12, 1), metavar="T",
    help="The likelihood that paraphrase pivots must reach, in Models 2 and 3.  [default: as the parameters say]",
)  # fmt: skip
@options_of(PatternModelOptions, "options")
@run_options
@click.argument("aligned", nargs=-1, required=True, type=InputFile(), metavar="ALIGNED…")
def extract(
    aligned: tuple[str, ...], output: str, model: str | None, file: str | None, threshold: float | None,
    pivot_threshold: float | None, options: PatternModelOptions, **given: Any,
) -> None:  # fmt: skip
    """Find pairs of patterns that share a translation.

    Each ALIGNED is of one bitext, from paragen patterns induce; likelihoods are the mean of the bitexts that have a pattern.
    Model 1 weighs how probable the translations are, and how well their words translate each other; bc only the former.
    Model 2 also goes over translations that are paraphrases themselves. Model 3 also aligns the words of both patterns.

    Example: paragen patterns extract de.parquet fr.parquet -o pairs.parquet --model 3
    """
    from paragen.tables.bilingual.patterns.models import build_pattern_pairs

    chosen = _chosen(model, file)
    if threshold is not None:
        chosen = replace(chosen, threshold=threshold)
    if pivot_threshold is not None:
        chosen = replace(chosen, pivot_threshold=pivot_threshold)
    with table_run("extracting", _STEPS, **given) as run:
        tell(build_pattern_pairs(aligned, output, replace(options, parameters=chosen), run))


def _chosen(model: str | None, file: str | None) -> Parameters:
    from paragen.base.errors import ConfigError
    from paragen.tables.bilingual.patterns.parameters import default_parameters, read_parameters

    if file is None:
        return default_parameters(model or "3")
    found = read_parameters(file)
    if model not in (None, found.model):
        raise ConfigError(
            f"{file}: found parameters of Model {found.model}, expected those of Model {model}. Leave out --model, or tune it."
        )
    return found
