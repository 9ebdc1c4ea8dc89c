"""Lists of single substitutes: which are in them, and their lines, JSON objects or columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.io.formats import TSV, Format
from paragen.io.jsonl import candidate_line

if TYPE_CHECKING:
    from paragen.io.records import Record
    from paragen.paraphraser import Paraphraser
    from paragen.results import Candidate

_COLUMNS = ("id", "sentence", "begin", "end", "before", "after", "score", "lm", "tables", "result")


def heading(form: Format) -> bytes:
    """Return the bytes before all lines."""
    return ("\t".join(_COLUMNS) + "\n").encode() if form is TSV else b""


def written_candidates(records: Sequence[Record], found: Sequence[list[Candidate]], form: Format) -> Iterator[bytes]:
    """Yield the lines of the candidates, made only when written: together they may be far longer than the text."""
    write = candidate_line if form.records else _tsv
    for record, candidates in zip(records, found, strict=True):
        for candidate in candidates:
            yield form.encoded(write(record, candidate))


def _tsv(record: Record, candidate: Candidate) -> str:
    tables = " ".join(f"{name}={score:g}" for name, score in candidate.tables)
    lm = "" if candidate.lm is None else f"{candidate.lm:.6g}"
    fields = (
        candidate.id, record.number, candidate.begin, candidate.end, candidate.before, candidate.after,
        f"{candidate.score:.6g}", lm, tables, candidate.text,
    )  # fmt: skip
    return "\t".join(" ".join(str(field).split()) for field in fields) + "\n"


def least_listed(given: float | None, strength: str | None) -> float | None:
    """Return the least confidence of substitutes to list: 0 unless an option sets one.

    None: what the model asks for at a strength.
    """
    return 0.0 if given is None and strength is None else given


def check_listing(paraphraser: Paraphraser, strength: str | None) -> None:
    """Raise ConfigError for a strength that would still list everything."""
    if strength is not None and not paraphraser.has_fit:
        raise ConfigError(
            f"strength: {paraphraser.model.path} does not say how sure a substitute is, so that {strength} would list all. "
            "Leave it out, or make its fit with `paragen fit`."
        )
