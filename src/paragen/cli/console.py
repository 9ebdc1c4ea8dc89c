"""What the verbs share: common options, checks of files before a verb begins, progress on a terminal."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from paragen.base.destination import check_destinations
from paragen.base.errors import did_you_mean
from paragen.cli.arguments import OutputFile, OutputFolder, Reads, Writes
from paragen.io.notices import LOG, QUIET, is_quiet

COMPLETING = "_PARAGEN_COMPLETE"
"""The environment variable by which a shell's script asks for completions."""

_LARGEST = (1 << 31) - 1
_STDIN = "/dev/stdin"


def _remember_quiet(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[QUIET] = True


def _remember_log(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.meta[LOG] = value


_ALL = "paragen.cli.help_all"
"""Of a context: whether its help shows all options."""


def _show_all(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


def shared_options() -> list[click.Option]:
    """Return the options every verb takes."""
    return [
        click.Option(["--quiet"], is_flag=True, expose_value=False, callback=_remember_quiet, help="No progress, no notices."),
        click.Option(
            ["--log"], type=OutputFile(), expose_value=False, callback=_remember_log, metavar="FILE",
            help="Write notices to FILE as well.",
        ),
        click.Option(["--debug"], is_flag=True, expose_value=False, help="Show where an error happened."),
    ]


class Verb(click.Command):
    """A verb: has the options common to all, and checks the files it will write before it begins.

    Parameters
    ----------
    usual : the options that ``--help`` shows, by their parameters; the others are under ``--help-all``. Empty: it shows all.
    """

    def __init__(self, *args: Any, usual: Sequence[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.usual = usual
        if usual:
            self.params.append(
                click.Option(["--help-all"], is_flag=True, is_eager=True, expose_value=False, callback=_show_all,
                             help="Show this message with all options, and exit.")
            )  # fmt: skip
        _add_shared(self)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usual options, or all of them."""
        everything = ctx.meta.get(_ALL) or not self.usual
        records = [param.get_help_record(ctx) for param in self.get_params(ctx)
                   if everything or param.name in self.usual or {"--help", "--help-all"}.intersection(param.opts)]  # fmt: skip
        with formatter.section("Options"):
            formatter.write_dl([record for record in records if record is not None])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Mark for click the options with an optional value that are given without one; refuse numbers that no verb takes."""
        alone = {name for param in self.params if isinstance(param, AttachedValue) for name in param.opts}
        end = args.index("--") if "--" in args else len(args)
        rest = super().parse_args(ctx, [f"{word}=" if word in alone else word for word in args[:end]] + args[end:])
        if not ctx.resilient_parsing:
            _check_numbers(self.params, ctx)
        return rest

    def invoke(self, ctx: click.Context) -> Any:
        _check_files(self.params, ctx)
        return super().invoke(ctx)


class AttachedValue(click.Option):
    """An option with an optional value after ``=``, empty if it is left out; the next word is never its value.

    Parameters
    ----------
    replaces : the parameter whose files are written if the option is given.
    """

    def __init__(self, *args: Any, replaces: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.replaces = replaces

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Show the value as optional."""
        record = super().get_help_record(ctx)
        return record and (record[0].replace(f" {self.metavar}", f"[={self.metavar}]"), record[1])


class _Choice(click.Choice[str]):
    """One of several words, of which the nearest is named if it is none of them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            near = did_you_mean(str(value), map(str, self.choices))
            raise click.BadParameter(f"{error.message}{near}", ctx, param) from None


class VerbGroup(click.Group):
    """A verb with several actions."""

    command_class = Verb

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"No such command {name!r}.{did_you_mean(name, known)}", ctx)
        return super().resolve_command(ctx, args)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        _add_shared(self)


def _add_shared(command: click.Command) -> None:
    known = {option for param in command.params for option in param.opts}
    command.params += [option for option in shared_options() if not known.intersection(option.opts)]
    for param in command.params:
        if type(param.type) is click.Choice:
            param.type = _Choice(param.type.choices, param.type.case_sensitive)
        # An empty default, which click shows as "", and a flag by itself: it says what changes, not what holds without it.
        if isinstance(param, click.Option) and (param.default == "" or (param.is_flag and not param.secondary_opts)):
            param.show_default = False


def _check_numbers(params: Sequence[click.Parameter], ctx: click.Context) -> None:
    """Refuse numbers that are too large or not finite, whatever the range of an option."""
    for param in params:
        for value in _values(param, ctx.params.get(param.name or "")):
            for number in value if isinstance(value, tuple) else (value,):
                if isinstance(number, int) and abs(number) > _LARGEST:
                    raise click.BadParameter(f"{number} is too large: {_LARGEST} is the maximum.", ctx, param)
                if isinstance(number, float) and not math.isfinite(number):
                    raise click.BadParameter(f"{number} is not a finite number.", ctx, param)


def _check_files(params: Sequence[click.Parameter], ctx: click.Context) -> None:
    """Raise ConfigError if a file to write, including that of ``--log``, is also read, or also written under another name."""
    given = [(param, value) for param in params for value in _values(param, ctx.params.get(param.name or ""))]
    replaced = next((param.replaces for param, _ in given if isinstance(param, AttachedValue)), "")
    read = [(param.name, path) for param, value in given if isinstance(param.type, Reads) and param.name != replaced
            for path in param.type.paths(value)]  # fmt: skip
    read.append(("", _STDIN))
    files, folders = [ctx.meta.get(LOG), *(value for param, value in given if param.name == replaced)], []
    for param, value in given:
        if isinstance(param.type, OutputFolder):
            folders.append(value)
        elif isinstance(param.type, Writes) and param.type.updates:
            check_destinations([param.type.path(value)], [path for name, path in read if name != param.type.updates])
            read.append((param.name, param.type.path(value)))
        elif isinstance(param.type, Writes):
            (folders if param.type.is_folder(ctx.params) else files).append(param.type.path(value))
    check_destinations(files, [path for _, path in read], folders=folders)


def _values(param: click.Parameter, value: Any) -> list[Any]:
    several = param.nargs == -1 or getattr(param, "multiple", False)
    return [] if value is None else list(value) if several else [value]


@contextmanager
def progress(total: int, what: str, unit: str = "B") -> Iterator[Callable[[float], object] | None]:
    """Yield a function to report progress to, or None if no progress is shown: no terminal, or ``--quiet``."""
    if is_quiet() or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=what, unit=unit, unit_scale=True, leave=False, file=sys.stderr) as bar:
        yield bar.update


def by_steps(update: Callable[[float], object], ends: Mapping[str, int]) -> Callable[[str, float], None]:
    """Turn the progress of steps into one percentage that never decreases.

    ``ends`` gives the percentage at which each step ends; a step may be split into several, such as best_0, best_1.
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
