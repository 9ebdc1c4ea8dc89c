"""``paragen patterns label``, ``stats`` and ``match``: what is done with pairs of patterns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from paragen.base.columns import aligned
from paragen.cli.arguments import InputFile, OutputFile, PictureFile
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.options import shared
from paragen.cli.texts import answer_texts, check_texts, text_options
from paragen.io.formats import FORMATS
from paragen.io.notices import notice
from paragen.io.texts import Texts
from paragen.results import MatchRanking
from paragen.tuning.options import PatternSample

if TYPE_CHECKING:
    from paragen.io.records import Record
    from paragen.results import Match
    from paragen.tables.bilingual.patterns.statistics import PatternStatistics


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="ITEMS", help="The items, for paragen label.")
@click.option(
    "--text", "texts", required=True, multiple=True, type=InputFile(), metavar="ENGLISH",
    help="The English side of the bitext; of several, one each, in the order they were given to paragen patterns extract.",
)  # fmt: skip
@options_of(PatternSample, "options")
@click.argument("pairs", type=InputFile(), metavar="PAIRS")
def label(pairs: str, texts: tuple[str, ...], output: str, options: PatternSample) -> None:
    """Draw pattern pairs to be labelled, each in a sentence.

    The ITEMS are those of paragen label: each rewrites the first sentence with the pattern. To tune a model, draw from pairs
    extracted with a low threshold: what it leaves out cannot be missed.

    Example: paragen patterns label pairs.parquet --text news.en --n 300 -o items.jsonl
    """
    from paragen.tuning.labels.sampling import sample_pattern_pairs

    notice(str(sample_pattern_pairs(pairs, texts, output, options)))


@click.command(cls=Verb)
@click.option(
    "--plot", type=PictureFile(".svg", ".png"), metavar="FILE", help="Draw the shares, as .svg or .png (needs matplotlib)."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="How to print them.")
@click.argument("pairs", type=InputFile(), metavar="PAIRS")
def stats(pairs: str, plot: str | None, form: str) -> None:
    """Count pattern pairs by type of change, symmetry, and slots.

    A change is trivial if only articles, prepositions, particles, auxiliaries or inflections differ; a reordering if also the
    order does; information +/- if one side has all other words of the other, and more. Else words are replaced; structural
    changes reorder them as well. A pair is symmetric if its reverse is there, too.

    Example: paragen patterns stats pairs.parquet --plot pairs.svg
    """
    from paragen.tables.bilingual.patterns.statistics import pattern_statistics, write_plot

    found = pattern_statistics(pairs)
    if plot is not None:
        write_plot(plot, found)
    if form == "json":
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    for line in aligned(list(_rows(found)), left=1):
        click.echo(line)


def _rows(found: PatternStatistics) -> Iterator[tuple[str, str, str]]:
    counts = {"pairs": found.pairs, "symmetric": found.symmetric, **found.types}
    counts |= {f"{number} slot{'s' * (number > 1)}": count for number, count in found.slots.items()}
    counts |= {f"{kind} slots": count for kind, count in found.kinds.items()}
    for name, count in counts.items():
        yield name, f"{count:,}", f"{100 * count / found.pairs:.2f} %"


_COLUMNS = ("sentence", "begin", "end", "before", "after", "table", "score", "lm", "in_context", "pattern", "target", "fillers")


@click.command(cls=Verb)
@shared("model")
@options_of(MatchRanking, "ranking")
@click.option(
    "--format", "form", type=click.Choice(["tsv", "jsonl"]), default="tsv",
    help="tsv: a line for each match under a heading; jsonl: an object.",
)
@click.option(
    "--parses", type=InputFile(), metavar="PARSES",
    help="Match by these parses of the sentences, CoNLL-U with Penn tags, rather than by tags: patterns are partial subtrees.",
)  # fmt: skip
@shared("threads", "field")
@text_options
def match(
    model: str | None, ranking: MatchRanking, form: str, parses: str | None, threads: int, field: str | None, texts: Texts
) -> None:
    """List the patterns that match each sentence of the files, or of standard input, and what they make of it.

    Every match is there, also one that decoding would not use. Parts of speech are told by the model's fit, or else by that of
    the model that comes with paragen.

    Example: echo "The tax reduction was announced by France." | paragen patterns match
    """
    from paragen.io.records import RecordReader
    from paragen.paraphraser import load

    check_texts(texts)
    paraphraser = load(model)
    trees = None
    if parses is not None:
        from paragen.tables.bilingual.patterns.induce import read_parses

        trees = read_parses(parses)
    source = RecordReader(field, FORMATS[form].records, False)
    heading = "\t".join(_COLUMNS) + "\n" if form == "tsv" else ""

    def work(records: Sequence[Record]) -> Iterator[bytes]:
        found = paraphraser.matches([record.request for record in records], trees)
        for record, matches in zip(records, found, strict=True):
            for one in ranking.ranked(matches):
                yield FORMATS[form].encoded(_line(record, one, ranking.share, form))

    answer_texts(texts, source, work, threads=threads, what="matching", heading=heading.encode())


def _line(record: Record, one: Match, share: float, form: str) -> str:
    if FORMATS[form].records:
        return json.dumps({"sentence": record.number, **one.to_dict(share)}, ensure_ascii=False, allow_nan=False) + "\n"
    numbers = (f"{number:.6g}" for number in (one.score, one.lm, one.in_context(share)))
    fields = (
        record.number, one.begin, one.end, one.before, one.after, one.table, *numbers, one.pattern.source, one.pattern.target,
        " | ".join(one.pattern.fillers),
    )  # fmt: skip
    return "\t".join(" ".join(str(field).split()) for field in fields) + "\n"
