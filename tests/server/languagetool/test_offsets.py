"""LanguageTool's protocol counts in UTF-16 code units of the document with its markup: every offset, whatever the annotations."""

from __future__ import annotations

import json

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragen.server.languagetool.request import Annotated, Part
from paragen.server.sentences import sentences

from .schema import CHECK

WORDS = "They made a purchase. Big A big house. car \U0001f600 \U00010400 \u00e9t\u00e9 e\u0301 ! \n \n\n . \u2028".split(" ")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)
MARKUP = st.sampled_from(["<b>", "</b>", "<i \U0001f600>", "\U0001f600", "\n", "", "&", "<img alt='A big house.'>"])
READ_AS = st.sampled_from(
    [None, "", " ", "\n\n", "big", "A big", "\U0001f600", "\U0001f600. A", "It is. They are. We", ". \n", "A big house. It is."]
)
PARTS = st.lists(
    st.one_of(
        TEXTS.map(lambda text: {"text": text}),
        st.tuples(MARKUP, READ_AS).map(lambda one: {"markup": one[0]} | ({} if one[1] is None else {"interpretAs": one[1]})),
    ),
    max_size=8,
)  # fmt: skip


def checked(server, parts):
    response = server.client.post("/v2/check", data={"language": "en", "data": json.dumps({"annotation": parts})})
    assert response.status_code == 200, response.text
    jsonschema.validate(response.json(), CHECK)
    return response.json()


def units(text):
    """A text as UTF-16 code units."""
    data = text.encode("utf-16-le")
    return [data[at : at + 2] for at in range(0, len(data), 2)]


def text_of(found):
    return b"".join(found).decode("utf-16-le")


def marked(parts):
    """The document by code units, each with whether it is text."""
    return [(unit, "text" in part) for part in parts for unit in units(part.get("text", part.get("markup")))]


def own(parts):
    """The text of each sentence that is text of the document, of the sentences that have some."""
    chars = [
        (char, "text" in part) for part in parts for char in (part["text"] if "text" in part else part.get("interpretAs", ""))
    ]
    found = sentences("".join(char for char, _ in chars), "en")
    return [text for begin, end in found if (text := "".join(char for char, is_text in chars[begin:end] if is_text))]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PARTS)
def test_every_offset_of_any_document(english, parts):
    answer, document = checked(english, parts), marked(parts)
    ranges, last = answer["sentenceRanges"], 0
    for begin, end in ranges:
        assert last <= begin < end <= len(document), "in order, and none over another"
        last = end
    texts = [text_of(unit for unit, is_text in document[begin:end] if is_text) for begin, end in ranges]
    assert [text for text in texts if text] == own(parts), "all of each sentence, and nothing else"
    assert [(one["from"], one["to"]) for one in answer["extendedSentenceRanges"]] == [tuple(one) for one in ranges]
    for match in answer["matches"]:
        begin, end = match["offset"], match["offset"] + match["length"]
        assert all(is_text for _, is_text in document[begin:end])
        assert any(first <= begin and end <= last for first, last in ranges)
        words = text_of(unit for unit, _ in document[begin:end])
        assert words in match["sentence"] and words == words.strip()
        context = match["context"]
        assert text_of(units(context["text"])[context["offset"] : context["offset"] + context["length"]]) == words


@pytest.mark.parametrize(
    ("parts", "ranges"),
    [
        ([{"markup": "<p>"}, {"text": "A house. It is."}], ["A house.", "It is."]),
        # words of a sentence that markup stands for
        ([{"markup": "<img>", "interpretAs": "A big"}, {"text": " house. It is."}], ["<img> house.", "It is."]),
        ([{"text": "A house is "}, {"markup": "<img>", "interpretAs": "a much larger one"}, {"text": ". It is."}],
         ["A house is <img>.", "It is."]),
        ([{"text": "A house."}, {"markup": "<img \U0001f600>", "interpretAs": " It is\U0001f600"}, {"text": ". It is."}],
         ["A house.", "<img \U0001f600>.", "It is."]),
        ([{"text": "\U0001f600 is. "}, {"markup": "\U0001f600", "interpretAs": "A"}, {"text": " \U0001f600. It is \U0001f600."}],
         ["\U0001f600 is.", "\U0001f600 \U0001f600.", "It is \U0001f600."]),
        # sentences of nothing but markup: it is the first one's
        ([{"text": "One. "}, {"markup": "<x>", "interpretAs": "Two. Three. Four"}, {"text": ". Five."}],
         ["One.", "<x>", ".", "Five."]),
        ([{"markup": "<x>", "interpretAs": "Two. Three. Four."}], ["<x>"]),
        ([{"markup": "", "interpretAs": "Two. Three. Four."}], []),
    ],
)  # fmt: skip
def test_sentence_ranges(english, parts, ranges):
    document = marked(parts)
    found = [text_of(unit for unit, _ in document[begin:end]) for begin, end in checked(english, parts)["sentenceRanges"]]
    assert found == ranges


def test_ranges_of_parts():
    document = Annotated([Part("<b>", True), Part("ab"), Part("\U0001f600", True, "cd"), Part("e")])
    assert document.plain == "abcde"
    assert document.ranges([(0, 1), (1, 3), (3, 4), (4, 5)]) == [(3, 4), (4, 7), (7, 8)]
    assert document.ranges([(0, 5)]) == [(3, 8)] and document.ranges([]) == []
