"""The routes for editors."""

from __future__ import annotations

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

import paragen
from paragen.paraphraser import Paraphraser
from paragen.server.languagetool.annotated import Annotated
from paragen.server.languagetool.languages import AUTO, NAMES, chosen, listed, primary
from paragen.server.languagetool.matches import matches
from paragen.server.languagetool.parameters import check_of, fields_of
from paragen.server.languagetool.suggestions import suggestions
from paragen.server.openapi import languagetool_check
from paragen.server.pool import Job
from paragen.server.schemas import too_long
from paragen.server.sentences import one_line, sentences
from paragen.server.state import State, state_of
from paragen.server.token import check_token
from paragen.settings.request import Span
from paragen.web.refusals import Refusal

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
        "ignoreRanges": [
            {"from": begin, "to": end, "language": {"code": _ANOTHER}} for begin, end in other
        ],
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
