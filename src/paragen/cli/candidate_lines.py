"""The lines of single substitutes: JSON objects, or columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from paragen.cli.streaming import encoded

if TYPE_CHECKING:
    from paragen.cli.records import Record
    from paragen.results import Candidate

_COLUMNS = ("id", "sentence", "begin", "end", "before", "after", "score", "lm", "tables", "result")


def heading(form: str) -> bytes:
    """Return the bytes before all lines."""
    return ("\t".join(_COLUMNS) + "\n").encode() if form == "tsv" else b""


def written_candidates(records: Sequence[Record], found: Sequence[list[Candidate]], form: str) -> Iterator[bytes]:
    """Yield the lines of the candidates, made only when written: together they may be far longer than the text."""
    write = jsonl_line if form == "jsonl" else _tsv
    for record, candidates in zip(records, found, strict=True):
        for candidate in candidates:
            yield encoded(write(record, candidate), form)


def jsonl_line(record: Record, candidate: Candidate) -> str:
    """Return the line of a candidate: one JSON object.

    It has the record's fields that label spans, updated for the result; fields with our names are in "input".
    """
    data = candidate.to_dict()
    data = {"id": data.pop("id"), "sentence": record.number, **data}
    if record.labels is not None:
        fields = record.labels.changed(candidate.text, [candidate])
        labels = {name: fields[name] for name in record.labels.labelling}
        hidden = {name: value for name, value in labels.items() if name in data}
        data |= {name: value for name, value in labels.items() if name not in data}
        if hidden:
            data["input"] = hidden
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"


def _tsv(record: Record, candidate: Candidate) -> str:
    tables = " ".join(f"{name}={score:g}" for name, score in candidate.tables)
    lm = "" if candidate.lm is None else f"{candidate.lm:.6g}"
    fields = (
        candidate.id, record.number, candidate.begin, candidate.end, candidate.before, candidate.after,
        f"{candidate.score:.6g}", lm, tables, candidate.text,
    )  # fmt: skip
    return "\t".join(" ".join(str(field).split()) for field in fields) + "\n"
