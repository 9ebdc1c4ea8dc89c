"""Turns a pair that cannot be packed into the error a user reads."""

from __future__ import annotations

import math
import re

from paragen.base.errors import FormatError, shown
from paragen.tables.store.store import MAX_LINE, BadPair

_LINE = "`source ||| target ||| score`"
_SCORE = "a score above 0 and at most 1"


def _fields(bad: BadPair) -> tuple[str, str, str]:
    if not bad.text.strip():
        return "an empty line", _LINE, "Leave empty lines out."
    remedy = "Put ` ||| ` between the fields." if bad.fields < 2 else "Add a score: 1 where there is none to give."
    if bad.text.startswith("#"):
        remedy = "Is this a comment? Tables have none: leave it out."
    elif "\t" in bad.text:
        remedy = "Are the fields separated by tabs? Put ` ||| ` there."
    return f"{bad.fields} field{'s' * (bad.fields != 1)} in {shown(bad.text)}", f"3, {_LINE}", remedy


def _no_column(bad: BadPair) -> tuple[str, str, str]:
    if bad.scores == 0:
        return f"no score in {shown(bad.text)}", _LINE, "Add a score: 1 where there is none to give."
    return f"{bad.scores} score{'s' * (bad.scores != 1)}", "as many as the column chosen", "Check --column."


def _number(bad: BadPair) -> tuple[str, str, str]:
    text = bad.score_text
    remedy = "Write it in figures, as 0.25."
    if re.match(r"\[[^ ]*\] \|\|\|", bad.text):
        remedy = "Is this a PPDB file? Its first field is a label: write phrase, paraphrase and one score in (0, 1] instead."
    elif re.fullmatch(r"[-+]?[0-9]*,[0-9]+", text):
        remedy = f"Write a decimal point: {text.replace(',', '.')}."
    elif re.match(r"\+[0-9.]", text):
        remedy = f"Leave out the plus sign: {text[1:]}."
    return f"the score {shown(text)}", "a number", remedy


def _range(bad: BadPair) -> tuple[str, str, str]:
    found, remedy = f"the score {bad.score_text}", "Scores are probabilities, not logarithms."
    try:
        value = float(bad.score_text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        remedy = "Leave such pairs out."
    elif value == 0:
        if re.match(r"[^e]*[1-9]", bad.score_text, re.IGNORECASE):
            found += f", which is too small for a double (the smallest is {math.ulp(0)})"
        remedy = "Leave such pairs out."
    return found, _SCORE, remedy


_EXPLAIN = {
    "too_long": lambda bad: (f"a line of more than {MAX_LINE} bytes", f"{_LINE}, a phrase pair a line", "Is this a table?"),
    "not_text": lambda bad: (f"broken UTF-8 or NUL in {shown(bad.text)}", "UTF-8 text", "Convert it with iconv."),
    "fields": _fields,
    "empty_source": lambda bad: (f"an empty source in {shown(bad.text)}", _LINE, "Leave such pairs out."),
    "empty_target": lambda bad: (f"an empty target in {shown(bad.text)}", _LINE, "Leave such pairs out."),
    "double_space": lambda bad: (
        f"two spaces in a row within a phrase of {shown(bad.text)}",
        "words separated by single spaces, as the model takes its text as it is (--tokenized)",
        "Remove the doubled spaces.",
    ),
    "sentence_mark": lambda bad: (
        f"<s> or </s> as a word in {shown(bad.text)}",
        "phrases of ordinary words, as the language model marks where a sentence begins and ends with these",
        "Take them out, or leave such pairs out.",
    ),
    "label_mark": lambda bad: (
        f"the control character \\x1f in {shown(bad.text)}", "a text without it, as it marks the words of labels in the model",
        "Take it out, or leave such pairs out.",
    ),
    "several_scores": lambda bad: (
        f"{bad.scores} scores", "one", "Is this a Moses phrase table? Choose a score with --column NAME=K (1 is the first)."
    ),
    "pattern": lambda bad: (bad.text, bad.expected, ""),
    "slots": lambda bad: (
        "a pair whose sides have other slots, more than four, no word beside them, or <s> or </s> on one side only",
        "the same slots on both sides, each once",
        "A slot is written [NN_1]: the tag of what fills it, and a number.",
    ),
    "no_column": _no_column,
    "not_a_number": _number,
    "out_of_range": _range,
}


def explain(path: str, unit: str, bad: BadPair) -> FormatError:
    """Return the error for ``bad``, found in the file ``path``; ``unit`` is ``line`` or ``row``."""
    where = f"{path}:{bad.number}" if unit == "line" else f"{path}: {unit} {bad.number}"
    return FormatError(where, *_EXPLAIN[bad.problem](bad))
