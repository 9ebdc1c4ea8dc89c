"""What may be written: no input, nothing twice, no folder for a file; whatever names it."""

from __future__ import annotations

import os

import pytest

from paragen.base.destination import check_destinations
from paragen.base.errors import ConfigError


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "f").touch()
    (tmp_path / "in").touch()
    os.link("in", "hard")
    os.symlink("in", "soft")
    os.symlink("folder", "way")


def refusal(outputs=(), inputs=(), folders=()) -> str:
    with pytest.raises(ConfigError) as caught:
        check_destinations(outputs, inputs, folders=folders)
    return str(caught.value)


def test_what_may_be_written():
    check_destinations([None, "out", "folder/g"], ["in", "missing"], folders=[None, "made"])
    check_destinations(["in"], folders=["folder"])
    check_destinations(["missing"], ["missing"])  # whoever reads it will say so
    check_destinations(["/dev/null", "/dev/null"], ["/dev/null"])


@pytest.mark.parametrize("name", ["in", "./in", "hard", "soft"])
def test_inputs_are_kept(name):
    which = "it" if name == "in" else "in"
    assert refusal([name], ["in"]) == f"{name}: {which} is read and would be overwritten. Choose another name."


@pytest.mark.parametrize(
    ("outputs", "inputs", "folders", "message"),
    [
        (["folder"], [], [], "folder: found a folder, expected the name of a file to write."),
        (["none/f"], [], [], "none/f: there is no folder none. Create it first."),
        ([], [], ["none/f"], "none/f: there is no folder none. Create it first."),
        (["folder/f"], ["folder"], [], "folder/f: folder is read and would be overwritten. Choose another name."),
        (["way/f"], ["folder/f"], [], "way/f: folder/f is read and would be overwritten. Choose another name."),
        ([], ["folder/f"], ["folder"], "folder: folder/f is read and would be overwritten. Choose another name."),
        (["o", "o"], [], [], "o: found one name for two files to write. Choose another."),
        (["o", "./o"], [], [], "./o: found one name for two files to write (the other is o). Choose another."),
        (["folder/g"], [], ["folder"], "folder: found one name for two files to write (the other is folder/g). Choose another."),
        (["in", "hard"], [], [], "hard: found one name for two files to write (the other is in). Choose another."),
    ],
)
def test_refused(outputs, inputs, folders, message):
    assert refusal(outputs, inputs, folders) == message
