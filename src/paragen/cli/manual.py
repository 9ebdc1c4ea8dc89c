"""The manual page, generated from the help texts: ``python -m paragen.cli.manual > docs/paragen.1``."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Sequence

import click

import paragen
from paragen.cli import VERBS, cli
from paragen.cli.console import shared_options
from paragen.cli.reference import actions, example, meaning, own_options, shape

_OPENING = """\
.TH PARAGEN 1 "" "paragen {version}" "User Commands"
.SH NAME
paragen \\- say the same sentence in other words
.SH SYNOPSIS
.B paragen
.I VERB
.RI [ OPTIONS ]
.RI [ FILE ...]
.SH DESCRIPTION
Swaps words and phrases of sentences for paraphrases that fit.
.B paragen decode
is what most people want; the other verbs make the models that it uses, tune and measure them.
Verbs read standard input or files and write results to standard output, or where
.B \\-o
says; everything else goes to standard error.
.PP
.B paragen VERB \\-\\-help
shows the options of one verb.
"""
_CLOSING = """\
.SH EXIT STATUS
.TP
.B 0
All is done.
.TP
.B 1
Data are bad; the message says where and what to do. What came before is written.
.TP
.B 2
The command line is bad.
.TP
.B 130
Interrupted.
.SH ENVIRONMENT
.TP
.B NO_COLOR
If it is set and not empty, there are no colours unless
.B \\-\\-color always
asks for them.
.TP
.B XDG_CACHE_HOME
The folder of caches, instead of
.IR ~/.cache .
"""


def manual() -> str:
    """Return the whole page, in the macros of man(7)."""
    parts = [_OPENING.format(version=paragen.__version__), ".SH OPTIONS\nEvery verb takes these:\n", _options(shared_options())]
    parts.append(".SH VERBS\n")
    context = click.Context(cli)
    for verb in VERBS:
        command = cli.get_command(context, verb)
        assert command is not None
        parts.append(_command(command, verb))
        parts += (_command(action, f"{verb} {name}") for name, action in actions(command).items())
    return "".join([*parts, _CLOSING])


def _command(command: click.Command, name: str) -> str:
    text, _, _ = inspect.cleandoc(command.help or "").partition("Example: ")
    arguments = [shape(param) for param in command.params if isinstance(param, click.Argument)]
    words = ["ACTION"] if isinstance(command, click.Group) else arguments
    usage = _roff(" ".join(["[OPTIONS]", *words]))
    paragraphs = ".PP\n".join(f"{_roff(' '.join(part.split()))}\n" for part in text.strip().split("\n\n"))
    shown = f".PP\n.nf\n.RS\n{_roff(example(command))}\n.RE\n.fi\n"
    return f'.SS "paragen {name}"\n.B paragen {name}\n{usage}\n.PP\n{paragraphs}{_options(own_options(command))}{shown}'


def _options(options: Sequence[click.Option]) -> str:
    return "".join(f".TP\n{_names(option)}\n{_roff(meaning(option))}\n" for option in options)


def _names(option: click.Option) -> str:
    names = ", ".join(rf"\fB{_roff(name)}\fR" for name in (*option.opts, *option.secondary_opts))
    return names if option.is_flag else rf"{names}\fI{_roff(shape(option))}\fR"


def _roff(text: str) -> str:
    """Return a text escaped for the macros: hyphens that can be copied, no control lines, only ASCII."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^\x00-\x7f]", lambda found: rf"\[u{ord(found[0]):04X}]", text)
    return re.sub(r"^(?=[.'])", r"\\&", text, flags=re.M)


if __name__ == "__main__":
    sys.stdout.write(manual())
