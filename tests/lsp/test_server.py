"""The language server, asked by pygls' own client, which is none of ours."""

from __future__ import annotations

import pytest
from packages import need

import paragen
from paragen.documents import Document
from paragen.lsp.actions import Support, action, is_wanted
from paragen.lsp.rewordings import Rewording
from paragen.lsp.server import _document
from paragen.lsp.workspace import TextDocument
from paragen.paraphraser import load

from .client import actions, at, editor, opened, types, with_process, with_thread

need("pygls", "lsprotocol", "pyromark", "sentencex", "turbohtml")

TEXT = "They made a purchase. The red house is big. We need a car.\n"


@pytest.mark.parametrize(
    ("uri", "language_id", "form"),
    [
        ("file:///x", "latex", "latex"), ("file:///x.html", "gitcommit", "plain"), ("file:///x.srt", "", "srt"),
        ("file:///x.tex", "unknown", "latex"), ("file:///x%2Emd", "", "markdown"), ("untitled:x.htm?new", "", "html"),
        ("file:///x.py", "python", None), ("untitled:x", "", None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("quotes", ["keep", "change"])
def test_what_of_a_document_is_read(english_model, uri, language_id, form, quotes):
    """All of it if its format is known, otherwise what is selected, as plain text; nothing if nothing is."""
    text = TextDocument(uri, language_id, None, "x = 1\n> A house.\n")
    for begin, end in ((6, 16), (6, 6)):
        document, shift = _document(text, begin, end, load(english_model, quotes=quotes))
        assert (document.form, document.language) == (form or "plain", "en")
        assert (document.text, shift) == ((text.text, 0) if form else (text.text[begin:end], begin))
        assert document.requests() == Document(document.text, document.form, quotes=quotes).requests()
        if form is None:
            assert len(document.requests()) == (begin < end and quotes == "change")


def test_documents_are_of_the_language_of_the_model():
    class Paraphraser:
        quotes = "keep"

        class model:
            language_code = "en"

    text = TextDocument("file:///x.html", "", None, "<p>A house.</p><p lang='nl'>Een huis.</p>")
    for language, sentence in (("en", "A house."), ("nl", "Een huis.")):
        Paraphraser.model.language_code = language
        document, shift = _document(text, 0, 0, Paraphraser)
        assert sentence in [request.text for request in document.requests()] and shift == 0


def test_an_editor(english_model):
    text = "Überall 😀 is a\nbig house. They made a purchase.\n"

    async def work(client):
        opened(client, "file:///x.md", "markdown", text)
        opened(client, "file:///x.py", "python", "# a big house\nbig = 1\n")
        return [
            await actions(client, "file:///x.md", (1, 1), (1, 1)),
            await actions(client, "file:///x.md", (0, 0), (1, 32)),
            await actions(client, "file:///x.md", (1, 1), (1, 1), ["quickfix"]),
            await actions(client, "file:///x.md", (1, 1), (1, 1), ["refactor"]),
            await actions(client, "file:///x.md", (1, 1), (1, 1), ["refactor.rew", ""]),
            await actions(client, "file:///x.py", (0, 5), (0, 5)),
            await actions(client, "file:///x.py", (0, 2), (0, 13)),
        ]

    started, (one, several, other, ours, every, code, selected) = with_thread(load(english_model), work)
    assert started.server_info == types.ServerInfo("paragen", paragen.__version__)
    assert started.capabilities.code_action_provider.code_action_kinds == ("refactor.rewrite",)
    assert started.capabilities.position_encoding == "utf-16"
    assert [found.title.startswith("Rewrite: ") for found in one] == [True] * 3
    named = {found.title: found for found in one}
    [change] = named["Rewrite: big → large"].edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == ("file:///x.md", 7)
    [edit] = change.edits
    assert named["Rewrite: big → large"].edit.change_annotations is None
    assert (edit.range, edit.new_text) == (types.Range(types.Position(1, 0), types.Position(1, 3)), "large")
    [all_at_once] = several
    assert [note.needs_confirmation for note in all_at_once.edit.change_annotations.values()] == [True]
    assert len(all_at_once.edit.document_changes[0].edits) == 2
    assert not other and ours == every == one
    assert not code
    assert {found.title for found in selected} >= {"Rewrite: big → large", "house → building"}


def test_kinds_that_are_wanted():
    assert all(map(is_wanted, (["refactor.rewrite"], ["quickfix", "refactor"], [""])))
    assert not any(map(is_wanted, ([], ["quickfix"], ["refactor.rew"], ["refactor.rewrite.line"])))


def test_editors_that_know_less():
    text = TextDocument("file:///x.txt", "plaintext", 7, "\N{GRINNING FACE} A big\nhouse.")
    edits = [{"range": {"start": at(0, 5), "end": at(0, 8)}, "newText": "large"},
             {"range": {"start": at(1, 0), "end": at(1, 5)}, "newText": "building"}]  # fmt: skip

    def edit(sentences, capabilities):
        one = Rewording("Rewrite", [(2, 5, "large"), (6, 11, "building")], sentences)
        found = action(one, text, 2, "utf-16", Support.of(capabilities))
        assert (found.pop("title"), found.pop("kind")) == ("Rewrite", "refactor.rewrite")
        return found["edit"]

    def known(**edits):
        return {"workspace": {"workspaceEdit": edits}}

    for less in (None, {}, {"workspace": None}, {"workspace": {}}, known(), known(changeAnnotationSupport={})):
        assert edit(2, less) == {"changes": {"file:///x.txt": edits}}
    versioned = {"textDocument": {"uri": "file:///x.txt", "version": 7}, "edits": edits}
    assert edit(1, known(documentChanges=True, changeAnnotationSupport={})) == {"documentChanges": [versioned]}
    assert edit(2, known(documentChanges=True)) == {"documentChanges": [versioned]}
    noted = {**versioned, "edits": [{**one, "annotationId": "rewrite"} for one in edits]}
    assert edit(2, known(documentChanges=True, changeAnnotationSupport={})) == {
        "documentChanges": [noted], "changeAnnotations": {"rewrite": {"label": "Rewrite", "needsConfirmation": True}},
    }  # fmt: skip


def test_how_many_paraphrases_are_offered(english_model):
    async def work(client):
        opened(client, "file:///x.txt", "plaintext", TEXT)
        return await actions(client, "file:///x.txt", (0, 32), (0, 32))

    _, found = with_thread(load(english_model), work, 2)
    assert sum(one.title.startswith("Rewrite: ") for one in found) == 2


@pytest.mark.parametrize(("encoding", "before"), [("", 5), ("utf-16", 5), ("utf-8", 9), ("utf-32", 3)])
def test_positions_after_characters_of_several_units(english_model, encoding, before):
    """Asked of the verb itself, which takes the first encoding that it knows."""

    async def work(client):
        opened(client, "file:///x.txt", "plaintext", "😀😀 A big house.\n")
        return await actions(client, "file:///x.txt", (0, before + 3), (0, before + 3))

    started, found = with_process(english_model, work, ["utf-7", encoding, "utf-16"] if encoding else [])
    assert started.capabilities.position_encoding == (encoding or "utf-16")
    assert [one.title for one in found] == ["Rewrite: big → large", "big → enormous"]
    [change] = found[0].edit.document_changes
    assert change.edits[0].range == types.Range(types.Position(0, before + 2), types.Position(0, before + 5))


@pytest.mark.parametrize("other", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_where_the_protocol_says(english_model, other, end):
    """Of the verb itself: the place that is asked about, and that of the edit, after what Python takes for line ends."""

    async def work(client):
        opened(client, "file:///x.txt", "plaintext", f"One{other}two.{end}{other}{other} A big house.{end}")
        return await actions(client, "file:///x.txt", (1, 6), (1, 6))

    _, found = with_process(english_model, work)
    named = {one.title: one.edit.document_changes[0].edits for one in found}
    [edit] = named["Rewrite: big → large"]
    assert (edit.range, edit.new_text) == (types.Range(types.Position(1, 5), types.Position(1, 8)), "large")


def test_text_of_another_language_is_named_as_the_reason(english_model):
    text = "Der big Hund ist gestern nicht nach Hause gekommen.\n\nA big car.\n"
    support = {"textDocument": {"codeAction": {"disabledSupport": True}}}
    for capabilities, expected in ((support, ["This is not in English: it stays as it is."]), ({}, [])):
        with editor(english_model) as one:
            one.initialize(**capabilities)
            one.open("file:///a.txt", text)
            found = one.actions("file:///a.txt", at(0, 3), at(0, 3))["result"]
            assert [action["disabled"]["reason"] for action in found] == expected
            assert all("disabled" not in action for action in one.actions("file:///a.txt", at(2, 3), at(2, 3))["result"])
