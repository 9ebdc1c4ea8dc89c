"""``--settings FILE``: options of a verb from a TOML file, under the same names; the command line takes precedence."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from typing import Any

import click

from paragen.base.errors import FormatError, Unexpected, did_you_mean
from paragen.cli.arguments import InputFile, OutputFolder, Reads, Writes

VERBS = ("decode", "substitutes", "serve", "lsp", "eval", "tune")
"""The verbs that read such a file."""
_NOT_SETTINGS = ("settings", "signature", "quiet", "debug", "help", "help_all", "token")
_LARGEST = (1 << 31) - 1


def settings_option(command: Any) -> Any:
    """Add the option to a verb."""
    return click.option(
        "--settings", type=InputFile(), metavar="FILE", is_eager=True, expose_value=False, callback=_take,
        help="Take options from a TOML file, under the names they have here; the command line takes precedence.",
    )(command)  # fmt: skip


def _take(ctx: click.Context, param: click.Parameter, path: str | None) -> None:
    """Let what a file says be the defaults of a command line."""
    if path is not None and not ctx.resilient_parsing:
        ctx.default_map = read_settings(path, ctx.command)


def settings_of(command: click.Command) -> dict[str, tuple[click.Option, str]]:
    """Return the options of a verb that a file may set, by each of their names without its hyphens, with that name in full."""
    options = [param for param in command.params if isinstance(param, click.Option) and param.name not in _NOT_SETTINGS
               and not isinstance(param.type, (Writes, OutputFolder))]  # fmt: skip
    return {name.lstrip("-"): (option, name) for option in options for name in (*option.opts, *option.secondary_opts)
            if name.startswith("--") or not any(other.startswith("--") for other in option.opts)}  # fmt: skip


def read_settings(path: str, command: click.Command) -> dict[str, Any]:
    """Return the values that a file gives to the parameters of a verb; names of files are relative to it.

    Raises
    ------
    FormatError : it is not TOML, or has a name that is no setting of the verb, or a value not allowed for it; with the line.
    """
    from paragen.base.json_and_toml import read_toml

    data = read_toml(path, "settings in TOML")
    known, found = settings_of(command), {}
    for key, value in data.items():
        where = f"{path}:{data.line(key)}"
        if key not in known:
            raise _unknown(where, key, known, command.name or "")
        option, name = known[key]
        if option.name in found:
            raise FormatError(where, f"{key}, which is set twice under two names", "each setting once")
        try:
            found[option.name] = _value(option, name, value, os.path.dirname(path))
        except Unexpected as error:
            raise FormatError(where, f"{key} = {error.found}", error.expected) from None
        except click.BadParameter as error:
            raise FormatError(where, f"{key} = {_shown(value)}", "an allowed value", error.message) from None
    return found


def _unknown(where: str, key: str, known: Mapping[str, Any], verb: str) -> FormatError:
    from paragen.cli import command_of

    for other in VERBS:
        if other != verb and key in settings_of(command_of(other)):
            return FormatError(where, f"{key!r}, a setting of paragen {other}", f"settings of paragen {verb}", "Leave it out.")
    return FormatError(where, f"{key!r}", f"a setting of paragen {verb}", did_you_mean(key, known).strip() or "See --help-all.")


def _value(option: click.Option, name: str, value: Any, folder: str) -> Any:
    """Return the value of an option; ``name``: of the option, in full."""
    if option.is_flag:
        if not isinstance(value, bool):
            raise Unexpected(_shown(value), "true or false")
        if option.secondary_opts:
            return value is (name in option.opts)
        return option.flag_value if value else option.default
    if not option.multiple:
        return _single(option, value, folder)
    if isinstance(value, dict):
        named = hasattr(option.type, "named")
        if not named:
            raise Unexpected("a table", "a list")
        return [_single(option, (key, each), folder) for key, each in value.items()]
    return [_single(option, each, folder) for each in (value if isinstance(value, list) else [value])]


def _single(option: click.Option, value: Any, folder: str) -> Any:
    kind, inner = option.type, value[1] if isinstance(value, tuple) else value
    wanted: tuple[type, ...] = (str,)
    expected = "a string"
    if isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)) or getattr(kind, "kind", str) in (int, float):
        whole = isinstance(kind, click.types.IntParamType) or getattr(kind, "kind", None) is int
        wanted, expected = ((int,), "a whole number") if whole else ((int, float), "a number")
    if isinstance(inner, bool) or not isinstance(inner, wanted):
        raise Unexpected(_shown(inner), expected)
    if isinstance(inner, (int, float)) and not (math.isfinite(inner) and abs(inner) <= _LARGEST):
        raise Unexpected(_shown(inner), f"{expected} that is finite and not too large")
    found = kind.convert(f"{value[0]}={inner}" if isinstance(value, tuple) else str(inner), option, None)
    return kind.rooted(found, folder) if isinstance(kind, Reads) else found


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "a table" if isinstance(value, dict) else repr(value)
