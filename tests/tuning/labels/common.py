"""What the tests of labels share."""

from __future__ import annotations

import json
from pathlib import Path

from paragen.results import substitute_id
from paragen.tuning.labels import Label, SentenceLabel, paraphrase_id

TEXT = "The big house is old."


def label(after="large", verdict="correct", annotator="anna", reason=None, text=TEXT, span=(4, 7), time="2026-11-21T19:50:00Z"):
    """A label of a substitute for *big*."""
    name = substitute_id(text, *span, after)
    return Label(name, verdict, reason, annotator, time, text, *span, after)


def sentence_label(result="The large house is old.", verdict="acceptable", annotator="anna", error=None):
    return SentenceLabel(paraphrase_id(TEXT, result), verdict, error, annotator, None, TEXT, result)


def write(path: Path, *records) -> Path:
    """Write records, or lines as they are."""
    lines = [record if isinstance(record, str) else record.to_json() for record in records]
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def item(after="large", text=TEXT, span=(4, 7), phrase=None, substitute=None, **more):
    """An item as `paragen substitutes` lists it."""
    before = text[span[0] : span[1]]
    return {
        "id": substitute_id(text, *span, after), "sentence": 1, "text": text, "begin": span[0], "end": span[1], "before": before,
        "after": after, "result": text[: span[0]] + after + text[span[1] :], "phrase": phrase or before.lower(),
        "substitute": substitute or after.lower(), "tables": {"t": 0.5}, "score": -0.7, "lm": None, **more,
    }  # fmt: skip


def write_items(path: Path, *items) -> Path:
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in items), encoding="utf-8")
    return path
