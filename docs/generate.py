"""Writes the generated documentation: docs/commands.md, docs/paragen.1, and the output of the examples in the README.

    python docs/generate.py      (or: make docs)
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

from paragen.cli.manual import manual
from paragen.cli.reference import reference

ROOT = Path(__file__).resolve().parents[1]
_FILLED = r"(<!-- {name}: [^>]*-->\n```\n)(.*?)(```\n<!-- end -->)"


def demo() -> str:
    """Return what `make demo` shows: each example with its paraphrase below."""
    examples = (ROOT / "docs" / "examples.txt").read_text(encoding="utf-8")
    command = [sys.executable, "-m", "paragen", "decode"]
    done = subprocess.run(command, input=examples, capture_output=True, encoding="utf-8", check=True)
    pairs = zip(examples.splitlines(), done.stdout.splitlines(), strict=True)
    return "".join(f"{before}\n  → {after}\n\n" for before, after in pairs)


def python_blocks(text: str) -> list[str]:
    """Return the Python code of a page."""
    return re.findall(r"```python\n(.*?)```", text, re.S)


def filled(readme: str) -> str:
    """Return the README with what the demo and the Python block print now."""
    said = io.StringIO()
    with redirect_stdout(said):
        exec(compile(python_blocks(readme)[0], "README.md", "exec"), {})
    readme = _fill(readme, "transcript", f"$ make demo\n…\n{demo().rstrip()}\n")
    return _fill(readme, "output", said.getvalue())


def _fill(text: str, name: str, content: str) -> str:
    return re.sub(_FILLED.format(name=name), lambda found: found[1] + content + found[3], text, count=1, flags=re.S)


def main() -> None:
    (ROOT / "docs" / "commands.md").write_text(reference(), encoding="utf-8")
    (ROOT / "docs" / "paragen.1").write_text(manual(), encoding="utf-8")
    readme = ROOT / "README.md"
    readme.write_text(filled(readme.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
