"""``paragen pack``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from paragen.base.settings import declared
from paragen.cli.arguments import InputFile, ModelName, NamedInput, OutputFolder, by_name
from paragen.cli.console import Verb, progress
from paragen.cli.declared import gathered, options_of
from paragen.io.notices import notice
from paragen.packing.options import PackOptions, TableSource

_TOP = declared(PackOptions)["top"]


class _Top(click.IntRange):
    """A number, or ``all``: as many as a packed list can hold."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return super().convert(int(_TOP.most) if value == "all" else value, param, ctx)


_OF_A_MODEL = tuple(name for name in declared(PackOptions) if name != "top")
_OF_TABLES = {name: setting._replace(many="names") for name, setting in declared(TableSource).items()}


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="MODEL", help="The directory to make.")
@click.option(
    "--lm", type=InputFile(), metavar="FILE",
    help="Language model: ARPA (plain or compressed), KenLM binary, or packed.  [required without --from]",
)  # fmt: skip
@click.option(
    "--from", "base", type=ModelName(), metavar="MODEL",
    help="Add tables or conditions to this model, whose own stay, as do its language model and fit; `starter`: the starter pack.",
)
@click.option(
    "--table", "tables", multiple=True, type=NamedInput(), help="A table: text (plain or compressed), Moses, Parquet, CSV or TSV."
)
@click.option(
    "--top", type=_Top(int(_TOP.least), int(_TOP.most)), default=str(_TOP.default), metavar=_TOP.metavar, help=_TOP.help
)
@gathered("of_tables", _OF_TABLES)
@options_of(PackOptions, "options", only=_OF_A_MODEL)
@click.option(
    "--weights", type=InputFile(), metavar="FILE", help="Weights of the features.  [default: lm 0.5, each table 0.2, others 0]"
)
@click.option("--fit", type=InputFile(), metavar="FILE", help="How sure each edit is, from paragen fit.")
@click.option(
    "--conditions", multiple=True, type=InputFile(), metavar="FILE",
    help="What exchanges need around them, and what rules them out.  [may be repeated]",
)
@click.option("--force", is_flag=True, help="Replace the model if it exists.")
def pack(
    output: str, lm: str | None, base: str | None, tables: Sequence[tuple[str, str]], of_tables: dict[str, Any],
    options: PackOptions, weights: str | None, fit: str | None, conditions: Sequence[str], force: bool,
) -> None:
    """Assemble a model from tables and a language model.

    A table has one pair a line, `source ||| target ||| score`, with scores above 0 and at most 1. Of a Moses phrase
    table, which has several scores, choose one with --column. The model appears whole or not at all.

    With --from MODEL, adds tables to a model. Its fit does not know them: the score of their pairs is the confidence.

    Example: paragen pack -o model --lm lm.arpa.gz --table thesaurus=thesaurus.txt --table pivot=phrases.gz --column pivot=3
    """
    if base is not None:
        _check_alone()
    elif lm is None:
        raise click.UsageError("give --lm FILE, or --from MODEL to add tables to a model.")
    from paragen import packing

    paths = by_name(tables, "--table")
    given = {field: by_name(values, f"--{field}", list(paths)) for field, values in of_tables.items()}
    sources = {
        name: TableSource(path, **{field: values[name] for field, values in given.items() if name in values})
        for name, path in paths.items()
    }
    if base is not None:
        _extend(base, output, sources, weights, conditions, options.top, force)
        return
    assert lm is not None
    with progress(packing.input_size(lm, list(paths.values())), "packing") as report:
        packing.pack(
            output, lm, sources, weights=weights, fit=fit, conditions=conditions, force=force, progress=report, notice=notice,
            **vars(options),
        )


def _check_alone() -> None:
    """Refuse options for new models: with --from, these are taken from the model."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and parameter.name in ("lm", "fit", *_OF_A_MODEL):
            raise click.UsageError(f"{parameter.opts[0]} does not go with --from: that is the model's. Leave it out.")


def _extend(
    base: str, output: str, sources: dict[str, TableSource], weights: str | None, conditions: Sequence[str], top: int, force: bool
) -> None:
    from paragen.model.bundled import starter_path
    from paragen.packing import extend, input_size

    if not sources and not conditions:
        raise click.UsageError("--from adds tables or conditions: name one with --table NAME=FILE or --conditions FILE.")
    model = starter_path() if base == "starter" and not os.path.exists(base) else base
    paths = [source.path for source in sources.values()]
    with progress(input_size(os.path.join(model, "tables.bin"), paths), "packing") as report:
        extend(
            output, model, sources, weights=weights, conditions=conditions, top=top, force=force, progress=report, notice=notice
        )
