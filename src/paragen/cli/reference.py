"""The command reference in Markdown, generated from the help texts: ``python -m paragen.cli.reference > docs/commands.md``."""

from __future__ import annotations

import inspect
import re
import sys

import click

from paragen.cli import VERBS, cli
from paragen.cli.console import AttachedValue, shared_options

_BAR = "\\|"
_OPENING = """\
# Commands

Generated from the help texts by `make docs`. Verbs read standard input or files and write results to standard output;
everything else goes to standard error. Exit codes: 0, 1 for bad data, 2 for bad usage, 130 when interrupted. No verb
overwrites a file that it reads, or writes one file twice, whatever path or link names it.

`paragen --help` lists the verbs, `paragen VERB --help` shows the options of one, `paragen --version` the version. Every verb
takes these:
"""


def reference() -> str:
    """Return the whole reference."""
    context = click.Context(cli)
    parts = [_OPENING, _options(shared_options())]
    for verb in VERBS:
        command = cli.get_command(context, verb)
        assert command is not None
        parts += [f"## paragen {verb}\n", _description(command, verb), _options(own_options(command))]
        for name, action in actions(command).items():
            parts += [f"### paragen {verb} {name}\n", _description(action, f"{verb} {name}"), _options(own_options(action))]
    return "\n".join(parts)


def actions(command: click.Command) -> dict[str, click.Command]:
    """Return the actions of a verb that has several, by their names."""
    return dict(command.commands) if isinstance(command, click.Group) else {}


def example(command: click.Command) -> str:
    """Return the example command line in the help text."""
    _, _, text = inspect.cleandoc(command.help or "").partition("Example: ")
    return " ".join(text.split())


def _description(command: click.Command, name: str) -> str:
    text, _, _ = inspect.cleandoc(command.help or "").partition("Example: ")
    arguments = [shape(param) for param in command.params if isinstance(param, click.Argument)]
    rest = ["ACTION", "[OPTIONS]…"] if isinstance(command, click.Group) else ["[OPTIONS]", *arguments]
    usage = " ".join(["paragen", name, *rest])
    return f"`{usage}`\n\n{_prose(text.strip())}\n\n```\n{example(command)}\n```\n"


def own_options(command: click.Command) -> list[click.Option]:
    """Return the options of a verb other than those that all verbs share."""
    shared = {option.name for option in shared_options()}
    return [param for param in command.params if isinstance(param, click.Option) and param.name not in shared]


def _options(options: list[click.Option]) -> str:
    rows = [f"| {_names(option)} | {_prose(meaning(option)).replace('|', _BAR)} |" for option in options]
    return "\n".join(["| Option | Meaning |", "|---|---|", *rows, ""]) if rows else ""


def _names(option: click.Option) -> str:
    value = "" if option.is_flag else shape(option)
    return f"`{', '.join([*option.opts, *option.secondary_opts])}{value}`".replace("|", "\\|")


def shape(param: click.Parameter) -> str:
    """Return the placeholder for the value of an option, with its separator, or for an argument."""
    if isinstance(param, click.Argument):
        text = param.metavar or (param.name or "").upper()
        if text.startswith("["):
            return text
        text = text.removesuffix("…") + "…" * (param.nargs == -1)
        return text if param.required else f"[{text}]"
    return f"[={param.metavar}]" if isinstance(param, AttachedValue) else f" {_value(param)}"


def _value(param: click.Parameter) -> str:
    if param.metavar:
        return param.metavar
    if isinstance(param.type, click.Choice):
        return "|".join(param.type.choices)
    if isinstance(param.type, click.ParamType) and type(param.type).get_metavar is not click.ParamType.get_metavar:
        return str(param.type.get_metavar(param, click.Context(cli)))
    number = {"integer": "N", "integer range": "N", "float": "X", "float range": "X"}
    return number.get(param.type.name, "TEXT")


def meaning(option: click.Option) -> str:
    said, default = option.help or "", ""
    if said.endswith("]") and "  [" in said:
        said, _, default = said.removesuffix("]").rpartition("  [")
    said, notes = " ".join(said.split()), [default] if default else []
    if isinstance(option.type, (click.IntRange, click.FloatRange)):
        notes.append(_bounds(option.type))
    if option.required:
        notes.append("required")
    if option.multiple:
        notes.append("may be given more than once")
    if not option.is_flag and not option.multiple and isinstance(option.default, (int, float, str)) and option.default != "":
        notes.append(f"default: {option.default}")
    if option.secondary_opts:
        notes.append(f"default: `{(option.opts if option.default else option.secondary_opts)[0]}`")
    return said + (f" ({'; '.join(notes)})" if notes else "")


def _bounds(kind: click.IntRange | click.FloatRange) -> str:
    if kind.max is not None and not (kind.min_open or kind.max_open):
        return f"{kind.min} to {kind.max}"
    bounds = [f"{'above' if kind.min_open else 'at least'} {kind.min}"]
    if kind.max is not None:
        bounds.append(f"{'below' if kind.max_open else 'at most'} {kind.max}")
    return ", ".join(bounds)


def _prose(text: str) -> str:
    """Keep angle brackets from being read as markup."""
    return "".join(
        piece if piece.startswith("`") else re.sub(r"(<[^>]*>)", r"`\1`", piece) for piece in re.split(r"(`[^`]*`)", text)
    )


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    sys.stdout.write(reference())
