"""Reads dated news articles as JSON, and sentence pairs as tab-separated lines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import Lines, Skips, placed_lines, whole_text
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.tables.io.writing import text_file

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
            found = f"JSON that is {json_kind(item)}"
            raise FormatError(where, found, f"an object with {_KEYS}", "Write an article as an object.")
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
    for where, line in placed_lines(path, ARTICLES):
        yield where, _parsed(line, where, "Is a line cut off? Write each article on one line, or all in one array.")


def _array(path: str) -> Iterator[tuple[str, Any]]:
    text = whole_text(path, ARTICLES)
    for number, item in enumerate(_parsed(text, path, "Is the file cut off?"), 1):
        yield f"{path}: article {number}", item


def _parsed(text: str, where: str, remedy: str) -> Any:
    return parse_json(text, where, f"JSON objects with {_KEYS}", remedy, parse_constant=lambda name: None)


_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
         "sep sept september", "oct october", "nov november", "dec december"), 1
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?"
_TIME = r"(?:,?\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2})(?:\.\d+)?)?(?:\s*(?:Z|UTC|GMT))?)?"
_FORMS = [
    re.compile(_WEEKDAY + date + _TIME, re.IGNORECASE | re.ASCII)
    for date in (
        r"(?P<day>\d{1,2})[-\s](?P<month>[a-z]+)\.?[-,\s]\s*(?P<year>\d{4})",  # 26-FEB-1987, 26 February 1987
        r"(?P<month>[a-z]+)\.?\s+(?P<day>\d{1,2}),?\s+(?P<year>\d{4})",  # Feb. 26, 1987
        r"(?P<year>\d{4})[/.](?P<number>\d{1,2})[/.](?P<day>\d{1,2})",  # 1987/02/26
    )
]
_AFTER = re.compile(r"[\x00-\x08\x0e-\x1f\x7f].*", re.DOTALL)
_LONGEST = 200  # characters


# By hand: dateutil (tried) takes 02/03/1987 for 3 February, and "1 May" for one of the current year; this refuses both.
def parse_date(text: str) -> float:
    """Return a date as days since 1970-01-01, in UTC if no zone is given; the time of day is the fraction.

    Accepts ISO 8601 (``1987-02-26T15:01:01Z``, ``19870226``), RFC 822 (``Thu, 26 Feb 1987 15:01:01 +0000``), and English dates
    with the month as a word or the year first (``26-FEB-1987 15:01:01.79``, ``February 26, 1987``, ``1987/02/26``). Anything
    after a control character is ignored.

    Raises
    ------
    ValueError : any other format. ``02/03/1987`` is rejected as ambiguous.
    """
    text = _AFTER.sub("", text[:_LONGEST]).strip()
    for read in (datetime.fromisoformat, _in_words, parsedate_to_datetime):
        try:
            found = read(text)
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp() / 86_400
    raise ValueError(f"no date: {text!r}")


def _in_words(text: str) -> datetime:
    for form in _FORMS:
        if match := form.fullmatch(text):
            part = match.groupdict()
            month = _MONTHS.get(part["month"].lower(), 0) if "month" in part else int(part["number"])
            hour, minute, second = (int(part[name] or 0) for name in ("hour", "minute", "second"))
            return datetime(int(part["year"]), month, int(part["day"]), hour, minute, second)
    raise ValueError("no such form")


_SIDES = (("source", "target"), ("sentence1", "sentence2"), ("#1 String", "#2 String"))  # the last: MSRP
_LABELS = ("label", "Quality")
_NEITHER = ("", "0", "0.0")
_HEADER = "source\ttarget\toverlap\n"


def is_pairs(path: StrPath) -> bool:
    """Return whether a file has sentence pairs rather than articles, judging by its beginning.

    Raises
    ------
    FormatError : it is neither.
    """
    with Lines(path, ARTICLES, tidy=False) as lines:
        head, first = lines.head, lines.take(1)
    if not first:
        raise FormatError(os.fspath(path), "an empty file", ARTICLES, "Is this the right file?")
    if head.lstrip()[:1] in (b"{", b"["):
        return False
    if "\t" in first[0]:
        return True
    raise FormatError(f"{os.fspath(path)}:1", shown(first[0]), ARTICLES, "Is this the right file?")


def read_sentence_pairs(path: StrPath, skips: Skips) -> Iterator[tuple[str, str]]:
    """Yield the sentence pairs of a file.

    Parameters
    ----------
    path : lines of two sentences separated by a tab; or lines under a header that names the columns ``source`` and
        ``target``, as written by :func:`write_sentence_pairs`, or those of MSRP.
    skips : counts pairs with an empty side, pairs of identical sentences, and those whose ``label`` (MSRP: ``Quality``)
        is 0: they are left out.

    Raises
    ------
    FormatError : a line has a different number of columns from the first.
    """
    columns: tuple[int, int, int | None] | None = None
    width = 0
    for where, line in placed_lines(path, ARTICLES):
        cells = line.split("\t")
        if columns is None:
            width, columns, headed = len(cells), *_columns(cells, where)
            if headed:
                continue
        if len(cells) != width:
            found = f"{len(cells)} column{'s' * (len(cells) != 1)}"
            raise FormatError(where, found, f"{width}, as the first line has", "Is there a tab within a sentence?")
        source, target = (cells[column].strip() for column in columns[:2])
        if columns[2] is not None and cells[columns[2]].strip() in _NEITHER[1:]:
            skips.add("sentence pairs labelled as not paraphrases", where)
        elif not (source and target):
            skips.add("sentence pairs with an empty side", where)
        elif source == target:
            skips.add("pairs of identical sentences", where, source)
        else:
            yield source, target


def _columns(cells: list[str], where: str) -> tuple[tuple[int, int, int | None], bool]:
    """Return the columns of the sentences and of the label, and whether the line is a header."""
    for sides in _SIDES:
        if all(side in cells for side in sides):
            label = next((cells.index(name) for name in _LABELS if name in cells), None)
            return (cells.index(sides[0]), cells.index(sides[1]), label), True
    if len(cells) == 2:
        return (0, 1, None), False
    raise FormatError(
        where, f"{len(cells)} columns", "two sentences, or a header that names the columns source and target",
        "Write the header `source<tab>target…` first.",
    )  # fmt: skip


def write_sentence_pairs(rows: Iterable[tuple[str, str, float]], path: StrPath) -> int:
    """Write sentence pairs with their overlap, under a header, whole or not at all; return how many.

    Gzipped if the name ends in .gz.
    """
    count = 0
    with text_file(path) as file:
        file.write(_HEADER.encode())
        for source, target, overlap in rows:
            file.write(f"{source}\t{target}\t{overlap:.4f}\n".encode())
            count += 1
    return count
