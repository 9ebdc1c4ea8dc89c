"""``paragen pack``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import InputFile, ModelName, Named, NamedInput, OutputFolder, Verb, by_name, progress
from paragen.io.notices import notice

if TYPE_CHECKING:
    from paragen.packing import TableSource

_MAX_TOP = 65_535


class _Top(click.IntRange):
    """A number, or ``all``: as many as a packed list can hold."""

    def __init__(self) -> None:
        super().__init__(1, _MAX_TOP)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        return super().convert(_MAX_TOP if value == "all" else value, param, ctx)


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="MODEL", help="The directory to make.")
@click.option(
    "--lm", type=InputFile(), metavar="FILE",
    help="Language model: ARPA (plain or compressed), KenLM binary, or packed.  [required without --from]",
)  # fmt: skip
@click.option(
    "--from", "base", type=ModelName(), metavar="MODEL",
    help="Add tables to this model, whose own tables, language model and fit stay; `starter`: the starter pack.",
)
@click.option(
    "--table", "tables", multiple=True, type=NamedInput(), help="A table: text (plain or compressed), Moses, Parquet, CSV or TSV."
)
@click.option(
    "--floor", "floors", multiple=True, type=Named("VALUE", float),
    help="Value of an unused table's feature, a natural log; 0: no effect.  [default: log of its smallest score]",
)  # fmt: skip
@click.option(
    "--top", type=_Top(), default="20", metavar="N|all",
    help="Options kept of each phrase and table, the best; --table-limit of other verbs uses no more.",
)
@click.option("--column", "columns", multiple=True, type=Named("K", int, 1), help="Which of several scores to take, from 1.")
@click.option("--kind", "kinds", multiple=True, type=Named("TEXT"), help="What kind of resource a table is.")
@click.option("--licence", "licences", multiple=True, type=Named("TEXT"), help="The licence of a table; every edit names it.")
@click.option("--origin", "origins", multiple=True, type=Named("TEXT"), help="Where a table is from.  [default: its file's name]")
@click.option(
    "--syntax", "syntax", multiple=True, type=Named("MODE"),
    help="What a table with syntactic labels offers for a sentence that has a tree: best, average, any; off: its labels are "
    "left out.  [default: average]",
)
@click.option("--lm-origin", default="", help="Where the language model is from.  [default: its file's name]")
@click.option("--no-self", is_flag=True, help="Leave out self-paraphrase: a word no chosen pair covers counts as unknown.")
@click.option(
    "--language", default="en", metavar="CODE", help="Language of the text, as en, de or pt-BR; see docs/languages.md."
)
@click.option("--tokenized", is_flag=True, help="Take all text as it is: single spaces separate words.")
@click.option(
    "--weights", type=InputFile(), metavar="FILE", help="Weights of the features.  [default: lm 0.5, each table 0.2, others 0]"
)
@click.option("--fit", type=InputFile(), metavar="FILE", help="How sure each edit is, from paragen fit.")
@click.option("--force", is_flag=True, help="Replace the model if it exists.")
def pack(
    output: str, lm: str | None, base: str | None, tables: Sequence[tuple[str, str]], floors: Sequence[tuple[str, float]],
    columns: Sequence[tuple[str, int]], kinds: Sequence[tuple[str, str]], licences: Sequence[tuple[str, str]],
    origins: Sequence[tuple[str, str]], syntax: Sequence[tuple[str, str]], lm_origin: str, no_self: bool, language: str,
    tokenized: bool, weights: str | None, fit: str | None, top: int, force: bool,
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
    names = list(paths)
    options = {
        field: by_name(values, f"--{field}", names)
        for field, values in (
            ("floor", floors), ("column", columns), ("kind", kinds), ("licence", licences), ("origin", origins),
            ("syntax", syntax),
        )
    }  # fmt: skip
    sources = {
        name: packing.TableSource(path, **{field: values[name] for field, values in options.items() if name in values})
        for name, path in paths.items()
    }
    if base is not None:
        _extend(base, output, sources, weights, top, force)
        return
    assert lm is not None
    with progress(packing.input_size(lm, list(paths.values())), "packing") as report:
        packing.pack(
            output, lm, sources,
            weights=weights, fit=fit, self_paraphrase=not no_self, tokenized=tokenized, language=language, lm_origin=lm_origin,
            top=top, force=force, progress=report, notice=notice,
        )  # fmt: skip


_OF_A_NEW_MODEL = ("lm", "lm_origin", "no_self", "language", "tokenized", "fit")


def _check_alone() -> None:
    """Refuse options for new models: with --from, these are taken from the model."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
        if given and parameter.name in _OF_A_NEW_MODEL:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --from: that is the model's. Leave it out.")


def _extend(base: str, output: str, sources: dict[str, TableSource], weights: str | None, top: int, force: bool) -> None:
    from paragen.model.bundled import starter_path
    from paragen.packing import extend, input_size

    if not sources:
        raise click.UsageError("--from adds tables: name one with --table NAME=FILE.")
    model = starter_path() if base == "starter" and not os.path.exists(base) else base
    paths = [source.path for source in sources.values()]
    with progress(input_size(os.path.join(model, "tables.bin"), paths), "packing") as report:
        extend(output, model, sources, weights=weights, top=top, force=force, progress=report, notice=notice)
