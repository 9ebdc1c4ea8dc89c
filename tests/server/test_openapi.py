"""How routes are described: what they take, what they answer, and their errors."""

from __future__ import annotations

import pytest

from paragen.server.openapi import described, languagetool_check
from paragen.server.schemas import Answer, Sentences, Spans, Substitutes


def successful(responses):
    """The description of an answer, where those of every other status are described as errors."""
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    errors = {status: one for status, one in responses.items() if status != 200}
    assert errors.keys() == {400, 401, 403, 413, 422, 429, 503}
    assert all(one == {"description": one["description"], "content": content} for one in errors.values())
    return responses[200]


@pytest.mark.parametrize(("model", "answered"), [(Substitutes, Answer), (Sentences, Spans)])
def test_our_own_protocol(model, answered):
    examples = {"Forced, and kept": {"text": "a"}, "Two": {"texts": []}}
    given = (examples,) if answered is Answer else (examples, answered)
    route = described(model, *given)
    assert route.keys() == {"openapi_extra", "responses"}
    shown = {
        "forced-and-kept": {"summary": "Forced, and kept", "value": {"text": "a"}},
        "two": {"summary": "Two", "value": {"texts": []}},
    }  # fmt: skip
    body = {"schema": {"$ref": f"#/components/schemas/{model.__name__}"}, "examples": shown}
    assert route["openapi_extra"] == {"requestBody": {"required": True, "content": {"application/json": body}}}
    kinds = {"application/json": {"schema": {"$ref": f"#/components/schemas/{answered.__name__}"}}}
    if answered is Answer:
        lines = "One JSON object a line, as the command line prints them."
        kinds["application/jsonl"] = {"schema": {"type": "string", "description": lines}}
    assert successful(route["responses"]) == {"description": answered.__doc__, "content": kinds}


def test_languagetools_protocol():
    by_get, by_post = languagetool_check("query"), languagetool_check("form")
    for route in (by_get, by_post):
        assert route.keys() == {"openapi_extra", "responses"}
        found = successful(route["responses"])
        assert found == {"description": "Matches: what may be said in other words, with replacements."}
    form = by_post["openapi_extra"]["requestBody"]["content"]["application/x-www-form-urlencoded"]
    fields = form["schema"]["properties"]
    assert by_post["openapi_extra"] == {
        "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {
            "schema": {"type": "object", "required": ["language"], "properties": fields},
            "example": {"text": "They made a purchase as soon as possible.", "language": "en-US"},
        }}},
    }  # fmt: skip
    assert {"text", "data", "language", "enabledOnly", "apiKey"} <= fields.keys()
    assert all(one == {"type": "string", "description": one["description"]} for one in fields.values())
    assert by_get["openapi_extra"] == {"parameters": [
        {"name": name, "in": "query", "required": name == "language", "schema": {"type": "string"},
         "description": one["description"]} for name, one in fields.items()
    ]}  # fmt: skip
