"""The verbs that make language models: ``paragen lm`` and ``mix``."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import ClassVar

import click

from paragen.cli.arguments import Folder, InputFile, OutputFile
from paragen.cli.console import Verb, by_steps, progress
from paragen.cli.declared import options_of
from paragen.io.notices import notice
from paragen.lm.options import EstimateOptions, MixOptions

_STEPS = {"read": 25, "count": 65, "interpolate": 80, "write": 100}
"""Overall progress at the end of each step, in percent."""


class _LikeLmplz(Verb):
    """Lets ``--prune 0 0 1`` and ``--discount-fallback 0.5 1`` take the numbers that follow, and ``_`` stand for ``-``."""

    _LISTS: ClassVar[dict[str, str]] = {"--prune": r"\d[\d, ]*", "--discount-fallback": r"[\d.][\d., ]*"}
    _SWITCH = "--interpolate-unigrams"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        gathered: list[str] = []
        rest = list(args)
        while rest:
            arg = rest.pop(0)
            if arg == "--":
                gathered += [arg, *rest]
                break
            if arg.startswith("--") and "=" not in arg:
                arg = arg.replace("_", "-")
            if arg in self._LISTS:
                numbers = []
                while rest and re.fullmatch(self._LISTS[arg], rest[0]):
                    numbers.append(rest.pop(0))
                gathered.append(f"{arg}={' '.join(numbers)}")
            elif arg == self._SWITCH and rest and rest[0] in ("0", "1"):
                gathered.append(arg if rest.pop(0) == "1" else "--no-interpolate-unigrams")
            else:
                gathered.append(arg)
        return super().parse_args(ctx, gathered)


class _Numbers(click.ParamType):
    """Numbers separated by spaces or commas."""

    def __init__(self, kind: type, default: tuple[float, ...] = ()) -> None:
        self.name, self._kind, self._default = "numbers", kind, default

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return tuple(map(self._kind, str(value).replace(",", " ").split())) or self._default
        except ValueError:
            self.fail(f"{value!r} is not a list of {'whole ' if self._kind is int else ''}numbers.", param, ctx)


@click.command(cls=_LikeLmplz)
@options_of(EstimateOptions, only=["order"])
@click.option(
    "--prune", type=_Numbers(int), metavar="N…",
    help="For each order from 1: leave out n-grams that occur at most N times. The last N applies to all higher orders.",
)  # fmt: skip
@click.option(
    "--discount-fallback", type=_Numbers(float, (0.5, 1.0, 1.5)), metavar="[D1 D2 D3]",
    help="Discounts for orders whose own cannot be estimated.  [0.5 1 1.5 if none are given]",
)  # fmt: skip
@options_of(EstimateOptions, "options", only=["interpolate_unigrams", "skip_symbols", "memory", "threads"])
@click.option("-T", "--temp", type=Folder(), metavar="DIR", help="Folder for those files.  [default: the system's]")
@click.option("--arpa", type=OutputFile(), metavar="FILE", help="Where the model goes.  [default: standard output]")
@click.argument("corpus", nargs=-1, type=InputFile())
def lm(
    options: EstimateOptions, prune: tuple[int, ...] | None, discount_fallback: tuple[float, ...] | None, temp: str | None,
    arpa: str | None, corpus: tuple[str, ...],
) -> None:
    """Estimate a language model from text, one sentence per line, words separated by white space.

    Interpolated modified Kneser-Ney smoothing, with the same result as KenLM's lmplz. CORPUS is one file or more
    (plain, or gzip, bzip2 or xz), or - for standard input, which is also read if no file is named. Put -- before a file whose
    name is a number.

    Example: paragen lm -o 5 --prune 0 0 1 news.txt.gz novels.txt > model.arpa
    """
    from paragen.lm.estimate import estimate

    if not corpus and sys.stdin.isatty():
        raise click.UsageError("Name a corpus, or provide it on standard input.")
    sources = [sys.stdin.buffer if name == "-" else Path(name) for name in corpus or ("-",)]
    with progress(100, "estimating", unit="%") as update:
        found = estimate(
            sources, arpa=arpa or sys.stdout.buffer, prune=prune or (), discount_fallback=discount_fallback, temp=temp,
            progress=update and by_steps(update, _STEPS), **vars(options),
        )  # fmt: skip
    notice(f"{found.tokens} tokens, {found.types} types, {found.sentences} sentences")
    for k, each in enumerate(found.orders, 1):
        discounts = " ".join(f"{discount:.4f}" for discount in each.discounts)
        source = ", given as fallback" if each.fallback else ""
        notice(f"{k}-grams: {each.kept} of {each.seen}; discounts {discounts}{source}")


@click.command(cls=Verb)
@click.argument("model", type=InputFile(), metavar="MODEL")
@click.option(
    "--frequencies", required=True, type=InputFile(), metavar="FILE",
    help="Lines with a word, a tab and its Zipf value: log10 of its occurrences per billion words.",
)  # fmt: skip
@click.option("--words", multiple=True, type=InputFile(), metavar="TABLE", help="A table whose words the model should know.")
@options_of(MixOptions, "options")
@click.option("--arpa", required=True, type=OutputFile(), metavar="FILE", help="Where the mixed model goes.")
def mix(model: str, frequencies: str, words: tuple[str, ...], options: MixOptions, arpa: str) -> None:
    """Mix general word frequencies into a language model of little text.

    MODEL is a model from paragen lm: ARPA, plain or compressed, or converted to a KenLM binary. Its unigram probabilities are
    mixed with the frequencies, and the change is carried up through the interpolation, so that the model can tell common words
    from rare ones beyond its text.

    Example: paragen mix small.arpa --frequencies zipf.tsv --words thesaurus.txt --arpa mixed.arpa
    """
    from paragen.lm.mix import mix as mix_frequencies
    from paragen.packing.sources import table_words

    added = mix_frequencies(model, frequencies, arpa, words=table_words(words) if words else (), share=options.share)
    notice(f"{added} words added")
