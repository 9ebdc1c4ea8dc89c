"""Many processes make what one does; what breaks costs only what was under way."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest
from command_line import wait_until
from part_answers import FOLDER

from paragen.base.errors import ConfigError, FormatError
from paragen.cluster.parts import Part
from paragen.cluster.work import Outcome, sendable

THREE = {"a": "one\ntwo\n", "b": "three\n", "c": "four\n"}
MADE = {"a.txt": "ONE\nTWO\n", "b.txt": "THREE\n", "c.txt": "FOUR\n"}


def test_each_part_has_its_file(corpus, capitals, shown):
    folder = corpus(**THREE, long="x" * 300_000)
    summary = capitals(folder, processes=2)
    assert (summary.parts, summary.there, summary.done, summary.counts["sentences"], summary.broken) == (4, 0, 4, 5, [])
    assert shown(capitals.out) == {**MADE, "long.txt": "X" * 300_000}
    assert sum(capitals.read) == sum(path.stat().st_size for path in folder.iterdir())


def test_what_is_done_stays_and_the_rest_is_made(corpus, capitals, shown):
    folder = corpus(**THREE)
    capitals(folder)
    (capitals.out / "b.txt").unlink()
    (capitals.out / "a.txt").write_text("untouched")
    corpus(c="changed\n", d="new\n")
    capitals.read.clear()
    summary = capitals(folder)
    assert (summary.parts, summary.there, summary.done) == (4, 1, 3)
    assert shown(capitals.out) == {"a.txt": "untouched", "b.txt": "THREE\n", "c.txt": "CHANGED\n", "d.txt": "NEW\n"}
    assert sum(capitals.read) == sum(path.stat().st_size for path in folder.iterdir())


def test_a_folder_of_other_options_is_refused_unless_nothing_was_made(spark_here, corpus, capitals, shown):
    folder = corpus(a="broken\n")
    assert len(capitals(folder, engine="spark").broken) == 1
    corpus(a="one\n")
    capitals(folder, options="case:lower", engine="spark")
    with pytest.raises(ConfigError, match="found answers made with case lower, expected case upper. Choose another folder"):
        capitals(folder, engine="spark")
    assert shown(capitals.out) == {"a.txt": "ONE\n"}


def test_the_folder_of_answers_is_a_place_of_its_own(corpus, capitals, tmp_path):
    folder = corpus(a="one\n")
    capitals.out.symlink_to(folder)
    with pytest.raises(ConfigError, match="would be overwritten"):
        capitals(folder)


def test_a_broken_part_is_named_and_the_others_are_made(corpus, capitals, shown):
    folder = corpus(**THREE | {"b": "three\nbroken\n"})
    summary = capitals(folder)
    assert [str(error) for error in summary.broken] == [f"{folder}/b.txt:2: found a broken line, expected another."]
    assert shown(capitals.out) == {name: MADE[name] for name in ("a.txt", "c.txt")}


@pytest.mark.parametrize(
    ("error", "broken"),
    [
        (None, False),
        (FormatError("in/a.txt:1", "x", "y"), True),
        (PermissionError(13, "Permission denied", "in/a.txt"), True),
        (PermissionError(13, "Permission denied", "out/a.txt"), False),
        (OSError(28, "No space left on device"), False),
        (ConfigError("the model is nowhere"), False),
        (MemoryError(), False),
    ],
)
def test_which_errors_are_of_one_part(error, broken):
    part = Part("in/a.txt", "a.txt", "txt", "", 1, 1)
    assert Outcome(part, error=error).is_broken == broken
    if error is not None:
        assert str(sendable(error)) == str(error)


def test_an_error_that_does_not_pickle_is_sent_as_text():
    error = ValueError("odd")
    error.lock = threading.Lock()
    assert str(sendable(error)) == "ValueError: odd"


def test_an_engine_that_is_none(corpus, capitals):
    with pytest.raises(ConfigError, match="^engine: found 'Spark', expected one of local, spark.$"):
        capitals(corpus(a="one\n"), engine="Spark")
    with pytest.raises(ConfigError, match="^threads: found -1"):
        capitals(corpus(a="one\n"), processes=-1)
    assert capitals.read == [0]


def test_an_error_of_the_system_ends_the_run(corpus, capitals, shown):
    with pytest.raises(OSError, match="No space left"):
        capitals(corpus(a="one\ntwo\n", b="full\n", c="x\n"))
    assert shown(capitals.out) == {"a.txt": "ONE\nTWO\n"}


def test_a_killed_process_is_replaced(corpus, capitals, shown):
    folder = corpus(**THREE | {"b": "killed once\n"})
    assert capitals(folder).done == 3
    assert shown(capitals.out)["b.txt"] == "KILLED ONCE\n"
    assert sum(capitals.read) == sum(path.stat().st_size for path in folder.iterdir())


def test_a_part_that_ends_every_process_is_broken(corpus, capitals):
    summary = capitals(corpus(a="one\n", b="killed\n"))
    assert summary.done == 1
    found = "3 processes ended while they worked on it (the last: killed by SIGKILL)."
    assert [str(error) for error in summary.broken] == [
        f"{capitals.out.parent}/in/b.txt: {found} Out of memory? Then use fewer --threads."
    ]  # fmt: skip
    assert sum(capitals.read) == 4 + 7 and (capitals.marks / "b.txt").read_text() == 3 * "killed\n"


def test_one_run_at_a_time(corpus, capitals, shown):
    folder = corpus(a="wait\n", b="one\n")
    code = (
        "import sys, paragen; from part_answers import Capitals; from paragen.cluster.run import answer_parts;"
        "from paragen.cluster.where import Where; marks, source, out, model = sys.argv[1:];"
        "from paragen.cluster.parts import find_parts;"
        "answer_parts(find_parts([source]), out, paragen.load(model), Capitals(marks), Where())"
    )
    model = capitals.model
    arguments = [capitals.marks, folder, capitals.out, model]
    run = subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], env={**os.environ, "PYTHONPATH": str(FOLDER)})
    mark = capitals.marks / "a.txt"
    wait_until(lambda: mark.exists() and mark.read_text() and (capitals.out / "b.txt").exists())
    with pytest.raises(ConfigError, match="another run is writing there"):
        capitals(folder)
    worker = int(mark.read_text())
    run.kill()
    run.wait()
    wait_until(lambda: not alive(worker))
    corpus(a="two\n")
    assert capitals(folder).there == 1
    assert shown(capitals.out) == {"a.txt": "TWO\n", "b.txt": "ONE\n"}


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return open(f"/proc/{pid}/stat").read().split()[2] != "Z" if os.path.exists(f"/proc/{pid}/stat") else True


def test_an_interrupt_ends_all_processes(corpus, capitals, shown):
    mark = capitals.marks / "a.txt"

    def interrupt():
        wait_until(lambda: mark.exists() and mark.read_text() and (capitals.out / "b.txt").exists())
        os.kill(os.getpid(), 2)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        capitals(corpus(a="wait\n", b="one\n"), processes=2)
    assert not alive(int(mark.read_text()))
    assert shown(capitals.out) == {"b.txt": "ONE\n"}
