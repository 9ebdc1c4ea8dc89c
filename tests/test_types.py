"""Types of the library, as a user's type checker sees them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

CACHE = Path(__file__).resolve().parents[1] / ".mypy_cache"
USE = """
from collections.abc import Iterator

import paragen
from paragen import Candidate, Edit, Explanation, Paraphrase, Paraphraser, Request

one: Paraphraser = paragen.load("model", weight={"edit": 1.0}, keep_phrases=["New York"], tables={"mine": {"a": "b"}})
two: Paraphraser = one.changed(stack=9)
best: list[Paraphrase] = one.rewrite("big", n=3, keep=[(0, 3)])
edit: Edit = best[0].edits[0]
spans: list[tuple[int, int]] = best[0].map_spans([(0, 3)])
why: list[Explanation] = one.explain(Request("big", force=[(0, 3, "large")]))
each: list[Candidate] = one.substitutes("big", top=2)
stream: Iterator[list[Paraphrase]] = one.pipe(["big"], 2, threads=0, max_edits=3)
again: Paraphrase = Paraphrase.from_dict(best[0].to_dict())
paragen.load(wieght={"edit": 1.0})  # Unexpected keyword argument "wieght" for "load"
paragen.load(stack="7")  # Argument "stack" to "load" has incompatible type "str"; expected "int"
one.changed(keep_phrase=["x"])  # Unexpected keyword argument "keep_phrase" for "changed"
one.rewrite("big", keeps=[])  # Unexpected keyword argument "keeps" for "rewrite"
one.rewrite(b"big")  # Argument 1 to "rewrite" of "Paraphraser" has incompatible type "bytes"; expected "str | Request"
one.pipe(["big"], max_edit=3)  # Unexpected keyword argument "max_edit" for "pipe"
edit.begin = 3  # Property "begin" defined in "Edit" is read-only
paragen.laod("model")  # Module has no attribute "laod"
best[0].confidence  # "Paraphrase" has no attribute "confidence"
"""


def test_the_package_says_that_it_is_typed():
    assert files("paragen").joinpath("py.typed").is_file()


def test_what_a_type_checker_finds(tmp_path):
    pytest.importorskip("mypy", reason="needs the package mypy")
    (tmp_path / "use.py").write_text(USE)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(CACHE), "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=250)
    found = dict(re.findall(r"^use\.py:(\d+): error: (.*?)(?:;[^;]*\?)?  \[", done.stdout, re.M))
    expected = {str(number): line.partition("  # ")[2] for number, line in enumerate(USE.splitlines(), 1) if "  # " in line}
    assert found.keys() == expected.keys(), done.stdout + done.stderr
    for number, message in expected.items():
        assert found[number].startswith(message)
