"""``paragen inspect``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from paragen.base.columns import aligned
from paragen.cli.arguments import ModelName
from paragen.cli.console import Verb


@click.command(cls=Verb)
@click.argument("model", type=ModelName())
@click.argument("phrase", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
def inspect(model: str, phrase: str | None, form: str) -> None:
    """Show what MODEL holds, or its options for PHRASE side by side.

    Example: paragen inspect model "a great many"
    """
    from paragen.model import Model
    from paragen.model.inspection import model_summary, phrase_options

    opened = Model.open(model)
    data = model_summary(opened) if phrase is None else phrase_options(opened, phrase)
    if form == "json":
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for line in _model_lines(data) if phrase is None else _phrase_lines(data):
            click.echo(line)


def _number(value: float, places: int) -> str:
    """Return ``value`` with ``places`` decimals; if it is too small for these, with three significant digits."""
    return f"{value:.{places}f}" if value == 0 or abs(value) >= 10 ** (2 - places) else f"{value:.3g}"


def _model_lines(data: dict[str, Any]) -> Iterator[str]:
    text = data["text"]
    cut = f"tokenised, {'case kept' if text['cased'] else 'lower case'}"
    yield f"{data['path']}: packed by paragen {data['program']}, signature {data['signature']}"
    yield f"language: {data['language']}"
    yield f"text: {'single spaces separate words, taken as they are' if text['tokenized'] else cut}"
    yield f"self-paraphrase: {'yes' if text['self'] else 'no'}"
    lm = data["lm"]
    ngrams = ", ".join(f"{n:,}" for n in lm["ngrams"])
    yield f"language model: {lm['origin']}, order {lm['order']}, {lm['words']:,} words, n-grams {ngrams}"
    yield f"words in all: {data['words']:,}"
    yield ""
    if data["tables"]:
        yield from aligned(
            [("table", "kind", "pairs", "phrases", "options", "floor", "weight")]
            + [
                (t["name"], t["kind"], *(f"{t[key]:,}" for key in ("pairs", "phrases", "options")), _number(t["floor"], 4),
                 f"{data['weights'][t['name']]:g}")
                for t in data["tables"]
            ],
            left=2,
        )  # fmt: skip
        yield ""
        for table in data["tables"]:
            labels = f"; syntactic labels: {table['syntax']}" if "syntax" in table else ""
            yield f"{table['name']}: from {table['origin']}; licence: {table['licence'] or 'not stated'}{labels}"
        yield ""
    yield "weights: " + ", ".join(f"{name} {value:g}" for name, value in data["weights"].items())
    yield "files: " + ", ".join(f"{name} {size:,} bytes" for name, size in data["files"].items())


def _phrase_lines(data: dict[str, Any]) -> Iterator[str]:
    tables = [table for table in data["tables"] if table["options"]]
    phrase = " ".join(data["words"])
    if not tables:
        yield f"{phrase}: no options"
        return
    scores = [{option["target"]: option["score"] for option in table["options"]} for table in tables]
    targets = {target for found in scores for target in found}
    best = {target: max(found.get(target, 0.0) for found in scores) for target in targets}
    rows = [
        [target, *(_number(found[target], 6) if target in found else "-" for found in scores)]
        for target in sorted(targets, key=lambda target: (-best[target], target.encode()))
    ]
    yield from aligned([[phrase, *(table["name"] for table in tables)], *rows])
    yield ""
    for table in tables:
        yield f"{table['name']}: {len(table['options'])} options; licence: {table['licence'] or 'not stated'}"
    for table in tables:
        if table.get("labels"):
            yield ""
            yield from aligned(
                [(table["name"], "", "score")]
                + [
                    ("" if i else label, option["target"], _number(option["score"], 6))
                    for label, options in table["labels"].items()
                    for i, option in enumerate(options)
                ],
                left=2,
            )  # fmt: skip
