"""The fields of a message's parameters, checked as they are read."""

from __future__ import annotations

from typing import Any

from paragen.base.errors import shown
from paragen.base.json_and_toml import json_kind
from paragen.lsp.connection import INVALID_PARAMS, Failure

_LARGEST = 2**31 - 1  # of the protocol's whole numbers
_WHOLE = f"a whole number from 0 to {_LARGEST}"


class Fields:
    """A JSON object.

    Parameters
    ----------
    value : what is to be one.
    where : its place in the message, for errors.

    Raises
    ------
    Failure : it is not, or a field that is read is not what it should be: invalid params.
    """

    def __init__(self, value: Any, where: str = "params") -> None:
        self.where = where
        if not isinstance(value, dict):
            raise _invalid(where, value, "an object")
        self._value = value

    def has(self, name: str) -> bool:
        """Return whether there is a field, and it is not null."""
        return self._value.get(name) is not None

    def object(self, name: str) -> Fields:
        """Return a field that is an object."""
        return Fields(self._value.get(name), f"{self.where}.{name}")

    def objects(self, name: str) -> list[Fields]:
        """Return a field that is a list of objects."""
        return [Fields(one, f"{self.where}.{name}[{i}]") for i, one in enumerate(self._list(name))]

    def texts(self, name: str) -> list[str]:
        """Return a field that is a list of strings."""
        found = self._list(name)
        for i, one in enumerate(found):
            if not isinstance(one, str):
                raise _invalid(f"{self.where}.{name}[{i}]", one, "a string")
        return found

    def text(self, name: str) -> str:
        """Return a field that is a string."""
        value = self._value.get(name)
        if not isinstance(value, str):
            raise _invalid(f"{self.where}.{name}", value, "a string")
        return value

    def whole(self, name: str) -> int:
        """Return a field that is a whole number from 0 to 2³¹ - 1."""
        value = self._value.get(name)
        if type(value) is not int or not 0 <= value <= _LARGEST:
            raise _invalid(f"{self.where}.{name}", value, _WHOLE)
        return value

    def version(self) -> int | None:
        """Return the version of a document: a whole number, or null, if its editor does not count them."""
        value = self._value.get("version")
        if value is not None and type(value) is not int:
            raise _invalid(f"{self.where}.version", value, "a whole number")
        return value

    def _list(self, name: str) -> list[Any]:
        value = self._value.get(name)
        if not isinstance(value, list):
            raise _invalid(f"{self.where}.{name}", value, "a list")
        return value


def _invalid(where: str, value: Any, expected: str) -> Failure:
    found = shown(value) if isinstance(value, str) else str(value) if type(value) in (int, float) else json_kind(value)
    return Failure(INVALID_PARAMS, f"{where}: found {found}, expected {expected}.")
