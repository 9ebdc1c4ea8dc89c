"""LanguageTool's protocol: a client of its own understands the answers, which are as published; markup never changes."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import urlencode

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language_tool_python import LanguageTool
from language_tool_python.exceptions import LanguageToolError

import paragen
from paragen.server.languagetool.matches import matches, suggestions
from paragen.server.languagetool.request import Annotated, Part, check_of
from paragen.server.pool import Job
from paragen.server.sentences import sentences

from ..running import counting, running
from .schema import CHECK, LANGUAGES

TEXT = "They made a purchase as soon as possible \U0001f600. A big house!\n\nIt is a big\nhouse and a car."


def checked(server, **fields):
    response = server.client.post("/v2/check", data=fields)
    assert response.status_code == 200, response.text
    jsonschema.validate(response.json(), CHECK)
    return response.json()


def applied(text, found):
    """A text with the first replacement of each match, as an editor that counts UTF-16 code units puts it in."""
    units = text.encode("utf-16-le", "surrogatepass")
    for match in sorted(found, key=lambda one: -one["offset"]):
        begin, end = 2 * match["offset"], 2 * (match["offset"] + match["length"])
        units = units[:begin] + match["replacements"][0]["value"].encode("utf-16-le") + units[end:]
    return units.decode("utf-16-le", "surrogatepass")


@pytest.fixture(scope="module")
def fitted(fitted_model):
    with running(paragen.load(fitted_model, min_confidence=0.01)) as found:
        yield found


def test_language_tool_python_understands_the_answers(english):
    tool = LanguageTool("en-US", remote_server=english.url)
    found = tool.check(TEXT)
    assert [(TEXT[one.offset : one.offset + one.error_length], one.replacements) for one in found] == [
        ("made a purchase", ["bought something", "made a buy", "made an acquisition"]), ("as soon as possible", ["quickly"]),
        ("big", ["large"]), ("big", ["large"]),
    ]  # fmt: skip
    assert [one.matched_text for one in found[:2]] == ["made a purchase", "as soon as possible"], "before the emoji"
    assert {one.rule_id for one in found} == {"PARAGEN_PHRASES", "PARAGEN_THESAURUS"}
    assert {(one.category, one.rule_issue_type) for one in found} == {("PARAPHRASE", "style")}
    assert found[1].sentence == "They made a purchase as soon as possible \U0001f600."
    assert tool.correct(TEXT) == (
        "They bought something quickly \U0001f600. A large house!\n\nIt is a large\nhouse and a car."
    )
    with pytest.raises(LanguageToolError, match="Error: text: found 40001 characters, expected 40000 or fewer."):
        tool.check("a" * 40_001)
    tool.disabled_rules = {"PARAGEN_PHRASES"}
    assert {one.rule_id for one in tool.check(TEXT)} == {"PARAGEN_THESAURUS"}
    tool.disabled_categories = {"PARAPHRASE"}
    assert tool.check(TEXT) == []
    tool.close()


def test_token_as_editors_send_it(english_model):
    with running(paragen.load(english_model), token="secret") as server:
        with pytest.raises(LanguageToolError):
            LanguageTool("en-US", remote_server=server.url).check("A big house.")
        assert server.client.post("/v2/check", data={"text": "a", "language": "en"}).status_code == 401
        assert checked(server, text="A big house.", language="en", username="any", apiKey="secret")["matches"]
        assert server.client.get("/v2/languages").status_code == 200


def test_get_and_post_answer_alike(english):
    fields = {"text": TEXT, "language": "en-GB"}
    by_get = english.client.get("/v2/check", params=fields)
    assert by_get.json() == checked(english, **fields) == english.client.post("/v2/check?language=de&c=1", data=fields).json()
    assert by_get.json()["language"]["name"] == "English (GB)"
    assert "\U0001f600" in by_get.text, "letters as they are, not as escapes"
    corrected = "They bought something quickly \U0001f600. A large house!\n\nIt is a large\nhouse and a car."
    assert applied(TEXT, by_get.json()["matches"]) == corrected
    assert by_get.json()["sentenceRanges"] == [[0, 44], [45, 57], [59, 87]]


def test_a_whole_answer(english):
    second = "A car and a big\nhouse, and so on, and so on, and so on."
    text = f"It was there, and here \U0001f600, and there again:\n{second}"
    en = {"name": "English (GB)", "code": "en-GB"}

    def rule(table, licence=""):
        return {
            "id": f"PARAGEN_{table.upper()}", "description": f"Paraphrases from the table {table}{licence}", "issueType": "style",
            "category": {"id": "PARAPHRASE", "name": "Paraphrases"}, "isPremium": False,
        }  # fmt: skip

    def match(offset, length, values, context, at, sentence, rule):
        return {
            "message": "This can be said in other words.", "shortMessage": "Other words", "offset": offset, "length": length,
            "replacements": [{"value": value} for value in values], "sentence": sentence, "rule": rule,
            "context": {"text": context, "offset": at, "length": length}, "type": {"typeName": "Hint"},
            "ignoreForIncompleteSentence": True, "contextForSureMatch": -1,
        }  # fmt: skip

    def answer(language, source, spans, *found):
        extended = [{"from": begin, "to": end, "detectedLanguages": [{"language": "en", "rate": 1.0}]} for begin, end in spans]
        software = {
            "name": "paragen", "version": paragen.__version__, "buildDate": "", "apiVersion": 1, "premium": False, "status": "",
        }  # fmt: skip
        return {
            "software": software, "warnings": {"incompleteResults": False}, "matches": list(found), "ignoreRanges": [],
            "sentenceRanges": spans,
            "language": {**language, "detectedLanguage": {**language, "confidence": 1.0, "source": source}},
            "extendedSentenceRanges": extended,
        }  # fmt: skip

    context = "...nd here \U0001f600, and there again: A car and a big house, and so on, and so on, and so on."
    assert checked(english, text=text, language="en-GB") == answer(
        en, "request", [[0, 43], [44, 99]], match(56, 3, ["large"], context, 44, second, rule("thesaurus")),
    )  # fmt: skip
    text = "They made a purchase."
    assert checked(english, text=text, language="auto", preferredVariants="en-GB") == answer(
        en, "model", [[0, 21]],
        match(5, 15, ["bought something", "made a buy", "made an acquisition"], text, 5, text, rule("phrases", " (CC0-1.0)")),
    )  # fmt: skip
    [found] = checked(english, text=f"A big house{' and so on' * 5}", language="en")["matches"]
    assert found["context"] == {"text": f"A big house{' and so on' * 3} and...", "offset": 2, "length": 3}


def test_what_clients_ask_beside(english):
    languages = english.client.get("/v2/languages").json()
    jsonschema.validate(languages, LANGUAGES)
    assert languages[:2] == [
        {"name": "English", "code": "en", "longCode": "en"}, {"name": "English (US)", "code": "en", "longCode": "en-US"},
    ]  # fmt: skip
    assert english.client.get("/v2/maxtextlength").text == "40000"
    assert english.client.get("/v2/info").json()["software"]["version"] == paragen.__version__


def test_languages(english):
    def code(**fields):
        return checked(english, text="A big house.", **fields)["language"]["code"]

    assert code(language="auto") == "en-US"
    assert code(language="auto", preferredVariants="de-AT,en-ZA") == "en-ZA"
    assert code(language="en") == "en"
    response = english.client.post("/v2/check", data={"text": "a", "language": "de-DE"})
    assert response.status_code == 400 and response.text == "Error: language: 'de-DE' is not known here, only en and auto."


def test_rules_that_are_wanted(english):
    def tables(**fields):
        found = checked(english, text="They made a purchase. A big car.", language="en", **fields)["matches"]
        return [match["rule"]["id"].removeprefix("PARAGEN_").lower() for match in found]

    assert tables() == ["phrases", "thesaurus", "thesaurus"]
    assert tables(disabledRules="X,PARAGEN_THESAURUS") == ["phrases"]
    assert tables(enabledRules="PARAGEN_THESAURUS", enabledOnly="true") == ["thesaurus", "thesaurus"]
    assert tables(enabledCategories="PARAPHRASE", enabledOnly="true") == ["phrases", "thesaurus", "thesaurus"]
    assert tables(disabledCategories="PARAPHRASE", enabledRules="PARAGEN_PHRASES") == ["phrases"]
    assert tables(enabledRules="MORFOLOGIK_RULE_EN_US", disabledCategories="TYPOS") == ["phrases", "thesaurus", "thesaurus"]


def test_picky_suggests_more(english):
    def places(**fields):
        found = checked(english, text="A lot of big houses.", language="en", **fields)["matches"]
        return [(match["offset"], match["replacements"][0]["value"]) for match in found]

    assert places() == places(level="default") == [(0, "Many")]
    assert places(level="picky") == [(0, "Many"), (9, "large")]


def test_confidence_is_told(fitted):
    match = checked(fitted, text="They made a purchase.", language="en")["matches"][0]
    assert [(one["value"], round(one["confidence"], 2)) for one in match["replacements"]] == [
        ("bought something", 0.46), ("made a buy", 0.9), ("made an acquisition", 0.18),
    ]  # fmt: skip
    assert match["message"] == "This can be said in other words (46 % sure)."


def test_markup_never_changes(english):
    parts = [
        {"markup": "<p>"}, {"text": "They made a "}, {"markup": "<b>"}, {"text": "purchase"}, {"markup": "</b>"},
        {"text": ". A "}, {"markup": "<i>"}, {"text": "big"}, {"markup": "</i>"}, {"text": " house"},
        {"markup": "<br>", "interpretAs": "\n\n"},
        {"text": "A"}, {"markup": "&nbsp;", "interpretAs": " "}, {"text": "big car."},
    ]  # fmt: skip
    whole = "".join(part.get("text", part.get("markup")) for part in parts)
    found = checked(english, data=json.dumps({"annotation": parts}), language="en")["matches"]
    assert applied(whole, found) == "<p>They made a <b>buy</b>. A <i>large</i> house<br>A&nbsp;large automobile."
    assert [match["sentence"] for match in found[:2]] == ["They made a purchase.", "A big house"]
    assert found[0]["context"]["text"].startswith("<p>They made a <b>purchase</b>. A <i>big</i> house")
    assert checked(english, data='{"text": "A big house."}', language="en")["matches"]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "language: found nothing, expected a code, as en-US, or auto."),
        ({"language": "en"}, "text, data: found neither, expected one of them."),
        ({"language": "en", "text": "a", "data": "{}"}, "text, data: found both, expected one of them."),
        ({"language": "en", "data": "{"},
         "data: found invalid JSON (Expecting property name enclosed in double quotes at character 2), "
         "expected a JSON object with text or annotation."),
        ({"language": "en", "data": "[" * 99_999},
         "data: found invalid JSON (nested too deeply), expected a JSON object with text or annotation."),
        ({"language": "en", "data": '{"text": 5}'}, "data.text: found a number, expected a string."),
        ({"language": "en", "data": '{"text": "a", "annotation": []}'},
         "data: found an object with 'text', 'annotation', expected a JSON object with text or annotation."),
        ({"language": "en", "data": '{"annotation": {}}'}, "data.annotation: found an object, expected a list."),
        ({"language": "en", "data": '{"annotation": [{"text": "a"}, {"text": "a", "interpretAs": "b"}]}'},
         "data.annotation[1]: found an object with 'text', 'interpretAs', "
         "expected an object with either text, or markup and perhaps interpretAs."),
        ({"language": "en", "data": '{"annotation": [{"markup": null}]}'},
         "data.annotation[0].markup: found null, expected a string."),
        ({"language": "en", "text": "a", "enabledOnly": "true"},
         "enabledOnly: found true, expected enabledRules or enabledCategories with it."),
        ({"language": "en", "text": "a", "enabledOnly": "true", "enabledRules": "A", "disabledRules": "B"},
         "enabledOnly: found true, expected no disabledRules or disabledCategories with it."),
    ],
)  # fmt: skip
def test_what_cannot_be_checked(english, fields, expected):
    with counting(english, form=1):
        response = english.client.post("/v2/check", data=fields)
    assert response.headers["content-type"].startswith("text/plain"), "or clients look for matches in it"
    assert (response.status_code, response.text) == (400, f"Error: {expected}")


def test_forms_that_cannot_be_read(english):
    def refused(content):
        response = english.client.post("/v2/check", content=content)
        return response.status_code, response.text.removeprefix("Error: ")

    assert refused(b"language=en&text=%ff") == (400, "body: found bytes that are no UTF-8, expected a form in UTF-8.")
    assert refused(b"language=en&text=\xff") == (400, "body: found bytes that are no UTF-8, expected a form in UTF-8.")
    assert refused(b"a=b&" * 101) == (400, "body: found more than 100 parameters, expected fewer.")
    message = "text: found 40001 characters, expected 40000 or fewer. Check it in pieces."
    for part in ({"text": "a" * 40_001}, {"markup": "", "interpretAs": "a" * 40_001}, {"markup": "a" * 40_001}):
        with counting(english, texts=1):
            assert refused(urlencode({"language": "en", "data": json.dumps({"annotation": [part]})}).encode()) == (413, message)
    assert checked(english, language="en", text=" " * 40_000)["matches"] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n\t", []),
        ("One. Two!  Three?", ["One.", "Two!", "Three?"]),
        ("Go on. Go on. Go on.", ["Go on.", "Go on.", "Go on."]),
        ("Mr. Smith came. He left.", ["Mr. Smith came.", "He left."]),
        ("wrapped at\nthe margin.\nNext", ["wrapped at\nthe margin.", "Next"]),
        ("A heading\nThen text\r\n\r\nand more", ["A heading", "Then text", "and more"]),
        ("A full stop.\nlower case", ["A full stop.", "lower case"]),
        ("“Quoted.” \u00c4rger \U0001f600. So it goes…", ["“Quoted.”", "\u00c4rger \U0001f600.", "So it goes…"]),
    ],
)
def test_sentences(text, expected):
    found = sentences(text, "en")
    assert [text[begin:end] for begin, end in found] == expected and found == sorted(set(found))


WORDS = st.sampled_from("big house made purchase as soon possible a lot of is . ! \n \U0001f600 \u00e9t\u00e9 They".split(" "))
MARKUP = st.builds(
    Part, st.sampled_from(["<b>", "</b>", "<i \U0001f600>", "\n"]), st.just(True), st.sampled_from(["", " ", "\n\n", "big"])
)
PARTS = st.lists(st.one_of(st.lists(WORDS, max_size=8).map(lambda words: Part(" ".join(words) + " ")), MARKUP), max_size=8)


@settings(max_examples=60, deadline=None)
@given(PARTS)
def test_any_document_keeps_its_markup(english, parts):
    """What is replaced is text only, and text of one part: each part of markup is where it was between the same texts."""
    paraphraser = english.state.served.paraphrasers["english"]
    document = Annotated(parts)
    check = replace(check_of({"text": "", "language": "en"}), document=document)
    found = list(matches(check, suggestions(paraphraser, document, sentences(document.plain, "en"), Job())))
    begins, position = [], 0
    for part in parts:
        begins.append((position, position + len(part.text.encode("utf-16-le")) // 2, part))
        position = begins[-1][1]
    for match in found:
        begin, end = match["offset"], match["offset"] + match["length"]
        touched = [part for first, last, part in begins if first < end and last > begin]
        assert touched and not any(part.markup for part in touched)
    last = 0
    for match in found:
        assert match["offset"] >= last, "in order, and none over another"
        last = match["offset"] + match["length"]


def test_sentences_of_other_languages_are_named_as_ignored(english):
    german = "Der big Hund ist gestern nicht nach Hause gekommen."
    text = f"\U0001f600 A big car. {german}"
    found = checked(english, text=text, language="en-US")
    begin = 1 + len("\U0001f600 A big car. ")  # UTF-16
    assert [one["offset"] for one in found["matches"]] == [5, 9]
    assert found["ignoreRanges"] == [{"from": begin, "to": begin + len(german), "language": {"code": "zz"}}]
    spoken = [one["detectedLanguages"] for one in found["extendedSentenceRanges"]]
    assert spoken == [[{"language": "en", "rate": 1.0}], [{"language": "zz", "rate": 1.0}]]
    assert checked(english, text="A big car.", language="en-US")["ignoreRanges"] == []
