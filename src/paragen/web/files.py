"""Files of pages, and the headers they are sent with."""

from __future__ import annotations

from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.responses import Response

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""A page loads files only from its own server, has no inline scripts or styles, and cannot be framed. Headers common to all
answers are in :mod:`paragen.web.gate`."""

_KINDS = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
          "svg": "image/svg+xml"}  # fmt: skip


class PageFiles:
    """The files of a page, and the shared ones.

    Parameters
    ----------
    package : its folder ``static`` has the page's own files.
    """

    def __init__(self, package: str) -> None:
        folders = [files(one) / "static" for one in ("paragen.web", package)]
        self._files = {file.name: file.read_bytes() for folder in folders for file in folder.iterdir()}

    def answer(self, name: str) -> Response:
        """Return a file as an answer; raise HTTPException if there is none of that name."""
        if name not in self._files:
            raise HTTPException(404)
        return Response(self._files[name], headers={"Content-Type": _KINDS[name.rpartition(".")[2]], **HEADERS})
