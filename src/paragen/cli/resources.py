"""The verbs that make tables of resources: dictionaries, thesauri, query logs, parallel and comparable texts."""

from __future__ import annotations

import click

from paragen.cli.arguments import OutputFile
from paragen.cli.declared import options_of
from paragen.cli.table_options import memory_option, table_run, table_verb, tell, temp_option
from paragen.tables.inflection.entries import EntriesOptions
from paragen.tables.parses.options import LABELS
from paragen.tables.resources.dictionary import DefinitionsOptions
from paragen.tables.resources.options import ComparableOptions, ParallelOptions, QueriesOptions, ThesaurusOptions

_THESAURUS_STEPS = {"reading": 70, "comparing": 100}
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

    with table_run("comparing words", _THESAURUS_STEPS, threads=threads) as run:
        tell(build_thesaurus(inputs, output, options, run))


@table_verb("dictionaries", "DICT", threads=None)
@options_of(DefinitionsOptions, "options")
def definitions(dictionaries: tuple[str, ...], output: str, options: DefinitionsOptions) -> None:
    """Make paraphrases from a dictionary's definitions.

    A DICT is a folder of WordNet, Open English WordNet (folder or archive), the .index of GCIDE for dictd, GCIDE or wiktextract
    in JSON, or lines of headword, part of speech and definition separated by tabs. The definitions of a word are ranked in the
    order of the DICTs, then of the senses. Headword and definition are inflected together: travel and go on a journey give
    travels and goes on a journey. Needs the extra `mine`.

    Example: paragen definitions dictionary.tsv -o definitions.parquet
    """
    from paragen.tables.resources.dictionary import build_definitions

    with table_run("reading", unit="senses") as run:
        tell(build_definitions(dictionaries, output, options, run))


@table_verb("files", "FILE", threads=None)
@options_of(EntriesOptions, "options")
def entries(files: tuple[str, ...], output: str, options: EntriesOptions) -> None:
    """Inflect hand-written pairs of phrases.

    Each line of a FILE is a pair: phrase, paraphrase, part of speech and score, separated by tabs. The parts of speech are v and
    n (in all forms), nm (mass nouns), adj (with comparison if short), adv, and x (not inflected). Both sides are inflected
    together: commence and begin give commenced and began. Needs the extra `mine`.

    Example: paragen entries phrases.tsv more.tsv --min-score 0.8 -o phrases.parquet
    """
    from paragen.tables.inflection.entries import build_entries

    tell(build_entries(files, output, options))


@table_verb("logs", "LOG", commas=True, candidates=True)
@options_of(QueriesOptions, "options")
def queries(logs: tuple[str, ...], output: str, threads: int, options: QueriesOptions) -> None:
    """Find paraphrases among search queries.

    Each LOG is a file of queries, plain or compressed: lines `query<tab>clicked document<tab>count`, a table with a header (like
    AOL's), ORCAS, variants of a topic, or queries alone, which need --beta 1. QUERIES,QRELS joins two files. The score of two
    queries is B times the overlap of their words plus 1 - B times that of the documents clicked for them.

    Example: paragen queries clicks.tsv -o queries.parquet
    """
    from paragen.tables.resources.queries import build_queries

    with table_run("queries", threads=threads) as run:
        tell(build_queries(logs, output, options, run))


def _labels(_: click.Context, __: click.Parameter, labels: str) -> tuple[str, ...]:
    return tuple(label.strip() for label in labels.split(","))


@table_verb("groups", "GROUP", commas=True, threads=1, candidates=True)
@options_of(ParallelOptions, "options")
@click.option("--labels", default=",".join(LABELS), metavar="LABELS", callback=_labels, help="Kinds of chunks to compare.")
def parallel(groups: tuple[str, ...], output: str, threads: int, options: ParallelOptions) -> None:
    """Find paraphrases in texts that say the same line by line.

    Each GROUP is two or more parsed texts, their names separated by commas, whose lines n all say the same: CoNLL-U from
    paragen parse, trees in Penn brackets, or chunks as in CoNLL-2000; plain or compressed. All pairs of texts in a group are
    compared. Chunks are paraphrases if they and their contexts share words.

    Example: paragen parallel kjv.conllu.gz,web.conllu.gz,bbe.conllu.gz -o parallel.parquet
    """
    from paragen.tables.resources.parallel import build_parallel

    texts = [_group_names(group) for group in groups]
    with table_run("reading", {"reading": 100}, threads=threads) as run:
        tell(build_parallel(texts, output, options, run))


def _group_names(group: str) -> list[str]:
    names = group.split(",")
    if len(names) < 2 or not all(names):
        raise click.BadParameter(f"{group!r}: give two texts or more, separated by commas.", param_hint="GROUP")
    return names


_COMPARABLE_STEPS = {
    "reading": 15, "articles": 30, "sentences": 32, "aligning": 50, "links": 52, "instances": 70, "once": 85, "several": 86,
    "alignments": 87, "pairs": 88, "sources": 90, "targets": 92, "writing": 98, "reading rows": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@table_verb("inputs", "ARTICLES", candidates=True)
@options_of(ComparableOptions, "options")
@click.option(
    "--sentences", type=OutputFile(), metavar="FILE",
    help="Also write the sentence pairs of the articles, which may serve as input.",
)  # fmt: skip
@memory_option
@temp_option
def comparable(
    inputs: tuple[str, ...], output: str, memory: str, threads: int, temp: str | None, options: ComparableOptions
) -> None:  # fmt: skip
    """Find paraphrases in news articles of the same days.

    ARTICLES are JSON, one object per line or an array, with the keys id, date, title and text; or sentence pairs, two
    sentences per line separated by a tab, as --sentences writes them. Plain or compressed. Articles of the same days with
    similar words are comparable; their sentences that share many words are aligned; a phrase's counterpart is its
    paraphrase, with the score p(paraphrase|phrase).

    Example: paragen comparable news.jsonl.gz -o comparable.parquet
    """
    from paragen.tables.resources.comparable import build_comparable

    with table_run("comparing", _COMPARABLE_STEPS, memory=memory, threads=threads, temp=temp) as run:
        tell(build_comparable(inputs, output, options, run))
