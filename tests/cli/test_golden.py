"""Whole command lines: the transcripts in ``tests/golden/commands``, one for each verb, are what the program does.

A transcript names the files that are there, then commands, and after each what it printed, how it ended where that is not
well, and the files that it made or changed; those in folders are only named. ``make golden`` writes them anew; the change is
then there to be reviewed. The folder ``english`` holds a packed model, ``labelled`` one whose table "pivot" has syntactic labels.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path

import click
import pytest
from command_line import paragen
from fuzzing import LONG

from paragen.cli import VERBS, cli
from paragen.cli.reference import actions

from ..tables.parses.fake_stanza import SOURCE

TRANSCRIPTS = Path(__file__).parents[1] / "golden" / "commands"
INDENT = "    "
SHIFTING = re.compile(
    r"\b[0-9a-f]{32}\b|(?<=signature )[0-9a-f]{12}\b|(?<=model:)[0-9a-f]{12}\b|[\d,]+(?= bytes\b)|\b\d{4}-\d\d-\d\dT[\d:.]+Z"
    r"|(?<= in )\d+ s \([\d,]+ a second\)|(?<=\"signature\": \")[0-9a-f]{12}\b|(?<=(?:toml|.bin)\": )\d+"
)
"""Checksums and sizes of packed files, which change with their format, the time, and how long it took."""


def test_every_verb_has_a_transcript_of_success_and_of_failure():
    assert sorted(path.stem for path in TRANSCRIPTS.iterdir()) == sorted(VERBS)
    for verb in VERBS:
        text = (TRANSCRIPTS / f"{verb}.txt").read_text(encoding="utf-8")
        runs = re.findall(rf"^\$ paragen {verb} .*\n((?:(?!\$ ).*\n)*)", text, re.M)
        assert [run for run in runs if re.search("^exit [12]$", run, re.M)], f"{verb}: no run fails"
        serves = verb in ("label", "serve", "lsp")
        assert serves or [run for run in runs if "\nexit" not in f"\n{run}"], f"{verb}: no run succeeds"


@pytest.fixture
def stanza(tmp_path, monkeypatch):
    """A stand-in for Stanza, which later tests do not find."""
    packages = tmp_path / "packages"
    packages.mkdir()
    (packages / "stanza.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(packages)
    monkeypatch.delitem(sys.modules, "stanza", raising=False)
    yield
    sys.modules.pop("stanza", None)


@pytest.mark.usefixtures("stanza")
@pytest.mark.parametrize("verb", VERBS)
def test_transcript(verb, tmp_path, monkeypatch, english_model, request):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    (workspace / "english").symlink_to(english_model)
    path = TRANSCRIPTS / f"{verb}.txt"
    written = path.read_text(encoding="utf-8")
    if " labelled " in written:
        (workspace / "labelled").symlink_to(request.getfixturevalue("syntax_model"))
    found = replayed(written, workspace)
    if request.config.getoption("--golden"):
        path.write_text(found, encoding="utf-8")
    else:
        assert found == written, "not what the program does now: run `make golden` and look at what has changed"


COMPUTING = [verb for verb in VERBS if verb not in ("build", "completion", "label", "lsp", "serve")]
LENGTHY = ("--starts", "--resamples", "--trees", "--copies", "-n", "--threads")
"""Options of which much takes long, as it must."""


@pytest.mark.usefixtures("stanza")
@pytest.mark.parametrize("verb", COMPUTING if LONG else ["calibrate", "graph", "thesaurus", "tune"])
def test_extreme_numbers_where_a_verb_computes(verb, tmp_path, monkeypatch, english_model, request):
    """No number that an option takes is unexpected further on; tests/test_hostile.py has those that it does not take."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    written = (TRANSCRIPTS / f"{verb}.txt").read_text(encoding="utf-8")
    (tmp_path / "english").symlink_to(english_model)
    if " labelled " in written:
        (tmp_path / "labelled").symlink_to(request.getfixturevalue("syntax_model"))
    group = cli.get_command(click.Context(cli), verb)
    tried = set()
    for text in re.split(r"^(?=\$ )", written, flags=re.M):
        replayed(f"\n{text}", tmp_path)
        name = next((f"{verb} {action}" for action in actions(group) if text.startswith(f"$ paragen {verb} {action} ")), verb)
        if text.startswith(f"$ paragen {name} ") and "\nexit " not in text and name not in tried:
            tried.add(name)
            for option in numeric(actions(group).get(name.removeprefix(f"{verb} "), group)):
                for value in extremes(option.type)[: None if LONG else 1]:
                    command, sign, rest = text.partition("\n")[0].removeprefix("$ ").partition(" < ")
                    said = ran(f"{command} {option.opts[-1]}={value}{sign}{rest}", tmp_path)
                    assert "unexpected" not in said and "out of memory" not in said, (option.opts, value, said)
    assert tried


def numeric(command: click.Command) -> list[click.Option]:
    options = [param for param in command.params if isinstance(param, click.Option) and not set(param.opts) & set(LENGTHY)]
    return [option for option in options if option.type.name.split()[0] in ("integer", "float")]


def extremes(kind: click.ParamType) -> tuple[object, ...]:
    """Return the greatest and the least number of a type."""
    if kind.name.startswith("integer"):
        return getattr(kind, "max", None) or (1 << 31) - 1, getattr(kind, "min", None) or 0
    least = getattr(kind, "min", None)
    return getattr(kind, "max", None) or 1e308, -1e308 if least is None else least or 5e-324


def replayed(transcript: str, workspace: Path) -> str:
    """Return the transcript with what its commands do now."""
    parts = re.split(r"^(?=\$ |file )", transcript, flags=re.M)
    done = [parts[0]]
    running = False
    for part in parts[1:]:
        head, _, body = part.partition("\n")
        if head.startswith("$ "):
            running = True
            done.append(f"{head}\n{ran(head[2:], workspace)}\n")
        elif not running:
            content = re.sub(f"^{INDENT}", "", body.rstrip("\n") + "\n", flags=re.M)
            path = workspace / head.removeprefix("file ")
            path.parent.mkdir(exist_ok=True)
            path.write_text(content, encoding="utf-8")
            done.append(part)
    return "".join(done).rstrip("\n") + "\n"


def ran(command: str, workspace: Path) -> str:
    """Run a command; return what came of it."""
    program, *args = shlex.split(command)
    assert program == "paragen", command
    streams = {}
    while args[-2:-1] in (["<"], [">"]):
        *args, stream, name = args
        streams[stream] = workspace / name
    before = contents(workspace)
    done = paragen(*args, input=streams["<"].read_bytes() if "<" in streams else b"", cwd=workspace)
    if ">" in streams:
        streams[">"].write_text(done.stdout, encoding="utf-8")
    shown = [section("out", "" if ">" in streams else done.stdout), section("err", done.stderr.replace(f"{workspace}/", "…/"))]
    if done.returncode:
        shown.append(f"exit {done.returncode}\n")
    for name, data in contents(workspace).items():
        if before.get(name) != data:
            shown.append(section(f"file {name}", "" if "/" in name else readable(data)))
    return "".join(shown)


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def readable(data: bytes) -> str:
    """Return text as it is, and of anything else only that it is no text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "(binary)"
    return "(binary)" if "\0" in text else text


def section(head: str, text: str) -> str:
    """Return text under its heading, indented; of no text the heading, if it is a file's."""
    if not text:
        return f"{head}\n" if head.startswith("file ") else ""
    text = SHIFTING.sub("…", text)
    return f"{head}\n" + "".join(f"{INDENT}{line}\n" if line else "\n" for line in text.removesuffix("\n").split("\n"))
