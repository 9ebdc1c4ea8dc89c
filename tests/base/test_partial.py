"""Files that appear whole or not at all: what a failure names, what a killed process leaves, and that it goes."""

from __future__ import annotations

import errno
import os
import resource
import signal
import subprocess
import sys
import time

import pytest

from paragen.base.output_files import atomic_file, staged_directory

HOLD = (
    "import sys, time\nfrom paragen.base.output_files import atomic_file\n"
    "with atomic_file(sys.argv[1]): print('ready', flush=True); time.sleep(100)\n"
)


def test_file_appears_when_the_block_succeeds(tmp_path):
    umask = os.umask(0o027)
    try:
        with atomic_file(tmp_path / "f") as file:
            file.write(b"whole")
            assert not (tmp_path / "f").exists()
    finally:
        os.umask(umask)
    assert (tmp_path / "f").read_bytes() == b"whole" and (tmp_path / "f").stat().st_mode & 0o777 == 0o640
    with pytest.raises(KeyboardInterrupt), atomic_file(tmp_path / "f") as file:
        file.write(b"half")
        raise KeyboardInterrupt
    assert os.listdir(tmp_path) == ["f"] and (tmp_path / "f").read_bytes() == b"whole"
    with atomic_file(tmp_path / "f", "w", encoding="utf-8") as file:
        file.write("replaced é")
    assert (tmp_path / "f").read_text(encoding="utf-8") == "replaced é"


def test_symbolic_link_is_followed(tmp_path):
    (tmp_path / "link").symlink_to("real")
    for data in (b"new", b"newer"):
        with atomic_file(tmp_path / "link") as file:
            file.write(data)
        assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_bytes() == data


def test_devices_and_pipes_stay_what_they_are(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with atomic_file(tmp_path / "pipe") as file:
        file.write(b"text")
    assert os.read(reader, 10) == b"text" and (tmp_path / "pipe").is_fifo()
    os.close(reader)


def test_leftovers_of_a_killed_process_go(tmp_path):
    child = subprocess.Popen([sys.executable, "-c", HOLD, str(tmp_path / "f")], stdout=subprocess.PIPE)
    assert child.stdout.readline() == b"ready\n"
    (leftover,) = tmp_path.iterdir()
    others = [tmp_path / name for name in (".f.0123456789abcdef.part", ".f.mine.partial", ".g.0123456789abcdef.partial")]
    for other in others:
        other.touch()
    young = tmp_path / ".f.0123456789abcdef.partial"
    for path in (leftover, *others):
        os.utime(path, (time.time() - 3600,) * 2)
    young.touch()

    def write():
        with atomic_file(tmp_path / "f"):
            pass

    write()
    assert leftover.exists()  # its owner lives
    child.send_signal(signal.SIGKILL)
    child.wait()
    write()
    assert sorted(tmp_path.iterdir()) == sorted([tmp_path / "f", young, *others])


@pytest.mark.parametrize(
    ("name", "error"),
    [("none/f", FileNotFoundError), ("file/f", NotADirectoryError), ("folder", IsADirectoryError), ("x" * 300, OSError)],
)
def test_errors_name_the_destination(tmp_path, name, error):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(error) as caught, atomic_file(tmp_path / name):
        pass
    assert caught.value.filename == str(tmp_path / name) and ".partial" not in str(caught.value)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


def test_errors_of_writing_name_the_destination(tmp_path):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught, atomic_file(tmp_path / "f") as file:
            file.write(bytes(100_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
    assert caught.value.filename == str(tmp_path / "f") and os.listdir(tmp_path) == []


def test_errors_in_a_staged_directory_name_the_file_in_the_destination(tmp_path):
    with pytest.raises(FileNotFoundError) as caught, staged_directory(tmp_path / "m") as stage, atomic_file(stage / "none" / "f"):
        pass
    assert caught.value.filename == str(tmp_path / "m" / "none" / "f")
    with pytest.raises(PermissionError) as caught, staged_directory(tmp_path / "m") as stage:
        raise PermissionError(errno.EACCES, "no", tmp_path / "other")
    assert caught.value.filename == tmp_path / "other"


def test_what_a_killed_estimation_leaves_goes_with_the_next(tmp_path):
    """Of `paragen lm --arpa`, as of all verbs."""
    arpa = tmp_path / "m.arpa"
    child = subprocess.Popen([sys.executable, "-m", "paragen", "lm", "-o", "2", "--arpa", arpa], stdin=subprocess.PIPE)
    try:
        deadline = time.monotonic() + 60
        while not (left := list(tmp_path.glob(".m.arpa.*.partial"))):
            assert time.monotonic() < deadline and child.poll() is None
            time.sleep(0.02)
    finally:
        child.kill()
        child.wait()
        child.stdin.close()
    assert left[0].exists()
    os.utime(left[0], (0, 0))
    (tmp_path / "text").write_text("a b c\n" * 20)
    command = [sys.executable, "-m", "paragen", "lm", "-o", "2", "--discount-fallback", "--arpa", arpa, tmp_path / "text"]
    subprocess.run(command, check=True, capture_output=True)
    assert arpa.exists() and not list(tmp_path.glob(".m.arpa.*.partial"))
