"""Options of verbs from the settings that dataclasses declare; see :mod:`paragen.base.settings`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from typing import Any

import click

from paragen.base.settings import Setting, declared
from paragen.cli.arguments import InputFile, Named, NamedInput

Decorator = Callable[[Any], Any]
NONE = "none"
"""On the command line: none of several words."""


def option_of(name: str, setting: Setting) -> Decorator:
    """Return the option of a setting, as a decorator; its value is passed on under the name of the setting."""
    flags = setting.option.split() or [f"--{'no-' * (setting.default is True)}{name.replace('_', '-')}"]
    more: dict[str, Any] = {"help": setting.help or None, "metavar": None if setting.many == "names" else setting.metavar or None}
    if setting.kind is bool and "/" in setting.option:
        return click.option(setting.option, name, default=setting.default, **more)
    if setting.kind is bool:
        return click.option(*flags, name, is_flag=True, flag_value=not setting.default, default=setting.default, **more)
    several = setting.many in ("list", "names") or isinstance(_type_of(setting), Mode)
    if not several:
        more["default"] = None if setting.choices and setting.default == "" else setting.default
    return click.option(*flags, name, type=_type_of(setting), multiple=several, **more)


def _type_of(setting: Setting) -> Any:
    if setting.many == "any" and setting.choices:
        return Mode(setting.metavar)
    if setting.many == "names":
        lowest = None if math.isinf(setting.least) else int(setting.least)
        return NamedInput() if setting.file else Named(setting.metavar or "X", setting.kind, lowest)
    if setting.file:
        return InputFile()
    if setting.choices:
        return click.Choice([*setting.choices, NONE] if setting.many else setting.choices)
    least, most = max(setting.least, setting.above), min(setting.most, setting.below)
    low, high = (None if math.isinf(bound) else bound for bound in (least, most))
    if setting.kind is str or low is high is None:
        return setting.kind
    if setting.kind is int:
        return click.IntRange(low, high)  # type: ignore[arg-type]
    return click.FloatRange(low, high, setting.above == low, setting.below == high)


def options_of(kind: type[Any], argument: str = "", only: Collection[str] | None = None) -> Decorator:
    """Return a decorator that adds the options of a dataclass to a verb, in their order.

    Parameters
    ----------
    argument : the verb's argument that gets an instance of ``kind``; "": the verb gets each value by itself.
    only : the settings that the verb has; None: all.
    """
    options = [option_of(name, setting) for name, setting in declared(kind).items()
               if setting.option != "-" and (only is None or name in only)]  # fmt: skip
    return bundled(kind, argument, *options)  # takes the values of the verb's own options, too, that have the names of fields


def gathered(argument: str, settings: Mapping[str, Setting]) -> Decorator:
    """Return a decorator that adds the options of settings to a verb, and passes their values on as one dictionary."""
    names = [name for name, setting in settings.items() if setting.option != "-"]
    return _bundle(argument, dict, names, [option_of(name, settings[name]) for name in names])


def bundled(kind: type[Any], name: str, *options: Decorator) -> Decorator:
    """Return a decorator that adds options to a verb and passes them on as one argument.

    Parameters
    ----------
    kind : a dataclass or named tuple whose fields have the names of the options; other fields keep their defaults.
    name : of the argument.
    options : decorators of click.
    """
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields(kind)]
    return _bundle(name, kind, names, options)


def _bundle(argument: str, kind: Callable[..., Any], names: Collection[str], options: Sequence[Decorator]) -> Decorator:
    def decorate(function: Any) -> Any:
        @wraps(function)
        def verb(**given: Any) -> Any:
            taken = {name: given.pop(name) for name in names if name in given}
            return function(**{argument: kind(**taken)}, **given)

        verb = verb if argument else function
        for option in reversed(options):
            option(verb)
        return verb

    return decorate


class Mode(click.ParamType[tuple[str, str]]):
    """``MODE`` for all tables, or ``NAME=MODE`` for one: a pair of a name, empty for all, and a mode."""

    named = True

    def __init__(self, metavar: str) -> None:
        self.name = metavar

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, _, mode = str(value).rpartition("=")
        return name, mode
