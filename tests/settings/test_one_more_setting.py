"""A setting is declared in one file: command line, library, server, settings files, signature and docs follow."""

from __future__ import annotations

import subprocess
import sys

import pytest

import paragen.decoder.settings as declarations

pytest.importorskip("pydantic")

FIELD = '    caution: int = whole(3, 1, 9, help="How cautious a search is.", field="How cautious.", signature=True)\n'
CHECKS = """
import importlib.util, sys

spec = importlib.util.spec_from_file_location("paragen.decoder.settings", sys.argv[1])
module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

from click.testing import CliRunner
import paragen
from paragen.base.errors import ConfigError
from paragen.cli import cli
from paragen.cli.reference import reference
from paragen.server.schemas import Paraphrases

def output(*words):
    return CliRunner().invoke(cli, ["decode", "-m", sys.argv[2], *words]).output

assert "How cautious a search is. [default: 3; 1<=x<=9]" in " ".join(output("--help-all").split())
assert "|caution:3|" in output("--signature") and "|caution:7|" in output("--signature", "--caution", "7")
assert "|caution:8|" in output("--signature", "--settings", sys.argv[3])
assert "0 is not in the range 1<=x<=9" in output("--caution", "0")
assert paragen.load(sys.argv[2], caution=5).options["caution"] == 5
try:
    paragen.load(sys.argv[2], caution=10)
except ConfigError as error:
    assert str(error) == "caution: found 10, expected a whole number from 1 to 9.", error
assert Paraphrases.model_json_schema()["properties"]["caution"]["description"] == "How cautious."
assert "| `--caution N` | How cautious a search is. (1 to 9; default: 3) |" in reference()
"""


def test_one_more_setting_is_declared_in_one_file(tmp_path, english_model):
    with open(declarations.__file__, encoding="utf-8") as file:
        text = file.read()
    for place, line in (("    stack: int = ", FIELD), ("    stack: int\n", "    caution: int\n")):
        assert text.count(place) == 1
        text = text.replace(place, line + place)
    (tmp_path / "settings.py").write_text(text, encoding="utf-8")
    (tmp_path / "s.toml").write_text("caution = 8\n")
    words = [tmp_path / "settings.py", english_model, tmp_path / "s.toml"]
    done = subprocess.run([sys.executable, "-c", CHECKS, *words], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
