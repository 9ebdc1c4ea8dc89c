"""Requests of the page, as calls of the service."""

from __future__ import annotations

from typing import Any

from paragen.base.errors import ConfigError
from paragen.tuning.labels import Label
from paragen.tuning.page.questions import Answer
from paragen.tuning.page.service import LabellingService, View

ACTIONS = ("about", "figures", "open", "show", "again", "undo", "label")
"""What a page may ask for."""

_KINDS = {str: "a string", int: "a whole number", bool: "true or false"}


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
    if action in ("about", "figures"):
        return service.about() if action == "about" else service.figures()
    name = _field(data, "annotator", str)
    if action == "open":
        return service.open(name, _field(data, "after", int))
    if action == "show":
        return service.show(name, _field(data, "index", int))
    if action == "again":
        return service.again(name, _field(data, "index", int))
    if action == "undo":
        return service.undo(name, _field(data, "id", str))
    label, reason, seen = (_field(data, field, str, missing=True) for field in ("label", "reason", "seen"))
    answer = Answer(label, reason, *(_field(data, field, bool, missing=True) for field in Label.JUDGEMENTS))
    return service.label(name, _field(data, "id", str), answer, seen=seen, follow=_field(data, "follow", str))


def _field(data: dict[str, Any], name: str, kind: type[Any], *, missing: bool = False) -> Any:
    """Return a field of a kind; None where it may be missing, and is."""
    value = data.get(name)
    if type(value) is not kind and not (missing and value is None):
        raise ConfigError(f"{name}: expected {_KINDS[kind]}.")
    return value
