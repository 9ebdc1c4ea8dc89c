"""``paragen parallel``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.table_options import (
    candidates_option,
    keep_opposites_option,
    licence_option,
    output_option,
    table_run,
    tell,
    threads_option,
    top_option,
)


@click.command(cls=Verb)
@output_option()
@click.option(
    "--alpha", type=click.FloatRange(0, 1), default=0.5, show_default=True, metavar="A",
    help="Weight of the words of two chunks, beside 1 - A for the words around them.",
)  # fmt: skip
@click.option(
    "--threshold", type=click.FloatRange(0, 1, max_open=True), default=0.475, show_default=True, metavar="T",
    help="Chunks that are more similar are paraphrases.",
)  # fmt: skip
@top_option()
@click.option("--labels", default="NP,VP,PP,ADJP,ADVP", show_default=True, metavar="LABELS", help="Kinds of chunks to compare.")
@click.option("--max-words", type=click.IntRange(1), default=8, show_default=True, metavar="N", help="Words of a chunk, at most.")
@click.option("--containment", is_flag=True, help="Keep paraphrases that only add words to their phrase, or leave words out.")
@click.option("--all-pairs", is_flag=True, help="Pair each chunk with all that are similar, not only with its counterpart.")
@keep_opposites_option()
@candidates_option()
@click.option(
    "--candidates-limit", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
    help="Pairs of the sample, at most.",
)  # fmt: skip
@licence_option()
@threads_option(1)
@click.argument("groups", nargs=-1, required=True, type=InputFile(commas=True), metavar="GROUP…")
def parallel(groups: tuple[str, ...], output: str, labels: str, threads: int, **options: Any) -> None:
    """Find paraphrases in texts that say the same line by line.

    Each GROUP is two or more parsed texts with commas between their names, line n of all saying the same: CoNLL-U from
    paragen parse, trees in Penn brackets, or chunks as in CoNLL-2000; plain or gzip. All pairs of texts of a group are
    compared. Chunks are paraphrases when they share words, and the words around them.

    Example: paragen parallel kjv.conllu.gz,web.conllu.gz,bbe.conllu.gz -o parallel.parquet
    """
    from paragen.tables.resources.parallel import ParallelOptions, build_parallel

    texts = [_names(group) for group in groups]
    chosen = ParallelOptions(labels=tuple(label.strip() for label in labels.split(",")), **options)
    with table_run("reading", {"reading": 100}, threads=threads) as run:
        tell(build_parallel(texts, output, chosen, run))


def _names(group: str) -> list[str]:
    names = group.split(",")
    if len(names) < 2 or not all(names):
        raise click.BadParameter(f"{group!r}: give two texts or more, with commas between their names.", param_hint="GROUP")
    return names
