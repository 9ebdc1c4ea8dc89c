"""The store of steps, as each of its users has it: killed processes, locks, full disks, altered records."""

import errno
import fcntl
import os
import signal
import subprocess
import sys

import pytest

from paragen.base import steps
from paragen.base.errors import ConfigError, FormatError
from paragen.base.steps import LOCK, StepStore, data_digest, file_digest

STORES = {
    "base": "from paragen.base.steps import StepStore as Store",
    "graphs": "from paragen.tables.bilingual.graph.steps import Steps as Store",
    "recipes": "from paragen.recipes.build_folder import Store",
    "answers": "from paragen.base import steps\nStore = lambda folder: steps.StepStore(folder, '_{}.json')",
}


@pytest.fixture(params=STORES)
def code(request):
    if request.param == "graphs":
        pytest.importorskip("pyarrow")
    return STORES[request.param]


@pytest.fixture
def store(code, tmp_path):
    names = {}
    exec(code, names)
    return names["Store"](tmp_path / "work")


def killed(code, folder, work):
    """Runs ``work`` with a locked store in a process that then kills itself."""
    script = f"import os, sys\n{code}\nstore = Store(sys.argv[1])\nwith store.locked():\n {work}\n os.kill(os.getpid(), 9)\n"
    done = subprocess.run([sys.executable, "-c", script, str(folder)], timeout=100, check=False)
    assert done.returncode == -signal.SIGKILL


def test_what_a_killed_process_leaves(code, store):
    make = "os.makedirs(store.record_path('graph').parent, exist_ok=True); store.keep('graph', {'key': 'é'})"
    killed(code, store.folder, make)
    assert (store.folder / LOCK).exists()
    with store.locked():  # nobody holds it
        assert store.record("graph") == {"key": "é"} and store.record("counts") is None
    assert not (store.folder / LOCK).exists()


def test_killed_while_a_folder_is_made(code, store):
    if store.record_path("graph").name != "step.json":
        pytest.skip("its records are beside what steps make")
    killed(code, store.folder, "store.publish('graph', lambda folder: (folder / 'x').touch() or os.kill(os.getpid(), 9))")
    [left] = [path for path in store.folder.iterdir() if path.name != LOCK]
    assert left.name.endswith(".partial") and store.record("graph") is None
    os.utime(left, (0, 0))
    store.publish("graph", lambda folder: {"key": "k"})
    assert store.record("graph") == {"key": "k"} and not left.exists()
    store.forget(["graph", "counts"])
    assert store.record("graph") is None


def test_one_process_at_a_time(store):
    with store.locked():
        assert (store.folder / LOCK).exists()
        found = "work: another run is writing there. Wait for it, or try later."
        with pytest.raises(ConfigError, match=found), store.locked("try later"):
            pass
    with store.locked():
        pass


def test_a_full_disk_keeps_what_was_there(store, monkeypatch):
    store.record_path("graph").parent.mkdir(parents=True)
    store.keep("graph", {"key": 1})

    def full(handle):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(OSError, match="No space left") as raised:
            store.keep("graph", {"key": 2})
    path = store.record_path("graph")
    assert raised.value.filename == str(path)
    assert store.record("graph") == {"key": 1} and os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"7", b"\xff"])
def test_records_that_were_altered(tmp_path, text):
    store = StepStore(tmp_path, remedy="Begin anew.")
    store.record_path("a").write_bytes(text)
    with pytest.raises(FormatError, match="a.json: found other content, expected what a run wrote. Begin anew."):
        store.record("a")


def test_folders_that_cannot_be(tmp_path):
    (tmp_path / "file").touch()
    for name, message in (("file", "found a file, expected a folder or none"), ("no/work", "there is no folder .*no. Create it")):
        with pytest.raises(ConfigError, match=message), StepStore(tmp_path / name).locked():
            pass


def test_a_lock_that_its_owner_removed_meanwhile(tmp_path, monkeypatch):
    taken = []

    def flock(handle, operation):
        taken.append(handle)
        if len(taken) == 1:
            (tmp_path / LOCK).unlink()  # by the owner, after it was opened here
        real(handle, operation)

    real = fcntl.flock
    monkeypatch.setattr(steps.fcntl, "flock", flock)
    with StepStore(tmp_path).locked():
        assert len(taken) == 2 and (tmp_path / LOCK).exists()


def test_digests(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name / "in").mkdir(parents=True)
        (tmp_path / name / "in" / "x").write_bytes(b"1")
    assert file_digest(tmp_path / "a") == file_digest(tmp_path / "b") != file_digest(tmp_path / "a" / "in")
    (tmp_path / "b" / "in" / "x").write_bytes(b"2")
    assert file_digest(tmp_path / "a") != file_digest(tmp_path / "b")
    assert data_digest({"a": 1, "b": 2}) == data_digest({"b": 2, "a": 1}) != data_digest({"a": 1})
