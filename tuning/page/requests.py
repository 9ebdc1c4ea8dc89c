"""Requests of the page, as calls of the service."""

from __future__ import annotations

from typing import Any

from paragen.base.errors import ConfigError
from paragen.tuning.labels import Label
from paragen.tuning.page.questions import Answer
from paragen.tuning.page.service import LabellingService, View

ACTIONS = ("about", "figures", "open", "show", "again", "undo", "label")
"""What a page may ask for."""


def answered(service: LabellingService, action: str, data: dict[str, Any]) -> View:
    """Do what the page asks.

    Parameters
    ----------
    action : one of ``ACTIONS``.

    Raises
    ------
    ConfigError : the request makes no sense.
    Conflict, OSError : as :class:`LabellingService` has them.
    """
    if action == "about":
        return service.about()
    if action == "figures":
        return service.figures()
    name = data.get("annotator", "")
    if not isinstance(name, str):
        raise ConfigError("annotator: expected a name.")
    if action == "open":
        return service.open(name, _whole(data, "after"))
    if action == "show":
        return service.show(name, _whole(data, "index"))
    if action == "again":
        return service.again(name, _whole(data, "index"))
    if action == "undo":
        return service.undo(name, _text(data, "id"))
    label, reason, seen = (None if data.get(field) is None else _text(data, field) for field in ("label", "reason", "seen"))
    meaning, grammar = (None if data.get(field) is None else _yes_or_no(data, field) for field in Label.JUDGEMENTS)
    answer = Answer(label, reason, meaning, grammar)
    return service.label(name, _text(data, "id"), answer, seen=seen, follow=_text(data, "follow"))


def _text(data: dict[str, Any], field: str) -> str:
    if not isinstance(data.get(field), str):
        raise ConfigError(f"{field}: expected a string.")
    return data[field]  # type: ignore[no-any-return]


def _whole(data: dict[str, Any], field: str) -> int:
    if type(data.get(field)) is not int:
        raise ConfigError(f"{field}: expected a whole number.")
    return data[field]  # type: ignore[no-any-return]


def _yes_or_no(data: dict[str, Any], field: str) -> bool:
    if type(data.get(field)) is not bool:
        raise ConfigError(f"{field}: expected true or false.")
    return data[field]  # type: ignore[no-any-return]
