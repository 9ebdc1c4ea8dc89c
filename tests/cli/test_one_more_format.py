"""An output format is declared in one file: the option and its help, what it refuses, and names of files follow."""

from __future__ import annotations

import subprocess
import sys

import paragen.io.formats as declarations

FORMAT = '''
class _Pairs(Format):
    def shows_edits(self, style):
        return False

    def writer(self, paraphraser, style, n, output):
        return lambda record, found: "".join(f"{record.request.text} ||| {one.text}\\n" for one in found)


PAIRS = _Pairs("pairs", "tsv", "what tables are made of", refuses={"--diff": "pairs have no marks."})
'''
CHECKS = """
import importlib.util, sys

spec = importlib.util.spec_from_file_location("paragen.io.formats", sys.argv[1])
module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)

from click.testing import CliRunner
from paragen.cli import cli
from paragen.cli.reference import reference

def output(*words):
    return CliRunner().invoke(cli, ["decode", "-m", sys.argv[2], *words], input="A big car\\nno\\n").output

assert "[text|nbest|pairs|jsonl]" in output("--help") and "pairs: what tables are made of" in output("--help")
assert output("--format", "pairs") == "A big car ||| A large automobile\\nno ||| no\\n"
assert output("--format", "pairs", "--changed-only") == "A big car ||| A large automobile\\n"
assert "Invalid value for --diff: pairs have no marks." in output("--format", "pairs", "--diff")
output("--format", "pairs", "-o", sys.argv[3])
assert open(sys.argv[3]).read() == "A big car ||| A large automobile\\nno ||| no\\n"
assert "pairs: what tables are made of" in reference()
"""


def test_one_more_format_is_declared_in_one_file(tmp_path, english_model):
    with open(declarations.__file__, encoding="utf-8") as file:
        text = file.read()
    for place, more in (("\nOF_PARAPHRASES = (", FORMAT), ("NBEST, JSONL)\n", "")):
        assert text.count(place) == 1
        text = text.replace(place, more + place.replace("NBEST, JSONL)", "NBEST, PAIRS, JSONL)"))
    (tmp_path / "formats.py").write_text(text, encoding="utf-8")
    words = [tmp_path / "formats.py", english_model, tmp_path / "out"]
    done = subprocess.run([sys.executable, "-c", CHECKS, *words], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
