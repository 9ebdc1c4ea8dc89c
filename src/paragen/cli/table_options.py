"""Options of the verbs that make tables: the same names, meanings and help everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from paragen.cli.console import OutputFile

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def output_option(metavar: str = "TABLE") -> Decorator:
    """``-o``: the table to write, text or Parquet by its name."""
    return click.option(
        "-o", "--output", required=True, type=OutputFile(), metavar=metavar,
        help="The table: text if its name ends in .txt or .txt.gz, else Parquet.",
    )  # fmt: skip


def top_option(what: str = "Paraphrases a phrase") -> Decorator:
    """``--top``: how many of ``what`` are kept."""
    return click.option(
        "--top", type=click.IntRange(1), default=20, show_default=True, metavar="N", help=f"{what}, at most: the best."
    )


def licence_option() -> Decorator:
    """``--licence``: of the pairs."""
    return click.option(
        "--licence", default="", metavar="TEXT", help="Licence of the pairs: a column of Parquet, which packing keeps."
    )


def threads_option(default: int = 0) -> Decorator:
    """``--threads``; a verb that needs its memory again for each thread has a ``default`` of 1."""
    return click.option(
        "--threads", type=click.IntRange(0), default=default, show_default=True, metavar="N",
        help="Threads; 0: one for each processor.",
    )  # fmt: skip


def candidates_option() -> Decorator:
    """``--candidates``: the sample that `paragen calibrate` reads."""
    return click.option(
        "--candidates", type=OutputFile(), metavar="FILE",
        help="Write a sample of pairs, too, to be labelled for paragen calibrate; gzip if the name ends in .gz.",
    )  # fmt: skip
