"""``paragen parallel``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.table_options import count_option, share_option, table_run, table_verb, tell


@table_verb("groups", "GROUP", commas=True, threads=1, candidates=True, opposites=True)
@share_option("--alpha", 0.5, "A", "Weight of the words of two chunks, beside 1 - A for the words around them.")
@share_option("--threshold", 0.475, "T", "Chunks that are more similar are paraphrases.", below_1=True)
@click.option("--labels", default="NP,VP,PP,ADJP,ADVP", metavar="LABELS", help="Kinds of chunks to compare.")
@count_option("--max-words", 8, "Words of a chunk, at most.")
@click.option("--containment", is_flag=True, help="Keep paraphrases that only add words to their phrase, or leave words out.")
@click.option("--all-pairs", is_flag=True, help="Pair each chunk with all that are similar, not only with its counterpart.")
@count_option("--candidates-limit", 1000, "Pairs of the sample, at most.")
def parallel(groups: tuple[str, ...], output: str, labels: str, threads: int, **options: Any) -> None:
    """Find paraphrases in texts that say the same line by line.

    Each GROUP is two or more parsed texts with commas between their names, line n of all saying the same: CoNLL-U from
    paragen parse, trees in Penn brackets, or chunks as in CoNLL-2000; plain or compressed. All pairs of texts of a group are
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
