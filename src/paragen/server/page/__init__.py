"""The page at ``/``, on which people paraphrase what they type, the description of the API at ``/docs``, and their files.

Anyone may load them: the page itself asks for the token if the server requires one.
"""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from paragen.web.files import PageFiles

router = APIRouter(include_in_schema=False)
_FILES = PageFiles("paragen.server.page")


@router.get("/")
async def page() -> Response:
    """Return the page."""
    return _FILES.answer("page.html")


@router.get("/docs")
async def api() -> Response:
    """Return the page that describes the API."""
    return _FILES.answer("api.html")


@router.get("/page/{name}")
async def file(name: str) -> Response:
    """Return a file of the page."""
    return _FILES.answer(name)
