"""The Language Server Protocol 3.17: rewordings as code actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import unquote, urlparse

import paragen
from paragen.base.errors import ParagenError
from paragen.documents import Document, format_of
from paragen.lsp.actions import KIND, Support, action, field, held_back, is_wanted
from paragen.lsp.connection import (
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    Connection,
    Failure,
    Fields,
)
from paragen.lsp.rewordings import Rewordings
from paragen.lsp.workspace import ENCODINGS, TextDocument, Workspace
from paragen.paraphraser import Paraphraser

_FORMATS: Mapping[str, str] = {
    "markdown": "markdown", "html": "html", "latex": "latex", "tex": "latex", "plaintext": "plain", "text": "plain",
    "subrip": "srt", "git-commit": "plain", "gitcommit": "plain", "mail": "plain",
}  # fmt: skip
"""Format of a document by the language id that editors use. In other languages only a selection is read, as plain text."""
_ERROR = 1  # a type of messages
_INCREMENTAL = 2  # a way to send changes

Work = Callable[[], Any]


class LanguageServer:
    """Offers rewordings of the selection, or of the sentence at the cursor.

    Parameters
    ----------
    paraphraser : rewrites the sentences.
    connection : to the editor.
    n : paraphrases offered for a sentence.
    """

    def __init__(self, paraphraser: Paraphraser, connection: Connection, n: int = 3) -> None:
        self._paraphraser, self._connection = paraphraser, connection
        self._rewordings = Rewordings(paraphraser, n)
        self._workspace: Workspace | None = None  # until it is initialized
        self._support = Support(False, False)
        self._shut_down = False
        self._worker = ThreadPoolExecutor(1)
        self._waiting: dict[int | str, Future[None]] = {}

    def run(self) -> int:
        """Answer until the editor says ``exit``, or closes its end; return the exit code, which is 1 if it did not ask to shut
        down before it said so.

        Raises
        ------
        FormatError : it does not speak the protocol.
        """
        try:
            for message in self._connection.messages():
                if message["method"] == "exit":
                    return 0 if self._shut_down else 1
                if "id" in message:
                    self._request(message["id"], message["method"], message.get("params"))
                else:
                    self._notification(message["method"], message.get("params"))
            return 0
        finally:
            self._worker.shutdown(cancel_futures=True)

    def _request(self, number: int | str, method: str, params: Any) -> None:
        """Answer a request, or have it answered by the worker, with the documents as they are now."""
        try:
            if method == "initialize":
                self._connection.answer(number, self._initialize(params))
            elif self._workspace is None:
                raise Failure(NOT_INITIALIZED, f"{method}: found before initialize, expected after it.")
            elif self._shut_down:
                raise Failure(INVALID_REQUEST, f"{method}: found after shutdown, expected exit.")
            elif method == "shutdown":
                self._shut_down = True
                self._connection.answer(number, None)
            elif method == "textDocument/codeAction":
                self._work(number, self._code_actions(Fields(params), self._workspace))
            else:
                raise Failure(METHOD_NOT_FOUND, f"{method}: there is no such method here.")
        except Failure as failure:
            self._connection.refuse(number, failure)

    def _notification(self, method: str, params: Any) -> None:
        """Take a notification; what is wrong with it is shown to the user, since nothing answers it."""
        workspace = self._workspace
        if workspace is None or self._shut_down:
            return
        taken: dict[str, Callable[[Fields], None]] = {
            "textDocument/didOpen": workspace.opened, "textDocument/didChange": workspace.changed,
            "textDocument/didClose": workspace.closed,
        }  # fmt: skip
        if method == "$/cancelRequest":
            number = field(params, "id")
            if type(number) in (int, str) and (waiting := self._waiting.get(number)) is not None and waiting.cancel():
                self._connection.refuse(number, Failure(CANCELLED, "cancelled, as asked."))
        elif method in taken:
            try:
                taken[method](Fields(params))
            except Failure as failure:
                self._show(f"{method}: {failure}")

    def _work(self, number: int | str, work: Work) -> None:
        """Have the worker answer a request."""
        self._waiting[number] = found = self._worker.submit(self._answer, number, work)
        found.add_done_callback(lambda _: self._waiting.pop(number, None))

    def _answer(self, number: int | str, work: Work) -> None:
        try:
            self._connection.answer(number, work())
        except BrokenPipeError:  # the editor is gone
            pass
        except Exception as error:
            self._connection.refuse(number, Failure(INTERNAL_ERROR, f"unexpected {type(error).__name__}: {error}"))

    def _show(self, text: str) -> None:
        self._connection.notify("window/showMessage", {"type": _ERROR, "message": f"paragen: {text}"})

    def _initialize(self, params: Any) -> dict[str, Any]:
        if self._workspace is not None:
            raise Failure(INVALID_REQUEST, "initialize: found a second one, expected one.")
        capabilities = Fields(params).object("capabilities")
        general = capabilities.object("general") if capabilities.has("general") else None
        asked = general.texts("positionEncodings") if general and general.has("positionEncodings") else []
        encoding = next((one for one in asked if one in ENCODINGS), next(iter(ENCODINGS)))
        self._workspace, self._support = Workspace(encoding), Support.of(params["capabilities"])
        return {
            "capabilities": {
                "positionEncoding": encoding,
                "textDocumentSync": {"openClose": True, "change": _INCREMENTAL},
                "codeActionProvider": {"codeActionKinds": [KIND]},
            },
            "serverInfo": {"name": "paragen", "version": paragen.__version__},
        }

    def _code_actions(self, params: Fields, workspace: Workspace) -> Work:
        """Return how to find the code actions of a place, for the worker."""
        text = workspace.document(params.object("textDocument"))
        begin, end = workspace.span(params, text.text)
        context, support = params.object("context"), self._support
        if context.has("only") and not is_wanted(context.texts("only")):
            return list

        def work() -> list[dict[str, Any]]:
            try:
                document, shift = _document(text, begin, end, self._paraphraser)
                found = list(self._rewordings.find(document, begin - shift, end - shift))
                if not found and support.disabled and self._rewordings.is_held_back(document, begin - shift, end - shift):
                    return [held_back(self._paraphraser.model.language.name)]
            except ParagenError as error:
                self._show(str(error))
                return []
            return [action(one, text, shift, workspace.encoding, support) for one in found]

        return work


def _document(text: TextDocument, begin: int, end: int, paraphraser: Paraphraser) -> tuple[Document, int]:
    """Return the part of an editor's document that is read, and where it begins; for unknown formats, the selection."""
    form = _FORMATS.get(text.language) or format_of(unquote(urlparse(text.uri).path))
    quotes, language = paraphraser.quotes, paraphraser.model.language_code
    if form is not None:
        return Document(text.text, form, quotes=quotes, language=language), 0
    return Document(text.text[begin:end], "plain", quotes=quotes, language=language), begin
