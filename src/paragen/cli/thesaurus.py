"""``paragen thesaurus``."""

from __future__ import annotations

from paragen.cli.declared import options_of
from paragen.cli.table_options import table_run, table_verb, tell
from paragen.tables.resources.options import ThesaurusOptions

_STEPS = {"reading": 70, "comparing": 100}
"""Overall progress at the end of each step, in percent."""


@table_verb("inputs", "INPUT")
@options_of(ThesaurusOptions, "options")
def thesaurus(inputs: tuple[str, ...], output: str, threads: int, options: ThesaurusOptions) -> None:
    """Find similar words in parsed text, or read a thesaurus.

    Each INPUT is recognised by its content: CoNLL-U, plain or compressed, from paragen parse or another parser, or a ready-made
    thesaurus. Words of parsed text are similar if they have the same dependencies with the same words (Lin 1998); all parsed
    texts count as one.

    Example: paragen thesaurus news.conllu.gz novels.conllu.gz -o thesaurus.parquet
    """
    from paragen.tables.resources.thesaurus import build_thesaurus

    with table_run("comparing words", _STEPS, threads=threads) as run:
        tell(build_thesaurus(inputs, output, options, run))
