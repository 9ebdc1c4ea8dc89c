"""How a sentence goes through the code: forward, and through no more files than it needs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import paragen

WALK = Path(__file__).parent / "bench" / "walk.py"


def walked(*options: str, text: str = "We must find a solution to this problem.\n") -> tuple[set[str], int]:
    """The Python files that a text goes through, and how often it comes back to one."""
    done = subprocess.run([sys.executable, WALK, *options], input=text, capture_output=True, text=True, check=True)
    *stays, summary = done.stdout.splitlines()
    found = re.fullmatch(r"(\d+) stays in (\d+) files, (\d+) returns, \d+ functions", summary)
    assert found is not None, summary
    files = {line.split()[0] for line in stays}
    assert (len(stays), len(files)) == (int(found[1]), int(found[2]))
    return files, int(found[3])


def test_one_line_with_the_starter_pack():
    files, returns = walked()
    assert (len(files), returns) == (15, 5)  # what changes these says why
    assert {"io/stream.py", "io/source.py", "io/records.py", "io/formats.py", "io/sink.py", "paraphraser.py"} <= files
    package = Path(paragen.__file__).parent
    assert all(len((package / file).read_text().splitlines()) <= 300 for file in files)


def test_what_nobody_asks_for_is_not_entered():
    files, _ = walked()
    asked = ("forbidding", "sense", "syntax", "candidates", "refused")
    assert not {f"rewriting/{name}.py" for name in asked} & files
    assert not {f"text/{name}.py" for name in ("names", "protection")} & files
    assert not {f"io/{name}.py" for name in ("beside", "spans", "tables", "documents", "notices", "shortfall", "jsonl")} & files
    more, _ = walked("-n", "2")
    assert "io/shortfall.py" in more
    names, _ = walked(text="He met Ann Smith in 1999 and said, \"No!\" They took on a huge problem.\n")
    assert {f"text/{name}.py" for name in ("names", "protection")} <= names


def test_from_a_label_to_tuned_weights():
    """Each decode under other weights takes the way of a sentence; the options are not resolved again."""
    done = subprocess.run([sys.executable, WALK.parent / "walk_tune.py"], capture_output=True, text=True, check=True)
    *files, _ = done.stdout.splitlines()
    assert len(files) == len(set(files)) <= 30
    roots = Path(paragen.__file__).parent, Path(__file__).parents[1]
    sources = [next(path for root in roots if (path := root / file).is_file()) for file in files]
    assert all(len(source.read_text(encoding="utf-8").splitlines()) <= 300 for source in sources)
    assert not {name for name in files if name.startswith("settings/")} - {"settings/request.py"}
