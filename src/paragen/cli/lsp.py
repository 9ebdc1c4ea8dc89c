"""``paragen lsp``."""

from __future__ import annotations

import sys
from typing import Any

import click

from paragen.base.packages import optional_package
from paragen.cli.console import Verb
from paragen.cli.options import CONFIDENCE, SYNTAX, load, shared


@click.command(cls=Verb)
@shared("model")
@click.option("-n", "n", type=click.IntRange(1, 100), default=3, help="Paraphrases offered of a sentence.")
@shared("stack", "beam-threshold", "table-limit", "phrase-limit", "strength", *CONFIDENCE)
@shared("table", "use-table", "weights", "weight", "floor")
@shared("keep-regex", "keep-file", "no-keep-defaults", "block-file", "block-inflections", "always", *SYNTAX)
def lsp(model: str | None, n: int, **options: Any) -> int:
    """Offer paraphrases in an editor, over the Language Server Protocol.

    An editor starts it, and speaks with it over standard input and output. Code actions on a selection or a sentence rewrite it.

    Example: paragen lsp < /dev/null
    """
    for package in ("pyromark", "sentencex", "turbohtml"):
        optional_package(package, "paragen lsp", "lsp")
    from paragen.lsp.connection import Connection
    from paragen.lsp.server import LanguageServer

    return LanguageServer(load(model, **options), Connection(sys.stdin.buffer, sys.stdout.buffer), n).run()
