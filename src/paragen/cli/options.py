"""Options that several verbs share, and the paraphraser they ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.settings import did_you_mean
from paragen.cli.console import InputFile, ModelName, Named, NamedInput, by_name
from paragen.io.notices import notice

if TYPE_CHECKING:
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser

class _Mode(click.ParamType[tuple[str, str]]):
    """``MODE`` for all tables, or ``NAME=MODE`` for one: a pair of a name, empty for all, and a mode."""

    name = "[NAME=]MODE"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return "[NAME=]best|average|any|off"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, _, mode = str(value).rpartition("=")
        return name, mode


_SHARED = {
    "model": click.option(
        "-m", "--model", type=ModelName(), metavar="MODEL", help="A model directory.  [default: the starter pack]"
    ),
    "threads": click.option("--threads", type=click.IntRange(0), default=1, help="Threads; 0: one for each processor."),
    "stack": click.option(
        "--stack", type=click.IntRange(1, 1_000_000), default=100, help="Hypotheses kept for each covered word."
    ),
    "beam-threshold": click.option(
        "--beam-threshold", type=click.FloatRange(0, 1), default=1e-5,
        help="Drop hypotheses this much less probable than the best.",
    ),
    "floor": click.option(
        "--floor", "floors", multiple=True, type=Named("X", float),
        help="Value of an unused table's feature, a natural log; 0: no effect.  [default: the model's]",
    ),
    "table-limit": click.option(
        "--table-limit", type=click.IntRange(1, 65_535), default=20, help="Options used of each phrase and table."
    ),
    "phrase-limit": click.option(
        "--phrase-limit", type=click.IntRange(1, 65_535),
        help="Options used of each phrase, the best of all tables by their weights.  [default: no limit]",
    ),
    "strength": click.option(
        "--strength", type=click.Choice(["light", "medium", "strong"]),
        help="How much changes: fewer and surer edits, what the model says, or more; other options that say so take its place.  "
        "[default: medium]",
    ),
    "min-confidence": click.option(
        "--min-confidence", type=click.FloatRange(0, 1), metavar="P",
        help="Make no edit that is less sure, where the model says how sure an edit is.  [default: the model's]",
    ),
    "min-sentence-confidence": click.option(
        "--min-sentence-confidence", type=click.FloatRange(0, 1), metavar="P",
        help="Make more edits of a sentence than the surest only as long as the product of their confidences is no less.  "
        "[default: the model's; 0 with --min-confidence]",
    ),
    "no-fit": click.option(
        "--no-fit", "fit", is_flag=True, flag_value=False, default=True, help="Leave how sure edits are out of account."
    ),
    "guards": click.option(
        "--guard", "guards", multiple=True,
        type=click.Choice(["negation", "opposites", "quantities", "hedges", "terms", "syntax", "marks", "none"]),
        help="Forbid edits that change these, however good their score.  [default: all, if the model says how sure an edit is]",
    ),
    "quotes": click.option(
        "--quotes", type=click.Choice(["keep", "change"]),
        help="Whether what stands in quotation marks stays.  [default: keep, if the model says how sure an edit is]",
    ),
    "any-language": click.option(
        "--any-language", is_flag=True,
        help="Change text that is not in the model's language, too; else such lines and passages stay, but for --always and "
        "--table.",
    ),
    "syntax": click.option(
        "--syntax", multiple=True, type=_Mode(),
        help="What tables with syntactic labels offer for a sentence that has a tree: what they have under the best of the "
        "span's labels, under all of them on average, or under any label; all such tables, or one.  [default: the model's]",
    ),
    "parser": click.option(
        "--parser", metavar="NAME",
        help="Parse sentences that come without a tree, if a table asks for trees: stanza:LANGUAGE, benepar:SPACY_MODEL or a "
        "function, package.module:name.",
    ),
    "weights": click.option(
        "--weights", type=InputFile(), metavar="FILE", help="Weights of the features.  [default: the model's]"
    ),
    "weight": click.option(
        "--weight", "single", multiple=True, type=Named("X", float), help="One weight, in place of the file's."
    ),
    "table": click.option(
        "--table", "tables", multiple=True, type=NamedInput(),
        help="A further table: CSV, TSV or source ||| target, and a score where there is one; plain or compressed."
    ),
    "use-table": click.option(
        "--use-table", "use_tables", multiple=True, metavar="NAME",
        help="Let only these tables offer substitutes, of the model or of --table.  [default: all]",
    ),
    "keep-regex": click.option("--keep-regex", multiple=True, metavar="REGEX", help="What matches stays as it is."),
    "keep-file": click.option(
        "--keep-file", multiple=True, type=InputFile(), metavar="FILE", help="Phrases that stay as they are, one a line."
    ),
    "markup": click.option("--markup", is_flag=True, help="What stands between <keep> and </keep> stays; the tags go."),
    "no-keep-defaults": click.option(
        "--no-keep-defaults", is_flag=True, help="Let names, numbers, addresses, paths and code change too."
    ),
    "block-file": click.option(
        "--block-file", multiple=True, type=InputFile(), metavar="FILE",
        help="Words, phrases, and exchanges (phrase -> phrase) never to be made, one a line."
    ),
    "block-inflections": click.option(
        "--block-inflections", is_flag=True, help="Of each word in a --block-file, block all forms.",
    ),
    "always": click.option(
        "--always", multiple=True, type=InputFile(), metavar="FILE",
        help="Phrases that must become others wherever they stand: two columns, as CSV, TSV or phrase ||| phrase.",
    ),
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


CONFIDENCE = ("min-confidence", "min-sentence-confidence", "no-fit", "guards", "quotes", "any-language")
"""The shared options for which edits may be made."""


SYNTAX = ("syntax", "parser")
"""The shared options for tables that are limited by the trees of sentences."""


def shared(*names: str) -> Callable[[Any], Any]:
    """Return a decorator that adds some of the shared options to a verb, in this order."""

    def decorate(function: Any) -> Any:
        for name in reversed(names):
            function = _SHARED[name](function)
        return function

    return decorate


def load(
    model: str | None, *, weights: str | None, single: Sequence[Any], keep_file: Sequence[str], keep_regex: Sequence[str],
    no_keep_defaults: bool, block_file: Sequence[str], always: Sequence[str] = (), floors: Sequence[Any] = (),
    tables: Sequence[Any] = (), use_tables: Sequence[str] = (), **limits: Any,
) -> Paraphraser:
    """Return the paraphraser that the options of a verb describe."""
    from paragen.model import Model
    from paragen.model.bundled import starter_path
    from paragen.paraphraser import Paraphraser
    from paragen.settings.blocked import read_block_file
    from paragen.settings.resolved import guarded_language
    from paragen.text.protection import read_phrases

    opened = Model.open(starter_path() if model is None else model)
    if limits.get("any_language") is False and not guarded_language(opened) and not opened.tokenized:
        language = opened.language_code
        notice(f"text of other languages is not told from {language}, the language of the model: it is not held back.")
    changed, given = by_name(single, "--weight"), by_name(tables, "--table")
    features, sure = [*opened.features, *given], confidence(limits)
    for name in changed:
        if name not in features:
            hint = f"there is no feature {name!r}; the features are: {', '.join(features)}.{did_you_mean(name, features)}"
            raise click.BadParameter(hint, param_hint="--weight")
    known = [*(table.name for table in opened.tables), *given]
    by_name([(name, None) for name in dict.fromkeys(use_tables)], "--use-table", known)
    return Paraphraser(
        opened,
        weights=weights,
        weight=changed,
        floors=by_name(floors, "--floor", known),
        keep_patterns=keep_regex,
        keep_phrases=[phrase for path in keep_file for phrase in read_phrases(path)],
        keep_defaults=not no_keep_defaults,
        blocked=[entry for path in block_file for entry in read_block_file(path, opened.tokenizer)],
        always=always or None,
        tables=given,
        use_tables=use_tables or None,
        **syntax(opened, limits),
        **sure,
        **limits,
    )


def tell_held_back(paraphraser: Paraphraser, counts: Mapping[str, int] | None = None) -> None:
    """Tell the user how many lines were held back; ``counts``: by all processes that shared the work."""
    held = paraphraser.held_back()._asdict() if counts is None else counts
    whole, partly = held.get("whole", 0), held.get("partly", 0)
    if whole or partly:
        language = paraphraser.model.language.name
        found = [f"{whole} of {held['texts']} lines"] if whole else []
        found += [f"passages of {partly} of {held['texts']} lines"] if partly else []
        notice(f"{' and '.join(found)} are not in {language} and stay as they are; --any-language changes them, too.")


def syntax(model: Model, options: dict[str, Any]) -> dict[str, Any]:
    """Take from the options of a verb those on how trees limit tables, as options of :class:`paragen.Paraphraser`."""
    given: Sequence[tuple[str, str]] = options.pop("syntax", ())
    general, named = dict(given).get(""), {name: mode for name, mode in given if name}
    modes: dict[str, str] | str | None = named or general
    if general is not None and named:
        modes = {table.name: general for table in model.tables if table.syntax} | named
    return {"syntax": modes, "parser": options.pop("parser", None)}


def confidence(options: dict[str, Any]) -> dict[str, Any]:
    """Take from the options of a verb those on which edits may be made, as options of :class:`paragen.Paraphraser`."""
    names = ("fit", "min_confidence", "min_sentence_confidence", "guards", "quotes", "any_language")
    taken: dict[str, Any] = {name: options.pop(name) for name in names if name in options}
    guards = [name for name in taken["guards"] if name != "none"] if taken["guards"] else None
    return {**taken, "guards": guards, "quotes": taken["quotes"] or ""}


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
