"""The route that splits texts into sentences, for clients that rewrite long texts."""

from __future__ import annotations

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from paragen.server.languagetool.languages import primary
from paragen.server.openapi import described
from paragen.server.pool import Job
from paragen.server.schemas import Sentences, Spans
from paragen.server.sentences import sentences
from paragen.server.state import state_of
from paragen.server.token import token_needed
from paragen.server.validation import checked
from paragen.web.body import json_of

router = APIRouter(prefix="/v1", dependencies=[token_needed])


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
