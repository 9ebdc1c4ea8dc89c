"""Occurrences of phrases are drawn, mixed blind and counted."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("phrases_in_context.py")


def run(folder: Path, *arguments: object) -> str:
    done = subprocess.run([sys.executable, SCRIPT, *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path) -> Path:
    lines = ["It is under control.", "Under control at last.", "Out of control.", "He came at last.", "thunder controls"]
    lines.append(lines[0])
    (tmp_path / "english").write_text("".join(f"{line}\n" for line in lines))
    (tmp_path / "foreign").write_text("".join(f"{number}\n" for number in range(len(lines))))
    (tmp_path / "phrases.txt").write_text("under control\nat last\nnever there\n")
    return tmp_path


def test_lines_are_drawn_together_and_once(folder):
    assert run(folder, "draw", "phrases.txt", "english", "foreign", "-n", 2, "-o", "sets") == "3 lines for 2 phrases\n"
    rows = [line.split("\t") for line in (folder / "sets" / "phrases.tsv").read_text().splitlines()]
    assert sorted(number for number, phrase in rows if phrase == "under control") == ["1", "2"]  # line 6 repeats line 1
    assert [number for number, phrase in rows if phrase == "at last"] == ["4"]  # line 2 is taken
    assert (folder / "sets" / "foreign").read_text().split() == [str(int(number) - 1) for number, _ in rows]


def test_systems_are_mixed_and_counted(folder):
    (folder / "phrases.tsv").write_text("1\tunder control\n4\tat last\n")

    def item(sentence, phrase, after):
        name = f"{sentence}{after}"
        return json.dumps({"id": name, "sentence": sentence, "phrase": phrase, "text": "", "result": after, "tables": {"one": 1}})

    rows = [item(1, "control", "rule"), item(1, "under control", "checked"), item(2, "at last", "finally")]
    (folder / "one").write_text("\n".join(rows))
    (folder / "two").write_text("\n".join([item(1, "under control", "in check"), item(2, "at last", "finally")]))
    told = run(folder, "blind", "phrases.tsv", "one=one", "two=two", "-o", "reading")
    assert told.splitlines() == ["one: a paraphrase in 2 of 2 lines", "two: a paraphrase in 2 of 2 lines", "3 distinct sentences"]
    assert "one" not in (folder / "reading" / "items.txt").read_text() + (folder / "reading" / "items.jsonl").read_text()
    key = [line.split("\t") for line in (folder / "reading" / "key.tsv").read_text().splitlines()]
    assert {(row[1], row[3]) for row in key} == {("1checked", "one"), ("1in check", "two"), ("2finally", "one,two")}
    verdicts = {"1checked": "yes\tno", "1in check": "yes\tyes", "2finally": "yes\tyes"}
    (folder / "verdicts").write_text("".join(f"{row[0]}\t{verdicts[row[1]]}\n" for row in key))
    told = run(folder, "score", "reading/key.tsv", "verdicts").splitlines()
    assert "| one | 2 | 50.0 [9.5, 90.5] | 100.0 [34.2, 100.0] |" in told
    assert "| two | 2 | 100.0 [34.2, 100.0] | 100.0 [34.2, 100.0] |" in told
