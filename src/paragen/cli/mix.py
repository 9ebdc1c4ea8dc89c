"""``paragen mix``."""

from __future__ import annotations

import click

from paragen.cli.console import InputFile, OutputFile, Verb
from paragen.io.notices import notice


@click.command(cls=Verb)
@click.argument("model", type=InputFile(), metavar="MODEL")
@click.option(
    "--frequencies", required=True, type=InputFile(), metavar="FILE",
    help="Lines with a word, a tab and its Zipf value: log10 of its occurrences per billion words.",
)  # fmt: skip
@click.option("--words", multiple=True, type=InputFile(), metavar="TABLE", help="A table whose words the model should know.")
@click.option(
    "--share", type=click.FloatRange(0, 1, min_open=True, max_open=True), default=0.4, metavar="P",
    help="Weight of the frequencies; the rest is the model's.",
)  # fmt: skip
@click.option("--arpa", required=True, type=OutputFile(), metavar="FILE", help="Where the mixed model goes.")
def mix(model: str, frequencies: str, words: tuple[str, ...], share: float, arpa: str) -> None:
    """Mix general word frequencies into a language model of little text.

    MODEL is a model from paragen lm: ARPA, plain or compressed, or converted to a KenLM binary. Its unigram probabilities are
    mixed with the frequencies, and the change is carried up through the interpolation, so that the model can tell common words
    from rare ones beyond its text.

    Example: paragen mix small.arpa --frequencies zipf.tsv --words thesaurus.txt --arpa mixed.arpa
    """
    from paragen.lm.mix import mix as mix_frequencies
    from paragen.packing.sources import table_words

    added = mix_frequencies(model, frequencies, arpa, words=table_words(words) if words else (), share=share)
    notice(f"{added} words added")
