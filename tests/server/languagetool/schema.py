"""What an answer of LanguageTool's protocol has to look like: JSON schemas after its published description, version 1.

The fields and which of them must be there are those of ``/check`` and ``/languages`` in LanguageTool's Swagger document; those
beyond it (``warnings``, ``type``, ``detectedLanguage``, …) are what its server sends and clients read.
"""

from __future__ import annotations

from typing import Any


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required.split(), "properties": properties, "additionalProperties": False}


TEXT: dict[str, Any] = {"type": "string"}
NAME: dict[str, Any] = {"type": "string", "minLength": 1}
NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0}
PROBABILITY: dict[str, Any] = {"type": "number", "minimum": 0, "maximum": 1}
FLAG: dict[str, Any] = {"type": "boolean"}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


SOFTWARE = _object(
    "name version buildDate apiVersion",
    name=NAME, version=NAME, buildDate=TEXT, apiVersion={"const": 1}, premium=FLAG, status=TEXT,
)  # fmt: skip
CATEGORY = _object("id name", id=NAME, name=NAME)
RULE = _object(
    "id description category issueType", id=NAME, subId=TEXT, description=NAME, category=CATEGORY, isPremium=FLAG,
    urls=_list(_object("value", value=TEXT)),
    issueType={"enum": ["style", "misspelling", "grammar", "typographical", "uncategorized"]},
)  # fmt: skip
MATCH = _object(
    "message offset length replacements context sentence rule type",
    message=NAME, shortMessage=TEXT, offset=NUMBER, length={"type": "integer", "minimum": 1},
    replacements={**_list(_object("value", value=NAME, shortDescription=TEXT, confidence=PROBABILITY)), "minItems": 1},
    context=_object("text offset length", text=NAME, offset=NUMBER, length={"type": "integer", "minimum": 1}),
    sentence=NAME, rule=RULE, type=_object("typeName", typeName={"enum": ["Hint", "Other", "UnknownWord"]}),
    ignoreForIncompleteSentence=FLAG, contextForSureMatch={"type": "integer", "minimum": -1},
)  # fmt: skip
CHECK = _object(
    "software language matches",
    software=SOFTWARE, warnings=_object("incompleteResults", incompleteResults=FLAG), matches=_list(MATCH),
    language=_object(
        "name code detectedLanguage", name=NAME, code=NAME,
        detectedLanguage=_object("name code", name=NAME, code=NAME, confidence=PROBABILITY, source=TEXT),
    ),
    ignoreRanges=_list(
        _object("from to language", **{"from": NUMBER, "to": NUMBER}, language=_object("code", code=NAME))
    ),
    sentenceRanges=_list({"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}),
    extendedSentenceRanges=_list(
        _object("from to detectedLanguages", **{"from": NUMBER, "to": NUMBER},
                detectedLanguages=_list(_object("language rate", language=NAME, rate=PROBABILITY)))
    ),
)  # fmt: skip
LANGUAGES = {**_list(_object("name code longCode", name=NAME, code=NAME, longCode=NAME)), "minItems": 1}
