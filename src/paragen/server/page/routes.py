"""The page at ``/`` and its files, which anyone may load: it asks for the token where the server wants one."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from paragen.web.files import HEADERS, media_type, read

router = APIRouter(include_in_schema=False)
_PAGE = "page.html"
_FILES = read("paragen.server.page", (
    _PAGE, "page.css", "alternatives.js", "answers.js", "asking.js", "blocked.js", "client.js", "compare.js", "decisions.js",
    "main.js", "marks.js", "offsets.js", "options.js", "result.js", "save.js", "segments.js", "texts.js", "token.js",
    "versions.js", "words.js",
))  # fmt: skip


@router.get("/")
async def page() -> Response:
    """Return the page."""
    return _file(_PAGE)


@router.get("/page/{name}")
async def file(name: str) -> Response:
    """Return a file of the page."""
    if name not in _FILES:
        raise HTTPException(404)
    return _file(name)


def _file(name: str) -> Response:
    return Response(_FILES[name], headers={"Content-Type": media_type(name), **HEADERS})
