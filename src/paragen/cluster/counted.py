"""Counts of the parts that are done, kept in the folder of answers for later runs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from paragen.base.destination import StrPath

COUNTED = "_paragen.counts.jsonl"


def note_counts(folder: StrPath, output: str, counts: Mapping[str, int]) -> None:
    """Record the counts of the part whose answers are in the file ``output`` of a folder."""
    line = json.dumps({"output": output, "counts": dict(sorted(counts.items()))}, ensure_ascii=False)
    with open(Path(folder) / COUNTED, "a", encoding="utf-8") as file:
        file.write(line + "\n")


def noted_counts(folder: StrPath, outputs: Iterable[str]) -> tuple[Counter[str], int]:
    """Return the total counts of the parts of some outputs, and the number of parts without a record, such as those just finished
    when their run was killed."""
    noted: dict[str, Mapping[str, int]] = {}
    with suppress(FileNotFoundError), open(Path(folder) / COUNTED, encoding="utf-8", errors="replace") as file:
        for line in file:
            with suppress(ValueError, KeyError, TypeError):  # half a line, after a full disk
                data = json.loads(line)
                noted[str(data["output"])] = {str(name): int(count) for name, count in data["counts"].items()}
    total: Counter[str] = Counter()
    unknown = 0
    for output in outputs:
        if output in noted:
            total.update(noted[output])
        else:
            unknown += 1
    return total, unknown
