"""Documents: requests and paraphrases, sentences, errors, hostile texts."""

from __future__ import annotations

import pytest
from document_structure import unchanged
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError, MissingPackageError
from paragen.documents import FORMATS, Document, format_of, rewrite, sentence_begins
from paragen.documents.passage import PassageBuilder

TEXT = "Dr. Smith bought a big house. It is red, e.g. the roof!  “Is it? It is,” he said… Then he left."


def sentences(text):
    begins = [0, *sentence_begins(text)]
    return [text[begin:end] for begin, end in zip(begins, [*begins[1:], len(text)], strict=True)]


def test_sentences():
    assert sentences(TEXT) == [
        "Dr. Smith bought a big house. ", "It is red, e.g. the roof!  ", "“Is it? It is,” he said… ", "Then he left.",
    ]  # fmt: skip
    assert sentence_begins("") == [] and sentence_begins("One") == []
    assert len(sentences("It is so. " * 5_000)) == 4_998  # in three parts
    assert sentences("A net.Socket is one. So is net.\nThis.") == ["A net.Socket is one. ", "So is net.\n", "This."]


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ABab .!?“”’\"()\n\0\u00a0…é😀\udc80。1", max_size=40))
def test_sentences_of_any_text(text):
    begins = sentence_begins(text)
    assert begins == sorted(set(begins)) and all(0 < begin < len(text) for begin in begins)


def test_requests_say_where_they_are_and_where_sentences_begin():
    document = Document(f"# Title\n\n{TEXT}\n\n* one\n* two", "markdown", name="page.md")
    assert [(request.where, len(list(request.breaks))) for request in document.requests()] == [
        ("page.md:3", 3), ("page.md:5", 0), ("page.md:6", 0),
    ]  # fmt: skip
    whole = Document(TEXT, "plain", split=False).requests()
    assert [(request.where, list(request.breaks)) for request in whole] == [("line 1", [])]


def test_each_sentence_is_searched_by_itself(english_model):
    paraphraser = paragen.load(english_model)
    text = "A big car. A big house. A big car."
    assert rewrite(paraphraser, text, "plain", max_edits=1).count("large") == 3
    assert rewrite(paraphraser, text, "plain", max_edits=1, split=False).count("large") == 1
    assert rewrite(paraphraser, text, "plain", threads=2) == rewrite(paraphraser, text, "plain")


def test_formats_by_name():
    names = {"a.md": "markdown", "A.HTML": "html", "x/y.tex": "latex", "a.srt": "srt", "a.txt": "plain", "a": None, "a.c": None}
    assert {name: format_of(name) for name in names} == names
    assert set(names.values()) - {None} <= {*FORMATS, "latex"}


def test_paraphrases_of_other_requests_are_refused(english_model):
    document = Document("A *big* house.\n\nA car.", "markdown")
    requests = document.requests()
    paraphrases = unchanged(requests)
    for wrong in (paraphrases[:1], [*paraphrases, paraphrases[1]], paraphrases[::-1]):
        with pytest.raises(ConfigError, match="^document: found .* expected .*one of each"):
            document.rendered(wrong)
    across = paragen.load(english_model).rewrite("They made a purchase.")
    document = Document("They made **a** purchase.", "markdown")
    with pytest.raises(ConfigError, match="^document: found an edit of 'made a purchase', which reaches across markup"):
        document.rendered(across)


def test_bad_arguments():
    with pytest.raises(ConfigError, match="^document: found the format 'docx', expected one of plain, markdown"):
        Document("x", "docx")
    with pytest.raises(ConfigError, match="^quotes: found 'no'"):
        Document("x", "plain", quotes="no")
    with pytest.raises(TypeError, match="^a document must be str, not bytes"):
        Document(b"x", "plain")


def test_prose_that_follows_prose_is_one_piece():
    builder = PassageBuilder("a big house")
    for span in ((0, 5), (5, 11)):
        builder.prose(*span)
    builder.finish()
    [passage] = builder.passages()
    assert passage.to_source(2, 11) == (2, 11) and passage.keep == [(0, 0)]


@pytest.mark.parametrize(("form", "name", "module"), [("markdown", "Markdown", "pyromark"), ("html", "HTML", "turbohtml")])
def test_missing_packages(monkeypatch, form, name, module):
    monkeypatch.setitem(__import__("sys").modules, module, None)
    message = rf"^reading {name} needs the package {module}. Install it: pip install .paragen\[documents\].\."
    with pytest.raises(MissingPackageError, match=message):
        Document("x", form)


HOSTILE = {
    "a long line": "a big house, " * 8_000,
    "no space": "a" * 300_000,
    "elements": "<div>" * 9_000,
    "end tags": "</div>" * 9_000,
    "inline elements": "<b>x" * 9_000,
    "unclosed tags": "<a b='" * 9_000,
    "comments": "<!-- x " * 9_000,
    "half tags": "</" * 9_000 + "<" * 9_000 + "</>" * 9_000,
    "references": "&amp;x&#x;&" * 8_000,
    "brackets": "[" * 9_000,
    "links": "[a](" * 8_000,
    "images": "![" * 8_000,
    "emphasis": "*a **b _c " * 10_000,
    "backticks": "` `` ``` " * 10_000,
    "quotations": "> " * 2_000 + "x",
    "lists": "".join(f"{'  ' * i}- x\n" for i in range(300)),
    "braces": "{" * 9_000,
    "commands": "\\a{" * 8_000,
    "environments": "\\begin{x}" * 10_000,
    "mathematics": "$x$$y" * 8_000,
    "NULs": "\0 a\r" * 8_000,
    "times": "1\n00:00:01,000 --> 00:00:02,000\n" * 5_000,
    "lines": "\n" * 100_000 + "\r" * 100_000,
    "white space": " " * 300_000 + "\nx" + "\t" * 300_000,
    "full stops": ". a? " * 8_000,
    "surrogates": "\udc80 a" * 8_000,
    "quotes": '"a ' * 8_000,
    "mails": "> > | " * 8_000 + "x",
    "numbers": "9" * 200_000 + ":",
    "templates": "{{ {% <% :a " * 8_000,
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_documents_come_back(form, text):
    document = Document(text, form)
    assert document.rendered(unchanged(document.requests())) == text
