"""What is counted in all processes together: sentences of finished parts, and which tables and wordings had an effect."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser

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


_ALWAYS, _FORM = "always used: ", "blocked form: "
_LEVELS = ("used", "unused", "unsure", "unseen")  # how far a table got; see `paragen.Paraphraser.unused_tables`


def table_counts(paraphraser: Paraphraser) -> Counter[str]:
    """Return how far each table given to a paraphraser got in this process so far, and the same of forced and blocked wording."""
    why = paraphraser.unused_tables()
    found = Counter(_key(name, why.get(name, "used")) for name in _given(paraphraser))
    unused = set(paraphraser.unused_always())
    found.update(_ALWAYS + phrase for phrase in _always(paraphraser) if phrase not in unused)
    found.update(_FORM + f"{form} {word}" for form, word in paraphraser.blocked_forms().items())
    return found


def unused_tables(counts: Mapping[str, int], paraphraser: Paraphraser) -> dict[str, str]:
    """Return which of the tables given to a paraphraser had no effect in any process, and why; see
    `paragen.Paraphraser.unused_tables`."""
    unused = {}
    for name in _given(paraphraser):
        level = next((level for level in _LEVELS if counts.get(_key(name, level))), "unseen")
        if level != "used":
            unused[name] = level
    return unused


def unused_always(counts: Mapping[str, int], paraphraser: Paraphraser) -> list[str]:
    """Return the forced phrases that stood nowhere in any process; see `paragen.Paraphraser.unused_always`."""
    return [phrase for phrase in _always(paraphraser) if not counts.get(_ALWAYS + phrase)]


def blocked_forms(counts: Mapping[str, int]) -> dict[str, str]:
    """Return the forms of blocked words that edits produced in any process; see `paragen.Paraphraser.blocked_forms`."""
    found = (name.removeprefix(_FORM).split(" ") for name, count in counts.items() if count and name.startswith(_FORM))
    return {form: word for form, word in found}


def _always(paraphraser: Paraphraser) -> Iterable[str]:
    always = paraphraser.options.get("always")
    return always if isinstance(always, Mapping) else ()  # what it was made of, once it is open


def _given(paraphraser: Paraphraser) -> Iterable[str]:
    return paraphraser.options.get("tables") or ()


def _key(name: str, level: str) -> str:
    return f"table {level}: {name}"
