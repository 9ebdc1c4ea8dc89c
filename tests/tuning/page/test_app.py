"""Who gets an answer, and who does not."""

from __future__ import annotations

import errno
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from serving import message

from paragen.tuning.labels.files import locked_labels

from .asked import item, lines, many, service
from .browsing import serving

REMEDY = "Open the address that the terminal shows."


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("labels")


@pytest.fixture(scope="module")
def server(folder):
    with serving(service(folder, many(3))) as server:
        yield server


def post(server, action, data=None, **headers):
    """Ask as the page does, but for what ``headers`` say; None leaves the origin out."""
    sent = {"Origin": f"http://127.0.0.1:{server.port}"} | headers
    sent = {name: value for name, value in sent.items() if value is not None}
    if isinstance(data, bytes):
        return server.client.post(action, content=data, headers=sent)
    return server.client.post(action, json=data or {}, headers=sent)


def first(server):
    """What the page sends for "correct" as the first answer."""
    view = post(server, "open", {"annotator": "anna", "after": -1}).json()
    return {"annotator": "anna", "id": view["item"]["id"], "label": "correct", "reason": None, "seen": None, "follow": "open"}


def test_page_and_files_have_strict_headers(server):
    kinds = {"label.js": "text/javascript", "page.css": "text/css", "base.css": "text/css", "icon.svg": "image/svg+xml"}
    for path, kind in {"": "text/html", "agreement": "text/html", **{f"page/{name}": kinds[name] for name in kinds}}.items():
        answer = server.client.get(f"{path}?annotator=anna")
        headers = answer.headers
        assert answer.status_code == 200 and headers["Content-Type"].startswith(kind) and answer.content
        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers and "Set-Cookie" not in headers


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "localhost", "::1", ""])
def test_other_hosts_get_nothing(server, host):
    for answer in (server.client.get("", headers={"Host": host}), post(server, "about", Host=host)):
        assert answer.status_code == 403 and message(answer).startswith("host: ")


def test_no_host_or_two(server):
    path, host = server.url.partition(str(server.port))[2], f"Host: 127.0.0.1:{server.port}\r\n"
    for hosts in ("", host * 2):
        assert b" 403 " in server.spoken(f"GET {path} HTTP/1.0\r\n{hosts}\r\n".encode())
    assert b" 200 " in server.spoken(f"GET {path} HTTP/1.0\r\n{host}\r\n".encode())


def test_other_origins_change_nothing(server, folder):
    data = first(server)
    for origin in ("http://evil.example", "https://127.0.0.1", "null", "http://127.0.0.1:1", "", None):
        refused = post(server, "label", data, Origin=origin)
        assert refused.status_code == 403 and "Access-Control-Allow-Origin" not in refused.headers
        assert message(refused) == f"origin: {origin or ''!r} may not ask this server. {REMEDY}"
    assert not (folder / "labels.jsonl").exists()
    assert post(server, "label", data).status_code == 200 and len(lines(folder)) == 1


def test_localhost_is_this_machine_too(server):
    host = f"localhost:{server.port}"
    assert post(server, "about", Host=host, Origin=f"http://{host}").status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "//", "/label.js", "/KEY", "/{key}x/", "/key/page/label.js", "/{key[0]}/", "/%E9/", "/{key}"]
)
def test_without_the_key_there_is_nothing(server, path):
    found = server.client.get(f"http://127.0.0.1:{server.port}{path.format(key=server.url.split('/')[3])}")
    assert (found.status_code, found.text) == (403, f"Error: this address lacks the page's key. {REMEDY}")


@pytest.mark.parametrize(
    "path", ["page/../app.py", "page/..%2fapp.py", "static/label.js", "etc/passwd", "page/%2e%2e/%2e%2e/etc/passwd", "label.html",
             "page/label.js/", "label", "page/..\\app.py", "page/app.py", "page/label.js%00", "page/.", "page/", "about"],
)  # fmt: skip
def test_paths_lead_nowhere(server, path):
    request = f"GET {server.url.partition(str(server.port))[2]}{path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    found = server.spoken(f"{request}Connection: close\r\n\r\n".encode())  # a client would shorten it
    assert found.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 405 ")) and found.endswith(f"nothing here. {REMEDY}".encode())


def test_each_start_has_another_key(tmp_path):
    at = service(tmp_path, many(1))
    with serving(at) as one, serving(at) as other:
        keys = {server.url.split("/")[3] for server in (one, other)}
    assert len(keys) == 2 and min(map(len, keys)) >= 32


def test_bodies_that_are_none(server):
    for body in (b"", b"{", b"[]", b'"x"', b"[" * 30_000, b"\xff", b" " * 65_536):
        refused = post(server, "open", body)
        assert refused.status_code == 400 and message(refused).startswith("body: found ")
    assert message(post(server, "open", b" " * 65_537)).startswith("body: found 65537 bytes, expected 65536 or fewer.")
    assert server.client.put("open", headers={"Origin": f"http://127.0.0.1:{server.port}"}).status_code == 405


@pytest.mark.parametrize(("length", "status"), [("99999999999", 413), ("-1", 400), ("9" * 5000, 400), ("1 2", 400)])
def test_lengths_that_are_none(server, length, status):
    head = f"POST {server.url.partition(str(server.port))[2]}open HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
    answer = server.spoken(f"{head}Origin: http://127.0.0.1:{server.port}\r\nContent-Length: {length}\r\n\r\n{{}}".encode())
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) and b'{"error": {"status": ' in answer
    assert post(server, "about").status_code == 200


@pytest.mark.parametrize(
    ("action", "data", "expected"),
    [
        ("open", {}, "annotator: expected a string."),
        ("open", {"annotator": 3, "after": -1}, "annotator: expected a string."),
        ("open", {"annotator": "anna"}, "after: expected a whole number."),
        ("open", {"annotator": "anna", "after": "0"}, "after: expected a whole number."),
        ("open", {"annotator": " ", "after": 0}, "annotator: found an empty name. Give one, such as anna."),
        ("show", {"annotator": "anna", "index": True}, "index: expected a whole number."),
        ("again", {"annotator": "anna"}, "index: expected a whole number."),
        ("label", {"annotator": "anna"}, "id: expected a string."),
        ("label", {"annotator": "anna", "id": "x", "label": 3}, "label: expected a string."),
        ("label", {"annotator": "anna", "id": "x", "meaning": 1}, "meaning: expected true or false."),
        ("label", {"annotator": "anna", "id": "x", "label": "correct"}, "follow: expected a string."),
        (
            "label", {"annotator": "anna", "id": "x", "label": "correct", "follow": "open"},
            "found an item that is not on this page. Reload the page.",
        ),
        ("undo", {"annotator": "anna", "id": ["x"]}, "id: expected a string."),
    ],
)  # fmt: skip
def test_senseless_requests(server, action, data, expected):
    refused = post(server, action, data)
    assert (refused.status_code, message(refused)) == (400, expected)


def test_numbers_that_no_question_has(server):
    for action, field in (("open", "after"), ("show", "index"), ("again", "index")):
        for number in (-(10**9), 10**9, 10**18):
            assert post(server, action, {"annotator": "anna", field: number}).status_code == 200
        assert post(server, action, {"annotator": "anna", field: 10**30}).status_code == 400


def test_conflict_and_lone_surrogates(tmp_path):
    with serving(service(tmp_path, [json.dumps(item("A \ud800 big one.", "big", "large"))])) as server:
        view = post(server, "open", {"annotator": "anna", "after": -1}).json()
        assert ["same", "A \ud800 "] in view["item"]["result"]
        data = first(server)
        assert post(server, "label", data).status_code == 200
        conflict = post(server, "label", data)
        assert conflict.status_code == 409 and conflict.json()["view"]["said"]["label"] == "correct"
        assert message(conflict).startswith("it was labelled meanwhile")


def test_what_fails_is_told_and_does_not_count(tmp_path, monkeypatch):
    def full(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    def wrong(path):
        raise ZeroDivisionError

    with serving(service(tmp_path, many(2)), explain=lambda error: f"{error.strerror}. Make room.") as server:
        data = first(server)
        for fail, expected in (
            (full, (507, "No space left on device. Make room.")),
            (wrong, (500, "an error of the server, not of the request; its log says which.")),
        ):
            monkeypatch.setattr("paragen.tuning.page.store.locked_labels", fail)
            failed = post(server, "label", data)
            assert (failed.status_code, message(failed)) == expected
        assert post(server, "open", {"annotator": "anna", "after": -1}).json()["done"] == 0


def test_stopping_saves_what_is_on_its_way(tmp_path, monkeypatch):
    begun, released = threading.Event(), threading.Event()

    def slowly(path):
        begun.set()
        released.wait()
        return locked_labels(path)

    with serving(service(tmp_path, many(2))) as server, ThreadPoolExecutor(2) as clients:
        data = first(server)
        monkeypatch.setattr("paragen.tuning.page.store.locked_labels", slowly)
        asked = clients.submit(post, server, "label", data)
        begun.wait()
        stopped = clients.submit(server.stop)
        time.sleep(0.2)
        assert not stopped.done()
        released.set()
        assert asked.result().status_code == 200
        stopped.result()
    assert len(lines(tmp_path)) == 1
