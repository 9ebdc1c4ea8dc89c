"""Syntactic labels of spans [CB08], and the labelled spans of files of trees."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.tables.bilingual.syntax.kernel import labels_of_spans
from paragen.tables.parses.trees import read_trees
from paragen.text import Tokenizer


@dataclass(frozen=True)
class LabelledSentence:
    """A sentence with the labels of its spans.

    Attributes
    ----------
    number : its place in the file of trees, from 1.
    words : of the sentence.
    has_tree : whether there is a tree for it.
    spans : begin, end (half-open, in words) and labels of those that have any, ordered as by `labels_of_spans`.
    """

    number: int
    words: Sequence[str]
    has_tree: bool
    spans: Sequence[tuple[int, int, list[str]]]


def labelled_sentences(
    trees: StrPath, text: StrPath | None = None, *, max_words: int = 7, simple: bool = False, levels: int = 0
) -> Iterator[LabelledSentence]:
    """Yield the sentences of a file of trees with the labels of their spans.

    Parameters
    ----------
    trees : in Penn brackets; see `paragen.tables.parses.trees.tree_texts`.
    text : the sentences, line by line, cut into words as tables have them. Without it, words are the leaves of the trees.
    max_words : of the longest span.
    simple, levels : see `labels_of_spans`.

    Raises
    ------
    FormatError : a file is something else, a tree is not that of its line, or one file has more sentences than the other.
    """
    words_of = Tokenizer().words
    pairs = zip_longest(read_trees(trees), numbered_lines(text) if text is not None else ())
    for number, (tree, line) in enumerate(pairs, 1):
        if tree is None or (text is not None and line is None):
            more, fewer = (text, trees) if tree is None else (trees, text)
            names = os.fspath(more or ""), os.fspath(fewer or "")
            raise FormatError(
                f"{names[0]}:{number}", "one more sentence", f"{number - 1}, as in {names[1]}", "A tree goes with each line."
            )
        words = tree.leaves if line is None else words_of(line[1])
        has_tree = len(tree) > 0
        spans = labels_of_spans(tree, words, max_words, simple, levels) if has_tree else []
        yield LabelledSentence(number, words, has_tree, spans)
