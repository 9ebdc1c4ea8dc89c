"""The routes for editors, and the languages that they are told of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import paragen
from paragen.paraphraser import Paraphraser
from paragen.server.languagetool.matches import matches, suggestions
from paragen.server.languagetool.request import Annotated, check_of, fields_of
from paragen.server.openapi import languagetool_check
from paragen.server.pool import Job
from paragen.server.schemas import too_long
from paragen.server.sentences import one_line, primary, sentences
from paragen.server.state import State, check_token, state_of
from paragen.settings.request import Span
from paragen.web.refusals import Refusal

NAMES = {
    "en": "English", "en-US": "English (US)", "en-GB": "English (GB)", "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)", "en-NZ": "English (New Zealand)", "en-ZA": "English (South African)", "de": "German",
    "de-DE": "German (Germany)", "de-AT": "German (Austria)", "de-CH": "German (Swiss)", "es": "Spanish", "fr": "French",
    "it": "Italian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "pt-BR": "Portuguese (Brazil)",
    "pt-PT": "Portuguese (Portugal)",
}  # fmt: skip
_USUAL = {"en": "en-US", "de": "de-DE", "pt": "pt-PT"}
AUTO = "auto"


def listed(codes: Sequence[str]) -> list[dict[str, str]]:
    """Return the description of languages for clients, with all their variants."""
    languages = dict.fromkeys(map(primary, codes))
    return [
        {"name": name, "code": primary(code), "longCode": code}
        for language in languages
        for code, name in {language: language, **{c: n for c, n in NAMES.items() if primary(c) == language}}.items()
    ]


def chosen(asked: str, preferred: Sequence[str], models: Mapping[str, str]) -> tuple[str, str]:
    """Return the model that answers, the first for a language, and the code of the language.

    Parameters
    ----------
    asked : a code, or "auto": the language of the first model.
    preferred : variants to choose from if the code has none.
    models : by name, the codes of their languages.

    Raises
    ------
    Refusal : no model knows that language.
    """
    language = primary(next(iter(models.values())) if asked == AUTO else asked)
    model = next((name for name, code in models.items() if primary(code) == language), None)
    if model is None:
        known = ", ".join(dict.fromkeys(map(primary, models.values())))
        raise Refusal(400, f"language: {asked[:40]!r} is not known here, only {known} and auto.", "language")
    if asked != AUTO:
        return model, asked
    return model, next((code for code in preferred if primary(code) == language), _USUAL.get(language, language))


router = APIRouter(prefix="/v2")
_ANOTHER = "zz"  # LanguageTool's code of a language that it does not name
_SOFTWARE = {
    "name": "paragen", "version": paragen.__version__, "buildDate": "", "apiVersion": 1, "premium": False, "status": "",
}  # fmt: skip


@router.get("/check", **languagetool_check("query"))
@router.post("/check", **languagetool_check("form"))
async def check(request: Request) -> Response:
    """Return the phrases of a text that may be said in other words, as matches of LanguageTool's protocol."""
    state = state_of(request)
    async with state.bodies.read(request) as body:
        fields = fields_of(request.url.query.encode(), body)
        check_token(request, state.settings.token, [fields.get("apiKey", "")])
        found, name, count = await state.pool.run(request, lambda job: _answer(state, fields, job))
    state.metrics.count("paragen_sentences_total", count, model=name)
    return Response(found, media_type="application/json")


@router.get("/languages")
async def languages(request: Request) -> Response:
    """Return the languages of the models, with their variants."""
    return JSONResponse(listed([one.model.language_code for one in state_of(request).served.paraphrasers.values()]))


@router.get("/maxtextlength")
async def longest(request: Request) -> Response:
    """Return the maximum length of a text, in characters."""
    return PlainTextResponse(str(state_of(request).settings.limits.characters))


@router.get("/info")
async def info() -> Response:
    """Return the name and version of the server."""
    return JSONResponse({"software": _SOFTWARE})


def _answer(state: State, fields: dict[str, str], job: Job) -> tuple[bytes, str, int]:
    """Return the answer to a check, the model that gave it, and how many sentences there were; called on a thread."""
    asked = check_of(fields)
    document, most = asked.document, state.settings.limits.characters
    length = max(len(document.whole), len(document.plain))
    if length > most:
        raise Refusal(413, too_long("text", length, most, "Check it in pieces."), "texts")
    paraphrasers = state.served.paraphrasers
    languages = {name: one.model.language_code for name, one in paraphrasers.items()}
    name, code = chosen(asked.language, asked.preferred, languages)
    paraphraser = state.served.variant(name, {"strength": "strong"} if asked.picky else {})
    spans = sentences(document.plain, primary(code))
    language = {"name": NAMES.get(code, code), "code": code}
    source = "model" if asked.language == AUTO else "request"
    ranges, other = document.ranges(spans), document.ranges(_other_language(paraphraser, document, spans))
    data = {
        "software": _SOFTWARE,
        "warnings": {"incompleteResults": False},
        "language": {**language, "detectedLanguage": {**language, "confidence": 1.0, "source": source}},
        "matches": list(matches(asked, suggestions(paraphraser, document, spans, job))),
        "ignoreRanges": [{"from": begin, "to": end, "language": {"code": _ANOTHER}} for begin, end in other],
        "sentenceRanges": ranges,
        "extendedSentenceRanges": [
            {"from": begin, "to": end, "detectedLanguages": [{"language": spoken, "rate": 1.0}]}
            for begin, end, spoken in ((*one, _ANOTHER if one in other else primary(code)) for one in ranges)
        ],
    }
    return json.dumps(data, ensure_ascii=False, allow_nan=False).encode(), name, len(spans)


def _other_language(paraphraser: Paraphraser, document: Annotated, spans: list[Span]) -> list[Span]:
    """Return the passages of sentences that are not in the language of the model, which leaves them as they are."""
    found = paraphraser.other_language(one_line(document.plain[begin:end]) for begin, end in spans)
    return [(begin + first, begin + last) for (begin, _), passages in zip(spans, found, strict=True) for first, last in passages]
