"""The formats of answers: objects that know how answers are encoded and written, and what they refuse."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from paragen.base.settings import Settings, flag, group, one_of

if TYPE_CHECKING:
    from paragen.decoder.settings import Limits
    from paragen.io.records import Record
    from paragen.paraphraser import Paraphraser
    from paragen.results import Explanation, Paraphrase

_Found = TypeVar("_Found")
Write = Callable[["Record", list[Any]], str]
"""Writes the results for a record: wordings, paraphrases or explanations."""


class Format:
    """A format of answers.

    Parameters
    ----------
    name : as on the command line.
    suffix : of files of answers.
    about : what answers are, in the help of ``--format``.
    records : whether answers are JSON objects, as the inputs then are if they look so.
    unencodable : how to write an unpaired surrogate, which JSON allows and UTF-8 does not.
    refuses : options that do not go with it, and why.
    best_of_search : whether a list is always the n best of the search, not paraphrases that differ in content words.
    """

    def __init__(
        self, name: str, suffix: str, about: str = "", *, records: bool = False, unencodable: str = "replace",
        refuses: Mapping[str, str] | None = None, best_of_search: bool = False,
    ) -> None:
        self.name, self.suffix, self.about = name, suffix, about
        self.records, self.unencodable, self.best_of_search = records, unencodable, best_of_search
        self.refuses = refuses or {}

    def encoded(self, text: str) -> bytes:
        """Return the bytes of an answer; bytes that were not UTF-8 are restored."""
        try:
            return text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            return text.encode("utf-8", self.unencodable)

    def joined(self, answer: Answer) -> Callable[[Sequence[Record]], list[bytes]]:
        """Return a function that encodes the answers to some records as one piece."""
        return lambda records: [self.encoded("".join(answer(records)))]

    def shows_edits(self, style: Style) -> bool:
        """Return whether answers need the edits of paraphrases, not just their text."""
        return True

    def writer(self, paraphraser: Paraphraser, style: Style, n: int, output: str | None) -> Write:
        """Return what writes the results for a record; ``output``: the file that is written, None: standard output."""
        raise NotImplementedError


class _Text(Format):
    """Lines, or whatever the input is made of."""

    def shows_edits(self, style: Style) -> bool:
        return style.explain or style.diff

    def writer(self, paraphraser: Paraphraser, style: Style, n: int, output: str | None) -> Write:
        if style.explain:
            return partial(_explained, paraphraser.weights)
        return partial(_marked, chosen_marks(style.color, output), n) if style.diff else partial(_text, n)


class _NBest(Format):
    """Moses' lists."""

    def shows_edits(self, style: Style) -> bool:
        return False

    def writer(self, paraphraser: Paraphraser, style: Style, n: int, output: str | None) -> Write:
        return partial(_nbest, paraphraser.features)


class _Jsonl(Format):
    """JSON objects that have everything."""

    def writer(self, paraphraser: Paraphraser, style: Style, n: int, output: str | None) -> Write:
        from paragen.io.jsonl import answer_lines

        return partial(answer_lines, n)


ONE_IN_PLACE = "a file that is replaced has one paraphrase of each sentence: leave it out, or write to -o."
"""Why several answers, and formats that are not the input's, do not go with ``--in-place``."""
_OWN_WAY = "{} lists edits in its own way: use either."
TEXT = _Text("text", "txt", "one line each (with -n an empty line after each sentence's)")
NBEST = _NBest("nbest", "txt", "Moses' lists", refuses={
    "--explain": "there is no room for explanations in nbest; choose text or jsonl.",
    "--diff": _OWN_WAY.format("nbest"), "--in-place": ONE_IN_PLACE,
}, best_of_search=True)  # fmt: skip
JSONL = _Jsonl("jsonl", "jsonl", "everything", records=True, unencodable="backslashreplace", refuses={
    "--diff": _OWN_WAY.format("jsonl"),
})  # fmt: skip
TSV = Format("tsv", "tsv")

OF_PARAPHRASES = (TEXT, NBEST, JSONL)
FORMATS = {form.name: form for form in (*OF_PARAPHRASES, TSV)}
"""By name; TSV is of single substitutes only."""


@group
class Style(Settings):
    """How answers are written; see `paragen decode --help`. ``form`` is the name of their format."""

    form: str = one_of(
        TEXT.name, tuple(form.name for form in OF_PARAPHRASES), option="--format",
        help="; ".join(f"{form.name}: {form.about}" for form in OF_PARAPHRASES) + ".",
    )
    explain: bool = flag(help="Show each edit with its table and gain, and each feature's part in the score.")
    changed_only: bool = flag(help="Write only what was changed; ids still count all lines.")
    diff: bool = flag(help="Show in each sentence which words are [-deleted-] and {+inserted+}.")
    color: str = one_of(
        "auto", ("auto", "always", "never"),
        help="Colours instead of marks with --diff; auto: on a terminal, unless the variable NO_COLOR is set.",
    )

    @property
    def format(self) -> Format:
        """The format of the answers."""
        return FORMATS[self.form]

    @property
    def is_own(self) -> bool:
        """Whether the answers have the form of the input."""
        return self.format is TEXT and not self.format.shows_edits(self)


class Marks(NamedTuple):
    """The marks before and after deleted words, and inserted ones."""

    deleted: tuple[str, str]
    inserted: tuple[str, str]


PLAIN = Marks(("[-", "-]"), ("{+", "+}"))
"""Those of wdiff and `git diff --word-diff`."""

COLOURED = Marks(("\033[9;31m", "\033[m"), ("\033[32m", "\033[m"))
"""Red and struck out, and green."""


def chosen_marks(color: str, output: str | None) -> Marks:
    """Return the marks for "always", "never" or "auto": coloured on a terminal, unless the variable NO_COLOR is set.

    Parameters
    ----------
    output : the file that is written; None: standard output.
    """
    if color == "auto":
        terminal = output is None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return COLOURED if terminal and not os.environ.get("NO_COLOR") else PLAIN
    return COLOURED if color == "always" else PLAIN


def marked(paraphrase: Paraphrase, marks: Marks) -> str:
    """Return the source of a paraphrase with the deleted and inserted words of each edit marked; words it keeps appear once."""
    from paragen.results.word_diff import word_diff

    parts: list[str] = []
    for before, after, edit in word_diff(paraphrase.source, paraphrase.edits):
        if edit is None:
            parts.append(before)
            continue
        parts += (f"{left}{text}{right}" for text, (left, right) in zip((before, after), marks, strict=True) if text)
    return "".join(parts)


Counted = Callable[[Iterable[Any], Callable[[Any], bool]], Iterator[Any]]
Answer = Callable[[Sequence[Any]], Iterator[str]]
"""Returns the output for some records."""


def answerer(
    paraphraser: Paraphraser, style: Style, limits: Limits, output: str | None = None, counted: Counted | None = None
) -> Answer:
    """Return a function that rewrites records and formats the answers for a file, or standard output.

    ``counted`` wraps answers to count them; its second argument tells whether an answer is unchanged.
    """
    settings, results, form = paraphraser.limits(**limits), paraphraser.steps.results, style.format
    bare: Callable[..., Any] | None = None if style.explain or form.shows_edits(style) else results.wording
    whole: Callable[..., Any] = results.explanation if style.explain else results.paraphrase
    unchanged = attrgetter("paraphrase.unchanged" if style.explain else "unchanged")
    write = form.writer(paraphraser, style, settings.n, output)

    def answer(records: Sequence[Record]) -> Iterator[str]:
        result, requests = bare or whole, []
        for record in records:
            requests.append(record.request)
            if record.frame is not None:
                result = whole
        pairs: Any = zip(records, paraphraser.batch(requests, settings, result), strict=True)
        pairs = counted(pairs, unchanged) if counted is not None else pairs
        pairs = _changed(pairs, unchanged) if style.changed_only else pairs
        return (write(record, found) for record, found in pairs)

    return answer


def _changed(
    pairs: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
) -> Iterator[tuple[Record, list[_Found]]]:
    """Yield the records that have a paraphrase with edits, and those paraphrases."""
    for record, found in pairs:
        if changed := [one for one in found if not unchanged(one)]:
            yield record, changed


def _line(record: Record, text: str) -> str:
    """Return a text without line ends, which JSON input may contain."""
    return text if record.fields is None and record.frame is None else _one_line(text)


def _text(n: int, record: Record, found: Iterable[Any]) -> str:
    """Return one line or row; with n > 1, one for each paraphrase, and an empty line that ends a list of lines.

    Lines are made from wordings; rows and other text with a frame, from paraphrases.
    """
    end = record.end if n == 1 else record.end or "\n"
    if record.frame is not None:
        return "".join(record.frame.around(paraphrase) + end for paraphrase in found)
    return _list(record, [_line(record, paraphrase.text) for paraphrase in found], n)


def _marked(marks: Marks, n: int, record: Record, found: Iterable[Paraphrase]) -> str:
    """Return the same, except for rows, with the edits shown in the source."""
    return _list(record, [_line(record, marked(paraphrase, marks)) for paraphrase in found], n)


def _list(record: Record, lines: Sequence[str], n: int) -> str:
    if n == 1:
        end = record.end or ("" if record.frame is None else "\n")
        return "".join(line + end for line in lines)
    end = record.end or "\n"
    return "".join(line + end for line in lines if record.request.text) + end


def _nbest(names: Sequence[str], record: Record, found: Iterable[Any]) -> str:
    """Return wordings or paraphrases in Moses' format: ``id ||| text ||| name= value … ||| score``; unweighted, six digits."""
    end = record.end or "\n"
    pattern = " ".join(f"{name.replace('%', '%%')}= %.6g" for name in names)
    return "".join(
        f"{record.number - 1} ||| {_line(record, paraphrase.text)} ||| {pattern % paraphrase.values}"
        f" ||| {paraphrase.score:.6g}{end}"
        for paraphrase in found
    )


def _explained(weights: Mapping[str, float], record: Record, found: Iterable[Explanation]) -> str:
    end = record.end or "\n"
    lines: list[str] = []
    for explanation in found:
        lines += _explanation_lines(weights, record.number, explanation)
        lines.append("")
    return "".join(line + end for line in lines)


def _explanation_lines(weights: Mapping[str, float], number: int, explanation: Explanation) -> Iterator[str]:
    paraphrase = explanation.paraphrase
    yield f"line {number}   {_one_line(paraphrase.source)}"
    yield f"  text   {_one_line(paraphrase.text)}"
    yield f"  score  {paraphrase.score:.6g}"
    if paraphrase.has_tree is not None:
        yield f"  tree   {'yes' if paraphrase.has_tree else 'none: labels did not limit the edits'}"
    if paraphrase.unchanged:
        yield "  no edit"
    said = explanation.conditions or [None] * len(paraphrase.edits)
    for edit, gain, held in zip(paraphrase.edits, explanation.gains, said, strict=True):
        change = f"{edit.before.strip()} -> {edit.after.strip()}"
        yield f"  edit   {_one_line(change)}   table {edit.table}   score {edit.score:g}   gain {gain:+.6g}"
        for part in edit.parts:
            yield f"  inside {_one_line(part.before)} -> {_one_line(part.after)}   table {part.table}   score {part.score:g}"
        if held is not None:
            reasons = ", ".join(f"{name} {share} %" for name, share in held.conditions)
            here = f"  place  right in {held.usual} % of places, in {held.here} % of those like this one"
            yield f"{here}: {reasons}" if reasons else here
    width = max(map(len, explanation.parts))
    for name, share in explanation.parts.items():
        yield f"  part   {name:<{width}}  {share:>11.6g} = {weights[name]:g} x {paraphrase.features[name]:.6g}"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
