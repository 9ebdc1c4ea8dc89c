"""Options of the verbs that make tables and read bitext: the same names, meanings and help everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from paragen.cli.arguments import Cut, Folder, InputFile, OutputFile, OutputFolder, by_name
from paragen.cli.console import Verb, by_steps, progress
from paragen.cli.declared import options_of
from paragen.io.notices import notice
from paragen.tables.builder import Run, Summary

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def count_option(name: str, default: int, what: str, lowest: int = 1, highest: int | None = None) -> Decorator:
    """Return an option for a whole number, ``lowest`` or more and, if it says so, ``highest`` or less."""
    return click.option(name, type=click.IntRange(lowest, highest), default=default, metavar="N", help=what)


def pivoted_output(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option for the file of a verb that makes paraphrases from phrase tables."""
    return click.option(
        "-o", "--output", required=True, type=OutputFolder(), metavar="PARAPHRASES",
        help="The paraphrases: text if its name ends in .txt or .txt.gz, else Parquet.",
    )(function)  # fmt: skip


def table_verb(
    inputs: str, metavar: str, *, commas: bool = False, threads: int | None = 0, candidates: bool = False
) -> Decorator:
    """Return a decorator for verbs that make a table: it adds the options such verbs share before the verb's own.

    Parameters
    ----------
    inputs, metavar : its arguments, one file or more; with ``commas``, each may name several.
    threads : default of ``--threads``: 1 if each thread needs that much memory again; None for a verb without it.
    candidates : whether it has ``--candidates``.
    """
    shared: list[Decorator] = [
        click.option(
            "-o", "--output", required=True, type=OutputFile(), metavar="TABLE",
            help="The table: text if its name ends in .txt or .txt.gz, otherwise Parquet.",
        ),
        click.argument(inputs, nargs=-1, required=True, type=InputFile(commas=commas), metavar=f"{metavar}…"),
    ]  # fmt: skip
    if candidates:
        help_text = "Also write a sample of pairs, to be labelled for paragen calibrate; gzip if the name ends in .gz."
        shared.append(click.option("--candidates", type=OutputFile(), metavar="FILE", help=help_text))
    if threads is not None:
        shared.append(count_option("--threads", threads, "Threads; 0: one per processor.", lowest=0))

    def decorate(function: Callable[..., Any]) -> click.Command:
        for option in reversed(shared):
            function = option(function)
        return click.command(cls=Verb)(function)

    return decorate


memory_option = options_of(Run, only=["memory"])
temp_option = click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]")
_RUN_OPTIONS = (
    options_of(Run, only=("engine", "master", "memory")),
    click.option("--threads", type=click.IntRange(0), default=0, help="Threads; 0: one per processor."),
    temp_option,
)


def run_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a run: where the bilingual steps count and join."""
    for option in reversed(_RUN_OPTIONS):
        command = option(command)
    return command


@contextmanager
def table_run(what: str, ends: Mapping[str, int] | None = None, unit: str = "", **given: Any) -> Iterator[Run]:
    """Yield a run for a builder, and show on the terminal ``what`` it does and its progress.

    Parameters
    ----------
    ends : overall progress at the end of each step, in percent; see `by_steps`. None: count ``unit``, without a total.
    given : the other arguments of the run.
    """
    with progress(100 if ends else 0, what, unit="%" if ends else unit) as update:
        yield Run(progress=update and (_percent(update, ends) if ends else _counted(update)), **given)


def _percent(update: Callable[[float], object], ends: Mapping[str, int]) -> Callable[[str, float, float], None]:
    report = by_steps(update, ends)
    return lambda step, done, total: report(step, done / total if total else 0.0)


def _counted(update: Callable[[float], object]) -> Callable[[str, float, float], None]:
    """Add up the progress of all steps."""
    shown: dict[str, float] = {}

    def report(step: str, done: float, total: float) -> None:
        update(done - shown.get(step, 0.0))
        shown[step] = done

    return report


def tell(found: Summary) -> None:
    """Report what a builder has done and left out."""
    for line in (*str(found).splitlines(), *found.skips.messages()):
        notice(line)


segment_option = click.option(
    "--segment", "segments", multiple=True, type=Cut(),
    help="How a side (src or tgt) is cut into tokens, the same in every step: words, or a sentencepiece model.  "
    "[default: at white space]",
)  # fmt: skip


def by_side(pairs: Sequence[tuple[str, str]], option: str) -> tuple[str | None, str | None]:
    """Return the values for the source and the target side; refuse a side given twice."""
    found = by_name(pairs, option)
    return found.get("src"), found.get("tgt")
