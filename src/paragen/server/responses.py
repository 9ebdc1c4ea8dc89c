"""The answers to a request: for each text, the lines that ``paragen`` would print for it.

They are written by the same code, :mod:`paragen.io.formats`, so they are the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from paragen.base.threads import CHUNK
from paragen.decoder.settings import Limits as Bounds
from paragen.io.formats import JSONL, Style, answerer
from paragen.io.jsonl import candidate_line
from paragen.io.records import Record
from paragen.paraphraser import Paraphraser
from paragen.server.pool import Job
from paragen.settings.request import Ranking
from paragen.web.refusals import Refusal

Answers = Callable[[Sequence[Record]], Iterator[str]]
"""Returns the lines for each of some records."""


def paraphrases(paraphraser: Paraphraser, bounds: Bounds, explain: bool) -> Answers:
    """Return a function that answers as ``paragen decode --format jsonl`` does."""
    return answerer(paraphraser, Style(JSONL.name, explain), bounds)


def substitutes(paraphraser: Paraphraser, ranking: Ranking) -> Answers:
    """Return a function that answers as ``paragen substitutes`` does."""

    def answers(records: Sequence[Record]) -> Iterator[str]:
        found = paraphraser.substitutes_batch([record.request for record in records], ranking)
        for record, candidates in zip(records, found, strict=True):
            yield "".join(candidate_line(record, candidate) for candidate in candidates)

    return answers


def written(answers: Answers, records: Sequence[Record], job: Job, most: int) -> list[bytes]:
    """Return the lines of each record, made a few records at a time.

    Raises
    ------
    Refusal : they are more than ``most`` bytes.
    """
    found, size = [], 0
    for begin in range(0, len(records), CHUNK):
        for text in answers(records[begin : begin + CHUNK]):
            job.check()
            found.append(JSONL.encoded(text))
            size += len(found[-1])
            if size > most:
                message = f"answer: longer than {most} bytes. Send fewer or shorter texts, or ask for fewer results of each."
                raise Refusal(413, message, "answer")
    return found


def as_json(head: bytes, lines: Sequence[bytes]) -> bytes:
    """Return one JSON object: ``head`` (an object) with the list of records of each text added."""
    results = b",".join(b"[" + text.removesuffix(b"\n").replace(b"\n", b",") + b"]" for text in lines)
    return head[:-1] + b', "results": [' + results + b"]}\n"
