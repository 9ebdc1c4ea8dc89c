"""``paragen eval --conditions``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

import click

from paragen.cli.console import progress
from paragen.io.notices import notice
from paragen.tuning.options import EvaluationSettings

_OPTIONS = frozenset(
    ("model", "labels", "conditions", "trees", "items", "unlabelled", "resamples", "seed", "threads", "form", "sentences")
)


class Conditions(NamedTuple):
    """The options of ``paragen eval`` with these names; ``name`` is that of the conditions."""

    name: str
    model: str | None
    labels: Sequence[str]
    sentences: str | None
    trees: str | None
    items: str | None
    unlabelled: str
    threads: int
    form: str


def refuse_other_options() -> None:
    """Raise click.UsageError for an option that does not apply to --conditions."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in _OPTIONS:
            raise click.UsageError(f"{parameter.opts[0]} does not go with --conditions: leave it out.")


def compare_conditions(asked: Conditions, settings: EvaluationSettings) -> None:
    """Let each condition choose; write items and print figures as requested."""
    from paragen.base.option_values import digest
    from paragen.model import Model
    from paragen.model.bundled import find_bundled, starter_path
    from paragen.settings.request import Request
    from paragen.tuning.evaluation.conditions import read_conditions
    from paragen.tuning.evaluation.experiment import Experiment, chosen, conditions_page, conditions_text, write_items
    from paragen.tuning.evaluation.sample import read_requests
    from paragen.tuning.labels import read_labels

    if not asked.labels and asked.items is None:
        raise click.UsageError("give --labels to measure the conditions, --items to write what they choose, or both.")
    if asked.sentences is None and (asked.trees or not asked.labels):
        raise click.UsageError("--trees and --items are of the lines of SENTENCES: name that file.")
    conditions = read_conditions(find_bundled("conditions", asked.name))
    opened = Model.open(starter_path() if asked.model is None else asked.model)
    known = read_labels(*asked.labels) if asked.labels else None
    texts = known.texts() if known is not None else []
    requests = [Request(text) for text in texts] if asked.sentences is None else read_requests(asked.sentences, asked.trees)
    with progress(len(conditions) * len(requests), "choosing", "") as update:
        found = {each.name: chosen(opened, each, requests, asked.threads, update) for each in conditions}
    if asked.items is not None:
        notice(f"{write_items(found, asked.items)} items; they are in {asked.items}")
    if known is None:
        return
    for warning in known.warnings:
        notice(warning)
    experiment = Experiment(found, known, settings, asked.unlabelled)
    if not experiment.occurrences:
        notice("no label is of what a condition chooses. Were they given to substitutes of other sentences?")
    fields = {"model": opened.signature, "conditions": digest("conditions", map(repr, conditions)), **experiment.signature()}
    signature = "|".join(f"{name}:{value}" for name, value in fields.items())
    if asked.form == "json":
        data = {"signature": signature, **experiment.to_dict()}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False))
    else:
        click.echo((conditions_page if asked.form == "html" else conditions_text)(experiment, signature), nl=False)
