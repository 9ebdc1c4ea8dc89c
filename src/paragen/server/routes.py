"""Our own protocol: what the command line does, over HTTP; the sentences of texts; health and metrics."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import paragen
from paragen.io.beside import with_tree
from paragen.io.records import Record
from paragen.paraphraser import Paraphraser
from paragen.server.openapi import PARAPHRASES, SUBSTITUTES, described
from paragen.server.pool import Job
from paragen.server.responses import Answers, as_json, paraphrases, substitutes, written
from paragen.server.schemas import Paraphrases, Sentences, Spans, Substitutes, Texts
from paragen.server.sentences import primary, sentences
from paragen.server.state import State, check_token, state_of, token_needed
from paragen.server.validation import checked
from paragen.settings.request import Ranking
from paragen.web.limits import json_of
from paragen.web.refusals import Refusal

Asked = TypeVar("Asked", bound=Texts)
LINES = ("application/jsonl", "application/x-ndjson")
"""Media types for which an answer is just the lines of the command line."""

operations = APIRouter()
router = APIRouter(prefix="/v1", dependencies=[token_needed])


@router.post("/paraphrase", **described(Paraphrases, PARAPHRASES))
async def paraphrase(request: Request) -> Response:
    """Return the best paraphrases of texts, as ``paragen decode --format jsonl`` writes them."""
    return await _decoded(request, explain=False)


@router.post("/explain", **described(Paraphrases, PARAPHRASES))
async def explain(request: Request) -> Response:
    """Return paraphrases with each edit's gain and each feature's share of the score, as ``paragen decode --explain`` does."""
    return await _decoded(request, explain=True)


@router.post("/substitutes", **described(Substitutes, SUBSTITUTES))
async def single_substitutes(request: Request) -> Response:
    """Return every single substitute that the tables offer for spans of texts, like ``paragen substitutes``."""

    def prepared(asked: Substitutes, state: State, name: str) -> tuple[Paraphraser, Answers]:
        paraphraser = state.served.for_substitutes(name, asked.settings(), state.settings.least_listed)
        return paraphraser, substitutes(paraphraser, Ranking(asked.rank, asked.top, min_conceivable=asked.min_conceivable))

    return await _answered(request, Substitutes, prepared)


@router.get("/models")
async def models(request: Request) -> Response:
    """Return the models that are served, with their tables, licences, weights and signatures; and how much a request may ask."""
    state = state_of(request)
    limits = {name: getattr(state.settings.limits, name) for name in ("texts", "text_characters", "characters", "n")}
    return JSONResponse({"models": state.served.describe(), "limits": limits})


async def _decoded(request: Request, explain: bool) -> Response:
    def prepared(asked: Paraphrases, state: State, name: str) -> tuple[Paraphraser, Answers]:
        if asked.n > state.settings.limits.n:
            raise Refusal(422, f"n: found {asked.n}, expected {state.settings.limits.n} or less.", "n")
        if asked.max_edits is not None and asked.max_edits < asked.min_edits:
            raise Refusal(422, f"max_edits: found {asked.max_edits}, expected min_edits, {asked.min_edits}, or more.", "schema")
        paraphraser = state.served.variant(name, asked.settings())
        return paraphraser, paraphrases(
            paraphraser,
            {"n": asked.n, "min_edits": asked.min_edits, "max_edits": asked.max_edits, "distinct_by": asked.distinct_by},
            explain,
        )

    return await _answered(request, Paraphrases, prepared)


async def _answered(
    request: Request, model: type[Asked], prepared: Callable[[Asked, State, str], tuple[Paraphraser, Answers]]
) -> Response:
    """Answer a request: read its body here, do the rest on a thread, and send the result."""
    state = state_of(request)
    kind = next((kind for kind in LINES if kind in request.headers.get("accept", "")), "application/json")
    limits = state.settings.limits
    async with state.bodies.read(request) as body:

        def work(job: Job) -> tuple[bytes, str, int]:
            asked = checked(model, json_of(body))
            asked.limit_wording(limits)
            name = state.served.name(asked.model)
            language = state.served.paraphrasers[name].model.language_code
            records = [Record(i, "\n", one, fields) for i, (one, fields) in enumerate(asked.requests(limits, language), 1)]
            paraphraser, answers = prepared(asked, state, name)
            records = [_with_tree(record, paraphraser) for record in records]
            lines = written(answers, records, job, limits.answer_bytes)
            if kind in LINES:
                return b"".join(lines), name, len(lines)
            head: dict[str, Any] = {"model": name, "signature": paraphraser.signature()}
            if model is Substitutes:
                head["other_language"] = paraphraser.other_language(record.request.text for record in records)
            return as_json(json.dumps(head).encode(), lines), name, len(lines)

        answer, name, count = await state.pool.run(request, work)
    state.metrics.count("paragen_sentences_total", count, model=name)
    return Response(answer, media_type=kind)


def _with_tree(record: Record, paraphraser: Paraphraser) -> Record:
    """Return a record with its own tree, if a table asks for trees."""
    tree = (record.fields or {}).get("tree")
    if tree is None or not paraphraser.asks_for_trees:
        return record
    return with_tree(record, tree, f"{record.request.where}: tree", paraphraser.model.tokenizer)


@router.post("/sentences", **described(Sentences, {"A text": {"texts": ["They met Dr. Miller. He was late."]}}, Spans))
async def split(request: Request) -> Response:
    """Return the sentences of texts as spans [begin, end) in characters (code points), without the white space between them."""
    state = state_of(request)
    async with state.bodies.read(request) as body:

        def work(job: Job) -> bytes:
            asked = checked(Sentences, json_of(body))
            asked.limit(state.settings.limits)
            name = state.served.name(asked.model)
            language = primary(state.served.paraphrasers[name].model.language_code)
            found = []
            for text in asked.texts:
                job.check()
                found.append(sentences(text, language))
            return json.dumps({"model": name, "results": found}).encode()

        answer = await state.pool.run(request, work)
    return Response(answer, media_type="application/json")


@operations.get("/healthz")
async def healthz(request: Request) -> Response:
    """Say that the server answers; 503 while it shuts down. No token is needed."""
    if state_of(request).stopping:
        return JSONResponse({"status": "stopping"}, 503)
    return JSONResponse({"status": "ok", "version": paragen.__version__})


@operations.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return counts and times in Prometheus' text format."""
    state = state_of(request)
    check_token(request, state.settings.token)
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4")
