"""``paragen lsp``."""

from __future__ import annotations

import sys
from typing import Any

import click

from paragen.base.packages import optional_package
from paragen.cli.console import Verb
from paragen.cli.options import load, paraphrasing, shared
from paragen.cli.settings_file import settings_option


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
