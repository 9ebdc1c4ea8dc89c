"""Items, and services to answer them at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from paragen.base.input_files import Skips
from paragen.results import substitute_id
from paragen.tuning.options import PageOptions
from paragen.tuning.page import LabellingService, read_paraphrases, read_substitutes
from paragen.tuning.page.store import LabelStore


def item(text: str, before: str, after: str, /, **changed: Any) -> dict[str, Any]:
    """An item of ``paragen substitutes``; ``changed`` fields do not change its id."""
    begin = text.index(before)
    end = begin + len(before)
    name = substitute_id(text, begin, end, after)
    found = {"id": name, "text": text, "begin": begin, "end": end, "before": before, "after": after, "tables": {"t": 0.5}}
    return found | changed


def paraphrase(source: str, /, *edits: tuple[str, str], **changed: Any) -> dict[str, Any]:
    """A line of ``paragen decode --format jsonl``."""
    text, done, found = "", 0, []
    for before, after in edits:
        begin = source.index(before, done)
        text += source[done:begin] + after
        done = begin + len(before)
        out_end = len(text)
        found.append({"begin": begin, "end": done, "out_begin": out_end - len(after), "out_end": out_end,
                      "before": before, "after": after, "table": "t", "score": 0.5})  # fmt: skip
    return {"id": 0, "source": source, "text": text + source[done:], "score": -1.0, "edits": found} | changed


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def many(count: int) -> list[dict[str, Any]]:
    """Items of sentences with two substitutes each, mixed up."""
    sentences = [f"The big house has number {i}." for i in range((count + 1) // 2)]
    rows = [item(text, "big", after) for after in ("large", "huge") for text in sentences]
    return rows[:count]


def service(folder: Path, rows: list[Any], **options: Any) -> LabellingService:
    """A service over items that writes to ``labels.jsonl``."""
    read = read_paraphrases if options.get("sentences") else read_substitutes
    questions = read(write(folder / "items.jsonl", rows), Skips())
    store = LabelStore(folder / "labels.jsonl", options.get("sentences", False))
    return LabellingService(questions, store, PageOptions(**options))


def lines(folder: Path) -> list[dict[str, Any]]:
    """What the labels file holds."""
    return [json.loads(line) for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
