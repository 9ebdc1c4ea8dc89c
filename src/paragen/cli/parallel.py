"""``paragen parallel``."""

from __future__ import annotations

import click

from paragen.cli.declared import options_of
from paragen.cli.table_options import table_run, table_verb, tell
from paragen.tables.parses.options import LABELS
from paragen.tables.resources.options import ParallelOptions


def _cut(_: click.Context, __: click.Parameter, labels: str) -> tuple[str, ...]:
    return tuple(label.strip() for label in labels.split(","))


@table_verb("groups", "GROUP", commas=True, threads=1, candidates=True)
@options_of(ParallelOptions, "options")
@click.option("--labels", default=",".join(LABELS), metavar="LABELS", callback=_cut, help="Kinds of chunks to compare.")
def parallel(groups: tuple[str, ...], output: str, threads: int, options: ParallelOptions) -> None:
    """Find paraphrases in texts that say the same line by line.

    Each GROUP is two or more parsed texts, their names separated by commas, whose lines n all say the same: CoNLL-U from
    paragen parse, trees in Penn brackets, or chunks as in CoNLL-2000; plain or compressed. All pairs of texts in a group are
    compared. Chunks are paraphrases if they and their contexts share words.

    Example: paragen parallel kjv.conllu.gz,web.conllu.gz,bbe.conllu.gz -o parallel.parquet
    """
    from paragen.tables.resources.parallel import build_parallel

    texts = [_names(group) for group in groups]
    with table_run("reading", {"reading": 100}, threads=threads) as run:
        tell(build_parallel(texts, output, options, run))


def _names(group: str) -> list[str]:
    names = group.split(",")
    if len(names) < 2 or not all(names):
        raise click.BadParameter(f"{group!r}: give two texts or more, separated by commas.", param_hint="GROUP")
    return names
