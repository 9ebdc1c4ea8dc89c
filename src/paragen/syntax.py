"""Substitution limited by the tree of the sentence [CB08 section 3.2]: where trees come from, and the labels they give spans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from paragen.base.errors import ConfigError
from paragen.base.vocabulary import NOT_FOUND
from paragen.decoder.sentence import SYNTAX
from paragen.request import Request
from paragen.sentence import Sentence
from paragen.tables.store.store import TableStore
from paragen.text.tokenizer import Tokenizer

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from paragen.tables.parses.trees import Tree

TREE = "tree"
"""The annotation of a request that holds its tree: Penn brackets, or a :class:`paragen.tables.parses.trees.Tree`. No text, ``()``
and None are no tree."""

MODES = (*SYNTAX, "off")

Parse = Callable[[Sequence[str]], Sequence[str]]
"""Parses sentences into Penn brackets, one text each; an empty one where it finds no tree."""

_KNOWN = 20_000  # trees kept: tuning and evaluation ask for those of the same sentences again and again


class Parser:
    """What parses sentences that come without a tree; remembers the last trees, and may be used from several threads.

    Parameters
    ----------
    source : a parser as :func:`paragen.tables.parses.constituency.open_parser` names them, or a function.
    tokenized : whether spaces separate the tokens of the sentences.
    """

    def __init__(self, source: str | Parse, tokenized: bool = False) -> None:
        self._source, self._tokenized = source, tokenized
        self._parse = _opened(source, tokenized) if isinstance(source, str) else source
        self._known: dict[str, str] = {}
        self._lock = Lock()
        if not callable(self._parse):
            raise ConfigError(f"parser: found {source!r}, expected the name of a parser, or a function.")

    def __reduce__(self) -> tuple[type[Parser], tuple[str | Parse, bool]]:
        return Parser, (self._source, self._tokenized)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parser) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __str__(self) -> str:
        if isinstance(self._source, str):
            return self._source
        return str(getattr(self._source, "__qualname__", type(self._source).__qualname__))

    def trees(self, texts: Sequence[str]) -> list[str]:
        """Return the trees of texts; of one with several lines, those of its lines, or none where a line has none."""
        lines = [[line for line in text.split("\n") if line.strip()] for text in texts]
        with self._lock:  # parsers are seldom made for several threads
            new = list(dict.fromkeys(line for several in lines for line in several if line not in self._known))
            if new:
                if len(self._known) + len(new) > _KNOWN:
                    self._known.clear()
                    new = list(dict.fromkeys(line for several in lines for line in several))
                self._known.update(zip(new, self._parsed(new), strict=True))
            found = [[self._known[line] for line in several] for several in lines]
        return ["\n".join(trees) if all(map(has_brackets, trees)) else "" for trees in found]

    def _parsed(self, texts: list[str]) -> list[str]:
        trees = list(self._parse(texts))
        if len(trees) != len(texts) or not all(isinstance(tree, str) for tree in trees):
            raise ConfigError(f"parser {self}: found {len(trees)} results, expected a text for each of {len(texts)} sentences.")
        return trees


@lru_cache(maxsize=2)  # loading one takes seconds
def _opened(name: str, tokenized: bool) -> Parse:
    from paragen.tables.parses.constituency import open_parser

    return open_parser(name, tokenized)


def has_brackets(tree: str) -> bool:
    """Tell whether a text may hold a tree: it is neither empty nor ``()``."""
    return bool(tree.strip(" \t\r\n()"))


def read_tree(brackets: str, where: str) -> Tree | None:
    """Return the tree of a text in Penn brackets; None for no tree. Raise FormatError for what is neither."""
    from paragen.tables.parses.trees import Tree

    if not has_brackets(brackets):
        return None
    return Tree(brackets, where) or None


def tree_of(request: Request) -> Tree | None:
    """Return the tree of a request, where it has one; raise FormatError or ConfigError for what is none."""
    from paragen.tables.parses.trees import Tree

    given = request.annotations.get(TREE)
    if isinstance(given, str):
        return read_tree(given, f"{request.where}: tree" if request.where else "tree")
    if not (given is None or isinstance(given, Tree)):
        raise request.named(ConfigError(f"tree: found {type(given).__name__}, expected a text in Penn brackets."))
    return given or None


class Syntax:
    """Labels the spans of sentences.

    Parameters
    ----------
    store : the packed tables.
    tokenizer : cuts sentences as the tables were cut.
    active : whether a table limits what it offers by the tree of the sentence.
    parser : parses requests that have no tree; None: nothing does.
    """

    def __init__(self, store: TableStore, tokenizer: Tokenizer, active: bool, parser: Parser | None) -> None:
        self._store, self._tokenizer, self._parser, self.active = store, tokenizer, parser, active
        self._lock = Lock()
        self._labels = self._unknown = 0

    def parsed(self, requests: Sequence[Request]) -> list[Request]:
        """Return requests with trees: their own, or the parser's; as they are, where no table asks for trees."""
        found = list(requests)
        if not self.active or self._parser is None:
            return found
        missing = [i for i, request in enumerate(found) if request.annotations.get(TREE) is None]
        trees = self._parser.trees([found[i].text for i in missing])
        for i, tree in zip(missing, trees, strict=True):
            found[i] = replace(found[i], annotations={**found[i].annotations, TREE: tree})
        return found

    def label(self, sentence: Sentence) -> None:
        """Give a sentence the labels of its spans, where a table asks for them and it has a tree.

        Raises
        ------
        FormatError : its tree is none, or one of other words.
        """
        if not self.active:
            return
        tree = tree_of(sentence.request)
        sentence.has_tree = tree is not None
        if tree is not None:
            from paragen.tree_labels import phrase_labels

            boundaries = self._boundaries(sentence, tree)
            sentence.labels = phrase_labels(self._store, tree, sentence.words, sentence.keep, boundaries)
            unknown = int((sentence.labels[:, 2] == NOT_FOUND).sum())
            with self._lock:
                self._labels += len(sentence.labels)
                self._unknown += unknown

    @property
    def counts(self) -> tuple[int, int]:
        """How many labels of spans have been looked up so far, and how many of these no table has."""
        with self._lock:
            return self._labels, self._unknown

    def _boundaries(self, sentence: Sentence, tree: Tree) -> npt.NDArray[np.int64]:
        """Return for the beginning of each word, and the end of the last, the leaf that begins there; -1 for none."""
        spans = sentence.renderer.spans
        if sentence.forced is None:
            return matched(tree, sentence.text, spans)
        text, forced = sentence.request.text, sentence.forced
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
        text = text.encode("utf-8", "replace").decode()  # half a surrogate pair is in no tree
    return tree.match([text[begin:end] for begin, end in spans])


def chosen_syntax(labelled: Mapping[str, str], tables: Sequence[str], syntax: Mapping[str, str] | str | None) -> dict[str, str]:
    """Return what each table whose pairs have labels does with those of a sentence: what is given, or else the model's.

    Parameters
    ----------
    labelled : by table, the model's.
    tables : the names of all tables.
    syntax : by table, or one for all that have labels: one of :data:`MODES`.

    Raises
    ------
    ConfigError : no such mode or table, or a table without labels that is to be limited by some.
    """
    if syntax is None:
        return dict(labelled)
    given: dict[str, Any] = dict.fromkeys(labelled, syntax) if isinstance(syntax, str) else dict(syntax)
    for mode in (syntax,) if isinstance(syntax, str) else given.values():
        if mode not in MODES:
            raise ConfigError(f"syntax: found {mode!r}, expected {', '.join(MODES)}.")
    if isinstance(syntax, str) and not labelled and syntax not in ("any", "off"):
        raise ConfigError(f"syntax: found {syntax}, but no table of the model has labels. Pack one that has.")
    for name, mode in given.items():
        if name not in tables:
            raise ConfigError(f"syntax: no table {name!r}. The tables are {', '.join(tables) or 'none'}.")
        if name not in labelled and mode not in ("any", "off"):
            raise ConfigError(f"syntax: found {mode} for table {name}, whose pairs have no labels, expected any or off.")
    modes = {**labelled, **given}
    return {name: "any" if modes[name] == "off" else modes[name] for name in labelled}
