"""The parameters of a form or a query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.server.languagetool.annotated import Annotated, Part
from paragen.web.refusals import Refusal

_MOST = 100  # parameters


@dataclass(frozen=True)
class Check:
    """The parameters of ``/v2/check``.

    Parameters
    ----------
    document : the text to check.
    language : a code, or "auto".
    preferred : variants, for "auto".
    enabled, disabled : rules and categories, by their ids.
    enabled_only : whether all others are disabled.
    picky : whether to suggest more, with less confidence.
    """

    document: Annotated
    language: str
    preferred: tuple[str, ...]
    enabled: frozenset[str]
    disabled: frozenset[str]
    enabled_only: bool
    picky: bool

    def allows(self, rule: str, category: str) -> bool:
        """Return whether matches of a rule are wanted."""
        if self.enabled_only:
            return bool(self.enabled & {rule, category})
        return rule in self.enabled or not self.disabled & {rule, category}


def fields_of(query: bytes, body: bytes) -> dict[str, str]:
    """Return the parameters of a query and a form; those of the form take precedence.

    Raises
    ------
    Refusal : they are not UTF-8, or too many.
    """
    found: dict[str, str] = {}
    for name, data in (("query", query), ("body", body)):
        try:
            found.update(parse_qsl(data.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MOST))
        except UnicodeDecodeError:
            raise Refusal(400, f"{name}: found bytes that are no UTF-8, expected a form in UTF-8.", "form") from None
        except ValueError:
            raise Refusal(400, f"{name}: found more than {_MOST} parameters, expected fewer.", "form") from None
    return found


def check_of(fields: Mapping[str, str]) -> Check:
    """Return the check that the parameters ask for; those without meaning for a paraphraser are ignored.

    Raises
    ------
    Refusal : one is missing, or cannot be used.
    """
    if not fields.get("language"):
        raise _wrong("language", "nothing", "a code, as en-US, or auto")
    if ("text" in fields) == ("data" in fields):
        raise _wrong("text, data", "both" if "text" in fields else "neither", "one of them")
    parts = [Part(fields["text"])] if "text" in fields else _parts(fields["data"])
    enabled = _listed(fields, "enabledRules") | _listed(fields, "enabledCategories")
    disabled = _listed(fields, "disabledRules") | _listed(fields, "disabledCategories")
    only = fields.get("enabledOnly", "") in ("true", "yes")
    if only and not enabled:
        raise _wrong("enabledOnly", "true", "enabledRules or enabledCategories with it")
    if only and disabled:
        raise _wrong("enabledOnly", "true", "no disabledRules or disabledCategories with it")
    preferred = tuple(filter(None, fields.get("preferredVariants", "").split(",")))
    return Check(Annotated(parts), fields["language"], preferred, enabled, disabled, only, fields.get("level") == "picky")


def _listed(fields: Mapping[str, str], name: str) -> frozenset[str]:
    return frozenset(item.strip() for item in fields.get(name, "").split(",") if item.strip())


def _parts(text: str) -> list[Part]:
    """Return the parts of a document given as JSON."""
    try:
        data = parse_json(text, "data", "a JSON object with text or annotation")
    except FormatError as error:
        raise Refusal(400, str(error), "form") from None
    if not isinstance(data, dict) or ("text" in data) == ("annotation" in data):
        raise _wrong("data", _kind(data), "a JSON object with text or annotation")
    if "text" in data:
        return [Part(_string(data["text"], "data.text"))]
    if not isinstance(data["annotation"], list):
        raise _wrong("data.annotation", json_kind(data["annotation"]), "a list")
    return [_part(item, f"data.annotation[{i}]") for i, item in enumerate(data["annotation"])]


def _part(item: Any, where: str) -> Part:
    expected = "an object with either text, or markup and perhaps interpretAs"
    if not isinstance(item, dict) or ("text" in item) == ("markup" in item) or ("text" in item and "interpretAs" in item):
        raise _wrong(where, _kind(item), expected)
    if "text" in item:
        return Part(_string(item["text"], f"{where}.text"))
    interpreted = _string(item.get("interpretAs", ""), f"{where}.interpretAs")
    return Part(_string(item["markup"], f"{where}.markup"), True, interpreted)


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(where, json_kind(value), "a string")
    return value


def _kind(value: Any) -> str:
    return f"an object with {', '.join(map(repr, value)) or 'nothing'}"[:100] if isinstance(value, dict) else json_kind(value)


def _wrong(where: str, found: str, expected: str) -> Refusal:
    return Refusal(400, f"{where}: found {found}, expected {expected}.", "form")
