"""Reads SWORDS: JSON, plain or compressed, with contexts, targets, substitutes and the judges' answers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import whole_text
from paragen.base.json_and_toml import parse_json
from paragen.tuning.labels.gold.targets import Target, one_line, plain, target_at

_EXPECTED = "a file of SWORDS: JSON with contexts, targets, substitutes and substitute_labels, plain or compressed"
_PARTS = ("contexts", "targets", "substitutes", "substitute_labels")


def read_swords(path: StrPath) -> list[Target]:
    """Return the targets of SWORDS in order; the verdict on a substitute is the share of judges who accept it.

    Raises
    ------
    FormatError : the file is not SWORDS, or a target is not in its context.
    """
    name = os.fspath(path)
    data = _json(name)
    substitutes: dict[str, dict[str, float]] = {}
    try:
        for key, substitute in data["substitutes"].items():
            of_target = substitutes.setdefault(substitute["target_id"], {})
            text = plain(substitute["substitute"])
            of_target[text] = max(of_target.get(text, 0.0), accepting(data["substitute_labels"][key]))
        return [
            _target(name, target, data["contexts"][target["context_id"]], substitutes.get(key, {}))
            for key, target in data["targets"].items()
        ]
    except (KeyError, TypeError, AttributeError, ZeroDivisionError, IndexError) as error:
        found = f"a part that lacks something ({type(error).__name__}: {error})"
        raise FormatError(name, found, _EXPECTED, "Fetch the file again.") from None


def _json(name: str) -> dict[str, Any]:
    data = parse_json(whole_text(name, _EXPECTED), name, _EXPECTED)
    lacking = [part for part in _PARTS if not (isinstance(data, dict) and isinstance(data.get(part), dict))]
    if lacking:
        raise FormatError(name, f"no {lacking[0]!r}", _EXPECTED, "Is this another list? See --format.")
    return data  # type: ignore[no-any-return]


def accepting(labels: Sequence[str]) -> float:
    """Return the share of judges who accept a substitute; unsure ones do not."""
    return sum(label.startswith("TRUE") for label in labels) / len(labels)


def _target(name: str, target: dict[str, Any], context: dict[str, Any], substitutes: dict[str, float]) -> Target:
    text, word, offset, upos = context["context"], target["target"], target["offset"], target.get("pos", "")
    if not isinstance(upos, str):
        raise TypeError(f"pos is {upos!r:.60}")
    judged = target_at(text, offset, word, substitutes, name)
    from_masc = context.get("extra", {}).get("coinco_ids", [])
    line, begin, end = one_line(text, offset, offset + len(word))
    document = from_masc[0].rpartition(":")[0] if from_masc else ""  # "enron-thread-159550.txt:s-r1"
    return Target(line, begin, end, document or line, upos, judged)
