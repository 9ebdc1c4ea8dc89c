"""The Language Server Protocol, over pygls: rewordings as code actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

import paragen
from paragen.base.errors import ParagenError
from paragen.documents import Document, format_of
from paragen.lsp.rewordings import Rewording, Rewordings
from paragen.paraphraser import Paraphraser

KIND = types.CodeActionKind.RefactorRewrite
_FORMATS: Mapping[str | None, str] = {
    "markdown": "markdown", "html": "html", "latex": "latex", "tex": "latex", "plaintext": "plain", "text": "plain",
    "subrip": "srt", "git-commit": "plain", "gitcommit": "plain", "mail": "plain",
}  # fmt: skip
"""Format of a document by the language id that editors use. In other languages only a selection is read, as plain text."""
_PREVIEW = "rewrite"


def language_server(paraphraser: Paraphraser, n: int = 3) -> LanguageServer:
    """Return a server that offers rewordings of the selection, or of the sentence at the cursor.

    Parameters
    ----------
    paraphraser : rewrites the sentences.
    n : paraphrases offered for a sentence.
    """
    server = LanguageServer("paragen", paragen.__version__)
    rewordings = Rewordings(paraphraser, n)
    language = paraphraser.model.language_code

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[KIND]))
    @server.thread()
    def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        if not _asked(params.context.only):
            return []
        text = server.workspace.get_text_document(params.text_document.uri)
        begin, end = (text.offset_at_position(place) for place in (params.range.start, params.range.end))
        try:
            document, shift = _document(text, begin, end, paraphraser.quotes, language)
            found = list(rewordings.find(document, begin - shift, end - shift))
        except ParagenError as error:
            server.window_show_message(types.ShowMessageParams(types.MessageType.Error, f"paragen: {error}"))
            return []
        return [_action(one, text, shift, server.client_capabilities) for one in found]

    return server


def _asked(kinds: Iterable[str] | None) -> bool:
    """Return whether a client asks for actions of our kind: for all, for ours, or for a kind that includes it."""
    return kinds is None or any(not kind or f"{KIND.value}.".startswith(f"{kind}.") for kind in kinds)


def _document(text: TextDocument, begin: int, end: int, quotes: str, language: str) -> tuple[Document, int]:
    """Return the part of an editor's document that is read, and where it begins; for unknown formats, the selection."""
    form = _FORMATS.get(text.language_id) or format_of(unquote(urlparse(text.uri).path))
    if form is not None:
        return Document(text.source, form, quotes=quotes, language=language), 0
    return Document(text.source[begin:end], "plain", quotes=quotes, language=language), begin


def _action(
    one: Rewording, text: TextDocument, shift: int, client: types.ClientCapabilities
) -> types.CodeAction:
    edits = [
        types.TextEdit(types.Range(*(text.client_position_at_offset(shift + place) for place in (begin, end))), after)
        for begin, end, after in one.replacements
    ]
    support = client.workspace.workspace_edit if client.workspace else None
    if support is None or not support.document_changes:
        return types.CodeAction(one.title, kind=KIND, edit=types.WorkspaceEdit(changes={text.uri: edits}))
    annotations = None
    shown: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = [*edits]
    if one.sentences > 1 and support.change_annotation_support:
        # Edits too long for a menu are shown in the editor's preview first.
        annotations = {_PREVIEW: types.ChangeAnnotation(one.title, needs_confirmation=True)}
        shown = [types.AnnotatedTextEdit(_PREVIEW, edit.range, edit.new_text) for edit in edits]
    changed = types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(text.uri, text.version), shown)
    return types.CodeAction(
        one.title, kind=KIND, edit=types.WorkspaceEdit(document_changes=[changed], change_annotations=annotations)
    )
