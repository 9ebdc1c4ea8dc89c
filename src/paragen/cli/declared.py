"""Options of verbs from the settings that dataclasses declare; see :mod:`paragen.base.settings`."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import fields
from functools import wraps
from typing import Any

import click

from paragen.base.settings import Setting, declared
from paragen.cli.console import InputFile, Named, NamedInput

Decorator = Callable[[Any], Any]


def option_of(name: str, setting: Setting) -> Decorator:
    """Return the option of a setting, as a decorator; its value is passed on under the name of the setting."""
    flags = setting.option.split() or [f"--{'no-' * (setting.default is True)}{name.replace('_', '-')}"]
    more: dict[str, Any] = {"help": setting.help or None, "metavar": setting.metavar or None}
    if setting.kind is bool:
        return click.option(*flags, name, is_flag=True, flag_value=not setting.default, default=setting.default, **more)
    if not setting.many:
        more["default"] = setting.default
    return click.option(*flags, name, type=_type_of(setting), multiple=bool(setting.many), **more)


def _type_of(setting: Setting) -> Any:
    if setting.many == "names":
        return NamedInput() if setting.file else Named("X", setting.kind)
    if setting.file:
        return InputFile()
    if setting.choices:
        return click.Choice(setting.choices)
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
    chosen = [option_of(name, setting) for name, setting in declared(kind).items()
              if setting.option != "-" and (only is None or name in only)]  # fmt: skip
    if argument:
        return bundled(kind, argument, *chosen)

    def decorate(function: Any) -> Any:
        for option in reversed(chosen):
            function = option(function)
        return function

    return decorate


def bundled(kind: type[Any], name: str, *options: Decorator) -> Decorator:
    """Return a decorator that adds options to a verb and passes them on as one argument.

    Parameters
    ----------
    kind : a dataclass whose fields have the names of the options; other fields keep their defaults.
    name : of the argument.
    options : decorators of click.
    """

    def decorate(function: Any) -> Any:
        @wraps(function)
        def verb(**given: Any) -> Any:
            taken = {field.name: given.pop(field.name) for field in fields(kind) if field.name in given}
            return function(**{name: kind(**taken)}, **given)

        for option in reversed(options):
            option(verb)
        return verb

    return decorate
