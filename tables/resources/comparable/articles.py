"""Reads dated news articles: JSON, one object per line or an array of objects."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines, numbered_lines, whole_text
from paragen.base.json_and_toml import parse_json
from paragen.tables.io.skips import Skips
from paragen.tables.resources.comparable.dates import parse_date

ARTICLES = "articles as JSON (one object per line, or an array) or sentence pairs as tab-separated lines; plain or compressed"
_TEXTS = ("text", "body")
_KEYS = "the keys id, date and text"


@dataclass(frozen=True)
class Article:
    """One article: its place in the file, id, date in days (see `parse_date`), title and text."""

    where: str
    name: str
    day: float
    title: str
    text: str


def read_articles(path: StrPath, skips: Skips, seen: set[str]) -> Iterator[Article]:
    """Yield the articles of a file.

    Parameters
    ----------
    path : JSON objects, one per line or in one array; plain or compressed. Keys: ``date``; ``text`` or ``body``; optionally
        ``id`` and ``title``. Others are ignored.
    skips : counts articles that are left out: without text or date, or with the id of an earlier one.
    seen : ids of earlier articles; those of this file are added.

    Raises
    ------
    FormatError : a line, or the file, is not JSON, or a value is not an object.
    """
    for where, item in _objects(os.fspath(path)):
        if not isinstance(item, dict):
            raise FormatError(where, f"JSON that is {_kind(item)}", f"an object with {_KEYS}", "Write an article as an object.")
        article = _article(where, item, skips)
        if article is None:
            continue
        if article.name in seen:
            skips.add("articles with the id of an earlier one", where, article.name)
            continue
        if article.name:
            seen.add(article.name)
        yield article


def _article(where: str, item: dict[str, Any], skips: Skips) -> Article | None:
    text = next((item[key] for key in _TEXTS if isinstance(item.get(key), str) and item[key].strip()), None)
    if text is None:
        skips.add("articles without text", where)
        return None
    date = item.get("date")
    try:
        day = parse_date(date if isinstance(date, str) else "")
    except ValueError:
        reason = "articles without a date" if date in (None, "") else "articles whose date cannot be read"
        skips.add(reason, where, "" if date in (None, "") else str(date))
        return None
    name, title = item.get("id"), item.get("title")
    return Article(where, "" if name is None else str(name), day, title if isinstance(title, str) else "", text)


def _objects(path: str) -> Iterator[tuple[str, Any]]:
    """Yield each JSON value with its place."""
    with Lines(path, ARTICLES, tidy=False) as lines:
        array = lines.head.lstrip().startswith(b"[")
    if array:
        yield from _array(path)
        return
    for number, line in numbered_lines(path, ARTICLES):
        if line.strip():
            where = f"{path}:{number}"
            yield where, _parsed(line, where, "Is a line cut off? Write each article on one line, or all in one array.")


def _array(path: str) -> Iterator[tuple[str, Any]]:
    text = whole_text(path, ARTICLES)
    for number, item in enumerate(_parsed(text, path, "Is the file cut off?"), 1):
        yield f"{path}: article {number}", item


def _parsed(text: str, where: str, remedy: str) -> Any:
    return parse_json(text, where, f"JSON objects with {_KEYS}", remedy, parse_constant=lambda name: None)


def _kind(item: Any) -> str:
    names = {list: "an array", str: "a string", bool: "true or false", int: "a number", float: "a number", type(None): "null"}
    return names[type(item)]
