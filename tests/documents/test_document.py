"""Documents: requests and paraphrases, sentences, errors, hostile texts."""

from __future__ import annotations

import re

import languages
import pytest
from document_structure import unchanged
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.documents import FORMATS, Document, format_of, rewrite, sentence_begins
from paragen.documents.passage import PassageBuilder, Piece

TEXT = "Dr. Smith bought a big house. It is red, e.g. the roof!  “Is it? It is,” he said… Then he left."


def sentences(text):
    begins = [0, *sentence_begins(text)]
    return [text[begin:end] for begin, end in zip(begins, [*begins[1:], len(text)], strict=True)]


def test_sentences():
    assert sentences(TEXT) == [
        "Dr. Smith bought a big house. ", "It is red, e.g. the roof!  ", "“Is it? It is,” he said… ", "Then he left.",
    ]  # fmt: skip
    assert sentence_begins("") == [] and sentence_begins("One") == []
    in_three_parts = [begin for begin in range(11, 44_000, 11) if begin not in (19_998, 39_996)]
    assert sentence_begins("It was so. " * 4_000) == in_three_parts
    assert sentence_begins("x" * 30_000 + ". So it is. So.") == [30_002, 30_012]
    assert sentences("A net.Socket is one. So is net.\nThis.") == ["A net.Socket is one. ", "So is net.\n", "This."]


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("It is ß. He came.", []), ("It is €. He came.", [9]), ("So? é and à.", [4]), ("Dr. É. Then he left.", [7]),
        ("Thé été.\u00a0It is. So.", [9, 16]), ("He went。He left！It is？Yes", [8, 16, 22]), ("One\n\nTwo", [3, 5]),
    ],
)  # fmt: skip
def test_sentences_beyond_ascii(text, begins):
    assert sentence_begins(text) == begins


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
    empty_lines = Document("\n\nOne.\n\nTwo.", "plain").requests()
    assert [request.where for request in empty_lines] == ["line 3", "line 5"]
    whole = Document(TEXT, "plain", split=False).requests()
    assert [(request.where, list(request.breaks)) for request in whole] == [("line 1", [])]


def test_each_sentence_is_searched_by_itself(english_model):
    paraphraser = paragen.load(english_model)
    text = "A big car. A big house. A big car."
    assert rewrite(paraphraser, text, "plain", max_edits=1).count("large") == 3
    assert rewrite(paraphraser, text, "plain", max_edits=1, split=False).count("large") == 1
    assert rewrite(paraphraser, text, "plain", threads=2) == rewrite(paraphraser, text, "plain")
    with pytest.raises(ConfigError, match="threads: found -1"):
        rewrite(paraphraser, text, "plain", threads=-1)


def test_formats_by_name():
    names = {"a.md": "markdown", "A.HTML": "html", "x/y.tex": "latex", "a.srt": "srt", "a.txt": "plain", "a": None, "a.c": None}
    assert {name: format_of(name) for name in names} == names
    assert set(names.values()) - {None} <= {*FORMATS, "latex"}


def test_paraphrases_of_other_requests_are_refused(english_model):
    document = Document("A *big* house.\n\nA car.", "markdown")
    requests = document.requests()
    paraphrases = unchanged(requests)
    for wrong, message in (
        (paraphrases[:1], "found 1 paraphrases, expected 2: one of each request."),
        ([], "found 0 paraphrases, expected 2: one of each request."),
        ([*paraphrases, paraphrases[1]], "found a paraphrase that is not of its request 3, expected one of each, in order."),
        (paraphrases[::-1], "found a paraphrase that is not of its request 1, expected one of each, in order."),
    ):
        with pytest.raises(ConfigError) as caught:
            document.rendered(wrong)
        assert str(caught.value) == f"document: {message}"
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


def test_white_space_around_a_passage_is_not_in_it():
    builder = PassageBuilder(" \n`x` a house\n \n")
    for part, span in ((builder.prose, (0, 2)), (builder.kept, (2, 5)), (builder.prose, (5, 16))):
        part(*span)
    builder.finish()
    [passage] = builder.passages()
    assert (passage.text, passage.begin, passage.end) == ("`x` a house", 2, 13)
    assert passage.pieces == [Piece(2, 5, 0, False), Piece(5, 13, 3, True)]
    assert list(builder.passages()) == []


def test_the_part_of_a_request_that_is_selected():
    document = Document("A *big* `x y` house.\n\nTwo", "markdown")

    def within(begin, end):
        return [(number, request.text, request.where, span) for number, request, span in document.requests_within(begin, end)]

    first, second = (0, "A big x y house.", "line 1"), (1, "Two", "line 3")
    for begin, end, span in [
        (0, 0, (0, 0)), (1, 1, (1, 1)), (2, 2, (2, 2)), (3, 3, (2, 2)), (4, 5, (3, 4)), (4, 6, (3, 5)), (1, 4, (1, 3)),
        (10, 10, (6, 9)), (9, 16, (6, 12)), (20, 20, (16, 16)), (0, 21, (0, 16)),
    ]:  # fmt: skip
        assert within(begin, end) == [(*first, span)]
    assert within(21, 21) == [] and within(23, 24) == [(*second, (1, 2))]
    assert within(15, 99) == [(*first, (11, 16)), (*second, (0, 3))]
    document = Document("\nOne\\footnote{two}three.", "latex")
    assert [(request.where, span) for _, request, span in document.requests_within(15, 16)] == [("line 2", (11, 12))]
    assert document.places() == [(1, 24)]
    assert repr(document) == "<paragen.documents.Document latex: 1 passages in 24 characters>"


def test_of_other_languages(tmp_path):
    text = "<p>sofort</p><p lang=en>sofort</p>"
    german = paragen.load(languages.model(tmp_path, "de"))
    assert rewrite(german, text, "html", min_edits=1) == text.replace("sofort", "auf der Stelle", 1)
    for language in ("de", "DE-1996"):
        [request] = Document("<p lang=de>Am 3. Mai kam er. Er ging.</p><p lang=en>So.", "html", language=language).requests()
        assert list(request.breaks) == [18] == sentence_begins(request.text, language)
    assert len(Document("<p lang=en>So.<p lang=de>So.", "html").requests()) == 1


@pytest.mark.parametrize(("form", "name", "module"), [("markdown", "Markdown", "pyromark"), ("html", "HTML", "turbohtml")])
def test_missing_packages(monkeypatch, form, name, module):
    monkeypatch.setitem(__import__("sys").modules, module, None)
    message = f"^reading {name} needs the package {module}. {re.escape(install_hint('documents'))}$"
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
