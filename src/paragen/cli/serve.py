"""The verbs that go on running: ``paragen serve`` answers over HTTP, ``paragen lsp`` in an editor."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package
from paragen.cli.arguments import InputFile, ModelName
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.options import load, paraphrasing, shared
from paragen.cli.settings_file import settings_option
from paragen.io.notices import notice
from paragen.io.substitute_formats import least_listed
from paragen.server.settings import Limits, Settings

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ENVIRONMENT = "PARAGEN_TOKEN"


class _NamedModel(ModelName):
    """``NAME=MODEL``, or just a model, named after its folder; a pair of both."""

    name = "[NAME=]MODEL"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        name, equals, path = str(value).partition("=")
        if not (equals and _NAME.fullmatch(name)):
            name, path = os.path.basename(os.path.normpath(str(value))), str(value)
        return name, super().convert(path, param, ctx)

    def paths(self, value: Any) -> list[str]:
        return super().paths(value[1])


@click.command(cls=Verb, usual="models host port token_file threads strength always blocked keep_phrases settings".split())
@settings_option
@click.option(
    "-m", "--model", "models", multiple=True, type=_NamedModel(), metavar="[NAME=]MODEL",
    help="A model directory and the name it is asked for by, that of its folder if none is given; the first one answers "
    "where none is named.  [default: the starter pack, as starter]",
)
@click.option("--host", default="127.0.0.1", help="The address to listen at; 0.0.0.0: all of this machine.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, metavar="N", help="The port; 0: any free one.")
@options_of(Settings)
@click.option(
    "--token", metavar="TOKEN", envvar=_ENVIRONMENT,
    help="Answer only who shows this. Every user of this machine can read command lines: the variable or --token-file is safer.",
)
@click.option("--token-file", type=InputFile(), metavar="FILE", help="The file that holds the token, on its first line.")
@click.option(
    "--threads", type=click.IntRange(0), default=0, help="Requests worked on at the same time; 0: one for each processor."
)
@options_of(Limits, "limits")
@paraphrasing()
def serve(
    models: Sequence[tuple[str, str]], host: str, port: int, hosts: Sequence[str], origins: Sequence[str], token: str | None,
    token_file: str | None, threads: int, limits: Limits, settings: dict[str, Any],
) -> None:
    """Answer over HTTP, as the other verbs do on the command line.

    The address is printed; POST /v1/paraphrase {"text": "…"} there. Ctrl-C or SIGTERM ends, after what runs is answered.

    Example: paragen serve -m model --port 8765
    """
    for package in ("fastapi", "uvicorn", "httptools", "sentencex"):
        optional_package(package, "paragen serve", "serve")
    from paragen.base.threads import thread_count
    from paragen.server.app import application
    from paragen.web.run import listening, server, url_of

    served = Settings(
        limits, thread_count(threads), _token(token, token_file), tuple(hosts), tuple(origins),
        least_listed(settings["min_confidence"], settings["strength"]),
    )  # fmt: skip
    gc.set_threshold(100_000)  # as for streams: sentences leave no reference cycles
    listener = listening(host, port)
    with listener:
        app = application(_paraphrasers(models, settings), served)
        url = url_of(listener)
        if not served.token and not url.startswith(("http://127.", "http://[::1]")) or host in ("0.0.0.0", "::"):
            notice("whoever reaches this port can use the server; --token-file asks for a token")

        def started() -> None:
            click.echo(url)
            notice(f"models: {', '.join(app.state.paragen.served.paraphrasers)}; Ctrl-C ends")

        server(app, limits, started, app.state.paragen.stop).run([listener])


def _token(token: str | None, path: str | None) -> str:
    """Return the token that requests must present, "" for none."""
    if path is None:
        if token == "":
            raise ConfigError(f"--token: it is empty. Is {_ENVIRONMENT} a variable without a value? Leave it out for no token.")
        return token or ""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        found = file.readline().strip()
    if not found:
        raise ConfigError(f"{path}: found no token on its first line, expected one.")
    return found


def _paraphrasers(models: Sequence[tuple[str, str]], settings: dict[str, Any]) -> dict[str, Paraphraser]:
    found: dict[str, Paraphraser] = {}
    named: Sequence[tuple[str, str | None]] = models or [("starter", None)]
    for name, path in named:
        if name in found:
            raise click.BadParameter(f"{name!r} is given twice. Give each model a name: -m NAME={path}.", param_hint="--model")
        found[name] = load(path, settings)
    return found


@click.command(cls=Verb, usual="model n strength min_confidence always blocked keep_phrases tables quotes settings".split())
@settings_option
@shared("model")
@click.option("-n", "n", type=click.IntRange(1, 100), default=3, help="Paraphrases offered of a sentence.")
@paraphrasing()
def lsp(model: str | None, n: int, settings: dict[str, Any]) -> int:
    """Offer paraphrases in an editor, over the Language Server Protocol.

    An editor starts it, and speaks with it over standard input and output. Code actions on a selection or a sentence rewrite it.

    Example: paragen lsp < /dev/null
    """
    for package in ("pyromark", "sentencex", "turbohtml"):
        optional_package(package, "paragen lsp", "lsp")
    from paragen.lsp.connection import Connection
    from paragen.lsp.server import LanguageServer

    return LanguageServer(load(model, settings), Connection(sys.stdin.buffer, sys.stdout.buffer), n).run()
