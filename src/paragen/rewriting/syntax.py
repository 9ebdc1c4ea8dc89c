"""Substitution limited by the parse tree of the sentence [CB08 section 3.2]: where trees come from, and the labels of spans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.base.vocabulary import NOT_FOUND
from paragen.settings.forced import ForcedText
from paragen.settings.request import Request
from paragen.settings.syntax import Parser, has_brackets
from paragen.tables.store.store import TableStore
from paragen.text.analysis import Analysis
from paragen.text.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from paragen.tables.parses.trees import Tree

TREE = "tree"
"""The annotation of a request that holds its tree: Penn brackets, or a :class:`paragen.tables.parses.trees.Tree`. An empty text,
``()`` and None mean no tree."""


def read_tree(brackets: str, where: str) -> Tree | None:
    """Return the tree of a text in Penn brackets; None for no tree. Raise FormatError for anything else."""
    from paragen.tables.parses.trees import Tree

    if not has_brackets(brackets):
        return None
    return Tree(brackets, where) or None


def tree_of(request: Request) -> Tree | None:
    """Return the tree of a request, None if it has none; raise FormatError or ConfigError for anything else."""
    from paragen.tables.parses.trees import Tree

    given = request.annotations.get(TREE)
    if isinstance(given, str):
        return read_tree(given, f"{request.where}: tree" if request.where else "tree")
    if not (given is None or isinstance(given, Tree)):
        raise request.named(ConfigError(f"tree: found {type(given).__name__}, expected a text in Penn brackets."))
    return given or None


class Syntax:
    """Labels the spans of sentences, where a table limits its options by the tree of the sentence.

    Parameters
    ----------
    store : the packed tables.
    tokenizer : splits sentences as the tables were split.
    parser : parses requests that have no tree; None: no parser.
    """

    def __init__(self, store: TableStore, tokenizer: Tokenizer, parser: Parser | None) -> None:
        self._store, self._tokenizer, self._parser = store, tokenizer, parser
        self._lock = Lock()
        self._labels = self._unknown = 0

    def parsed(self, requests: Sequence[Request]) -> list[Request]:
        """Return requests with trees, their own or the parser's."""
        found = list(requests)
        if self._parser is None:
            return found
        missing = [i for i, request in enumerate(found) if request.annotations.get(TREE) is None]
        trees = self._parser.trees([found[i].text for i in missing])
        for i, tree in zip(missing, trees, strict=True):
            found[i] = replace(found[i], annotations={**found[i].annotations, TREE: tree})
        return found

    def labels(
        self, request: Request, analysis: Analysis, words: Sequence[str], forced: ForcedText | None
    ) -> npt.NDArray[np.uint32] | None:
        """Return the labels of a sentence's spans; None if it has no tree.

        Parameters
        ----------
        request, analysis, words, forced : of the sentence; see :class:`paragen.rewriting.prepare.Sentence`.

        Raises
        ------
        FormatError : its tree is malformed, or has other words.
        """
        tree = tree_of(request)
        if tree is None:
            return None
        from paragen.tables.bilingual.syntax.kernel import phrase_labels

        labels = phrase_labels(self._store, tree, words, analysis.keep, self._boundaries(request, analysis, forced, tree))
        unknown = int((labels[:, 2] == NOT_FOUND).sum())
        with self._lock:
            self._labels += len(labels)
            self._unknown += unknown
        return labels

    @property
    def counts(self) -> tuple[int, int]:
        """How many labels of spans have been looked up so far, and how many of these are in no table."""
        with self._lock:
            return self._labels, self._unknown

    def _boundaries(self, request: Request, analysis: Analysis, forced: ForcedText | None, tree: Tree) -> npt.NDArray[np.int64]:
        """Return for the beginning of each word, and the end of the last, the leaf that begins there; -1 for none."""
        spans, text = analysis.spans, request.text
        if forced is None:
            return matched(tree, text, spans)
        own = self._tokenizer.tokens(text)
        leaves = matched(tree, text, own)
        at: dict[int, int] = {}
        for (begin, end), first, last in zip(own, leaves[:-1], leaves[1:], strict=True):
            if not any(begin < stop and start < end for start, stop, _ in forced.force):
                at[forced.to_text(begin)] = first
                at[forced.to_text(end)] = last
        ends = [at.get(end, -1) for _, end in spans]
        begins = [at.get(begin, -1) for begin, _ in spans]
        following = [end if end >= 0 else begin for end, begin in zip(ends, begins[1:], strict=False)]
        import numpy as np

        return np.array([*begins[:1], *following, *ends[-1:]] or [0], np.int64)


def matched(tree: Tree, text: str, spans: Sequence[tuple[int, int]]) -> npt.NDArray[np.int64]:
    """Return the leaf that begins at each word of a text, and after the last; raise FormatError if the tree is of another."""
    if not text.isascii():
        text = text.encode("utf-8", "replace").decode()  # trees have no unpaired surrogates
    return tree.match([text[begin:end] for begin, end in spans])
