"""Plain text: paragraphs, wrapped lines, lists, quotations."""

from __future__ import annotations

import pytest

from paragen.documents import Document

MAIL = f"""\
Hello,

we need a lot of cars for the big event at the
end of the month, and a big house as soon as
possible. Please call.

On Monday Ann wrote:
> we have a big house with a garden and a lot of
> rooms

 - a big house with a garden behind it, and a
   big car in it
 - a car

Yours
Bob
--{' '}
Bob's big cars
"""


SHORT, LONG = "A verse that ends here", "a line as long as those of a wrapped paragraph"


def texts(text, **options):
    return [request.text for request in Document(text, "plain", **options).requests()]


def test_paragraphs_of_a_mail():
    paragraphs = [
        "Hello,",
        "we need a lot of cars for the big event at the end of the month, and a big house as soon as possible. Please call.",
        "On Monday Ann wrote:",
        "a big house with a garden behind it, and a big car in it",
        "a car",
        "Yours",
        "Bob",
        "Bob's big cars",
    ]
    assert texts(MAIL) == paragraphs
    with_quotation = texts(MAIL, quotes="change")
    assert [one for one in with_quotation if one not in paragraphs] == ["we have a big house with a garden and a lot of rooms"]


def test_prose_changes_and_all_else_stays(changed):
    before, quoted, after = MAIL.partition("> we have a big house with a garden and a lot of\n> rooms\n")
    for old, new in [("a lot of cars", "many cars"), ("a car", "an automobile"), ("big", "large"), ("house", "building")]:
        before, after = before.replace(old, new), after.replace(old, new)
    after = after.replace("large car in", "large automobile in")
    assert changed(MAIL, "plain").splitlines() == (before + quoted + after).splitlines()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        ("\n \n\t\n", []),
        ("12 + 4", []),
        ("One.\nTwo.\nThree big ones.", ["One.", "Two.", "Three big ones."]),
        (f"{SHORT}\nand one more\n{LONG}", [SHORT, "and one more", LONG]),
        (f"{LONG}\n{LONG}\nq r", [f"{LONG} {LONG} q r"]),
        ("a b c d e f\ng h i j k l\nq r", ["a b c d e f", "g h i j k l", "q r"]),  # too narrow
        (f"\t{LONG}\n{LONG}\n\n  seven", [f"{LONG} {LONG}", "seven"]),
        (f"{'word ' * 30}\nlast", [("word " * 30).rstrip(), "last"]),  # too wide for a wrapped paragraph
        (f"1. {LONG}\n   three\n2) four", [f"{LONG} three", "four"]),
        ("BIG HOUSE\n\nA big house\n-----------\nSo.\n\nONE AND\nTWO", ["So.", "ONE AND", "TWO"]),
        ("a\r\n\r\nb\rc", ["a", "b", "c"]),
        ("\ufeffone", ["one"]),
        (f"- {LONG}\n- {LONG}", [LONG, LONG]),
        ("One.\n\nBIG HOUSE\n\nTwo.", ["One.", "Two."]),
        (f"{'a' * 40}\nb", [f"{'a' * 40} b"]),
        (f"{'a' * 39}\nb", ["a" * 39, "b"]),
        (f"{'a' * 120}\nb", [f"{'a' * 120} b"]),
        (f"{'a' * 121}\nb", ["a" * 121, "b"]),
        (f"{LONG}\n{LONG[:-4]}\nbcd e", [f"{LONG} {LONG[:-4]}", "bcd e"]),  # it would have fitted
        (f"{LONG}\n{LONG[:-4]}\nbcde", [f"{LONG} {LONG[:-4]} bcde"]),
    ],
)
def test_passages(text, found):
    assert texts(text) == found
