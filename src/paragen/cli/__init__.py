"""The command line: verbs, whose modules are loaded on demand."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

import paragen
from paragen.base.errors import FormatError, ParagenError, os_error_text
from paragen.base.packages import __version__
from paragen.cli.console import COMPLETING, VerbGroup

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

if vars(paragen).get("__version__") != __version__:
    raise SystemExit(
        f"paragen: {paragen.__file__}: found another package of this name, installed over this one. "
        "Install the two in environments of their own."
    )

VERBS = {
    "decode": "Paraphrase sentences, line for line.",
    "substitutes": "List single substitutes of sentences, ranked in context.",
    "serve": "Answer over HTTP: our own protocol and LanguageTool's.",
    "lsp": "Offer paraphrases in an editor (language server).",
    "pack": "Assemble a model from tables and a language model.",
    "inspect": "Show what a model holds, or its options for a phrase.",
    "verify": "Check every checksum and offset of a model.",
    "lm": "Estimate a language model from text.",
    "align": "Align the words of a bitext.",
    "extract": "Make a phrase table from a word-aligned bitext.",
    "pivot": "Find paraphrases: phrases that share a translation.",
    "graph": "Find paraphrases by random walks on graphs of phrases.",
    "patterns": "Learn paraphrases with slots from a parsed bitext.",
    "text": "Extract sentences from files: lines, columns, JSON fields.",
    "mix": "Mix word frequencies into a language model of little text.",
    "build": "Build a model from a recipe, step by step.",
    "parse": "Parse text with spaCy, Stanza or benepar.",
    "syntax": "Show the syntactic labels of phrases.",
    "thesaurus": "Find similar words in parsed text, or read a thesaurus.",
    "definitions": "Make paraphrases from a dictionary's definitions.",
    "entries": "Inflect hand-written pairs of phrases.",
    "queries": "Find paraphrases among search queries.",
    "calibrate": "Choose thresholds and mixture weights on labelled pairs.",
    "parallel": "Find paraphrases in texts that say the same line by line.",
    "comparable": "Find paraphrases in news articles of the same days.",
    "label": "Label substitutes on a page in the browser.",
    "labels": "Import, export, compare and settle labels of substitutes.",
    "tune": "Tune the weights on labelled substitutes.",
    "fit": "Learn from labels how sure an edit is.",
    "completion": "Print the script that completes command lines in a shell.",
    "eval": "Evaluate a model on labelled substitutes or sentences.",
}
"""The help of each verb in `paragen --help`."""
_MODULES = {
    "lsp": "serve", "mix": "lm", **dict.fromkeys(("align", "extract", "pivot"), "bitext"),
    **dict.fromkeys(("thesaurus", "definitions", "entries", "queries", "parallel", "comparable"), "resources"),
}  # fmt: skip
"""The modules of verbs that share one; of the others, the module has the verb's name."""


def command_of(verb: str) -> click.Command:
    """Return the command of a verb, importing no other module of verbs."""
    return getattr(import_module(f"paragen.cli.{_MODULES.get(verb, verb)}"), verb)  # type: ignore[no-any-return]


class _Verbs(VerbGroup):
    """Finds verbs by name without importing the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(cmd_name) if cmd_name in VERBS else None

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the verbs with this beginning, without importing them, and the options."""
        from click.shell_completion import CompletionItem

        verbs = [CompletionItem(name, help=text) for name, text in VERBS.items() if name.startswith(incomplete)]
        return [*verbs, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.command(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    subcommand_metavar="VERB [OPTIONS]…",
)
@click.version_option(__version__, prog_name="paragen", message="%(prog)s %(version)s")
def cli() -> None:
    """Paraphrase text: say the same sentence in other words.

    Example: echo "We must find a solution ." | paragen decode
    """


def _message(error: BaseException) -> tuple[str, int]:
    """Return what to print for an error (an empty string for nothing) and the exit code."""
    if isinstance(error, ParagenError):
        return str(error), 1
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        return "interrupted", 130
    if isinstance(error, MemoryError):
        return "out of memory.", 1
    if isinstance(error, BrokenPipeError):
        return "", 0  # the reader of the output has gone
    if isinstance(error, OSError):
        return os_error_text(error), 1
    return f"unexpected {type(error).__name__}: {error} (--debug shows where).", 1


def _check_streams() -> None:
    """Refuse to start if standard input or output is closed."""
    for stream, name in ((sys.stdin, "standard input"), (sys.stdout, "standard output")):
        if stream is None:
            raise FormatError(name, "it closed", "a file, a pipe or a terminal", "Use /dev/null if you want none.")


def _run(args: Sequence[str] | None) -> int:
    _check_streams()
    with cli.make_context("paragen", list(sys.argv[1:] if args is None else args)) as ctx:
        code = cli.invoke(ctx)
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _close_output() -> None:
    """Point a broken standard output at /dev/null, so that exiting raises no error."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _terminate(number: int, frame: Any) -> None:
    raise SystemExit(128 + number)


def main(args: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0, 1 for bad data, 2 for bad usage, 130 when interrupted."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if args is None:  # neither modules nor sentences leave reference cycles: looking for some takes a tenth of the time
        gc.set_threshold(200_000)
    with suppress(ValueError):  # not the main thread
        for number in (signal.SIGTERM, signal.SIGHUP):  # so that temporary files and child processes are cleaned up
            if signal.getsignal(number) is not signal.SIG_IGN:  # ignored under nohup
                signal.signal(number, _terminate)
    try:
        if args is None and (instruction := os.environ.get(COMPLETING)):
            from paragen.cli.completion import complete

            return complete(cli, instruction)
        return _run(args)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (Exception, KeyboardInterrupt) as error:
        text, code = _message(error)
        if code and "--debug" in (sys.argv[1:] if args is None else args):
            import traceback

            traceback.print_exc()
        if text:
            print(f"paragen: {text}", file=sys.stderr)
        return code
    finally:
        _close_output()
        if args is None:
            gc.freeze()  # nor are any looked for when the process ends
