"""Completion: the scripts, and what they are answered."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest
from command_line import PARAGEN, paragen

from paragen.cli import VERBS


def completions(*words: str, shell: str = "bash") -> list[str]:
    """What a shell's script is answered when the last of these words is to be completed."""
    asked = {"bash": {"COMP_WORDS": " ".join(("paragen", *words)), "COMP_CWORD": str(len(words))}}[shell]
    env = {**os.environ, "_PARAGEN_COMPLETE": f"{shell}_complete", **asked}
    done = subprocess.run(PARAGEN, env=env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_verbs_options_and_values():
    assert completions("de") == ["plain,decode", "plain,definitions"]
    assert [line.partition(",")[2] for line in completions("")] == list(VERBS)
    assert completions("decode", "--fo") == ["plain,--format", "plain,--foreign"]
    assert completions("decode", "--format", "") == ["plain,text", "plain,nbest", "plain,jsonl"]
    assert completions("labels", "ex") == ["plain,export"]


def test_files_and_folders_are_left_to_the_shell():
    assert completions("decode", "pre") == ["file,pre"] == completions("decode", "-o", "pre")
    assert completions("decode", "-m", "pre") == ["dir,pre"]


def test_completing_a_verb_imports_none():
    code = (
        "import sys; from paragen.cli import main; main()\n"
        "print([name for name in sys.modules if name.startswith('paragen.cli.') or name == 'numpy'], file=sys.stderr)"
    )
    env = {**os.environ, "_PARAGEN_COMPLETE": "bash_complete", "COMP_WORDS": "paragen d", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "plain,decode\nplain,definitions\n"
    assert done.stderr == "['paragen.cli.arguments', 'paragen.cli.console', 'paragen.cli.completion']\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts_are_the_shells_own(shell, tmp_path):
    script = paragen("completion", shell).stdout
    assert f"_PARAGEN_COMPLETE={shell}_complete" in script
    if not shutil.which(shell):
        pytest.skip(f"needs {shell}")
    (tmp_path / "script").write_text(script)
    subprocess.run([shell, "-n", tmp_path / "script"], check=True)


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_gets_an_answer_from_its_script(tmp_path):
    (tmp_path / "paragen").write_text(f'#!/bin/sh\nexec {sys.executable} -m paragen "$@"\n')
    (tmp_path / "paragen").chmod(0o755)
    ask = 'eval "$(paragen completion bash)"; COMP_WORDS=(paragen decode --di); COMP_CWORD=2; _paragen_completion paragen; '
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", ask + 'echo "${COMPREPLY[@]}"'], env=env, capture_output=True, text=True, check=True)
    assert done.stdout == "--distinct-by --diff\n" or sorted(done.stdout.split()) == ["--diff", "--distinct-by"]
