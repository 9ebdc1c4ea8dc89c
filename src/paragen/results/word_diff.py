"""The changes of edits word by word, only those words of the replaced phrases that differ; as HTML for notebooks, too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple, Protocol

# Text keeps the page's colour; translucent backgrounds suit light and dark pages.
_OLD = "background:rgba(248,81,73,.25);text-decoration:line-through"
_NEW = "background:rgba(46,160,67,.3);text-decoration:underline"
_PART = re.compile(r"\s+|\w+|[^\w\s]")


class ShownEdit(Protocol):
    """What is shown of a :class:`paragen.Edit`."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...
    @property
    def table(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def confidence(self) -> float | None: ...


class _Paraphrase(Protocol):
    @property
    def source(self) -> str: ...
    @property
    def score(self) -> float: ...
    @property
    def unchanged(self) -> bool: ...
    @property
    def edits(self) -> Sequence[ShownEdit]: ...


class _Explanation(Protocol):
    @property
    def paraphrase(self) -> _Paraphrase: ...
    @property
    def gains(self) -> Sequence[float]: ...


class Piece(NamedTuple):
    """A part of a sentence before and after; ``edit``: what changed it, None if nothing did."""

    before: str
    after: str
    edit: ShownEdit | None


def word_diff(source: str, edits: Sequence[ShownEdit]) -> list[Piece]:
    """Return a sentence in pieces, in order: all ``before`` together are the source, all ``after`` the paraphrase."""
    pieces: list[Piece] = []
    same, position = "", 0
    for edit in edits:
        head, before, after, tail = split_change(edit.before, edit.after)
        same += source[position : edit.begin] + head
        if same:
            pieces.append(Piece(same, same, None))
        pieces.append(Piece(before, after, edit))
        same, position = tail, edit.end
    if same := same + source[position:]:
        pieces.append(Piece(same, same, None))
    return pieces


def split_change(before: str, after: str) -> tuple[str, str, str, str]:
    """Split two texts: return their common beginning, the part of each that differs, and their common end."""
    old, new = _PART.findall(before), _PART.findall(after)
    least = min(len(old), len(new))
    head = 0
    while head < least and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < least - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    middle = slice(head, len(old) - tail), slice(head, len(new) - tail)
    return "".join(old[:head]), "".join(old[middle[0]]), "".join(new[middle[1]]), "".join(old[len(old) - tail :])


def paraphrase_html(paraphrase: _Paraphrase) -> str:
    """Return a paraphrase as a diff, with its score below."""
    count = len(paraphrase.edits)
    edits = "unchanged" if paraphrase.unchanged else "1 edit" if count == 1 else f"{count} edits"
    return _block(diff_html(word_diff(paraphrase.source, paraphrase.edits)), f"score {paraphrase.score:.4g}, {edits}")


def explanation_html(explanation: _Explanation) -> str:
    """Return a paraphrase as a diff, with a table of its edits and their gains below."""
    edits = explanation.paraphrase.edits
    rows = [
        (edit.before.strip(), edit.after.strip(), edit.table, f"{edit.score:.4g}", _percent(edit.confidence), f"{gain:+.4g}")
        for edit, gain in zip(edits, explanation.gains, strict=True)
    ]
    heading = ("before", "after", "table", "score", "confidence", "gain")
    return paraphrase_html(explanation.paraphrase) + (_table(heading, rows) if rows else "")


def substitute_html(before: str, after: str, note: str, left: str = "", right: str = "") -> str:
    """Return one substitute in its sentence as a diff, with a note below."""
    head, old, new, tail = split_change(before, after)
    return _block(_text(left + head) + _marked(old, new) + _text(tail + right), note)


def diff_html(pieces: Iterable[Piece]) -> str:
    """Return the pieces of a sentence, changed ones with details of their edit as a tooltip."""
    return "".join(_marked(before, after, "" if edit is None else _origin(edit)) for before, after, edit in pieces)


def _marked(before: str, after: str, title: str = "") -> str:
    if before == after:
        return _text(before)
    title = f' title="{_text(title)}"' if title else ""
    old = f'<del style="{_OLD}"{title}>{_text(before)}</del>' if before else ""
    return old + (f'<ins style="{_NEW}"{title}>{_text(after)}</ins>' if after else "")


def _origin(edit: ShownEdit) -> str:
    sure = f", confidence {_percent(edit.confidence)}" if edit.confidence is not None else ""
    return f"{edit.before.strip()} → {edit.after.strip()}: table {edit.table}, score {edit.score:.4g}{sure}"


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _block(content: str, note: str) -> str:
    below = f'<div style="opacity:.7;font-size:85%">{_text(note)}</div>'
    return f'<div dir="auto" style="white-space:pre-wrap">{content}</div>{below}'


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["".join(f"<td>{_text(cell)}</td>" for cell in row) for row in rows]
    head = "".join(f"<th>{_text(cell)}</th>" for cell in heading)
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _text(text: str) -> str:
    """Return text as HTML; an unpaired surrogate, which no page can contain, becomes a question mark."""
    return escape(text.encode("utf-8", "replace").decode())
