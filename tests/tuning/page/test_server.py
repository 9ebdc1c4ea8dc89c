"""Who gets an answer, and who does not."""

from __future__ import annotations

import errno
import http.client
import json
import os
import socket
from pathlib import Path

import pytest

from paragen.base.errors import ConfigError
from paragen.tuning.page import PageServer

from .asked import item, lines, many, service
from .browsing import serving


@pytest.fixture
def server(tmp_path):
    with serving(service(tmp_path, many(3))) as server:
        yield server


def request(server, method, path, body=None, **headers):
    """Send a request as the page would, but for what ``headers`` say; None leaves one out."""
    host = f"127.0.0.1:{server.server_port}"
    sent = {"Host": host, "Origin": f"http://{host}", "Content-Type": "application/json"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    data = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else b""
    if method == "POST":
        sent = {"Content-Length": str(len(data))} | sent
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in sent.items():
        if value is not None:
            connection.putheader(name, value)
    connection.endheaders(data)
    answer = connection.getresponse()
    found = answer.status, dict(answer.headers), answer.read()
    connection.close()
    return found


def post(server, action, **data):
    status, _, body = request(server, "POST", f"/{server.key}/{action}", data)
    return status, json.loads(body)


def test_page_and_files_have_strict_headers(server):
    kinds = {"label.js": "text/javascript", "page.css": "text/css", "base.css": "text/css", "icon.svg": "image/svg+xml"}
    for path, kind in {"": "text/html", "agreement": "text/html", **kinds}.items():
        status, headers, body = request(server, "GET", f"/{server.key}/{path}?annotator=anna")
        assert status == 200 and headers["Content-Type"].startswith(kind) and body
        assert "default-src 'none'; script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in headers and "Set-Cookie" not in headers


def test_nothing_comes_from_elsewhere_and_no_script_stands_in_the_page():
    root = Path(__file__).parents[3]
    for file in (*(root / "tuning/page/static").iterdir(), *(root / "src/paragen/web/static").iterdir()):
        text = file.read_text(encoding="utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
        assert "//" not in text.replace("// ", "") or "http" not in text
        unsafe = ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "onclick=", "style=")
        assert not [name for name in unsafe if name in text]
        assert file.suffix != ".html" or "<script>" not in text and "<style" not in text


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", "", None])
def test_other_hosts_get_nothing(server, host):
    for method in ("GET", "POST"):
        status, _, body = request(server, method, f"/{server.key}/", {}, Host=host)
        assert status == 403 and b"its own address only" in body


@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1", "null", "http://127.0.0.1:1", "", None])
def test_other_origins_change_nothing(server, tmp_path, origin):
    _, view = post(server, "open", annotator="anna", after=-1)
    data = {"annotator": "anna", "id": view["item"]["id"], "label": "correct", "reason": None, "seen": None, "follow": "open"}
    status, headers, _ = request(server, "POST", f"/{server.key}/label", data, Origin=origin)
    assert status == 403 and "Access-Control-Allow-Origin" not in headers
    assert not (tmp_path / "labels.jsonl").exists()
    assert post(server, "label", **data)[0] == 200 and len(lines(tmp_path)) == 1


def test_localhost_is_this_machine_too(server):
    host = f"localhost:{server.server_port}"
    status, *_ = request(server, "POST", f"/{server.key}/about", {}, Host=host, Origin=f"http://{host}")
    assert status == 200


@pytest.mark.parametrize(
    "path", ["/", "//", "/label.js", "/KEY", "/{key}x/", "/key/label.js", "/{key[0]}/", "http://127.0.0.1/{key}/", "/%E9/"]
)
def test_without_the_key_there_is_nothing(server, path):
    status, _, body = request(server, "GET", path.format(key=server.key))
    assert status in (400, 403) and (b"lacks the page's key" in body or b"does not know that request" in body)


@pytest.mark.parametrize(
    "path", ["../server.py", "..%2fserver.py", "static/label.js", "/etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "label.html/",
             "label", "..\\server.py", "server.py", "label.js%00", "."],
)  # fmt: skip
def test_paths_lead_nowhere(server, path):
    status, _, body = request(server, "GET", f"/{server.key}/{path}")
    assert status == 404 and b"nothing here" in body


def test_each_start_has_another_key(tmp_path):
    at = service(tmp_path, many(1))
    with PageServer(at) as one, PageServer(at) as other:
        assert one.key != other.key and len(one.key) >= 32


def test_bodies_that_are_none(server):
    path = f"/{server.key}/open"
    assert request(server, "POST", path, {}, Content_Type="text/plain")[0] == 415
    assert request(server, "POST", path, {}, Content_Type=None)[0] == 415
    assert request(server, "POST", path, {}, Content_Length=None)[0] == 415
    assert request(server, "POST", path, {}, Content_Length="-1")[0] == 415
    assert request(server, "POST", path, {}, Content_Length="99999999999")[0] == 413
    for body in (b"", b"{", b"[]", b'"x"', b"[" * 30_000, b"\xff"):
        assert request(server, "POST", path, body)[0] == 400
    assert request(server, "OPTIONS", path)[0] == 501
    assert request(server, "PUT", path)[0] == 501


@pytest.mark.parametrize(
    ("action", "data", "message"),
    [
        ("open", {}, "after: expected a whole number."),
        ("open", {"annotator": 3, "after": -1}, "annotator: expected a name."),
        ("open", {"annotator": "anna", "after": "0"}, "after: expected a whole number."),
        ("open", {"annotator": " ", "after": 0}, "annotator: found an empty name. Give one, such as anna."),
        ("show", {"annotator": "anna", "index": True}, "index: expected a whole number."),
        ("again", {"annotator": "anna"}, "index: expected a whole number."),
        ("label", {"annotator": "anna"}, "Not saved. id: expected a string."),
        ("label", {"annotator": "anna", "id": "x", "label": 3}, "Not saved. label: expected a string."),
        ("label", {"annotator": "anna", "id": "x", "meaning": 1}, "Not saved. meaning: expected true or false."),
        ("label", {"annotator": "anna", "id": "x", "label": "correct"}, "Not saved. follow: expected a string."),
        (
            "label", {"annotator": "anna", "id": "x", "label": "correct", "follow": "open"},
            "Not saved. found an item that is not on this page. Reload the page.",
        ),
        ("undo", {"annotator": "anna", "id": ["x"]}, "Not saved. id: expected a string."),
    ],
)  # fmt: skip
def test_senseless_requests(server, action, data, message):
    assert post(server, action, **data) == (400, {"message": message})


def test_what_is_said_to_whom(server):
    def said(method, path, body=None, **headers):
        status, found, text = request(server, method, path, body, **headers)
        assert found["Connection"] == "close" and found["Content-Type"] == "text/plain; charset=utf-8"
        return status, text.decode()

    key = server.key
    shown = "Open the address that the terminal shows.\n"
    assert said("GET", f"/{key}/none") == (404, f"There is nothing here. {shown}")
    assert said("POST", f"/{key}/none", {}) == (404, "There is nothing here.\n")
    assert said("GET", "/x/") == (403, f"This address lacks the page's key. {shown}")
    assert said("POST", f"/{key}/open", {}, Host="x") == (403, f"This page answers to its own address only. {shown}")
    assert said("POST", f"/{key}/open", {}, Origin="x") == (403, f"This page answers to its own address only. {shown}")
    assert said("POST", f"/{key}/open", {}, Content_Type="text/plain") == (415, "Expected JSON.\n")
    assert said("POST", f"/{key}/open", b" " * 65_537) == (413, "The request is too large.\n")
    assert said("POST", f"/{key}/open", b" " * 65_536) == (400, "Expected a JSON object.\n")
    assert said("PUT", f"/{key}/open") == (501, "This page does not know that request.\n")


def test_conflict_and_lone_surrogates(tmp_path):
    with serving(service(tmp_path, [json.dumps(item("A \ud800 big one.", "big", "large"))])) as server:
        _, view = post(server, "open", annotator="anna", after=-1)
        assert ["same", "A \ud800 "] in view["item"]["result"]
        data = {"annotator": "anna", "id": view["item"]["id"], "label": "correct", "reason": None, "seen": None, "follow": "open"}
        assert post(server, "label", **data)[0] == 200
        status, answer = post(server, "label", **data)
        assert status == 409 and "Not saved" in answer["message"] and answer["view"]["said"]["label"] == "correct"


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    def fail(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)

    with serving(service(tmp_path, many(2)), explain=lambda error: f"{error.strerror}. Make room.") as server:
        _, view = post(server, "open", annotator="anna", after=-1)
        data = {"annotator": "anna", "id": view["item"]["id"], "label": "correct", "reason": None, "seen": None, "follow": "open"}
        monkeypatch.setattr("paragen.tuning.page.store.locked_labels", fail)
        status, answer = post(server, "label", **data)
        assert (status, answer) == (507, {"message": "Not saved. No space left on device. Make room."})
        assert post(server, "open", annotator="anna", after=-1)[1]["done"] == 0


def test_a_port_in_use_is_told_with_the_remedy(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"--port: {port} is in use\..*leave out --port"):
            PageServer(service(tmp_path, many(1)), port)


def test_only_this_machine_is_served(server):
    assert server.server_address[0] == "127.0.0.1"


def test_a_length_of_thousands_of_digits_is_too_much(server):
    status, _, body = request(server, "POST", f"/{server.key}/about", {}, Content_Length="9" * 5000)
    assert status == 413 and b"The request is too large." in body


def test_numbers_that_no_question_has(server):
    for action, field in (("open", "after"), ("show", "index"), ("again", "index")):
        for number in (-(10**9), 10**9, 10**30):
            assert post(server, action, annotator="anna", **{field: number})[0] == 200
