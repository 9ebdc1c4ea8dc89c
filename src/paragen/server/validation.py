"""Checks requests against their schemas, and words the errors."""

from __future__ import annotations

import re
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from paragen.base.errors import shown
from paragen.base.json_and_toml import json_kind
from paragen.web.refusals import Refusal

Asked = TypeVar("Asked", bound=BaseModel)
_SHOULD = re.compile(r"^\w+ should (?:be (?:valid )?|have )")
_KINDS = {
    "string_type": "a string", "int_type": "a whole number", "float_type": "a number", "list_type": "a list",
    "tuple_type": "a list", "dict_type": "an object", "model_type": "a string, or an object with the field text",
}  # fmt: skip


def checked(model: type[Asked], data: Any) -> Asked:
    """Return the data as a request of that type; raise Refusal if it is not one."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise refused(error, data) from None


def refused(error: ValidationError, data: Any) -> Refusal:
    """Return the refusal that names the first thing that is wrong with a request."""
    first = error.errors(include_url=False)[0]
    where, value = _walked(first["loc"], data)
    if first["type"] == "missing":
        message = f"{where}: found nothing, expected it to be there."
    elif first["type"] == "extra_forbidden":
        message = f"{where}: there is no such field. See /openapi.json."
    elif first["type"] == "value_error":
        message = f"{where}: {first['ctx']['error']}."
    else:
        expected = _KINDS.get(first["type"]) or _SHOULD.sub("", first["msg"])
        message = f"{where}: found {_shown(value)}, expected {expected}."
    return Refusal(422, message, "schema")


def _walked(location: tuple[int | str, ...], data: Any) -> tuple[str, Any]:
    """Return a place in a request as a programmer would write it, and its value; types of a union are skipped."""
    where, value = "", data
    for part in location:
        if isinstance(value, dict) and isinstance(part, str):
            where, value = f"{where}.{part}".lstrip("."), value.get(part)
        elif isinstance(value, list) and isinstance(part, int):
            where, value = f"{where}[{part}]", value[part] if part < len(value) else None
    return where or "body", value


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return json_kind(value)
    return str(value)
