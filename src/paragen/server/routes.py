"""Our own protocol: what the command line does, over HTTP; the sentences of texts; health and metrics."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import paragen
from paragen.base.errors import shown
from paragen.base.json_and_toml import json_kind
from paragen.base.threads import CHUNK
from paragen.decoder.settings import Limits as Bounds
from paragen.io.beside import with_tree
from paragen.io.formats import JSONL, Style, answerer
from paragen.io.jsonl import candidate_line
from paragen.io.records import Record
from paragen.paraphraser import Paraphraser
from paragen.server.openapi import PARAPHRASES, SUBSTITUTES, described
from paragen.server.pool import Job
from paragen.server.schemas import Paraphrases, Sentences, Spans, Substitutes, Texts
from paragen.server.sentences import primary, sentences
from paragen.server.state import State, check_token, state_of, token_needed
from paragen.settings.request import Ranking
from paragen.web.limits import json_of
from paragen.web.refusals import Refusal

Asked = TypeVar("Asked", bound=Texts)
Body = TypeVar("Body", bound=BaseModel)
Answers = Callable[[Sequence[Record]], Iterator[str]]
"""Returns the lines for each of some records."""
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


_SHOULD = re.compile(r"^\w+ should (?:be (?:valid )?|have )")
_KINDS = {
    "string_type": "a string", "int_type": "a whole number", "float_type": "a number", "list_type": "a list",
    "tuple_type": "a list", "dict_type": "an object", "model_type": "a string, or an object with the field text",
}  # fmt: skip


def checked(model: type[Body], data: Any) -> Body:
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


def paraphrases(paraphraser: Paraphraser, bounds: Bounds, explain: bool) -> Answers:
    """Return a function that answers as ``paragen decode --format jsonl`` does."""
    return answerer(paraphraser, Style(JSONL.name, explain), bounds)


def substitutes(paraphraser: Paraphraser, ranking: Ranking) -> Answers:
    """Return a function that answers as ``paragen substitutes`` does."""

    def answers(records: Sequence[Record]) -> Iterator[str]:
        found = paraphraser.substitutes_batch([record.request for record in records], ranking)
        for record, candidates in zip(records, found, strict=True):
            yield "".join(candidate_line(record, candidate) for candidate in candidates)

    return answers


def written(answers: Answers, records: Sequence[Record], job: Job, most: int) -> list[bytes]:
    """Return the lines of each record, made a few records at a time.

    Raises
    ------
    Refusal : they are more than ``most`` bytes.
    """
    found, size = [], 0
    for begin in range(0, len(records), CHUNK):
        for text in answers(records[begin : begin + CHUNK]):
            job.check()
            found.append(JSONL.encoded(text))
            size += len(found[-1])
            if size > most:
                message = f"answer: longer than {most} bytes. Send fewer or shorter texts, or ask for fewer results of each."
                raise Refusal(413, message, "answer")
    return found


def as_json(head: bytes, lines: Sequence[bytes]) -> bytes:
    """Return one JSON object: ``head`` (an object) with the list of records of each text added."""
    results = b",".join(b"[" + text.removesuffix(b"\n").replace(b"\n", b",") + b"]" for text in lines)
    return head[:-1] + b', "results": [' + results + b"]}\n"
