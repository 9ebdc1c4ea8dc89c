"""Counts the source files of the checkout, and their lines that are neither blank nor comment nor docstring.

    python tests/bench/tree.py [FOLDER]

FOLDER is a checkout of git, by default the one that this file is in. Tests, docs and the build are not counted.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path, PurePosixPath

FOLDERS = ("src", "decoder", "lm", "tables", "tuning", "resources")
COMMENTS = {
    ".hh": r"/\*.*?\*/|//[^\n]*", ".js": r"/\*.*?\*/|(?m:^\s*//[^\n]*)", ".css": r"/\*.*?\*/", ".html": r"<!--.*?-->",
    ".sql": r"--[^\n]*",
}  # fmt: skip
PYTHON = (".py", ".pyx", ".pxd", ".pyi")
IGNORED = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def files(root: Path) -> list[PurePosixPath]:
    """The source files that git knows in a checkout."""
    listed = subprocess.run(["git", "-C", root, "ls-files", *FOLDERS], capture_output=True, text=True, check=True).stdout
    paths = map(PurePosixPath, listed.splitlines())
    return [path for path in paths if path.suffix in (*PYTHON, *COMMENTS) and (root / path).is_file()]


def code_lines(text: str, suffix: str) -> int:
    """How many lines of a source file hold code."""
    if suffix not in PYTHON:
        return sum(map(bool, map(str.strip, re.sub(COMMENTS[suffix], "", text, flags=re.S).splitlines())))
    found: set[int] = set()
    begins = True  # whether a statement begins: a string that stands alone there is a docstring
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for token, following in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        alone = begins and token.type == tokenize.STRING and following.type in (tokenize.NEWLINE, tokenize.ENDMARKER)
        if token.type not in IGNORED and not alone:
            found.update(range(token.start[0], token.end[0] + 1))
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    return len(found)


def package(path: PurePosixPath) -> str:
    """The folder that a file is counted under: of `src` and `tables` those one below."""
    depth = {"src": 3, "tables": 2}.get(path.parts[0], 1)
    return "/".join(path.parent.parts[:depth])


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    counted, lines, folders = Counter[str](), Counter[str](), set()
    for path in files(root):
        counted[package(path)] += 1
        lines[package(path)] += code_lines((root / path).read_text(encoding="utf-8"), path.suffix)
        folders.add(path.parent)
    for name in sorted(counted):
        print(f"{name:24} {counted[name]:4} files {lines[name]:6} lines")
    print(f"{'all':24} {counted.total():4} files {lines.total():6} lines {len(folders):3} folders")


if __name__ == "__main__":
    main()
