"""Options that several verbs share, and the paraphraser they ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import did_you_mean
from paragen.base.settings import declared
from paragen.cli.arguments import ModelName, by_name
from paragen.cli.declared import NONE, Decorator, gathered
from paragen.decoder.settings import OF_REQUEST
from paragen.io.notices import notice
from paragen.settings.given import GROUPS

if TYPE_CHECKING:
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser

_SHARED = {
    "model": click.option(
        "-m", "--model", type=ModelName(), metavar="MODEL", help="A model directory.  [default: the starter pack]"
    ),
    "threads": click.option("--threads", type=click.IntRange(0), default=1, help="Threads; 0: one for each processor."),
    "markup": click.option("--markup", is_flag=True, help="What stands between <keep> and </keep> stays; the tags go."),
    "field": click.option(
        "--field", metavar="NAME",
        help="The input is JSONL and this field, or dotted path, holds the text, or its tokens.  [default: text, if the first "
        "line is a JSON object]",
    ),
    "errors": click.option(
        "--errors", type=click.Choice(["strict", "replace", "ignore", "surrogateescape"]), default="strict",
        help="What to do with bytes that are no UTF-8.",
    ),
    "signature": click.option(
        "--signature", is_flag=True, help="Print version, model checksum, weights and options, and exit."
    ),
}  # fmt: skip


def shared(*names: str) -> Callable[[Any], Any]:
    """Return a decorator that adds some of the shared options to a verb, in this order."""

    def decorate(function: Any) -> Any:
        for name in reversed(names):
            function = _SHARED[name](function)
        return function

    return decorate


def paraphrasing(*groups: type[Any], without: Collection[str] = ()) -> Decorator:
    """Return a decorator that adds the settings of a paraphraser to a verb, which gets them as one argument ``settings``.

    Parameters
    ----------
    groups : the dataclasses that declare them; none: all.
    without : those that the verb does not have, and those of another name.
    """
    names = {name: setting for name, setting in declared(*(groups or GROUPS)).items() if name not in {*without, *OF_REQUEST}}
    return gathered("settings", names)


def opened_model(path: str | None) -> Model:
    """Return the model of a verb; None: the starter pack."""
    from paragen.model import Model
    from paragen.model.bundled import starter_path

    return Model.open(starter_path() if path is None else path)


def load(model: str | None, settings: dict[str, Any]) -> Paraphraser:
    """Return the paraphraser that the settings of a verb describe."""
    from paragen.paraphraser import Paraphraser
    from paragen.settings.resolved import guarded_language

    opened = opened_model(model)
    if settings.get("any_language") is False and not guarded_language(opened) and not opened.tokenized:
        language = opened.language_code
        notice(f"text of other languages is not told from {language}, the language of the model: it is not held back.")
    return Paraphraser(opened, **given(opened, settings))


def given(model: Model, settings: Mapping[str, Any]) -> Any:
    """Return the settings of a verb as arguments of :class:`paragen.Paraphraser`: values by name, and what files hold."""
    from paragen.settings.blocked import read_block_file
    from paragen.text.protection import read_phrases

    found = dict(settings)
    tables = found["tables"] = by_name(found.get("tables", ()), "--table")
    known = [*(table.name for table in model.tables), *tables]
    found["weight"] = by_name(found.get("weight", ()), "--weight")
    features = [*model.features, *tables]
    for name in found["weight"]:
        if name not in features:
            hint = f"there is no feature {name!r}; the features are: {', '.join(features)}.{did_you_mean(name, features)}"
            raise click.BadParameter(hint, param_hint="--weight")
    used = found["use_tables"] = tuple(found.get("use_tables", ()))
    by_name([(name, None) for name in dict.fromkeys(used)], "--use-table", known)
    found["floors"] = by_name(found.get("floors", ()), "--floor", known)
    found["keep_phrases"] = [phrase for path in found.get("keep_phrases", ()) for phrase in read_phrases(path)]
    found["blocked"] = [entry for path in found.get("blocked", ()) for entry in read_block_file(path, model.tokenizer)]
    found["syntax"] = _modes(model, dict(found.get("syntax", ())))
    chosen = {name: value for name, value in found.items() if value not in (None, (), {}, [])}
    if "guards" in chosen:
        chosen["guards"] = [name for name in chosen["guards"] if name != NONE]
    return chosen


def _modes(model: Model, modes: dict[str, str]) -> dict[str, str] | str | None:
    """Return what tables with labels offer: for all, or by table."""
    general = modes.pop("", None)
    if general is not None and modes:
        return {table.name: general for table in model.tables if table.syntax} | modes
    return modes or general


def tell_held_back(paraphraser: Paraphraser, counts: Mapping[str, int] | None = None) -> None:
    """Tell the user how many lines were held back; ``counts``: by all processes that shared the work."""
    held = paraphraser.held_back()._asdict() if counts is None else counts
    whole, partly = held.get("whole", 0), held.get("partly", 0)
    if whole or partly:
        language = paraphraser.model.language.name
        found = [f"{whole} of {held['texts']} lines"] if whole else []
        found += [f"passages of {partly} of {held['texts']} lines"] if partly else []
        notice(f"{' and '.join(found)} are not in {language} and stay as they are; --any-language changes them, too.")


_UNUSED = {
    "unseen": "no phrase of it stands where it may change.",
    "unsure": "its phrases are in the text, but none of its pairs is allowed there, or sure enough: see --min-confidence.",
    "unused": "its pairs fit the text, but other edits were better, or none: give it more --weight, or a --floor below 0.",
}


def tell_unused(unused: Mapping[str, str], edits: bool = True) -> None:
    """Tell the user why tables given on the command line had no effect; without ``edits``, only of those that offered nothing."""
    for name, why in unused.items():
        if edits or why != "unused":
            notice(f"table {name}: {_UNUSED[why]}")


_NAMED = 10
"""How many phrases a notice names."""


def tell_wording(unused: Sequence[str], forms: Mapping[str, str]) -> None:
    """Tell the user which forced phrases stood nowhere, and which forms of blocked words edits produced."""
    if unused:
        one = len(unused) == 1
        stand = "stands nowhere where it may change" if one else "stand nowhere where they may change"
        notice(f"--always: {_listed(list(map(repr, unused)))} {stand}.")
    if forms:
        came = _listed([f"{form!r} (a form of {word!r})" for form, word in sorted(forms.items())])
        notice(f"--block-file: {came} came out, as only the forms listed are blocked. To block all: --block-inflections.")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return f"{', '.join(names[:_NAMED])} and {more} more" if more > 0 else ", ".join(names)


def described(paraphraser: Paraphraser, limits: dict[str, Any]) -> str:
    """Return what the output depends on, including the options given."""
    given = [f"{name}:{value}" for name, value in limits.items() if value is not None]
    return "|".join([paraphraser.signature(), *given])
