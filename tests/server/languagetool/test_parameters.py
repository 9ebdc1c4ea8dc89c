"""What a form asks for, and where in a document with markup its text stands."""

from __future__ import annotations

import json

import pytest

from paragen.server.languagetool.matches import _shared
from paragen.server.languagetool.request import Annotated, Part, check_of, fields_of
from paragen.server.languagetool.routes import chosen, listed
from paragen.web.refusals import Refusal


def refused(call, *args):
    with pytest.raises(Refusal) as error:
        call(*args)
    assert error.value.headers == {}
    return error.value.status, error.value.message, error.value.reason


def test_all_that_may_be_asked():
    check = check_of({"text": "a", "language": "en-US", "preferredVariants": ",de-AT,", "level": "default", "enabledOnly": "no"})
    none = frozenset()
    assert (check.language, check.preferred, check.picky, check.enabled_only) == ("en-US", ("de-AT",), False, False)
    assert (check.enabled, check.disabled, check.document.whole) == (none, none, "a")
    rules = {"enabledRules": "A, B ,,", "enabledCategories": "C"}
    for only in ("true", "yes"):
        check = check_of({"text": "", "language": "auto", "level": "picky", "enabledOnly": only, **rules})
        assert (check.enabled, check.disabled, check.enabled_only, check.picky) == ({"A", "B", "C"}, none, True, True)
        assert (check.allows("A", "X"), check.allows("X", "C"), check.allows("X", "Y")) == (True, True, False)
        for name in ("disabledRules", "disabledCategories"):
            assert refused(check_of, {"text": "", "language": "auto", "enabledOnly": only, name: "D", **rules}) == (
                400, "enabledOnly: found true, expected no disabledRules or disabledCategories with it.", "form",
            )  # fmt: skip
    check = check_of({"text": "", "language": "en", "disabledRules": "A", "disabledCategories": "B,C", "enabledRules": "A"})
    assert (check.enabled, check.disabled) == ({"A"}, {"A", "B", "C"})
    assert (check.allows("A", "B"), check.allows("X", "B"), check.allows("X", "Y")) == (True, False, True)


def test_documents():
    parts = [{"markup": "<p>"}, {"text": "a"}, {"markup": "<br>", "interpretAs": "\n"}, {"text": "b"}]
    document = check_of({"data": json.dumps({"annotation": parts}), "language": "en"}).document
    assert (document.plain, document.whole) == ("a\nb", "<p>a<br>b")
    assert check_of({"data": '{"text": "a"}', "language": "en"}).document.plain == "a"
    expected = "a JSON object with text or annotation"
    part = "an object with either text, or markup and perhaps interpretAs"
    for data, message in (
        ("[]", f"data: found a list, expected {expected}."),
        ("{}", f"data: found an object with nothing, expected {expected}."),
        (f'{{"{"a" * 100}": 1}}', f"data: found an object with '{'a' * 84}, expected {expected}."),
        ('{"annotation": null}', "data.annotation: found null, expected a list."),
        ('{"annotation": ["a"]}', f"data.annotation[0]: found a string, expected {part}."),
        ('{"annotation": [{"interpretAs": "a"}]}', f"data.annotation[0]: found an object with 'interpretAs', expected {part}."),
        ('{"annotation": [{"text": "a", "markup": "a"}]}',
         f"data.annotation[0]: found an object with 'text', 'markup', expected {part}."),
        ('{"annotation": [{"text": 1}]}', "data.annotation[0].text: found a number, expected a string."),
        ('{"annotation": [{"markup": "a", "interpretAs": []}]}',
         "data.annotation[0].interpretAs: found a list, expected a string."),
        ("[1", f"data: found invalid JSON (Expecting ',' delimiter at character 3), expected {expected}."),
    ):  # fmt: skip
        assert refused(check_of, {"language": "en", "data": data}) == (400, message, "form")


def test_forms_and_queries():
    assert fields_of(b"a=1&b=&c=2", b"c=3+%C3%A4") == {"a": "1", "b": "", "c": "3 ä"}
    assert len(fields_of(b"", b"&".join(b"%d=" % i for i in range(100)))) == 100
    for query, body, where in ((b"a=%FF", b"", "query"), (b"", b"a=\xff", "body"), (b"", b"a=%FF", "body")):
        message = f"{where}: found bytes that are no UTF-8, expected a form in UTF-8."
        assert refused(fields_of, query, body) == (400, message, "form")
    assert refused(fields_of, b"a=&" * 101, b"") == (400, "query: found more than 100 parameters, expected fewer.", "form")


def test_where_text_stands():
    """Of each span: whether markup is within it, what of it stays, and where it is in the whole, in UTF-16 code units."""
    parts = [Part("a\U0001f600\uffff"), Part("<b \U0001f600>", True, "xy"), Part(""), Part("cd"), Part("</b>", True)]
    document = Annotated([Part("<p>", True), *parts])
    assert (document.plain, document.whole) == ("a\U0001f600\uffffxycd", "<p>a\U0001f600\uffff<b \U0001f600>cd</b>")
    at = [3, 4, 5, None, None, 11, 12]  # in the whole
    units = [3, 4, 6, None, None, 13, 14]
    marks, fixed = [0, 3, 5, 7], [3, 4]
    for begin in range(8):
        for end in range(begin + 1, 8):
            inner = [place for place in marks if begin < place < end]
            stays = [place for place in fixed if begin <= place < end]
            assert document.crosses(begin, end) == bool(inner or stays)
            spans = [(place - begin, place - begin) for place in inner]
            spans += [(stays[0] - begin, stays[-1] + 1 - begin)] if stays else []
            assert document.kept(begin, end) == sorted(spans)
            if not inner and not stays:
                assert document.original(begin) == at[begin]
                length = len(document.plain[begin:end].encode("utf-16-le")) // 2
                assert document.place(begin, end) == (units[begin], length)
    assert Annotated([Part("<p>", True, "a")]).original(0) == 0 and Annotated([Part("abc")]).place(1, 3) == (1, 2)


def test_languages_of_models():
    models = {"one": "nl", "two": "en_GB", "three": "en"}
    assert chosen("auto", ["en-ZA"], models) == ("one", "nl")
    assert chosen("EN-us", ["en-ZA"], models) == ("two", "EN-us")
    assert chosen("auto", ["en-ZA", "de-CH", "de-AT"], {"one": "de"}) == ("one", "de-CH")
    assert chosen("auto", [], {"one": "de"}) == ("one", "de-DE")
    message = f"language: '{'x' * 40}' is not known here, only nl, en and auto."
    assert refused(chosen, "x" * 41, [], models) == (400, message, "language")
    assert listed(["nl", "de_AT", "nl-BE", "xx"]) == [
        {"name": "Dutch", "code": "nl", "longCode": "nl"}, {"name": "German", "code": "de", "longCode": "de"},
        {"name": "German (Germany)", "code": "de", "longCode": "de-DE"},
        {"name": "German (Austria)", "code": "de", "longCode": "de-AT"},
        {"name": "German (Swiss)", "code": "de", "longCode": "de-CH"}, {"name": "xx", "code": "xx", "longCode": "xx"},
    ]  # fmt: skip


def test_words_that_wordings_share():
    assert _shared(["made a purchase", "made a buy", "made an acquisition"]) == (5, 0)
    assert _shared(["in a big red house", "in a large red house"]) == (5, 10)
    assert _shared(["big", "bigger"]) == (0, 0)
    assert _shared(["a ", "a b"]) == (0, 0), "each keeps a word"
