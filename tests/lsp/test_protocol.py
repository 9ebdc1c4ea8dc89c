"""The protocol itself, to the letter: messages that no client library would send, and how the verb ends."""

from __future__ import annotations

import json
import socket
import threading
from types import SimpleNamespace

import pytest
from packages import need

from paragen.paraphraser import load

from .client import Editor, at, editor

need("pyromark", "sentencex", "turbohtml")

URI = "file:///x.txt"
TEXT = "A big house.\nWe need it.\n"
UNPOSITIONS = [-1, 2**31, 10**30, None, "1", 1.5, True, [], {}]


@pytest.fixture(scope="module")
def asking(english_model):
    """An editor with a document."""
    with editor(english_model) as found:
        assert "result" in found.initialize()
        found.send(method="initialized", params={})
        found.open(URI, TEXT)
        yield found


def titles(answer):
    return [one["title"] for one in answer["result"]]


@pytest.mark.parametrize("field", ["line", "character"])
@pytest.mark.parametrize("end", ["start", "end"])
@pytest.mark.parametrize("value", UNPOSITIONS, ids=repr)
def test_what_is_no_position_is_refused(asking, field, end, value):
    place = {"start": at(0, 2), "end": at(0, 2)}
    place[end] = {**place[end], field: value}
    error = asking.actions(URI, **place)["error"]
    assert error["code"] == -32602
    assert error["message"].startswith(f"params.range.{end}.{field}: found ")
    assert error["message"].endswith(", expected a whole number from 0 to 2147483647.")


@pytest.mark.parametrize("place", [None, -1, "0:2", [0, 2], {}, {"line": 0}], ids=repr)
def test_what_has_no_position_is_refused(asking, place):
    assert asking.actions(URI, place, at(0, 2))["error"]["code"] == -32602
    assert asking.actions(URI, at(0, 2), place)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("params", "message"),
    [
        (None, "params: found null, expected an object."),
        ([1], "params: found a list, expected an object."),
        ({}, "params.textDocument: found null, expected an object."),
        ({"textDocument": {"uri": 5}}, "params.textDocument.uri: found 5, expected a string."),
        ({"textDocument": {"uri": "file:///y"}}, "params.textDocument.uri: found 'file:///y', expected a document that is open. "
         "Close it in the editor, and open it again."),
        ({"textDocument": {"uri": URI}}, "params.range: found null, expected an object."),
        ({"textDocument": {"uri": URI}, "range": {"start": at(0, 0), "end": at(0, 0)}},
         "params.context: found null, expected an object."),
        ({"textDocument": {"uri": URI}, "range": {"start": at(0, 0), "end": at(0, 0)}, "context": {"only": "refactor"}},
         "params.context.only: found 'refactor', expected a list."),
        ({"textDocument": {"uri": URI}, "range": {"start": at(0, 0), "end": at(0, 0)}, "context": {"only": ["", None]}},
         "params.context.only[1]: found null, expected a string."),
    ],
)  # fmt: skip
def test_parameters_that_are_refused(asking, params, message):
    assert asking.ask("textDocument/codeAction", params)["error"] == {"code": -32602, "message": message}


def test_the_farthest_positions_are_the_end_of_the_line_and_of_the_text(asking):
    whole = asking.actions(URI, at(0, 0), at(2**31 - 1, 2**31 - 1))
    assert titles(whole) == ["Rewrite 1 sentence (1 edit)"]
    line = asking.actions(URI, at(0, 0), at(0, 2**31 - 1))
    assert "Rewrite: big → large" in titles(line)
    assert line == {**asking.actions(URI, at(0, 2**31 - 1), at(0, 0)), "id": line["id"]}, "either end may come first"


@pytest.mark.parametrize("value", UNPOSITIONS, ids=repr)
def test_a_change_that_cannot_be_made_is_shown_and_its_document_no_longer_read(asking, value):
    uri = f"untitled:{value!r}"
    asking.open(uri, TEXT)
    good = {"range": {"start": at(0, 0), "end": at(0, 1)}, "text": "One"}
    asking.change(uri, good, {"range": {"start": at(0, 0), "end": at(value, 0)}, "text": ""})
    asking.shown.clear()
    assert asking.actions(uri, at(0, 2), at(0, 2))["error"]["code"] == -32602
    [shown] = asking.shown
    assert shown.startswith("paragen: textDocument/didChange: params.contentChanges[1].range.end.line: found ")
    asking.open(uri, TEXT)
    asking.change(uri, good)
    assert "Rewrite: big → large" in titles(asking.actions(uri, at(0, 5), at(0, 5)))
    asking.change(uri, {"text": "We need it."})
    assert titles(asking.actions(uri, at(0, 5), at(0, 5))) == []
    asking.send(method="textDocument/didClose", params={"textDocument": {"uri": uri}})
    assert asking.actions(uri, at(0, 5), at(0, 5))["error"]["code"] == -32602


def test_notifications_that_cannot_be_read_are_shown(asking):
    asking.shown.clear()
    asking.send(method="textDocument/didOpen", params={"textDocument": {"uri": "untitled:1", "languageId": "", "version": "1"}})
    asking.send(method="textDocument/didOpen", params={"textDocument": {"uri": "untitled:1", "languageId": "", "version": 1}})
    asking.send(method="textDocument/didClose", params={"textDocument": {"uri": None}})
    asking.change("untitled:1", {"text": ""})
    asking.send(method="workspace/didChangeConfiguration", params={"settings": None})
    asking.send(method="$/cancelRequest", params={"id": 5})
    asking.send(method="$/cancelRequest", params=None)
    assert asking.ask("textDocument/hover", None)["error"]["code"] == -32601
    assert [text.removeprefix("paragen: textDocument/") for text in asking.shown] == [
        "didOpen: params.textDocument.version: found '1', expected a whole number.",
        "didOpen: params.textDocument.text: found null, expected a string.",
        "didClose: params.textDocument.uri: found null, expected a string.",
        "didChange: params.textDocument.uri: found 'untitled:1', expected a document that is open. "
        "Close it in the editor, and open it again.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700), (b'{"a": "\xff"}', -32700), (b"[" * 100_000, -32700), (b"5", -32600), (b"[]", -32600), (b"{}", -32600),
        (b'{"id": 1, "method": 5}', -32600), (b'{"id": 1.5, "method": "shutdown"}', -32600),
        (b'{"id": null, "method": "shutdown"}', -32600), (b'{"id": true, "method": "shutdown"}', -32600),
    ],
)  # fmt: skip
def test_what_is_no_message(asking, body, code):
    """Is refused; the next one is answered. An answer, to what nobody asked, is passed over."""
    asking.write(b"content-length:%d \r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n%b" % (len(body), body))
    answer = asking.read()
    assert (answer["id"], answer["error"]["code"]) == (None, code)
    asking.send(id="x", result=None)
    assert asking.actions(URI, at(1, 0), at(1, 0))["result"] == []


def test_requests_before_and_after(english_model):
    with editor(english_model) as asking:
        assert asking.ask("shutdown", None)["error"]["code"] == -32002
        asking.open(URI, TEXT)  # too early
        assert asking.ask("initialize", {})["error"]["code"] == -32602
        assert asking.initialize(general={"positionEncodings": "utf-8"})["error"]["code"] == -32602
        assert asking.initialize(general={"positionEncodings": ["utf-32"]})["result"]["capabilities"] == {
            "positionEncoding": "utf-32", "textDocumentSync": {"openClose": True, "change": 2},
            "codeActionProvider": {"codeActionKinds": ["refactor.rewrite"]},
        }  # fmt: skip
        assert asking.initialize()["error"]["code"] == -32600
        assert asking.actions(URI, at(0, 0), at(0, 0))["error"]["code"] == -32602
        assert asking.ask("shutdown", None)["result"] is None
        assert asking.ask("shutdown", None)["error"]["code"] == -32600
        asking.open(URI, TEXT)
        assert asking.actions(URI, at(0, 0), at(0, 0))["error"]["code"] == -32600
        asking.send(method="exit")
        assert asking.end() == (0, b"", b"")


def test_requests_that_wait_can_be_cancelled(english_model, monkeypatch):
    """One that is at work is answered; one behind it is not begun."""
    from paragen.lsp.connection import Connection
    from paragen.lsp.server import LanguageServer

    begun, goes_on, calls = threading.Event(), threading.Event(), []

    def find(self, document, begin, end):
        calls.append(begin)
        begun.set()
        goes_on.wait()
        yield from ()

    monkeypatch.setattr("paragen.lsp.server.Rewordings.find", find)
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.makefile("rb") as source, ours.makefile("wb") as out:
        server = LanguageServer(load(english_model), Connection(source, out))
        running = threading.Thread(target=server.run)
        running.start()
        with theirs.makefile("rb") as answers, theirs.makefile("wb") as messages:
            asking = Editor(SimpleNamespace(stdin=messages, stdout=answers))
            asking.initialize()
            asking.open(URI, TEXT)
            for number, character in (("first", 0), ("second", 1), (3, 2)):
                place = {"start": at(0, character), "end": at(0, character)}
                params = {"textDocument": {"uri": URI}, "range": place, "context": {}}
                asking.send(id=number, method="textDocument/codeAction", params=params)
            begun.wait()
            for number in ("first", "second", "second", None, [], "fourth"):
                asking.send(method="$/cancelRequest", params={"id": number})
            cancelled = {"code": -32800, "message": "cancelled, as asked."}
            assert asking.read() == {"jsonrpc": "2.0", "id": "second", "error": cancelled}
            goes_on.set()
            assert [asking.read()["id"] for _ in range(2)] == ["first", 3]
            asking.send(method="exit")
        running.join()
    assert calls == [0, 2]


@pytest.mark.parametrize("first", [[], ["initialize"]])
def test_exit_without_shutdown_is_a_failure(english_model, first):
    with editor(english_model) as asking:
        for _ in first:
            asking.initialize()
        asking.send(method="exit")
        assert asking.end() == (1, b"", b"")


@pytest.mark.parametrize("rest", [b"", b"Content-Length: 5", b"Content-Length: 5\r\n\r\n{"])
def test_an_editor_that_is_gone(english_model, rest):
    with editor(english_model) as asking:
        asking.initialize()
        asking.write(rest)
        assert asking.end() == (0, b"", b"")


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"A big house.\n", "'A big house.'"), (b"x" * 10_000, repr("x" * 60 + "…")),
        (b"Content-Length: 9999999999\r\n\r\n", "a message of 9999999999 bytes"),
        (b"Content-Length: -1\r\n\r\n", "'Content-Length: -1'"),
    ],
)  # fmt: skip
def test_another_protocol(english_model, data, found):
    with editor(english_model) as asking:
        asking.write(data)
        code, out, err = asking.end()
        assert (code, out) == (1, b"") and err.decode().startswith(f"paragen: standard input: found {found}, expected ")


def test_letters_beyond_ascii_and_halves_of_pairs(asking):
    """As `\\u` and as UTF-8; the text of an editor may have lone surrogates."""
    asking.open(URI + "2", "\ud83d \U0001f600 A big house.")
    [edit] = asking.actions(URI + "2", at(0, 8), at(0, 8))["result"][0]["edit"]["changes"][URI + "2"]
    assert edit == {"range": {"start": at(0, 7), "end": at(0, 10)}, "newText": "large"}
    message = {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": URI + "3", "languageId": "plaintext", "version": 1, "text": "\U0001f600 A big house."}}}  # fmt: skip
    body = json.dumps(message, ensure_ascii=False).encode()
    asking.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
    assert "Rewrite: big → large" in titles(asking.actions(URI + "3", at(0, 6), at(0, 6)))


@pytest.mark.parametrize(("table", "offered"), [("own", "big → giant"), ("thesaurus", "big → large")])
def test_only_the_tables_that_are_named(english_model, tmp_path, table, offered):
    (tmp_path / "own.csv").write_text("big,giant\n")
    with editor(english_model, "--table", f"own={tmp_path}/own.csv", "--use-table", table, "--weight", "edit=9") as one:
        one.initialize()
        one.send(method="initialized", params={})
        one.open(URI, TEXT)
        found = titles(one.actions(URI, at(0, 2), at(0, 5)))
        assert [title for title in found if "→" in title and "big" in title] and any(offered in title for title in found), found
        others = {"own": "large", "thesaurus": "giant"}[table]
        assert not any(others in title for title in found), found
