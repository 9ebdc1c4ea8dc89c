"""``paragen parallel``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.table_options import count_option, share_option, table_run, table_verb, tell


@table_verb("groups", "GROUP", commas=True, threads=1, candidates=True, opposites=True)
@share_option("--alpha", 0.5, "A", "Weight of the words of two chunks; the words around them have weight 1 - A.")
@share_option("--threshold", 0.475, "T", "Chunks with a higher similarity are paraphrases.", below_1=True)
@click.option("--labels", default="NP,VP,PP,ADJP,ADVP", metavar="LABELS", help="Kinds of chunks to compare.")
@count_option("--max-words", 8, "Maximum words in a chunk.")
@click.option("--containment", is_flag=True, help="Keep paraphrases that only add words to their phrase or leave some out.")
@click.option("--all-pairs", is_flag=True, help="Pair each chunk with all similar ones, not only with its counterpart.")
@count_option("--candidates-limit", 1000, "Maximum pairs in the sample.")
def parallel(groups: tuple[str, ...], output: str, labels: str, threads: int, **options: Any) -> None:
    """Find paraphrases in texts that say the same line by line.

    Each GROUP is two or more parsed texts, their names separated by commas, whose lines n all say the same: CoNLL-U from
    paragen parse, trees in Penn brackets, or chunks as in CoNLL-2000; plain or compressed. All pairs of texts in a group are
    compared. Chunks are paraphrases if they and their contexts share words.

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
        raise click.BadParameter(f"{group!r}: give two texts or more, separated by commas.", param_hint="GROUP")
    return names
