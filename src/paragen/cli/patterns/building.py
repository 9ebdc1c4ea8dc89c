"""``paragen patterns induce``, ``extract``, ``tune`` and ``dirt``: they make tables of patterns, and parameters of models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from paragen.cli.arguments import InputFile, OutputFile, OutputFolder
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import by_side, run_options, segment_option, table_run, tell
from paragen.io.notices import notice
from paragen.tables.bilingual.patterns.options import (
    FEATURES,
    LEAST,
    MODEL,
    DirtOptions,
    InduceOptions,
    Parameters,
    PatternModelOptions,
    PatternTuning,
    default_parameters,
    read_parameters,
)

_INDUCE_STEPS = {"links": 10, "instances": 60, "aligned": 80, "writing": 100}
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="ALIGNED", help="The aligned patterns, Parquet.")
@click.option(
    "--parses", required=True, multiple=True, type=InputFile(), metavar="PARSES",
    help="Parses of the English side, CoNLL-U with Penn tags, of each sentence once, in any order; others do no harm.",
)  # fmt: skip
@segment_option
@click.option(
    "--pivot-parses", type=InputFile(), metavar="PARSES",
    help="Parses of the other side, CoNLL-U: only patterns whose foreign words are a partial subtree, too.",
)  # fmt: skip
@options_of(InduceOptions, "options")
@run_options
@click.argument("source", type=InputFile(), metavar="SRC")
@click.argument("target", type=InputFile(), metavar="TGT")
@click.argument("alignment", type=InputFile(), metavar="ALIGNMENT")
@click.argument("more", nargs=-1, type=InputFile(), metavar="[SRC TGT ALIGNMENT]…")
def induce(
    source: str, target: str, alignment: str, more: tuple[str, ...], output: str, parses: tuple[str, ...],
    segments: Sequence[Any], options: InduceOptions, **where: Any,
) -> None:  # fmt: skip
    """Find the patterns of a parsed bitext, and the foreign patterns they are aligned with.

    SRC and TGT have a sentence a line, ALIGNMENT the links of each pair, as paragen align writes them; PARSES is what paragen
    parse makes of the English sentences. A pattern is part of a sentence's tree, with a slot for each noun, verb or adjective
    that is left out with all that depends on it; its pivot, what it is aligned with. Several bitexts of the same two languages
    count as one.

    Example: paragen patterns induce news.de news.en news.links --parses news.conllu.gz -o news.parquet
    """
    from paragen.tables.bilingual.patterns import build_patterns

    if len(more) % 3:
        raise click.UsageError("Give three files of each bitext: SRC, TGT and ALIGNMENT.")
    bitexts = [(source, target, alignment), *zip(more[::3], more[1::3], more[2::3], strict=True)]
    options = replace(options, segment=by_side(segments, "--segment"))
    with table_run("inducing", _INDUCE_STEPS, **where) as run:
        tell(build_patterns(bitexts, parses, output, options, run))


_pivot_parameters = click.option(
    "--pivot-parameters", type=InputFile(), metavar="FILE",
    help="Parameters of Model 1: its weights score paraphrase pivots in Models 2 and 3.  [default: 1, or as the parameters say]",
)  # fmt: skip


def _with_pivots(parameters: Parameters, threshold: float | None, file: str | None) -> Parameters:
    """Return parameters with those of paraphrase pivots as asked for."""
    if threshold is not None:
        parameters = replace(parameters, pivot_threshold=threshold)
    return parameters if file is None else replace(parameters, pivot_weights=_chosen("1", file).weights)


_EXTRACT_STEPS = {
    "opening": 1, "bitext": 5, "aligned": 10, "patterns": 15, "pivots": 20, "links": 25, "examples": 27, "corpora": 30,
    "pivot": 40, "steps": 42, "best": 65, "learnt": 75, "to": 77, "word": 85, "named": 90, "canonical": 93, "pairs": 96,
    "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS",
    help="The pattern pairs: text if its name ends in .txt or .txt.gz, else Parquet, which the other actions take.",
)  # fmt: skip
@click.option(
    "--model", type=click.Choice(list(FEATURES)), help=f"How pairs are scored.  [default: {MODEL}, or as the parameters say]"
)
@click.option("--parameters", "file", type=InputFile(), metavar="FILE", help="Weights and threshold, from paragen patterns tune.")
@click.option(
    "--threshold", type=click.FloatRange(LEAST, 1), metavar="T",
    help="The likelihood that a pair must reach.  [default: as the parameters say]",
)  # fmt: skip
@click.option(
    "--pivot-threshold", type=click.FloatRange(LEAST, 1), metavar="T",
    help="The likelihood that paraphrase pivots must reach, in Models 2 and 3.  [default: as the parameters say]",
)  # fmt: skip
@_pivot_parameters
@options_of(PatternModelOptions, "options")
@run_options
@click.argument("aligned", nargs=-1, required=True, type=InputFile(), metavar="ALIGNED…")
def extract(
    aligned: tuple[str, ...], output: str, model: str | None, file: str | None, threshold: float | None,
    pivot_threshold: float | None, pivot_parameters: str | None, options: PatternModelOptions, **given: Any,
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
    chosen = _with_pivots(chosen, pivot_threshold, pivot_parameters)
    with table_run("extracting", _EXTRACT_STEPS, **given) as run:
        tell(build_pattern_pairs(aligned, output, replace(options, parameters=chosen), run))


def _chosen(model: str | None, file: str | None) -> Parameters:
    from paragen.base.errors import ConfigError

    if file is None:
        return default_parameters(model or MODEL)
    found = read_parameters(file)
    if model not in (None, found.model):
        raise ConfigError(
            f"{file}: found parameters of Model {found.model}, expected those of Model {model}. Leave out --model, or tune it."
        )
    return found


_TUNE_STEPS = {
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
@click.option("--model", type=click.Choice(list(FEATURES)), default=MODEL, help="The model to tune.")
@click.option(
    "--pivot-threshold", type=click.FloatRange(LEAST, 1), metavar="T",
    help="The likelihood that paraphrase pivots must reach, in Models 2 and 3.  [default: the model's]",
)  # fmt: skip
@_pivot_parameters
@options_of(PatternTuning, "options")
@run_options
@click.argument("aligned", nargs=-1, required=True, type=InputFile(), metavar="ALIGNED…")
def tune(
    aligned: tuple[str, ...], output: str, labels: tuple[str, ...], items: str, model: str, pivot_threshold: float | None,
    pivot_parameters: str | None, options: PatternTuning, **given: Any,
) -> None:  # fmt: skip
    """Learn the weights and the threshold of a model from labelled pairs.

    Those sought maximise F, the harmonic mean of the precision and the recall of the pairs extracted. ALIGNED are the files that
    the labelled pairs were extracted from. A pair is correct if at least half of its items are.

    Example: paragen patterns tune de.parquet fr.parquet --items items.jsonl --labels labels.jsonl -o parameters.toml
    """
    from paragen.tuning.patterns import tune_patterns

    start = _with_pivots(default_parameters(model), pivot_threshold, pivot_parameters)
    with table_run("tuning", _TUNE_STEPS, **given) as run:
        found = tune_patterns(aligned, labels, items, output, start, options, run)
    for line in (*str(found).splitlines(), *found.warnings, *found.skips.messages()):
        notice(line)


_DIRT_STEPS = {
    "found": 30, "counted": 35, "fillers": 40, "information": 50, "shared": 80, "slots": 90, "best": 95, "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS", help="The pairs, Parquet.")
@options_of(DirtOptions, "options")
@run_options
@click.argument("parses", type=InputFile(), metavar="PARSES")
def dirt(parses: str, output: str, options: DirtOptions, **where: Any) -> None:
    """Find paraphrases among paths between nouns that are filled alike.

    PARSES is CoNLL-U with Penn tags, as paragen parse writes it. This is DIRT, which patterns of bitexts are compared with: it
    needs much text, and also finds opposites.

    Example: paragen patterns dirt news.conllu.gz --min-count 10 -o dirt.parquet
    """
    from paragen.tables.bilingual.patterns.dirt import build_dirt

    with table_run("comparing paths", _DIRT_STEPS, **where) as run:
        tell(build_dirt(parses, output, options, run))
