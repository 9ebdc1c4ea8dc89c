"""The language server, asked by pygls' own client; and what it offers in documents."""

from __future__ import annotations

import asyncio
import sys

import pytest
from packages import Later, need

from paragen.documents import Document
from paragen.lsp.rewordings import Rewordings
from paragen.paraphraser import load

need("pygls", "lsprotocol", "pyromark", "sentencex", "turbohtml")
types = Later("lsprotocol.types")

TEXT = "They made a purchase. The red house is big. We need a car.\n"


@pytest.fixture(scope="module")
def rewordings(english_model):
    return Rewordings(load(english_model), 2)


def applied(text, replacements):
    for begin, end, after in reversed(replacements):
        text = text[:begin] + after + text[end:]
    return text


def found(rewordings, text, begin, end, form="plain"):
    offered = rewordings.find(Document(text, form), begin, end)
    return {one.title: applied(text, one.replacements) for one in offered}


def test_the_sentence_at_the_cursor(rewordings):
    at = TEXT.index("house")
    offered = found(rewordings, TEXT, at, at)
    best = "Rewrite: house → building; big → large"
    assert next(iter(offered)) == best and sum(title.startswith("Rewrite: ") for title in offered) == 2
    assert offered[best] == TEXT.replace("house", "building").replace("big", "large")
    assert offered["house → building"] == TEXT.replace("house", "building")
    assert not any("purchase" in title or "car" in title for title in offered)


def test_forced_wording_and_models_whose_fit_is_off(fitted_model):
    rewordings = Rewordings(load(fitted_model, fit=False, always={"car": "bus"}), 1)
    at = TEXT.index("car")
    assert found(rewordings, TEXT, at, at)["Rewrite: car → bus"] == TEXT.replace("car", "bus")


def test_single_substitutes_are_offered_from_a_confidence_of_their_own(fitted_model):
    rewordings = Rewordings(load(fitted_model, min_confidence=1), 1, least=0)
    at = TEXT.index("house")
    assert any(title.endswith(" %)") for title in found(rewordings, TEXT, at, at))


def test_documents_are_of_the_language_of_the_model():
    from pygls.workspace import TextDocument

    from paragen.lsp.server import _document

    text = TextDocument("file:///x.html", "<p>A house.</p><p lang='nl'>Een huis.</p>")
    for language, sentence in (("en", "A house."), ("nl", "Een huis.")):
        document, shift = _document(text, 0, 0, "keep", language)
        assert sentence in [request.text for request in document.requests()] and shift == 0


def test_between_two_sentences_it_is_the_first(rewordings):
    at = TEXT.index("The red")
    assert all("purchase" in title for title in found(rewordings, TEXT, at, at))


def test_substitutes_are_of_what_is_selected(rewordings):
    begin = TEXT.index("big")
    offered = found(rewordings, TEXT, begin, begin + 3)
    assert offered["big → large"] == TEXT.replace("big", "large") and "big → enormous" in offered
    assert "house → building" not in offered


def test_several_sentences_are_one_action(rewordings):
    offered = found(rewordings, TEXT, 0, len(TEXT))
    assert list(offered) == ["Rewrite 2 sentences (3 edits)"]
    assert offered["Rewrite 2 sentences (3 edits)"] == "They bought something. The red building is large. We need a car.\n"


def test_markup_stays(rewordings):
    text = "# Big\n\nThe [red\nhouse](house.html) is **big**, see `big`.\n"
    at = text.index("house]")
    assert found(rewordings, text, at, at, "markdown")["house → building"] == text.replace("house]", "building]")
    begin = text.index("big**")
    assert found(rewordings, text, begin, begin, "markdown")["big → large"] == text.replace("**big**", "**large**")
    code = text.index("big`")
    assert not any("big`" in after for after in found(rewordings, text, code, code + 3, "markdown"))


def test_sentences_after_a_footnote(rewordings):
    """What stands apart comes last in the text of a request, and so do its sentences."""
    text = "They made a purchase\\footnote{A car is big. It is red.}. The red house is big. We need a car.\n"
    at = text.index("house")
    assert found(rewordings, text, at, at, "latex")["house → building"] == text.replace("house", "building")
    assert not any("purchase" in title or "car" in title for title in found(rewordings, text, at, at, "latex"))
    at = text.index("car is")
    assert found(rewordings, text, at, at, "latex")["A car → An automobile"] == text.replace("A car", "An automobile")


def test_nothing_to_say_otherwise(rewordings):
    assert found(rewordings, "", 0, 0) == {}
    assert found(rewordings, "12 34\n", 1, 1) == {}
    assert found(rewordings, "We need it.\n", 3, 3) == {}


async def _session(model, work):
    """Run a server as an editor does, and let ``work`` ask it."""
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("test", "1")
    await client.start_io(sys.executable, "-m", "paragen", "lsp", "-m", str(model), "-n", "1")
    edits = types.WorkspaceEditClientCapabilities(
        document_changes=True, change_annotation_support=types.ChangeAnnotationsSupportOptions()
    )
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=edits))
    started = await client.initialize_async(types.InitializeParams(capabilities=capabilities))
    client.initialized(types.InitializedParams())
    try:
        return started.capabilities, await work(client)
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def _opened(client, uri, language, text):
    document = types.TextDocumentItem(uri, language, 7, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))


async def _actions(client, uri, begin, end, only=None):
    place = types.Range(types.Position(*begin), types.Position(*end))
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([], only=only))
    return await client.text_document_code_action_async(params)


def test_an_editor(english_model):
    text = "Überall 😀 is a\nbig house. They made a purchase.\n"

    async def work(client):
        _opened(client, "file:///x.md", "markdown", text)
        _opened(client, "file:///x.py", "python", "# a big house\nbig = 1\n")
        return [
            await _actions(client, "file:///x.md", (1, 1), (1, 1)),
            await _actions(client, "file:///x.md", (0, 0), (1, 32)),
            await _actions(client, "file:///x.md", (1, 1), (1, 1), ["quickfix"]),
            await _actions(client, "file:///x.md", (1, 1), (1, 1), ["refactor"]),
            await _actions(client, "file:///x.py", (0, 5), (0, 5)),
            await _actions(client, "file:///x.py", (0, 2), (0, 13)),
        ]

    capabilities, (one, several, other, ours, code, selected) = asyncio.run(_session(english_model, work))
    assert capabilities.code_action_provider.code_action_kinds == ("refactor.rewrite",)
    named = {action.title: action for action in one}
    [change] = named["Rewrite: big → large"].edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == ("file:///x.md", 7)
    [edit] = change.edits
    assert named["Rewrite: big → large"].edit.change_annotations is None
    assert (edit.range, edit.new_text) == (types.Range(types.Position(1, 0), types.Position(1, 3)), "large")
    [all_at_once] = several
    assert [note.needs_confirmation for note in all_at_once.edit.change_annotations.values()] == [True]
    assert len(all_at_once.edit.document_changes[0].edits) == 2
    assert not other and [action.title for action in ours] == [action.title for action in one]
    assert not code
    assert {action.title for action in selected} >= {"Rewrite: big → large", "house → building"}


def test_positions_after_characters_of_two_units(english_model):
    async def work(client):
        _opened(client, "file:///x.txt", "plaintext", "😀😀 A big house.\n")
        return await _actions(client, "file:///x.txt", (0, 8), (0, 8))

    _, actions = asyncio.run(_session(english_model, work))
    [change] = next(action for action in actions if action.title == "Rewrite: big → large").edit.document_changes
    assert change.edits[0].range == types.Range(types.Position(0, 7), types.Position(0, 10))
