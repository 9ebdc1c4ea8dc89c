"""``paragen patterns extract``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.table_options import count_option, engine_options, table_run, tell

if TYPE_CHECKING:
    from paragen.tables.bilingual.patterns.parameters import Parameters

_STEPS = {
    "opening": 1, "bitext": 5, "aligned": 10, "patterns": 15, "pivots": 20, "links": 25, "examples": 27, "corpora": 30,
    "pivot": 40, "steps": 42, "best": 65, "learnt": 75, "to": 77, "word": 85, "named": 90, "canonical": 93, "pairs": 96,
    "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""

MODELS = ("bc", "1", "2", "3")


def path_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that limit the paths followed from pattern to pattern."""
    min_count = count_option("--min-count", 1, "Leave out patterns found less often with their pivot.")
    fan_out = count_option(
        "--fan-out", 100, "Follow only so many pivots of a pattern, and patterns of a pivot: the most probable."
    )
    return min_count(fan_out(command))


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS",
    help="The pattern pairs: text if its name ends in .txt or .txt.gz, else Parquet, which the other actions take.",
)  # fmt: skip
@click.option("--model", type=click.Choice(MODELS), help="How pairs are scored.  [default: 3, or as the parameters say]")
@click.option("--parameters", type=InputFile(), metavar="FILE", help="Weights and threshold, from paragen patterns tune.")
@click.option(
    "--threshold", type=click.FloatRange(1e-12, 1), metavar="T",
    help="The likelihood that a pair must reach.  [default: as the parameters say]",
)  # fmt: skip
@click.option(
    "--pivot-threshold", type=click.FloatRange(1e-12, 1), metavar="T",
    help="The likelihood that paraphrase pivots must reach, in Models 2 and 3.  [default: as the parameters say]",
)  # fmt: skip
@count_option("--top", 20, "Paraphrases of a pattern, at most.")
@path_options
@click.option(
    "--keep-unlike", is_flag=True,
    help="Keep pairs that are mostly wrong: that differ in opposites, negation or person, or only in a preposition, or in tense "
    "or number, or that say more on one side.",
)  # fmt: skip
@engine_options
@click.argument("aligned", nargs=-1, required=True, type=InputFile(), metavar="ALIGNED…")
def extract(
    aligned: tuple[str, ...], output: str, model: str | None, parameters: str | None, threshold: float | None,
    pivot_threshold: float | None, top: int, min_count: int, fan_out: int, keep_unlike: bool, force: bool,
    **given: Any,
) -> None:  # fmt: skip
    """Find pairs of patterns that share a translation.

    Each ALIGNED is of one bitext, from paragen patterns induce; likelihoods are the mean of the bitexts that have a pattern.
    Model 1 weighs how probable the translations are, and how well their words translate each other; bc only the former.
    Model 2 also goes over translations that are paraphrases themselves. Model 3 also aligns the words of both patterns.

    Example: paragen patterns extract de.parquet fr.parquet -o pairs.parquet --model 3
    """
    from paragen.tables.bilingual.patterns.models import PatternModelOptions, build_pattern_pairs

    chosen = _chosen(model, parameters)
    if threshold is not None:
        chosen = replace(chosen, threshold=threshold)
    if pivot_threshold is not None:
        chosen = replace(chosen, pivot_threshold=pivot_threshold)
    options = PatternModelOptions(
        parameters=chosen, top=top, min_count=min_count, fan_out=fan_out, keep_unlike=keep_unlike, replace=force
    )
    with table_run("extracting", _STEPS, **given) as run:
        tell(build_pattern_pairs(aligned, output, options, run))


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
