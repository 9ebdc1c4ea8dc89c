"""Reads results back from plain data, such as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paragen.base.errors import ConfigError

_MISSING = object()


class Fields:
    """The fields of one object, each checked when it is read; other fields are ignored.

    Parameters
    ----------
    data : the object.
    name : its name in errors.

    Raises
    ------
    ConfigError : it is not an object, or a field is missing or of another type.
    """

    def __init__(self, data: Any, name: str) -> None:
        if not isinstance(data, Mapping):
            raise ConfigError(f"{name}: found {type(data).__name__}, expected a dictionary as to_dict makes it.")
        self._data, self._name = data, name

    def __contains__(self, field: str) -> bool:
        return field in self._data

    def text(self, field: str, default: Any = _MISSING) -> str:
        """Return a string."""
        found = self._field(field, (str,), "a string", default)
        return str(found)

    def whole(self, field: str) -> int:
        """Return a whole number."""
        return int(self._field(field, (int,), "a whole number"))

    def number(self, field: str) -> float:
        """Return a number."""
        return float(self._field(field, (int, float), "a number"))

    def number_or_none(self, field: str) -> float | None:
        """Return a number, or None if there is none."""
        return None if self._data.get(field) is None else self.number(field)

    def flag_or_none(self, field: str) -> bool | None:
        """Return true or false, or None if the field is null or missing."""
        return None if self._data.get(field) is None else bool(self._field(field, (bool,), "True or False"))

    def items(self, field: str) -> list[Any]:
        """Return a list."""
        return list(self._field(field, (list, tuple), "a list"))

    def spans(self, field: str) -> list[tuple[int, int]]:
        """Return half-open spans of characters; none if the field is missing."""
        found = self.items(field) if field in self else []
        for span in found:
            if not (isinstance(span, (list, tuple)) and len(span) == 2 and all(type(place) is int for place in span)):
                raise ConfigError(f"{self._name}: found {span!r:.60} in {field!r}, expected a span: [begin, end].")
        return [(begin, end) for begin, end in found]

    def numbers(self, field: str) -> dict[str, float]:
        """Return numbers by their names."""
        inner = Fields(self._field(field, (Mapping,), "numbers by name"), f"{self._name}: {field}")
        return {name: inner.number(name) for name in inner._data}

    def _field(self, field: str, kinds: tuple[type, ...], expected: str, default: Any = _MISSING) -> Any:
        value = self._data.get(field, default)
        if value is _MISSING:
            raise ConfigError(f"{self._name}: found no {field!r}, expected {expected} there.")
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            raise ConfigError(f"{self._name}: found {value!r:.60} as {field!r}, expected {expected}.")
        return value
