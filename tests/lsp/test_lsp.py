"""The language server, asked by pygls' own client; and what it offers in documents."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading

import pytest
from fits import with_fit
from packages import Later, need

import paragen
from paragen.documents import Document
from paragen.lsp.rewordings import Rewording, Rewordings, _change
from paragen.paraphraser import load
from paragen.results import Candidate

need("pygls", "lsprotocol", "pyromark", "sentencex", "turbohtml")
types = Later("lsprotocol.types")

TEXT = "They made a purchase. The red house is big. We need a car.\n"
PURCHASES = "A big car, a big house, a purchase, and a lot of purchase is big."


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


@pytest.mark.parametrize("at", [30, 32, 35])
def test_the_sentence_at_the_cursor(rewordings, at):
    """Paraphrases of it, then what takes the place of the word; at its end, of the next word too."""
    house, be, big = (30, 35, "building"), (35, 38, "'s"), (39, 42, "large")
    assert list(rewordings.find(Document(TEXT, "plain"), at, at)) == [
        Rewording("Rewrite: house → building; big → large", [house, big], 1),
        Rewording("Rewrite: house → building; is → 's; big → large", [house, be, big], 1),
        Rewording("house → building", [house], 1),
        *([Rewording("is → 's", [be], 1)] if at == 35 else []),
    ]


def test_the_best_substitutes_come_first_and_eight_at_most(english_model):
    offered = list(Rewordings(load(english_model)).find(Document(PURCHASES, "plain"), 0, len(PURCHASES)))
    large = [(2, 5, "large"), (13, 16, "large"), (61, 64, "large")]
    buy = [(26, 34, "buy"), (49, 57, "buy")]
    many, automobile = (40, 48, "many"), (6, 9, "automobile")
    assert offered[:3] == [
        Rewording(
            "Rewrite: big → large; car → automobile; big → large; purchase → buy; a lot of → many; purchase → buy; big → …",
            sorted([*large, *buy, many, automobile]), 1,
        ),
        Rewording(
            "Rewrite: big → large; car → automobile; big → large; purchase → buy; a lot of → many; purchase → buy; is → '…",
            sorted([*large, *buy, many, automobile, (57, 60, "'s")]), 1,
        ),
        Rewording(
            "Rewrite: big → large; big → large; purchase → buy; a lot of → many; purchase → buy; big → large",
            sorted([*large, *buy, many]), 1,
        ),
    ]  # fmt: skip
    assert [(one.title, *one.replacements) for one in offered[3:]] == [
        ("a lot of → many", many), ("big → large", large[1]), ("big → large", large[0]), ("purchase → buy", buy[0]),
        ("purchase → buy", buy[1]), ("big → large", large[2]), ("car → automobile", automobile),
        ("A big → An enormous", (0, 5, "An enormous")),
    ]  # fmt: skip
    assert {one.sentences for one in offered} == {1}


def test_forced_wording_and_models_whose_fit_is_off(fitted_model):
    for bus, shown in (("bus", "bus"), ("b" * 94, "b" * 94), ("b" * 95, "b" * 93 + "…")):  # "car → " has six characters
        rewordings = Rewordings(load(fitted_model, fit=False, always={"car": bus}), 1)
        at = TEXT.index("car")
        assert found(rewordings, TEXT, at, at) == {
            f"Rewrite: car → {shown}": TEXT.replace("car", bus), "a car → an automobile": TEXT.replace("a car", "an automobile"),
        }  # fmt: skip


def test_long_substitutes_leave_room_for_their_confidence():
    def title(before, after):
        return _change(Candidate(before, 0, len(before), before, after, before, after, (), 0.0, confidence=0.594))

    assert title(" a ", "b") == "a → b (59 %)"
    assert title("a" * 40, "b" * 50) == f"{'a' * 40} → {'b' * 50} (59 %)"
    assert title("a" * 40, "b" * 51) == f"{'a' * 40} → {'b' * 49}… (59 %)"


def test_single_substitutes_are_offered_from_a_confidence_of_their_own(english_model, fitted_model, tmp_path):
    """The surest first; how sure whole paraphrases must be is another matter."""
    levels = [(-0.75, 0.0), (0.0, 0.4), (2.0, 0.9)]
    model = load(with_fit(english_model, tmp_path / "model", fitted_model.parent / "english.bin", levels=levels))

    def offered(**options):
        rewordings = Rewordings(model.changed(min_confidence=1), 1, **options)
        return [(one.title, one.replacements[0][0]) for one in rewordings.find(Document(PURCHASES, "plain"), 0, len(PURCHASES))]

    assert offered(least=0) == [
        ("big → large (90 %)", 2), ("big → large (90 %)", 13), ("purchase → buy (90 %)", 26), ("purchase → buy (90 %)", 49),
        ("big → large (90 %)", 61), ("car → automobile (84 %)", 6), ("a lot of → many (59 %)", 40),
        ("A big → An enormous (0 %)", 0),
    ]  # fmt: skip
    assert offered() == offered(least=0)[:-1] == offered(least=0.2)


def test_documents_are_of_the_language_of_the_model():
    from pygls.workspace import TextDocument

    from paragen.lsp.server import _document

    text = TextDocument("file:///x.html", "<p>A house.</p><p lang='nl'>Een huis.</p>")
    for language, sentence in (("en", "A house."), ("nl", "Een huis.")):
        document, shift = _document(text, 0, 0, "keep", language)
        assert sentence in [request.text for request in document.requests()] and shift == 0


@pytest.mark.parametrize(
    ("uri", "language_id", "form"),
    [
        ("file:///x", "latex", "latex"), ("file:///x.html", "gitcommit", "plain"), ("file:///x.srt", None, "srt"),
        ("file:///x.tex", "unknown", "latex"), ("file:///x%2Emd", "", "markdown"), ("untitled:x.htm?new", None, "html"),
        ("file:///x.py", "python", None), ("untitled:x", None, None),
    ],
)  # fmt: skip
@pytest.mark.parametrize("quotes", ["keep", "change"])
def test_what_of_a_document_is_read(uri, language_id, form, quotes):
    """All of it if its format is known, otherwise what is selected, as plain text; nothing if nothing is."""
    from pygls.workspace import TextDocument

    from paragen.lsp.server import _document

    text = TextDocument(uri, "x = 1\n> A house.\n", language_id=language_id)
    for begin, end in ((6, 16), (6, 6)):
        document, shift = _document(text, begin, end, quotes, "de-AT")
        assert (document.form, document.language) == (form or "plain", "de-AT")
        assert (document.text, shift) == ((text.source, 0) if form else (text.source[begin:end], begin))
        assert document.requests() == Document(document.text, document.form, quotes=quotes, language="de").requests()
        if form is None:
            assert len(document.requests()) == (begin < end and quotes == "change")


def test_between_two_sentences_it_is_the_first(rewordings):
    at = TEXT.index("The red")
    assert found(rewordings, TEXT, at, at).keys() == found(rewordings, TEXT, 0, 0).keys()
    assert "Rewrite: made a purchase → bought something" in found(rewordings, TEXT, 0, 0)


def test_other_sentences_stay(english_model):
    """To the last of their words, even such as have but one letter."""
    rewordings = Rewordings(load(english_model, keep_defaults=False), 1)
    text = "5 houses. It is big. It has 5."
    assert list(found(rewordings, text, 16, 16)) == ["Rewrite: big → large", "big → enormous"]
    assert list(found(rewordings, text, 3, 3)) == ["Rewrite: 5 → five"]


def test_substitutes_are_of_what_is_selected(rewordings):
    begin = TEXT.index("big")
    offered = found(rewordings, TEXT, begin, begin + 3)
    assert offered["big → large"] == TEXT.replace("big", "large") and "big → enormous" in offered
    assert "house → building" not in offered
    end = TEXT.index(". We")
    assert [title for title in found(rewordings, TEXT, end, end + 1) if ":" not in title] == ["big → large", "big → enormous"]
    sentence = found(rewordings, TEXT, TEXT.index("The red"), end + 1)
    assert list(sentence)[2:] == ["big → large", "house → building", "big → enormous", "is → 's"], "what it meets is not touched"


@pytest.mark.parametrize(
    ("text", "begin", "end", "title", "expected"),
    [
        (TEXT, 0, 58, "Rewrite 2 sentences (3 edits)", "They bought something. The red building is large. We need a car.\n"),
        (TEXT, 0, 23, "Rewrite 2 sentences (3 edits)", "They bought something. The red building is large. We need a car.\n"),
        (TEXT, 30, 45, "Rewrite 1 sentence (2 edits)", "They made a purchase. The red building is large. We need a car.\n"),
        ("We need it. A lot of it.", 1, 14, "Rewrite 1 sentence (1 edit)", "We need it. Many it."),
        ("A big house. A big house. A big house.", 0, 38, "Rewrite 3 sentences (3 edits)",
         "A large house. A large house. A large house."),
        ("A big house.\n\nA big house.\n\nA big house.", 5, 17, "Rewrite 2 sentences (2 edits)",
         "A large house.\n\nA large house.\n\nA big house."),
    ],
)  # fmt: skip
def test_several_sentences_are_one_action(rewordings, text, begin, end, title, expected):
    [one] = rewordings.find(Document(text, "plain"), begin, end)
    assert (one.title, one.sentences, applied(text, one.replacements)) == (title, int(title.split()[1]), expected)


def test_a_selection_from_the_end_of_a_paragraph_is_of_the_next(rewordings):
    text = "They made a purchase.\n\nA big house.\n"
    assert found(rewordings, text, 21, 30) == found(rewordings, text, 23, 30)
    assert next(iter(found(rewordings, text, 21, 30))) == "Rewrite: big → large"


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


EDITS = types.WorkspaceEditClientCapabilities(
    document_changes=True, change_annotation_support=types.ChangeAnnotationsSupportOptions()
)


async def _session(start, work):
    """Let ``work`` ask a server as an editor does, which ``start`` connects with a client."""
    from pygls.lsp.client import LanguageClient

    client = LanguageClient("test", "1")
    await start(client)
    capabilities = types.ClientCapabilities(workspace=types.WorkspaceClientCapabilities(workspace_edit=EDITS))
    started = await client.initialize_async(types.InitializeParams(capabilities=capabilities))
    client.initialized(types.InitializedParams())
    try:
        return started, await work(client)
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


def _process(model, work):
    """Run the verb, and let ``work`` ask it."""

    async def start(client):
        await client.start_io(sys.executable, "-m", "paragen", "lsp", "-m", str(model), "-n", "1")

    return asyncio.run(_session(start, work))


def _thread(server, work):
    """Run a server beside its client, and let ``work`` ask it."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with listener, listener.accept()[0] as connection, connection.makefile("rb") as file, connection.makefile("wb") as out:
            server.start_io(file, out)

    async def start(client):
        await client.start_tcp(*listener.getsockname())

    serving = threading.Thread(target=serve)
    serving.start()
    try:
        return asyncio.run(_session(start, work))
    finally:
        serving.join()


def _opened(client, uri, language, text):
    document = types.TextDocumentItem(uri, language, 7, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(document))


async def _actions(client, uri, begin, end, only=None):
    place = types.Range(types.Position(*begin), types.Position(*end))
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), place, types.CodeActionContext([], only=only))
    return await client.text_document_code_action_async(params)


def test_an_editor(english_model):
    from paragen.lsp.server import language_server

    text = "Überall 😀 is a\nbig house. They made a purchase.\n"

    async def work(client):
        _opened(client, "file:///x.md", "markdown", text)
        _opened(client, "file:///x.py", "python", "# a big house\nbig = 1\n")
        return [
            await _actions(client, "file:///x.md", (1, 1), (1, 1)),
            await _actions(client, "file:///x.md", (0, 0), (1, 32)),
            await _actions(client, "file:///x.md", (1, 1), (1, 1), ["quickfix"]),
            await _actions(client, "file:///x.md", (1, 1), (1, 1), ["refactor"]),
            await _actions(client, "file:///x.md", (1, 1), (1, 1), ["refactor.rew", ""]),
            await _actions(client, "file:///x.py", (0, 5), (0, 5)),
            await _actions(client, "file:///x.py", (0, 2), (0, 13)),
        ]

    started, (one, several, other, ours, every, code, selected) = _thread(language_server(load(english_model)), work)
    assert started.server_info == types.ServerInfo("paragen", paragen.__version__)
    assert started.capabilities.code_action_provider.code_action_kinds == ("refactor.rewrite",)
    assert [action.title.startswith("Rewrite: ") for action in one] == [True] * 3
    named = {action.title: action for action in one}
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
    assert {action.title for action in selected} >= {"Rewrite: big → large", "house → building"}


def test_kinds_that_are_asked_for():
    from paragen.lsp.server import _asked

    assert all(map(_asked, (None, ["refactor.rewrite"], ["quickfix", "refactor"], [""])))
    assert not any(map(_asked, ([], ["quickfix"], ["refactor.rew"], ["refactor.rewrite.line"])))


def test_editors_that_know_less():
    from pygls.workspace import TextDocument

    from paragen.lsp.server import _action

    text = TextDocument("file:///x.txt", "\N{GRINNING FACE} A big\nhouse.", 7)
    edits = [types.TextEdit(types.Range(types.Position(0, 5), types.Position(0, 8)), "large"),
             types.TextEdit(types.Range(types.Position(1, 0), types.Position(1, 5)), "building")]  # fmt: skip

    def client(**known):
        return types.ClientCapabilities(types.WorkspaceClientCapabilities(**known))

    def action(sentences, capabilities):
        one = Rewording("Rewrite", [(2, 5, "large"), (6, 11, "building")], sentences)
        found = _action(one, text, 2, capabilities)
        assert (found.title, found.kind) == ("Rewrite", "refactor.rewrite")
        return found.edit

    plain = types.WorkspaceEdit({"file:///x.txt": edits})
    for known in (types.ClientCapabilities(), client(), client(workspace_edit=types.WorkspaceEditClientCapabilities())):
        assert action(2, known) == plain
    name = types.OptionalVersionedTextDocumentIdentifier("file:///x.txt", 7)
    versioned = types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(name, edits)])
    assert action(1, client(workspace_edit=EDITS)) == versioned
    assert action(2, client(workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True))) == versioned
    noted = [types.AnnotatedTextEdit("rewrite", edit.range, edit.new_text) for edit in edits]
    assert action(2, client(workspace_edit=EDITS)) == types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(name, noted)],
        change_annotations={"rewrite": types.ChangeAnnotation("Rewrite", needs_confirmation=True)},
    )


def test_how_many_paraphrases_are_offered(english_model):
    from paragen.lsp.server import language_server

    async def work(client):
        _opened(client, "file:///x.txt", "plaintext", TEXT)
        return await _actions(client, "file:///x.txt", (0, 32), (0, 32))

    _, actions = _thread(language_server(load(english_model), 2), work)
    assert sum(action.title.startswith("Rewrite: ") for action in actions) == 2


def test_positions_after_characters_of_two_units(english_model):
    """Asked of the verb itself."""

    async def work(client):
        _opened(client, "file:///x.txt", "plaintext", "😀😀 A big house.\n")
        return await _actions(client, "file:///x.txt", (0, 8), (0, 8))

    _, actions = _process(english_model, work)
    assert [action.title for action in actions] == ["Rewrite: big → large", "big → enormous"]
    [change] = actions[0].edit.document_changes
    assert change.edits[0].range == types.Range(types.Position(0, 7), types.Position(0, 10))
