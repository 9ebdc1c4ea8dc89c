"""Options for corpora in many part files: where these are processed, and the final report."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paragen.base.settings import declared
from paragen.cli.console import progress
from paragen.cli.declared import bundled, option_of
from paragen.cli.options import tell_held_back, tell_unused, tell_wording
from paragen.cluster.where import Where
from paragen.io.beside import tell_missing_trees
from paragen.io.notices import notice
from paragen.io.texts import LINES

if TYPE_CHECKING:
    from paragen.cli.parts import Answers, Reading
    from paragen.cluster.run import RunSummary
    from paragen.io.texts import Texts
    from paragen.paraphraser import Paraphraser

_LISTED = 10
"""How many errors of broken parts are shown."""


class Engine(NamedTuple):
    """Where part files are processed.

    Parameters
    ----------
    engine : "local" or "spark"; None: the inputs are not part files, and are processed in this process.
    master, memory : of Spark; see `paragen.cluster.where.Where`.
    """

    engine: str | None
    master: str | None
    memory: str

    def __bool__(self) -> bool:
        return self.engine is not None


_WHERE = {**declared(Where), "engine": declared(Where)["engine"]._replace(default=None, optional=True)}
engine_options = bundled(Engine, "engine", *(option_of(name, setting) for name, setting in _WHERE.items()))
"""Gives a verb the argument ``engine``, an :class:`Engine`."""

_OF_ONE_INPUT = (
    "foreign", "alignment", "phrase_table", "segment", "side", "trees", "in_place", "column", "no_header", "delimiter",
)  # fmt: skip
_OF_LINES = ("spans", "map_spans", "spans_may_change", "tokens", "offsets", "copies", "errors", "max_line")


def answer_corpus(
    engine: Engine, texts: Texts, threads: int, paraphraser: Paraphraser, answers: Answers, reading: Reading,
    given: Mapping[str, object],
) -> RunSummary:  # fmt: skip
    """Answer part files, and report what was done.

    Parameters
    ----------
    given : the options that the answers depend on, except those of the paraphraser; None: not given.

    Raises
    ------
    click.UsageError : options that do not go together.
    Exception : the error of the first broken part, when all others are done.
    """
    from paragen.cluster.parts import find_parts
    from paragen.cluster.run import answer_parts

    assert texts.output is not None
    parts = find_parts(texts.files, texts.output, lines=texts.kind == LINES)
    depends = {**_depends(answers), **_depends(reading), **given}
    options = "|".join(f"{name}:{value}" for name, value in depends.items() if value is not None)
    of_rows = parts[0].kind == "parquet"
    answer = _row_answer(answers, reading, options) if of_rows else _line_answer(answers, reading, options, texts.max_line)
    begin = time.monotonic()
    with progress(sum(part.size for part in parts), "answering") as update:
        where = Where(
            str(engine.engine), threads if _is_given("threads") else 0, engine.master, engine.memory,
            update or (lambda read: None), notice,
        )  # fmt: skip
        summary = answer_parts(parts, texts.output, paraphraser, answer, where)
    _tell_counts(summary, paraphraser, answers)
    _tell(summary, time.monotonic() - begin)
    return summary


def check_engine(engine: Engine, texts: Texts) -> None:
    """Raise click.UsageError for options that do not go together."""
    if engine.engine != "spark" and (_is_given("master") or _is_given("memory")):
        raise click.UsageError("--master and --memory are Spark's: add --engine spark.")
    if not engine:
        return
    if option := next((_option(name) for name in _OF_ONE_INPUT if _is_given(name)), None):
        raise click.UsageError(f"{option} is for single inputs: leave out --engine.")
    if texts.kind not in (None, LINES):
        raise click.UsageError(f"--as {texts.kind} is for single inputs: leave out --engine, and name the files.")
    if engine.engine == "spark" and _is_given("threads"):
        raise click.UsageError("--threads is for --engine local: Spark uses the processors that its configuration gives it.")
    if not texts.files or "-" in texts.files:
        raise click.UsageError("--engine is for part files: name them, their folder, or a glob.")
    if texts.output is None:
        raise click.UsageError("--engine writes a file for each part file: name a folder with -o.")


def _row_answer(answers: Answers, reading: Reading, options: str) -> Any:
    """Return the answer to files of Parquet; raise click.UsageError for options that apply to lines only."""
    from paragen.cluster.rows import RowAnswer

    for name in filter(_is_given, _OF_LINES):
        raise click.UsageError(f"{_option(name)} is for files of lines, and these are Parquet: leave it out.")
    if answers.columns is None:
        raise click.UsageError("Parquet gets columns of results: leave out --format, --changed-only and --diff.")
    return RowAnswer(reading.field or "text", answers.columns, reading.markup, options, reading.language)


def _line_answer(answers: Answers, reading: Reading, options: str, max_line: int | None) -> Any:
    from paragen.cli.parts import LineAnswer

    return LineAnswer(answers, reading, options, max_line)


def _depends(options: Any) -> dict[str, object]:
    """Return the options that differ from their defaults, by name, including those of nested dataclasses."""
    found: dict[str, object] = {}
    for field in fields(options):
        value = getattr(options, field.name)
        if is_dataclass(value):
            found |= _depends(value)
        elif value not in (field.default, None, False, ()) and isinstance(value, (str, int, tuple)):
            found[field.name] = ",".join(map(str, value)) if isinstance(value, tuple) else value
    return found


def _option(name: str) -> str:
    """Return the name of a parameter of the verb on the command line."""
    params = click.get_current_context().command.params
    return next(param.opts[0] for param in params if param.name == name)


def _is_given(name: str) -> bool:
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, click.core.ParameterSource.DEFAULT)


def _tell_counts(summary: RunSummary, paraphraser: Paraphraser, answers: Answers) -> None:
    """Report what a run in one process reports at its end, for all finished parts, whichever run made them."""
    from paragen.cluster.counts import blocked_forms, unused_always, unused_tables

    counts = summary.counts_there + summary.counts
    if summary.uncounted:
        notice(f"{summary.uncounted} part files that were there are not counted in what follows")
    tell_held_back(paraphraser, counts)
    answers.tell(counts, paraphraser)
    tell_missing_trees(paraphraser, counts)
    if counts["sentences"] and not summary.uncounted:
        tell_unused(unused_tables(counts, paraphraser), answers.edits)
        tell_wording(unused_always(counts, paraphraser), blocked_forms(counts))


def _tell(summary: RunSummary, seconds: float) -> None:
    """Report what was done; raise the error of the first broken part."""
    sentences = summary.counts["sentences"]
    rate = f" in {seconds:.0f} s ({sentences / seconds:,.0f} a second)" if sentences else ""
    there = f"; {summary.there} were there" if summary.there else ""
    notice(f"{summary.done} of {summary.parts} part files answered, {sentences:,} sentences{rate}{there}")
    if not summary.broken:
        return
    for error in summary.broken[1:_LISTED]:
        notice(str(error))
    if (count := len(summary.broken)) > 1:
        notice(f"{count} part files could not be answered. Run it again when they are mended or moved away: what is done stays")
    raise summary.broken[0]
