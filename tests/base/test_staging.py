"""Directories appear whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from paragen.base.errors import ConfigError
from paragen.base.output_files import _swap, staged_directory


def model(path):
    return "" if (path / "model").exists() else "other files"


def publish(path, content, **options):
    with staged_directory(path, foreign=model, **options) as stage:
        (stage / "model").write_text(content)


def test_new(tmp_path):
    publish(tmp_path / "new", "1")
    assert os.listdir(tmp_path) == ["new"]
    assert (tmp_path / "new/model").read_text() == "1"


def test_empty_directory_is_taken(tmp_path):
    (tmp_path / "new").mkdir()
    publish(tmp_path / "new", "1")
    assert (tmp_path / "new/model").read_text() == "1"


def test_replaced_only_when_asked(tmp_path):
    publish(tmp_path / "m", "1")
    with pytest.raises(ConfigError, match="--force"):
        publish(tmp_path / "m", "2")
    assert (tmp_path / "m/model").read_text() == "1"
    publish(tmp_path / "m", "2", replace=True)
    assert (tmp_path / "m/model").read_text() == "2"
    assert os.listdir(tmp_path) == ["m"]


def test_where_directories_cannot_be_swapped(tmp_path, monkeypatch):
    monkeypatch.setattr("paragen.base.output_files._swap", lambda first, second: False)
    publish(tmp_path / "m", "1")
    publish(tmp_path / "m", "2", replace=True)
    assert (tmp_path / "m/model").read_text() == "2"
    assert os.listdir(tmp_path) == ["m"]


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="directories are swapped in one step on Linux and macOS")
def test_directories_are_swapped(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model").write_text(name)
    assert _swap(tmp_path / "one", tmp_path / "two")
    assert [(tmp_path / name / "model").read_text() for name in ("one", "two")] == ["two", "one"]
    assert not _swap(tmp_path / "one", tmp_path / "none")


def test_other_directories_are_never_replaced(tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "home/thesis").write_text("years of work")
    with pytest.raises(ConfigError, match="holds other files: it will not be replaced"):
        publish(tmp_path / "home", "1", replace=True)
    assert (tmp_path / "home/thesis").read_text() == "years of work"


def test_files_are_never_replaced(tmp_path):
    (tmp_path / "file").write_text("text")
    with pytest.raises(ConfigError, match="is not a directory"):
        publish(tmp_path / "file", "1", replace=True)


def test_missing_parent(tmp_path):
    with pytest.raises(ConfigError, match="Create it first"):
        publish(tmp_path / "none/m", "1")


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_nothing_is_left_of_a_failure(tmp_path, error):
    publish(tmp_path / "m", "1")
    with pytest.raises(error), staged_directory(tmp_path / "m", replace=True, foreign=model) as stage:
        (stage / "model").write_text("half")
        raise error
    assert os.listdir(tmp_path) == ["m"]
    assert (tmp_path / "m/model").read_text() == "1"


def test_somebody_else_was_faster(tmp_path):
    with pytest.raises(ConfigError, match="--force"), staged_directory(tmp_path / "m", foreign=model) as stage:
        (stage / "model").write_text("late")
        publish(tmp_path / "m", "early")
    assert (tmp_path / "m/model").read_text() == "early"
    assert os.listdir(tmp_path) == ["m"]


def test_symbolic_link_is_followed(tmp_path):
    publish(tmp_path / "real", "1")
    (tmp_path / "link").symlink_to("real")
    publish(tmp_path / "link", "2", replace=True)
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real/model").read_text() == "2"


def test_leftovers_of_a_killed_process_go(tmp_path):
    code = (
        "import sys, time\nfrom paragen.base.output_files import staged_directory\n"
        "with staged_directory(sys.argv[1]): print('ready', flush=True); time.sleep(100)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, str(tmp_path / "m")], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    (leftover,) = tmp_path.iterdir()
    os.utime(leftover, (time.time() - 3600,) * 2)
    publish(tmp_path / "m", "1")
    assert leftover.exists()  # its owner lives
    child.send_signal(signal.SIGKILL)
    child.wait()
    publish(tmp_path / "m", "2", replace=True)
    assert os.listdir(tmp_path) == ["m"]
