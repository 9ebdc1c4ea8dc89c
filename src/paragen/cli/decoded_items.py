"""Items for what decoding would do: of the single substitutes of each sentence, those that are edits of its best paraphrases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import IO, TYPE_CHECKING

from paragen.base.input_files import numbered_lines
from paragen.io.formats import JSONL
from paragen.io.jsonl import candidate_line
from paragen.io.records import Record
from paragen.io.stream import CHUNK
from paragen.settings.request import Request

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


def write_decoded_items(path: str, paraphraser: Paraphraser, n: int, file: IO[bytes]) -> int:
    """Write the items of the sentences of a file, one a line, as `paragen substitutes` does; return how many.

    Parameters
    ----------
    n : how many paraphrases of each sentence count.
    """
    written, lines = 0, ((number, line) for number, line in numbered_lines(path) if line.strip())
    while batch := list(islice(lines, CHUNK)):
        for line in _items(batch, paraphraser, n):
            file.write(line)
            written += 1
    return written


def _items(batch: list[tuple[int, str]], paraphraser: Paraphraser, n: int) -> Iterator[bytes]:
    texts = [line for _, line in batch]
    found = zip(batch, paraphraser.rewrite_batch(texts, n=n), paraphraser.substitutes_batch(texts), strict=True)
    for (number, text), paraphrases, candidates in found:
        made = {edit.id for paraphrase in paraphrases for edit in paraphrase.edits}
        record = Record(number, "\n", Request(text), None)
        yield from (JSONL.encoded(candidate_line(record, each)) for each in candidates if each.id in made)
