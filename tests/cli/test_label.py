"""``paragen label`` as a user runs it."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Timer

import command_line
import httpx
import pytest
from command_line import paragen

from paragen.base.packages import install_hint
from paragen.results import substitute_id
from paragen.tuning.labels import read_labels

TEXT = "The big house."
CLIENT = httpx.Client(timeout=20, trust_env=False)


def item(after: str, **changed: object) -> dict[str, object]:
    return {"id": substitute_id(TEXT, 4, 7, after), "text": TEXT, "begin": 4, "end": 7, "before": "big", "after": after} | changed


@pytest.fixture
def items(tmp_path: Path) -> Path:
    return write(tmp_path / "items.jsonl", *(item(f"large{i}") for i in range(6)))


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


@contextmanager
def started(*args: object, **options: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start the page; give the process and the address."""
    with command_line.started("label", *args, **options) as process:
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def ask(url: str, action: str, **data: object) -> tuple[int, dict[str, object]]:
    headers = {"Origin": url.rpartition("/")[0].rpartition("/")[0]}
    answer = CLIENT.post(url + action, json={"annotator": "anna"} | data, headers=headers)
    return answer.status_code, answer.json()


def label(url: str) -> int:
    """Answer the next question."""
    _, view = ask(url, "open", after=-1)
    return ask(url, "label", id=view["item"]["id"], label="correct", reason=None, seen=None, follow="open")[0]


def test_labels_until_ctrl_c_and_goes_on(tmp_path, items):
    path = tmp_path / "labels.jsonl"
    with started(items, "--labels", path, "--annotator", "anna") as (process, url):
        assert url.startswith("http://127.0.0.1:")
        assert [label(url), label(url)] == [200, 200]
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 0
    assert told.splitlines() == [
        "paragen: 6 questions; 0 items have labels", "paragen: open this address in a browser on this machine; Ctrl-C ends",
        f"paragen: 2 labels given; they are in {path}",
    ]  # fmt: skip
    for number in (signal.SIGTERM, signal.SIGHUP):
        with started(items, "--labels", path, "--quiet") as (process, url):
            assert ask(url, "open", after=-1)[1]["done"] == 2
            process.send_signal(number)
            _, told = process.communicate()
        assert (process.returncode, told) == (0, "")


def test_a_killed_session_loses_nothing_but_the_label_on_its_way(tmp_path):
    items = write(tmp_path / "items.jsonl", *(item(f"large{i}") for i in range(2000)))
    path = tmp_path / "labels.jsonl"
    saved = 0
    with started(items, "--labels", path) as (process, url):
        with suppress(httpx.TransportError):  # the connection breaks
            while label(url) == 200:
                saved += 1
                if saved == 20:
                    Timer(0.1, process.kill).start()
        process.wait(20)
    assert 20 <= saved < 2000
    assert len(read_labels(path)) in (saved, saved + 1)
    with started(items, "--labels", path) as (_, url):
        assert label(url) == 200


def test_a_full_disk_is_told_and_nothing_counts(tmp_path, items):
    path = tmp_path / "labels.jsonl"

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

    with started(items, "--labels", path, preexec_fn=limit, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}) as (_, url):
        assert label(url) == 200
        _, view = ask(url, "open", after=-1)
        status, answer = ask(url, "label", id=view["item"]["id"], label="correct", reason=None, seen=None, follow="open")
        assert status == 507 and "File too large" in answer["error"]["message"]
        assert ask(url, "open", after=-1)[1]["done"] == 1
    assert len(read_labels(path)) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write any file")
def test_a_file_that_may_not_be_written_is_told_at_once(tmp_path, items):
    path = write(tmp_path / "labels.jsonl")
    path.chmod(0o400)
    done = paragen("label", items, "--labels", path)
    assert done.returncode == 1 and "Permission denied. Check who may read or write it" in done.stderr


def test_a_port_in_use(tmp_path, items):
    with started(items, "--labels", tmp_path / "labels.jsonl") as (_, url):
        done = paragen("label", items, "--labels", tmp_path / "labels.jsonl", "--port", httpx.URL(url).port)
    assert done.returncode == 1
    assert f"--port: {httpx.URL(url).port} is in use. Does it run already? Otherwise choose another port" in done.stderr


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "items.jsonl: found nothing to label, expected items of paragen substitutes."),
        (["{"], "items.jsonl:1: found invalid JSON"),
        ([item("large", text="The old house.")], "1 items whose text or span has changed since they were listed (first: "),
    ],
)
def test_bad_items(tmp_path, rows, message):
    done = paragen("label", write(tmp_path / "items.jsonl", *rows), "--labels", tmp_path / "labels.jsonl")
    assert done.returncode == 1 and message in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[]", "labels.jsonl:1: found a list"),
        (json.dumps(item("large")), "labels.jsonl:1: found no 'label'"),
        ("\x1f\x8b", "labels.jsonl"),
    ],
)
def test_files_that_hold_no_labels(tmp_path, items, line, message):
    done = paragen("label", items, "--labels", write(tmp_path / "labels.jsonl", line))
    assert done.returncode == 1 and message in done.stderr


def test_labels_of_other_sentences_are_told(tmp_path, items, monkeypatch):
    path, opened = tmp_path / "labels.jsonl", []

    def browse(url: str) -> None:
        opened.append(url)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr("webbrowser.open", browse)
    with started(items, "--labels", path) as (_, url):
        label(url)
        label(url)
    old = path.read_text()
    elsewhere = f"{path}: 1 labelled items are not in {items}; their labels are kept but not shown"
    wrong = f"{path}: none of its labels is for these items. Is it the right file?"
    cut = f"{path}:3: the last line is cut off, perhaps by a kill; it does not count"
    for row, *told in [
        (item("large0"), elsewhere, "1 questions; 1 items have labels"),
        (item("tall"), wrong, "1 questions; 0 items have labels"),
        (item("large1"), cut, elsewhere, "1 questions; 1 items have labels"),
    ]:
        write(items, row)
        path.write_text(old + '{"id' * (len(told) == 3))
        for settled, what in ((), "labels"), (("--settle",), "decisions"):
            done = paragen("label", items, "--labels", path, "--open", *settled)
            after = ["open this address in a browser on this machine; Ctrl-C ends", f"0 {what} given; they are in {path}"]
            assert done.stderr.splitlines()[: len(told)] == [f"paragen: {line}" for line in told]
            assert done.stderr.splitlines()[len(told) :] == [f"paragen: {line}" for line in after]
            assert (done.returncode, [done.stdout]) == (0, [f"{url}\n" for url in opened[-1:]])
    assert path.read_text().startswith(old)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--annotator", "settled"], 1, "the name of settled decisions"),
        (["--annotator", ""], 1, "annotator: found an empty name"),
        (["--settle", "--annotator", "anna"], 2, "decisions have no annotator"),
        (["--port", "70000"], 2, "70000 is not in the range"),
        (["--labels", "missing/labels.jsonl"], 1, "there is no folder missing"),
        (["--labels", "."], 1, "found a folder"),
        (["--labels", ""], 2, "the name is empty"),
        (["--sentences"], 1, "Leave out --sentences"),
    ],
)
def test_bad_options(tmp_path, items, arguments, code, message):
    done = paragen("label", items, "--labels", tmp_path / "labels.jsonl", *arguments)
    assert done.returncode == code and message in done.stderr
    assert not (tmp_path / "labels.jsonl").exists()


def test_missing_packages(tmp_path, items, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    done = paragen("label", items, "--labels", tmp_path / "labels.jsonl")
    assert (done.returncode, done.stderr) == (
        1, f"paragen: paragen label needs the package uvicorn. {install_hint('label')}\n",
    )  # fmt: skip


def test_items_are_no_labels_file(items):
    done = paragen("label", items, "--labels", items)
    assert done.returncode == 1 and "it is read and would be overwritten" in done.stderr
