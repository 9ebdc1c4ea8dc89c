"""``paragen labels sample``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.arguments import InputFile, ModelName, OutputFile
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.decoder.settings import TEXT
from paragen.io.notices import notice
from paragen.tuning.options import SampleOptions

if TYPE_CHECKING:
    from pathlib import Path

    from paragen.paraphraser import Paraphraser


@click.command("sample", cls=Verb)
@click.argument("items", type=InputFile(), metavar="ITEMS")
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="ITEMS", help="The items drawn.")
@click.option("--phrases", type=InputFile(), metavar="FILE", help="Draw only items for these phrases, one per line.")
@options_of(SampleOptions, only=["occurrences", "per_phrase", "total", "seed"])
@click.option(
    "--from", "origin", type=click.Choice(["substitutes", "decode"]), default="substitutes",
    help="What ITEMS is: the output of paragen substitutes, or, for items of what decoding would do, a file of sentences.",
)
@click.option("-m", "--model", type=ModelName(), metavar="MODEL", help="The model of --from decode.  [default: starter pack]")
@click.option(
    "--n-best", type=click.IntRange(1, 100_000), default=10, metavar="N",
    help="Paraphrases of each sentence whose edits are items, for --from decode.",
)
def sample(
    items: str, output: str, phrases: str | None, origin: str, model: str | None, n_best: int, **drawn: Any
) -> None:  # fmt: skip
    """Draw items to label at random: occurrences of given phrases, as many items of each phrase, or some of all sentences.

    ITEMS come from paragen substitutes. What is drawn depends on the items and the seed, not on their order.

    With --from decode, ITEMS are sentences, one a line, and the items are the edits of their best paraphrases.

    Example: paragen labels sample items.jsonl --phrases phrases.txt --occurrences 10 -o sample.jsonl
    """
    if phrases is None and not any(drawn[name] for name in ("occurrences", "per_phrase", "total")):
        raise click.UsageError("give -n, --phrases, --occurrences or --per-phrase.")
    if model is not None and origin != "decode":
        raise click.BadParameter("it is for sentences: add --from decode.", param_hint="--model")
    from paragen.base.output_files import scratch_directory
    from paragen.tuning.labels.sampling import sample_items

    with scratch_directory() as folder:
        source = items if origin == "substitutes" else _decoded(items, model, n_best, folder / "items.jsonl")
        found = sample_items(source, output, SampleOptions(phrases=phrases, **drawn))
    for line in found.skips.messages():
        notice(line)
    if found.lacking:
        notice(f"{len(found.lacking)} phrases are in no item (first: {found.lacking[0]})")
    notice(f"{found.items} items at {found.occurrences} occurrences of {found.phrases} phrases")


def _decoded(path: str, model: str | None, n: int, destination: Path) -> Path:
    """Write the items of what decoding would do with the sentences of a file, one a line; return the file of items.

    Of the single substitutes of each sentence they are those that are edits of its ``n`` best paraphrases.
    """
    import paragen
    from paragen.base.input_files import numbered_lines
    from paragen.io.stream import CHUNK

    paraphraser, lines = paragen.load(model), ((number, line) for number, line in numbered_lines(path) if line.strip())
    with open(destination, "wb") as file:
        while batch := list(islice(lines, CHUNK)):
            file.writelines(_items(batch, paraphraser, n))
    return destination


def _items(batch: list[tuple[int, str]], paraphraser: Paraphraser, n: int) -> Iterator[bytes]:
    """Yield items as `paragen substitutes` writes them."""
    from paragen.io.formats import JSONL
    from paragen.io.jsonl import candidate_line
    from paragen.io.records import Record
    from paragen.settings.request import Request

    texts = [line for _, line in batch]
    found = zip(batch, paraphraser.rewrite_batch(texts, n=n, distinct_by=TEXT), paraphraser.substitutes_batch(texts), strict=True)
    for (number, text), paraphrases, candidates in found:
        made = {edit.id for paraphrase in paraphrases for edit in paraphrase.edits}
        record = Record(number, "\n", Request(text), None)
        yield from (JSONL.encoded(candidate_line(record, each)) for each in candidates if each.id in made)
