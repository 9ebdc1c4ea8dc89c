"""No verb writes over what it reads, whatever path or link names the file."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from paragen.cli import VERBS, cli, main
from paragen.cli.arguments import FileName, Folder, OutputFolder, Reads, WorkFolder, Writes
from paragen.cli.console import Verb
from paragen.cli.reference import actions

# verb -> its arguments: names of files that are read (in), of a file that is written (out), of several (in2, in3)
RUNS = {
    "decode": "decode -m in3 in2 in -o out",
    "decode in place": "decode -m in2 --keep-file in --in-place out",
    "decode in place log": "decode -m in2 --in-place=.bak in --log out",
    "decode parts": "decode -m in2 --engine local in -o out",
    "decode keep": "decode -m in3 in2 --keep-file in -o out",
    "substitutes": "substitutes -m in3 in -o out",
    "patterns match": "patterns match -m in3 in -o out",
    "lm": "lm in --arpa out",
    "lm of two": "lm in2 in --arpa out",
    "mix": "mix in --frequencies in2 --arpa out",
    "mix frequencies": "mix in2 --frequencies in --arpa out",
    "mix words": "mix in2 --frequencies in3 --words in --arpa out",
    "align": "align in in2 -o out",
    "align forward": "align in2 in3 --forward in --backward in3 -o out",
    "align segment": "align in2 in3 --segment src=in -o out",
    "align train": "align in in2 --train-segmenter src=out -o out2",
    "extract": "extract in in2 in3 -o out",
    "extract segment": "extract in2 in2 in3 --segment tgt=in -o out",
    "pivot": "pivot in -o out",
    "text": "text in -o out",
    "parse": "parse in --pipeline spacy:en -o out",
    "thesaurus": "thesaurus in -o out",
    "definitions": "definitions in -o out",
    "entries": "entries in -o out",
    "queries": "queries in -o out",
    "queries candidates": "queries in -o out2 --candidates out",
    "parallel": "parallel in,in2 -o out",
    "parallel candidates": "parallel in2,in -o out2 --candidates out",
    "comparable": "comparable in -o out",
    "comparable sentences": "comparable in -o out2 --sentences out",
    "comparable candidates": "comparable in -o out2 --candidates out",
    "calibrate": "calibrate in -o out",
    "build": "build in -o out",
    "pack": "pack -o out --lm in",
    "pack table": "pack -o out --lm in2 --table t=in --force",
    "pack weights": "pack -o out --lm in2 --table t=in3 --weights in --force",
    "label": "label in --labels out",
    "labels import": "labels import in --format jsonl -o out",
    "labels import items": "labels import in2 --format jsonl --items in -o out",
    "labels export": "labels export in --format jsonl -o out",
    "labels export items": "labels export in2 --format jsonl --items in -o out",
    "labels sample": "labels sample in -o out",
    "labels sample phrases": "labels sample in2 --phrases in -o out",
    "labels compare": "labels compare in2 in --disputes out",
    "labels settle": "labels settle in2 --decisions in -o out",
    "tune": "tune --labels in -o out",
    "tune sentences": "tune --labels in2 in -o out",
    "tune init": "tune --labels in2 --init in -o out",
    "tune curve": "tune --labels in -o out2 --curve out",
    "tune plot": "tune --labels in -o out2 --plot out.svg",
    "fit": "fit --labels in -o out",
    "fit background": "fit --labels in2 --background in -o out",
    "fit documents": "fit --labels in2 --documents in -o out",
    "fit english": "fit --labels in2 --english in -o out",
    "fit ratings": "fit --labels in2 --ratings in -o out",
    "patterns induce": "patterns induce in2 in2 in3 --parses in -o out",
    "patterns extract": "patterns extract in2 in -o out",
    "patterns label": "patterns label in2 --text in -o out",
    "patterns label pairs": "patterns label in --text in2 -o out",
    "patterns tune": "patterns tune in2 --items in3 --labels in -o out",
    "patterns tune items": "patterns tune in2 --items in --labels in3 -o out",
    "patterns stats": "patterns stats in.svg --plot out.svg",
    "patterns dirt": "patterns dirt in -o out",
    "graph build": "graph build in2 in -o out",
    "graph build parses": "graph build in2 --parses in -o out",
    "graph build steps": "graph build in --steps out -o out2",
    "pack fit": "pack -o out --lm in2 --table t=in3 --fit in --force",
    "eval": "eval --labels in --ablation --plot out.svg",
    "eval items": "eval --conditions cb08 --items out in",
    "eval trees": "eval --conditions cb08 --trees in --items out in2",
    "eval conditions": "eval --conditions in --items out in2",
    **{f"{verb} log": f"{verb} {rest} --log out" for verb, rest in {
        "lm": "in", "decode": "-m in2 --weights in", "substitutes": "-m in2 --block-file in",
        "labels compare": "in", "labels sentences": "in --format swords", "tune": "--labels in -o out2", "eval": "--labels in",
        "build": "in --plan",
    }.items()},
}  # fmt: skip


def same_name(source: Path, name: str) -> str:
    return os.fspath(source)


def another_path(source: Path, name: str) -> str:
    return os.fspath(source.parent / ".." / source.parent.name / source.name)


def symbolic_link(source: Path, name: str) -> str:
    link = source.parent / f"link-{name}"
    link.symlink_to(source)
    return os.fspath(link)


def hard_link(source: Path, name: str) -> str:
    link = source.parent / f"hard-{name}"
    os.link(source, link)
    return os.fspath(link)


@pytest.mark.parametrize("naming", [same_name, another_path, symbolic_link, hard_link])
@pytest.mark.parametrize("run", RUNS)
def test_what_is_read_is_not_written(run, naming, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    suffix = ".svg" if "out.svg" in RUNS[run] else ""
    for name in (f"in{suffix}", "in2", "in3"):
        (tmp_path / name).write_text(f"precious {name}\n")
    places = {"in": f"in{suffix}", "out": naming(tmp_path / f"in{suffix}", f"x{suffix}")}
    places["out.svg"] = places["out"]
    words = [",".join("=".join(places.get(part, part) for part in item.split("=")) for item in word.split(","))
             for word in RUNS[run].split()]  # fmt: skip
    assert main(words) == 1
    # A file that is rewritten in place is read and written, whichever is found first.
    said = "one name for two files to write" if run == "decode in place log" else "is read and would be overwritten"
    assert said in capsys.readouterr().err
    assert (tmp_path / f"in{suffix}").read_text() == f"precious in{suffix}\n"


def commands() -> dict[str, click.Command]:
    """Return all verbs and actions, by what is typed; imports them, which no test does while it is collected."""
    found = {}
    for name in VERBS:
        command = cli.get_command(click.Context(cli), name)
        found.update({f"{name} {action}": one for action, one in actions(command).items()} or {name: command})
    return found


def test_every_file_is_known_as_read_or_written():
    for command in commands().values():
        assert isinstance(command, Verb)
        for param in command.params:
            if isinstance(param.type, FileName):
                assert isinstance(param.type, (Reads, Writes, OutputFolder, WorkFolder, Folder)), (command.name, param)
            if param.name in ("output", "arpa", "log"):
                assert isinstance(param.type, (Writes, OutputFolder)), (command.name, param)


def test_every_output_is_tried_above():
    for verb, command in commands().items():
        tried = {word for line in RUNS.values() if line.startswith(f"{verb} ") for word in line.split()}
        if not any(isinstance(param.type, Reads) for param in command.params):
            continue  # what reads folders only has no file to write over
        for param in command.params:
            if isinstance(param.type, (Writes, OutputFolder)) and param.name != "log":
                assert tried.intersection(param.opts), (verb, param)


def test_two_outputs_are_two_files(tmp_path, capsys):
    (tmp_path / "labels").write_text("")
    out = os.fspath(tmp_path / "out")
    assert main(["tune", "--labels", os.fspath(tmp_path / "labels"), "-o", out, "--curve", f"{tmp_path}/./out"]) == 1
    assert "one name for two files" in capsys.readouterr().err


def test_standard_input_is_read_too(tmp_path):
    text = tmp_path / "text"
    text.write_text("a b c\n")
    with text.open() as given:
        command = [sys.executable, "-m", "paragen", "decode", "--log", text]
        done = subprocess.run(command, stdin=given, capture_output=True, text=True)
    assert done.returncode == 1 and "would be overwritten" in done.stderr
    assert text.read_text() == "a b c\n"


def test_devices_may_be_both(tmp_path, capsys):
    text = tmp_path / "text"
    text.write_text("a b c\n" * 10)
    assert main(["text", os.fspath(text), "-o", "/dev/null", "--log", "/dev/null"]) == 0


def test_settled_labels_may_go_to_one_of_the_files(tmp_path, capsys):
    labels = tmp_path / "labels.jsonl"
    labels.write_text("")
    main(["labels", "settle", os.fspath(labels), "--majority", "-o", os.fspath(labels)])
    assert "would be overwritten" not in capsys.readouterr().err
    assert main(["labels", "settle", os.fspath(labels), "--majority", "--log", os.fspath(labels)]) == 1
    assert "would be overwritten" in capsys.readouterr().err


def test_a_model_is_not_built_over_what_it_is_built_from(tmp_path, capsys):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lm.arpa").write_text("precious\n")
    assert main(["pack", "-o", os.fspath(tmp_path / "data"), "--lm", os.fspath(tmp_path / "data" / "lm.arpa"), "--force"]) == 1
    assert "lm.arpa is read and would be overwritten" in capsys.readouterr().err


def test_of_an_open_model_the_weights_may_be_written(tmp_path, capsys):
    (tmp_path / "labels").write_text("")
    for name in ("model.toml", "weights.toml"):
        (tmp_path / name).write_text("precious\n")
        main(["tune", "-m", os.fspath(tmp_path), "--labels", os.fspath(tmp_path / "labels"), "-o", os.fspath(tmp_path / name)])
        assert ("would be overwritten" in capsys.readouterr().err) == (name == "model.toml")
