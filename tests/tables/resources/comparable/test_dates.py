"""Dates in the forms of news archives."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.tables.resources.comparable.inputs import parse_date


def days(*parts: int) -> float:
    return datetime(*parts, tzinfo=UTC).timestamp() / 86_400


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1987-02-26", days(1987, 2, 26)),
        ("19870226", days(1987, 2, 26)),
        ("1987-02-26T15:01:01Z", days(1987, 2, 26, 15, 1, 1)),
        ("1987-02-26T15:01:01+01:00", days(1987, 2, 26, 14, 1, 1)),
        ("Thu, 26 Feb 1987 15:01:01 +0000", days(1987, 2, 26, 15, 1, 1)),
        ("26 Feb 1987 15:01:01 EST", days(1987, 2, 26, 20, 1, 1)),
        ("26-FEB-1987 15:01:01.79", days(1987, 2, 26, 15, 1, 1)),
        (" 9-MAR-1987 08:44:51.73\x05\x05\x05f0712 reute", days(1987, 3, 9, 8, 44, 51)),
        ("26 February 1987", days(1987, 2, 26)),
        ("February 26, 1987", days(1987, 2, 26)),
        ("Feb. 26, 1987, 15:01 GMT", days(1987, 2, 26, 15, 1)),
        ("Thursday, Sept. 3, 1987", days(1987, 9, 3)),
        ("1987/02/26 15:01", days(1987, 2, 26, 15, 1)),
    ],
)
def test_forms(text, expected):
    assert parse_date(text) == expected


@pytest.mark.parametrize(
    "text", ["", "today", "02/03/1987", "31-FEB-1987", "Feb. 30, 1987", "99999999999", "1987", "26 Fob 1987", "\0"]
)
def test_no_dates(text):
    with pytest.raises(ValueError):
        parse_date(text)


@given(st.text(max_size=40) | st.from_regex(r"[0-9]{1,2}[- ][A-Za-z]{3}[- ][0-9]{4}( [0-9]{2}:[0-9]{2})?.{0,3}", fullmatch=True))
def test_any_text_is_a_date_or_a_value_error(text):
    try:
        found = parse_date(text)
    except ValueError:
        return
    assert isinstance(found, float)


@given(st.datetimes(min_value=datetime(1900, 1, 1), max_value=datetime(2100, 1, 1)))
def test_written_and_read(moment):
    moment = moment.replace(microsecond=0)
    expected = (moment - datetime(1970, 1, 1)) / timedelta(days=1)
    for form in (
        "%Y-%m-%dT%H:%M:%S",
        "%d-%b-%Y %H:%M:%S",
        "%a, %d %b %Y %H:%M:%S +0000",
        "%B %d, %Y %H:%M:%S",
        "%Y/%m/%d %H:%M:%S",
    ):
        assert parse_date(moment.strftime(form)) == pytest.approx(expected)
