"""Editors for tests: pygls' client, and one that sends what no client library would."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import threading
from contextlib import contextmanager

from command_line import PARAGEN
from packages import Later

types = Later("lsprotocol.types")


async def _session(start, work, encodings):
    """Let ``work`` ask a server as an editor does, which ``start`` connects with a client."""
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("test", "1")
    await start(client)
    started = await client.initialize_async(types.InitializeParams(capabilities=_capabilities(encodings)))
    client.initialized(types.InitializedParams())
    try:
        return started, await work(client)
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def _capabilities(encodings):
    edits = types.WorkspaceEditClientCapabilities(
        document_changes=True, change_annotation_support=types.ChangeAnnotationsSupportOptions()
    )
    general = types.GeneralClientCapabilities(position_encodings=encodings) if encodings else None
    return types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=edits), general=general)


def with_process(model, work, encodings=()):
    """Run the verb, and let ``work`` ask it."""

    async def start(client):
        await client.start_io(*PARAGEN, "lsp", "-m", str(model), "-n", "1")

    return asyncio.run(_session(start, work, encodings))


def with_thread(paraphraser, work, n=3):
    """Run a server beside its client, and let ``work`` ask it."""
    from paragen.lsp.connection import Connection
    from paragen.lsp.server import LanguageServer

    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with listener, listener.accept()[0] as connection, connection.makefile("rb") as file, connection.makefile("wb") as out:
            LanguageServer(paraphraser, Connection(file, out), n).run()

    async def start(client):
        await client.start_tcp(*listener.getsockname())

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        return asyncio.run(_session(start, work, ()))
    finally:
        serving.join()


def opened(client, uri, language, text):
    document = types.TextDocumentItem(uri, language, 7, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))


async def actions(client, uri, begin, end, only=None):
    place = types.Range(types.Position(*begin), types.Position(*end))
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([], only=only))
    return await client.text_document_code_action_async(params)


class Editor:
    """Sends any message to ``paragen lsp``, which runs in a process of its own."""

    def __init__(self, process):
        self.process = process
        self.shown = []  # messages for the user
        self._asked = 0

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def read(self):
        """The next message; None at the end."""
        length = None
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return None if length is None else json.loads(self.process.stdout.read(length))

    def ask(self, method, params):
        """The answer to a request."""
        self._asked += 1
        self.send(id=self._asked, method=method, params=params)
        while (message := self.read())["jsonrpc"] == "2.0":
            if "id" in message:
                assert message["id"] == self._asked
                return message
            assert message["method"] == "window/showMessage"
            self.shown.append(message["params"]["message"])
        raise AssertionError(message)

    def initialize(self, **capabilities):
        return self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})

    def open(self, uri, text, language="plaintext"):
        self.send(method="textDocument/didOpen",
                  params={"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})  # fmt: skip

    def change(self, uri, *changes):
        self.send(method="textDocument/didChange", params={"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes})

    def actions(self, uri, start, end, context=None):
        """The answer of code actions."""
        place = {"start": start, "end": end}
        return self.ask("textDocument/codeAction",
                        {"textDocument": {"uri": uri}, "range": place, "context": context or {"diagnostics": []}})  # fmt: skip

    def end(self):
        """The exit code, once it has ended by itself, and what it printed since."""
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@contextmanager
def editor(model, *options):
    """An editor that has started the verb."""
    with subprocess.Popen(
        [*PARAGEN, "lsp", "-m", str(model), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield Editor(process)
        finally:
            process.kill()


def at(line, character):
    return {"line": line, "character": character}
