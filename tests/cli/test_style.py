"""What is written of the answers: what was changed only, and edits in place."""

from __future__ import annotations

import json

import pytest
from command_line import paragen

from paragen.io.formats import PLAIN, chosen_marks, marked
from paragen.results import Edit, Paraphrase

TEXT = "They made a purchase.\nno\n\nA big  car\r\n"


@pytest.fixture
def decode(english_model):
    """A function that runs the verb; gives output, errors and exit code."""

    def run(*args, input=TEXT):
        done = paragen("decode", "-m", english_model, *args, input=input)
        return done.stdout, done.stderr, done.returncode

    return run


def test_changed_only(decode):
    assert decode("--changed-only") == ("They bought something.\nA large  automobile\r\n", "", 0)
    lists = [line.split(" ||| ")[:2] for line in decode("--changed-only", "--format", "nbest")[0].splitlines()]
    assert lists == [["0", "They bought something."], ["3", "A large  automobile"]]
    assert [json.loads(line)["id"] for line in decode("--changed-only", "--format", "jsonl")[0].splitlines()] == [0, 3]
    assert "line 4" in decode("--changed-only", "--explain")[0] and "line 2" not in decode("--changed-only", "--explain")[0]
    assert decode("--changed-only", "-n", 9, input="big\nno\n")[0] == "large\nenormous\n\n"
    assert decode("-n", 9, input="big\nno\n")[0] == "large\nenormous\nbig\n\nno\n\n"
    assert decode("--changed-only", "--format", "jsonl", input='{"text": "no"}\n\n')[0] == ""


def test_diff(decode):
    marked = "They [-made a purchase-]{+bought something+}.\nno\n\nA [-big-]{+large+}  [-car-]{+automobile+}\r\n"
    assert decode("--diff") == (marked, "", 0)
    assert decode("--diff", "--color", "never") == (marked, "", 0)
    coloured = decode("--diff", "--changed-only", "--color", "always", input="big\nno\n")[0]
    assert coloured == "\033[9;31mbig\033[m\033[32mlarge\033[m\n"
    assert decode("--diff", "-n", 2, input="big\n")[0] == "[-big-]{+large+}\n[-big-]{+enormous+}\n\n"
    assert decode("--diff", input='{"text": "big\\ncar"}\n')[0] == "[-big-]{+large+} [-car-]{+automobile+}\n"


@pytest.mark.parametrize(
    "args", [["--diff", "--format", "jsonl"], ["--diff", "--explain"], ["--color", "always"], ["--diff", "--copies", "1"]]
)
def test_bad_usage(decode, args):
    output, errors, code = decode(*args)
    assert (output, code) == ("", 2) and args[0] in errors


def test_colours_are_for_terminals_that_want_them(monkeypatch):
    class Terminal:
        def isatty(self):
            return True

    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert chosen_marks("auto", None) != PLAIN and chosen_marks("auto", "file") == PLAIN and chosen_marks("never", None) == PLAIN
    monkeypatch.setenv("NO_COLOR", "1")
    assert chosen_marks("auto", None) == PLAIN and chosen_marks("always", "file") != PLAIN
    monkeypatch.setenv("NO_COLOR", "")
    monkeypatch.setenv("TERM", "dumb")
    assert chosen_marks("auto", None) == PLAIN


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        ("as soon as possible", "as quickly as possible", "as [-soon-]{+quickly+} as possible"),
        ("said that it", "said it", "said [-that -]it"),
        ("very", "very very", "very{+ very+}"),
        ("big", "big", "big"),
        (" that", "", "[- that-]"),
        ("give him the book", "give the book to him", "give [-him the book-]{+the book to him+}"),
    ],
)
def test_words_that_an_edit_keeps_stand_once(before, after, shown):
    edit = Edit(2, 2 + len(before), 2, 2 + len(after), before, after, "table", 1.0)
    paraphrase = Paraphrase(f"( {before} )", f"( {after} )", 0.0, (edit,), (), ())
    assert marked(paraphrase, PLAIN) == f"( {shown} )"
