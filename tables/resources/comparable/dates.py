"""Parses dates of articles in the formats that news archives use."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

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
