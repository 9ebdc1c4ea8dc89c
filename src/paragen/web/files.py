"""Files of pages, and the headers they are sent with."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

SHARED = ("base.css", "dom.js", "icon.svg")
"""Names of the files of all pages."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""A page loads files of its own server alone, runs no script and takes no style from its HTML, and stands in no frame."""

_KINDS = {"html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
          "svg": "image/svg+xml"}  # fmt: skip


def media_type(name: str) -> str:
    """Return the media type of a file."""
    return _KINDS[name.rpartition(".")[2]]


def read(package: str, names: Iterable[str]) -> dict[str, bytes]:
    """Return the files of a page by name: those of these names in the folder ``static`` of a package, and the shared ones."""
    own, shared = (files(one) / "static" for one in (package, "paragen.web"))
    return {name: (own / name).read_bytes() for name in names} | {name: (shared / name).read_bytes() for name in SHARED}
