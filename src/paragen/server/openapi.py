"""Descriptions of routes for ``/openapi.json``, with examples, because request bodies are read and checked by our own code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from paragen.server.schemas import Answer, Error, Paraphrases, Sentences, Spans, Substitutes

_REF = "#/components/schemas/{model}"
_ERRORS = {
    400: "The body is not a JSON object.",
    401: "The token is missing or wrong.",
    403: "The host or the origin is not allowed.",
    413: "Too much: bytes, texts, characters, or too long an answer.",
    422: "A field that cannot be used.",
    429: "Too many requests at the same time; Retry-After says when to try again.",
    503: "It took too long.",
}


def errors() -> dict[int | str, dict[str, Any]]:
    """Return the description of a route's errors."""
    schema = {"$ref": _REF.format(model=Error.__name__)}
    content = {"application/json": {"schema": schema}}
    return {status: {"description": text, "content": content} for status, text in _ERRORS.items()}


def described(
    model: type[BaseModel], examples: Mapping[str, dict[str, Any]], returns: type[BaseModel] = Answer
) -> dict[str, Any]:
    """Return the declaration of a route of our own protocol: its request, with named examples, and its answer."""
    answer = {"$ref": _REF.format(model=returns.__name__)}
    shown = {re.sub(r"\W+", "-", text.lower()): {"summary": text, "value": value} for text, value in examples.items()}
    content = {"schema": {"$ref": _REF.format(model=model.__name__)}, "examples": shown}
    lines = {"schema": {"type": "string", "description": "One JSON object a line, as the command line prints them."}}
    kinds = {"application/json": {"schema": answer}, **({"application/jsonl": lines} if returns is Answer else {})}
    success = {"description": returns.__doc__, "content": kinds}
    return {
        "openapi_extra": {"requestBody": {"required": True, "content": {"application/json": content}}},
        "responses": {200: success, **errors()},
    }


_CHECK = {
    "text": "The text to check; or give data.",
    "data": "JSON: an object with text, or with annotation: a list of {text} and {markup, interpretAs}. Markup never changes.",
    "language": "A code, such as en-US; or auto.",
    "preferredVariants": "With auto: variants to choose from, separated by commas.",
    "enabledRules": "Ids of rules, separated by commas: PARAGEN_ and the name of a table.",
    "disabledRules": "Ids of rules whose matches are not wanted.",
    "enabledCategories": "Ids of categories; there is one, PARAPHRASE.",
    "disabledCategories": "Ids of categories that are not wanted.",
    "enabledOnly": "true: only the enabled rules apply.",
    "level": "picky: more matches, less sure ones among them.",
    "apiKey": "The token, if the server requires one.",
}


def languagetool_check(place: str) -> dict[str, Any]:
    """Return the declaration of LanguageTool's check, with parameters in the query or in a form."""
    texts = {name: {"type": "string", "description": text} for name, text in _CHECK.items()}
    responses = {200: {"description": "Matches: what may be said in other words, with replacements."}, **errors()}
    if place == "query":
        parameters = [
            {"name": name, "in": "query", "required": name == "language", "schema": {"type": "string"}, "description": text}
            for name, text in _CHECK.items()
        ]
        return {"openapi_extra": {"parameters": parameters}, "responses": responses}
    schema = {"type": "object", "required": ["language"], "properties": texts}
    example = {"text": "They made a purchase as soon as possible.", "language": "en-US"}
    content = {"application/x-www-form-urlencoded": {"schema": schema, "example": example}}
    return {"openapi_extra": {"requestBody": {"required": True, "content": content}}, "responses": responses}


def describe(app: FastAPI, with_token: bool) -> dict[str, Any]:
    """Return the OpenAPI document of a server."""
    if app.openapi_schema:
        return app.openapi_schema
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    models = [(model, "validation") for model in (Paraphrases, Substitutes, Sentences, Answer, Spans, Error)]
    _, definitions = models_json_schema(models, ref_template=_REF)  # type: ignore[arg-type]
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(definitions["$defs"])
    if with_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    app.openapi_schema = document
    return document


_TEXT = "They made a purchase as soon as possible."
_WORDING = {
    "always": {"purchase": "acquisition"},
    "blocked": ["quickly", "at the earliest opportunity", "made -> produced"],
    "keep_phrases": ["They made"],
}

PARAPHRASES: dict[str, dict[str, Any]] = {
    "The two best": {"text": _TEXT, "n": 2},
    "More changes": {"text": _TEXT, "strength": "strong"},
    "Forced, blocked and kept wording": {"text": _TEXT, **_WORDING, "block_inflections": True},
    "Spans that stay, or have a given wording": {"texts": [{"text": _TEXT, "keep": [[0, 4]], "force": [[12, 20, "deal"]]}]},
    "Several sentences": {"text": "They met Dr. Miller. It was a big house.", "split": "sentences", "max_edits": 1},
}
SUBSTITUTES: dict[str, dict[str, Any]] = {
    "The two best of each span": {"text": _TEXT, "rank": "lm", "top": 2},
    "Forced, blocked and kept wording": {"text": _TEXT, **_WORDING},
}
