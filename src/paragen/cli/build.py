"""``paragen build``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from paragen.base.errors import ConfigError
from paragen.cli.arguments import InputFile, Named, OutputFolder, WorkFolder, by_name
from paragen.cli.console import Verb
from paragen.io.notices import is_quiet, notice

if TYPE_CHECKING:
    from paragen.recipes.build import Planned

_STATES = {"done": "up to date", "to do": "to do", "depends": "to do if its inputs change"}


@click.command(cls=Verb)
@click.argument("recipe", type=InputFile())
@click.option("-o", "--output", type=OutputFolder(), metavar="MODEL", help="The model directory to create.")
@click.option("--plan", is_flag=True, help="Print what would be done and what is missing; do nothing.")
@click.option("--show", is_flag=True, help="Print the recipe; do nothing.")
@click.option("--work", type=WorkFolder(), metavar="DIR", help="Folder for the outputs of steps.  [default: MODEL.steps]")
@click.option("--path", "paths", multiple=True, type=Named("DIR"), help="Set a place named in the recipe's [paths].")
@click.option("--again", multiple=True, metavar="STEP", help="Run a step even if it is up to date.")
@click.option("--force", is_flag=True, help="Replace a model that was not built in that folder.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print plan and summary.")
def build(
    recipe: str, output: str | None, plan: bool, show: bool, work: str | None, paths: Sequence[tuple[str, str]],
    again: tuple[str, ...], force: bool, form: str,
) -> None:
    """Build a model from a RECIPE: a TOML file that names resources, the verbs that turn them into tables, and options.

    Steps that are up to date do not run again, so an interrupted build resumes where it stopped. RECIPE may also be the name
    of one that comes with paragen: `paragen build full --path data=DIR --plan` shows what it needs and how to get it.

    Example: paragen build paragen.toml -o model
    """
    from paragen.model.bundled import find_bundled
    from paragen.recipes.build import build_model, plan_build

    path, places = find_bundled("recipes", recipe), by_name(paths, "--path")
    if show:
        click.echo(path.read_text(encoding="utf-8"), nl=False)
        return
    if plan:
        planned, found = plan_build(path, output or "model", work=work, paths=places, check=_check)
        click.echo(_plan_json(planned, found) if form == "json" else "\n".join(_plan_lines(planned)))
        if found:
            raise ConfigError("\n".join(found))
        return
    if output is None:
        raise click.UsageError("Name the model to make with -o, or ask for --plan.")
    report = build_model(
        path, output, work=work, paths=places, again=again, force=force, check=_check, notice=notice, quiet=is_quiet()
    )  # fmt: skip
    click.echo(json.dumps(asdict(report), indent=2) if form == "json" else "\n".join(report.lines()))


def _check(verb: str, arguments: Sequence[str]) -> None:
    """Raise ConfigError for arguments that a verb does not accept, without running it."""
    from paragen.cli import cli

    try:
        with cli.make_context("paragen", verb.split(), resilient_parsing=True) as ctx:
            command: click.Command | None = cli
            for word in verb.split():
                assert isinstance(command, click.Group), verb
                command = command.get_command(ctx, word)
            assert command is not None, verb
            command.make_context(verb, list(arguments), parent=ctx).close()
    except click.UsageError as error:
        raise ConfigError(error.format_message()) from None


def _plan_lines(planned: Sequence[Planned]) -> list[str]:
    lines = []
    for each in planned:
        lines += [f"# {each.step.name}: {_STATES[each.state]}", each.command]
    return lines


def _plan_json(planned: Sequence[Planned], found: Sequence[str]) -> str:
    steps = [{"name": each.step.name, "state": each.state, "command": each.command} for each in planned]
    return json.dumps({"steps": steps, "problems": list(found)}, indent=2, ensure_ascii=False)
