"""What the verbs share: common options, progress on a terminal, NAME=VALUE arguments."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

_QUIET = "paragen.quiet"
_LOG = "paragen.log"


def _remember_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[_QUIET] = True


def _remember_log(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.meta[_LOG] = value


def shared_options() -> list[click.Option]:
    """Return the options every verb takes."""
    return [
        click.Option(["--quiet"], is_flag=True, expose_value=False, callback=_remember_quiet, help="No progress, no notices."),
        click.Option(
            ["--log"], expose_value=False, callback=_remember_log, metavar="FILE", help="Write notices to FILE as well."
        ),
        click.Option(["--debug"], is_flag=True, expose_value=False, help="Show where an error happened."),
    ]


def is_quiet() -> bool:
    """Tell whether ``--quiet`` was given."""
    return bool(click.get_current_context().meta.get(_QUIET))


def notice(text: str) -> None:
    """Print what the user may want to know, unless ``--quiet``; append it to the file of ``--log``."""
    if log := click.get_current_context().meta.get(_LOG):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{text}\n")
    if not is_quiet():
        click.echo(f"paragen: {text}", err=True)


@contextmanager
def progress(total: int, what: str, unit: str = "B") -> Iterator[Callable[[int], object] | None]:
    """Give a function to report progress to, or None where none is shown: not on a terminal, or ``--quiet``."""
    if is_quiet() or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=what, unit=unit, unit_scale=True, leave=False, file=sys.stderr) as bar:
        yield bar.update


def by_steps(update: Callable[[float], object], ends: Mapping[str, int]) -> Callable[[str, float], None]:
    """Turn the parts of steps into one percentage that only grows.

    ``ends`` says how far the whole is when a step ends; a step may come in several, as best_0, best_1.
    """
    shown = 0.0

    def report(step: str, fraction: float) -> None:
        nonlocal shown
        end = ends.get(step.rstrip("_0123456789"), 0)
        begin = max((other for other in ends.values() if other < end), default=0)
        percent = begin + (end - begin) * fraction
        if percent > shown:
            update(percent - shown)
            shown = percent

    return report


class FileName(click.ParamType):
    """The name of a file or folder, which is not empty."""

    name = "text"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            self.fail("the name is empty. Is it a variable without a value?", param, ctx)
        return str(value)


class Folder(FileName):
    """A folder that is there."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        path = super().convert(value, param, ctx)
        if not os.path.isdir(path):
            problem = f"{path!r} is a file." if os.path.exists(path) else f"there is no folder {path!r}."
            self.fail(f"{problem} Create a folder first, or name another.", param, ctx)
        return path


class Named(click.ParamType):
    """An argument ``NAME=VALUE``; ``kind`` makes the value (str, int or float), which is no less than ``lowest``."""

    def __init__(self, value: str, kind: type = str, lowest: int | None = None) -> None:
        self.name, self._kind, self._lowest = f"name={value.lower()}", kind, lowest
        self._metavar = f"NAME={value}"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return self._metavar

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value
        name, equals, rest = str(value).partition("=")
        if not (name and equals and rest):
            reason = f": nothing stands {'after' if name else 'before'} the =" if equals else ""
            self.fail(f"{value!r} is not of the form {self._metavar}{reason}.", param, ctx)
        try:
            found = self._kind(rest)
        except ValueError:
            self.fail(f"{rest!r} is no {'number' if self._kind is float else 'whole number'}.", param, ctx)
        if self._lowest is not None and found < self._lowest:
            self.fail(f"{rest} is too low: {self._lowest} is the first.", param, ctx)
        return name, found


def by_name(pairs: Sequence[tuple[str, Any]], option: str, known: Sequence[str] | None = None) -> dict[str, Any]:
    """Return NAME=VALUE arguments as a dictionary; refuse a name given twice, or one not in ``known``."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise click.BadParameter(f"{name!r} is given twice.", param_hint=option)
        if known is not None and name not in known:
            names = ", ".join(known) or "none is given"
            raise click.BadParameter(f"there is no table {name!r}; the tables are: {names}.", param_hint=option)
        found[name] = value
    return found
