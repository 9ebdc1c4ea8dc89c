"""``paragen syntax``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from paragen.base.columns import aligned
from paragen.cli.arguments import InputFile
from paragen.cli.console import VerbGroup
from paragen.cli.declared import options_of
from paragen.cli.table_options import count_option
from paragen.io.notices import notice
from paragen.tables.bilingual.options import LabelOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.syntax import LabelledSentence


@click.group(cls=VerbGroup, subcommand_metavar="ACTION [OPTIONS]…")
def syntax() -> None:
    r"""Show the syntactic labels of phrases.

    A label says what a phrase is in its sentence: a constituent, NP, or a constituent that lacks something on its left, VP\VB, or
    on its right, VP/NP. Phrase tables have labels with `paragen extract --trees`; `paragen decode --trees` replaces a phrase only
    by one of the same label.

    Example: paragen syntax label news.trees.gz --text news.txt.gz
    """


@syntax.command("label")
@click.argument("trees", type=InputFile(), metavar="TREES")
@click.option("--text", type=InputFile(), metavar="TEXT", help="The sentences, line by line.  [default: the tokens of the trees]")
@options_of(LabelOptions, only=["kind", "levels"])
@count_option("--max-words", 7, "Words of the longest phrase.")
@click.option("--phrase", metavar="WORDS", help="Only this phrase, wherever it occurs.")
@click.option("--format", "form", type=click.Choice(["table", "jsonl"]), default="table", help="How to print them.")
def label(trees: str, text: str | None, kind: str, levels: int, max_words: int, phrase: str | None, form: str) -> None:
    """Print the labels of all phrases of sentences.

    TREES has a tree in Penn brackets for each sentence, on a line of its own or on several lines. The labels of a phrase go from
    the innermost constituent outwards. In JSON, begin and end count words from 0, and end is not in the phrase.

    Example: paragen syntax label news.trees.gz --phrase "create equal"
    """
    from paragen.tables.bilingual.syntax import labelled_sentences

    words = phrase.lower().split() if phrase is not None else None
    print_sentence = _print_json if form == "jsonl" else _print_table
    sentences = spans = found = without = 0
    for sentence in labelled_sentences(trees, text, max_words=max_words, simple=kind == "simple", levels=levels):
        rows = list(_rows(sentence, words))
        sentences += 1
        without += not sentence.has_tree
        spans += len(rows)
        found += sum(len(row["labels"]) for row in rows)
        if rows or words is None:
            print_sentence(sentence, rows)
    missing = f"; {without} sentences without a tree" if without else ""
    notice(f"{found} labels of {spans} phrases in {sentences} sentences{missing}")


def _rows(sentence: LabelledSentence, wanted: list[str] | None) -> Iterator[dict[str, Any]]:
    """Yield the phrases of a sentence that have labels."""
    for begin, end, labels in sentence.spans:
        words = sentence.words[begin:end]
        if wanted is None or [word.lower() for word in words] == wanted:
            yield {"begin": begin, "end": end, "text": " ".join(words), "labels": labels}


def _print_json(sentence: LabelledSentence, rows: list[dict[str, Any]]) -> None:
    found = {"sentence": sentence.number, "words": sentence.words, "tree": sentence.has_tree, "spans": rows}
    click.echo(json.dumps(found, ensure_ascii=False))


def _print_table(sentence: LabelledSentence, rows: list[dict[str, Any]]) -> None:
    """Print a sentence, and below it a line for each label."""
    click.echo(f"{sentence.number}: {' '.join(sentence.words)}{'' if sentence.has_tree else ' (no tree)'}")
    cells = [(row["text"] if first else "", label) for row in rows for first, label in _firsts(row["labels"])]
    for line in aligned(cells, left=2) if cells else ():
        click.echo(f"  {line}")


def _firsts(labels: list[str]) -> Iterator[tuple[bool, str]]:
    return ((i == 0, label) for i, label in enumerate(labels))
