"""``paragen decode``."""

from __future__ import annotations

import gc
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from paragen.cli.console import FileName, Named, by_name, notice, progress
from paragen.errors import ParagenError

if TYPE_CHECKING:
    from paragen.cli.lines import Line
    from paragen.cli.records import Record, RecordReader
    from paragen.paraphraser import Paraphraser

_CHUNK = 8  # lines decoded and written together


@click.command()
@click.option("-m", "--model", type=FileName(), metavar="MODEL", help="A model directory.  [default: the starter pack]")
@click.option("-n", "n", type=click.IntRange(1, 1_000_000), default=1, help="Paraphrases of each sentence, all different.")
@click.option(
    "--format", "form", type=click.Choice(["text", "nbest", "jsonl"]), default="text",
    help="text: one line each (with -n an empty line after each sentence's); nbest: Moses' lists; jsonl: everything.",
)
@click.option("--threads", type=click.IntRange(0), default=1, help="Threads; 0: one for each processor.")
@click.option("--stack", type=click.IntRange(1, 10_000_000), default=100, help="Hypotheses kept for each covered word.")
@click.option(
    "--beam-threshold", type=click.FloatRange(0, 1), default=1e-5, help="Drop hypotheses this much less probable than the best."
)
@click.option("--table-limit", type=click.IntRange(1, 65_535), default=20, help="Options used of each phrase and table.")
@click.option("--weights", type=FileName(), metavar="FILE", help="Weights of the features.  [default: the model's]")
@click.option("--weight", "single", multiple=True, type=Named("X", float), help="One weight, in place of the file's.")
@click.option(
    "--floor", "floors", multiple=True, type=Named("X", float),
    help="Value of an unused table's feature, a natural log; 0: no effect.  [default: the model's]",
)
@click.option("--min-edits", type=click.IntRange(0, 255), default=0, help="Make so many edits where the sentence offers them.")
@click.option("--max-edits", type=click.IntRange(0, 255), help="Make no more edits than this.")
@click.option(
    "--distinct-by", type=click.Choice(["text", "edits"]), default="text",
    help="How the paraphrases of a list differ: in their text, or each by an edit that none before has.",
)
@click.option("--keep-regex", multiple=True, metavar="REGEX", help="What matches stays as it is.")
@click.option("--keep-file", multiple=True, type=FileName(), metavar="FILE", help="Phrases that stay as they are, one a line.")
@click.option("--markup", is_flag=True, help="What stands between <keep> and </keep> stays; the tags go.")
@click.option("--no-keep-defaults", is_flag=True, help="Let names, numbers, addresses, paths and code change too.")
@click.option("--block-file", multiple=True, type=FileName(), metavar="FILE", help="Words never to be produced, one a line.")
@click.option(
    "--field", metavar="NAME",
    help="The input is JSONL and this field holds the text.  [default: text, if --format is jsonl and the first line has it]",
)
@click.option(
    "--errors", type=click.Choice(["strict", "replace", "ignore", "surrogateescape"]), default="strict",
    help="What to do with bytes that are no UTF-8.",
)
@click.option("--explain", is_flag=True, help="Show each edit with its table and gain, and each feature's part in the score.")
@click.option("--signature", is_flag=True, help="Print version, model checksum, weights and options, and exit.")
def decode(
    model: str | None, n: int, form: str, threads: int, explain: bool, signature: bool, field: str | None, errors: str,
    markup: bool, min_edits: int, max_edits: int | None, distinct_by: str, **options: Any,
) -> None:
    """Paraphrase the sentences on standard input, line for line.

    Text outside the edits comes back byte for byte. Names, numbers, addresses, file paths and code in backticks stay.

    Example: echo "We must find a solution to this problem." | paragen decode -n 3
    """
    if max_edits is not None and max_edits < min_edits:
        raise click.BadParameter(f"{max_edits} is less than --min-edits {min_edits}.", param_hint="--max-edits")
    if explain and form == "nbest":
        raise click.BadParameter("there is no room for explanations in nbest; choose text or jsonl.", param_hint="--explain")
    paraphraser = _load(model, **options)
    limits = {"n": n, "min_edits": min_edits, "max_edits": max_edits, "distinct_by": distinct_by}
    if signature:
        click.echo(_signature(paraphraser, limits | {"markup": markup or None, "errors": None if errors == "strict" else errors}))
        return
    from paragen.cli.records import RecordReader, writer

    settings = paraphraser.settings(**limits)  # type: ignore[arg-type]
    write = writer(paraphraser, form, n, explain)

    def work(records: Sequence[Record]) -> list[bytes]:
        decoded = paraphraser.decoded([(record.text, record.keep) for record in records], settings)
        text = "".join([write(record, *found) for record, found in zip(records, decoded, strict=True)])
        return [_encoded(text, form)]

    reader = RecordReader("standard input", field, form == "jsonl", markup)
    source = sys.stdin.buffer if sys.stdin else open(0, "rb")  # closed: an OSError that says so
    if source.isatty():
        notice("reading sentences from the terminal, one a line; end with Ctrl-D.")
    # What a sentence leaves behind has no cycles: looking for some often costs an n-best list a tenth of its time.
    gc.set_threshold(100_000)
    with _progress(source) as report:
        _stream(source, reader, errors, work, threads, report)


def _load(
    model: str | None, *, weights: str | None, single: Sequence[Any], floors: Sequence[Any], keep_file: Sequence[str],
    keep_regex: Sequence[str], no_keep_defaults: bool, block_file: Sequence[str], **limits: Any,
) -> Paraphraser:
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser, starter_path
    from paragen.text.protect import read_phrases

    opened = Model.open(starter_path() if model is None else model)
    changed = by_name(single, "--weight")
    for name in changed:
        if name not in opened.features:
            hint = f"there is no feature {name!r}; the features are: {', '.join(opened.features)}."
            raise click.BadParameter(hint, param_hint="--weight")
    return Paraphraser(
        opened,
        weights=weights,
        weight=changed,  # type: ignore[arg-type]
        floors=by_name(floors, "--floor", [table.name for table in opened.tables]),  # type: ignore[arg-type]
        keep_patterns=keep_regex,
        keep_phrases=[phrase for path in keep_file for phrase in read_phrases(path)],
        keep_defaults=not no_keep_defaults,
        blocked=[word for path in block_file for word in read_phrases(path)],
        **limits,
    )


def _signature(paraphraser: Paraphraser, limits: dict[str, Any]) -> str:
    given = [f"{name}:{value}" for name, value in limits.items() if value is not None]
    return "|".join([paraphraser.signature(), *given])


def _encoded(text: str, form: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a surrogate pair, which JSON can hold and UTF-8 cannot
        return text.encode("utf-8", "backslashreplace" if form == "jsonl" else "replace")


def _progress(source: BinaryIO) -> Any:
    """Show progress where the input is a file and the output goes elsewhere than to the terminal."""
    from contextlib import nullcontext

    try:
        status = os.fstat(source.fileno())
    except (OSError, ValueError, AttributeError):
        return nullcontext()
    if not stat.S_ISREG(status.st_mode) or sys.stdout.isatty():
        return nullcontext()
    return progress(status.st_size, "decoding")


def _stream(
    source: BinaryIO, reader: RecordReader, errors: str, work: Callable[[Sequence[Record]], list[bytes]], threads: int,
    report: Callable[[int], object] | None,
) -> None:
    """Decode what arrives and write it as soon as it is ready; before an error, all that came before it."""
    from paragen.pipeline import Workers, thread_count

    output = sys.stdout.buffer if sys.stdout else open(1, "wb")

    def write(found: Sequence[bytes]) -> None:
        for data in found:
            output.write(data)
        output.flush()

    count = thread_count(threads)
    failure: list[ParagenError] = []
    chunks = _chunks(source, reader, errors, failure, report)
    if count == 1:
        for chunk, _ in chunks:
            if chunk:
                write(work(chunk))
    else:
        with Workers(work, count) as workers:
            for chunk, idle in chunks:
                if chunk:
                    workers.submit(chunk)
                while workers.pending and (idle or workers.full or workers.ready):
                    write(workers.next())
            while workers.pending:
                write(workers.next())
    if failure:
        raise failure[0]


def _chunks(
    source: BinaryIO, reader: RecordReader, errors: str, failure: list[ParagenError],
    report: Callable[[int], object] | None,
) -> Iterator[tuple[list[Record], bool]]:
    """Give records as they arrive, and whether the input keeps us waiting after them; an error ends them."""
    from paragen.cli.lines import batches, more_waits

    try:
        for batch in batches(source, "standard input", errors):
            lines = iter(batch)
            while taken := list(islice(lines, _CHUNK)):
                yield _records(reader, taken, failure), False
                if failure:
                    return
                if report:
                    report(sum(len(line.text.encode("utf-8", "surrogatepass")) + len(line.end) for line in taken))
            if not more_waits(source):
                yield [], True
    except ParagenError as error:
        failure.append(error)


def _records(reader: RecordReader, lines: Sequence[Line], failure: list[ParagenError]) -> list[Record]:
    """Return the records of ``lines``, or of those before the first that cannot be read."""
    records: list[Record] = []
    try:
        for line in lines:
            records.append(reader.read(line))  # one by one: what came before an error counts
    except ParagenError as error:
        failure.append(error)
    return records
