"""Files of sentences to evaluate on, with the domain of each."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.rewriting.syntax import TREE
from paragen.settings.request import Request


def read_sentences(
    path: StrPath, domains: StrPath | None = None, *, columns: bool = False
) -> tuple[list[str], dict[str, str] | None]:
    """Return the sentences of a file, one a line, without its empty lines, and the domain of each; of duplicates the first.

    Parameters
    ----------
    domains : the domain of each line of ``path``, a file of as many lines.
    columns : whether lines of ``path`` are a domain, a tab and a sentence. Without either the domains are None.

    Raises
    ------
    FormatError : a sentence without a domain, or a domain without a line.
    """
    lines = list(numbered_lines(path, "text: a sentence a line"))
    if domains is not None:
        pairs = _with_domains(path, lines, domains)
    elif columns:
        pairs = [_columns(path, number, line) for number, line in lines if line.strip()]
    else:
        return [line for _, line in lines if line.strip()], None
    return [text for _, text in pairs], {text: name for name, text in reversed(pairs)}


def read_requests(path: StrPath, trees: StrPath | None = None) -> list[Request]:
    """Return the sentences of a file, each once, with their trees as annotations.

    Parameters
    ----------
    trees : a tree in Penn brackets for each line of ``path``, on a line of its own; an empty line for none.

    Raises
    ------
    FormatError : there are not as many trees as lines.
    """
    lines = list(numbered_lines(path, "text: a sentence a line"))
    beside = [""] * len(lines) if trees is None else _lines_beside(path, lines, trees, "trees in Penn brackets, one per line")
    found: dict[str, Request] = {}
    for (number, text), tree in zip(lines, beside, strict=True):
        if text.strip() and text not in found:
            found[text] = Request(text, annotations={TREE: tree} if trees is not None else {}, where=f"{path}:{number}")
    return list(found.values())


def _with_domains(path: StrPath, lines: Sequence[tuple[int, str]], domains: StrPath) -> list[tuple[str, str]]:
    names = [line.strip() for line in _lines_beside(path, lines, domains, "domains: one a line")]
    pairs = []
    for name, (number, line) in zip(names, lines, strict=True):
        if line.strip():
            if not name:
                raise FormatError(f"{domains}:{number}", "an empty line", "the name of a domain")
            pairs.append((name, line))
    return pairs


def _lines_beside(path: StrPath, lines: Sequence[tuple[int, str]], other: StrPath, expected: str) -> list[str]:
    """Return the lines of another file, one for each of these."""
    found = [line for _, line in numbered_lines(other, expected)]
    if len(found) != len(lines):
        raise FormatError(str(other), f"{len(found)} lines", f"{len(lines)}, one for each line of {path}")
    return found


def _columns(path: StrPath, number: int, line: str) -> tuple[str, str]:
    name, tab, text = line.partition("\t")
    if not (tab and name.strip() and text.strip()):
        found = "no tab" if not tab else "an empty column"
        raise FormatError(f"{path}:{number}", found, "a domain, a tab and a sentence", "Without --domains lines are sentences.")
    return name.strip(), text
