"""Our own protocol: the bytes of the command line, and refusals that say what was wrong."""

from __future__ import annotations

import json

import pytest
from command_line import paragen as command
from hypothesis import given, settings
from hypothesis import strategies as st
from labelled import FIGURE_2, QUESTION

import paragen
from paragen.server.schemas import Answer, Error, Paraphrases, Spans, Substitutes

from .running import counting, message, running

LINES = [
    "They made a purchase as soon as possible.", "The house is big, \U0001f600 and it is a big car.", "",
    "nothing\u2028here \x00 at all", "The car is big. It has 5 wheels. We purchased it.",
]  # fmt: skip
ALWAYS = {"big house": "igloo", "Car": "bus", "large": "vast"}
BLOCKED = ["automobile", "big house -> big building", "as quickly as", "buy"]
FEATURES = "lm, thesaurus, phrases, self, word, edit, unknown"
JSONL = {"Accept": "application/jsonl"}
FINITE = "expected finite numbers, as JSON has no others. Write null or a string in its place."
OPTIONS = ("weights:", "use_tables:", "always: found the phrase", "floors:", "min_confidence:", "texts[1]: keep:")


def lines_of(*args, texts, model):
    """What the command line prints."""
    for name, lines in (("always.csv", map(",".join, ALWAYS.items())), ("block", BLOCKED), ("keep", ["a big car"])):
        (model.parent / name).write_text("\n".join(lines) + "\n")
    given = "".join(json.dumps({"text": text}) + "\n" for text in texts)
    done = command(*args, "-m", model, input=given, cwd=model.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("path", "options", "args"),
    [
        ("paraphrase", {}, ["decode", "--format", "jsonl"]),
        ("paraphrase", {"n": 3, "min_edits": 1}, ["decode", "--format", "jsonl", "-n", "3", "--min-edits", "1"]),
        ("paraphrase", {"n": 2, "distinct_by": "edits", "max_edits": 1},
         ["decode", "--format", "jsonl", "-n", "2", "--distinct-by", "edits", "--max-edits", "1"]),
        ("paraphrase", {"strength": "strong"}, ["decode", "--format", "jsonl", "--strength", "strong"]),
        ("explain", {"n": 2}, ["decode", "--format", "jsonl", "-n", "2", "--explain"]),
        ("substitutes", {}, ["substitutes"]),
        ("substitutes", {"rank": "lm", "top": 1}, ["substitutes", "--rank", "lm", "--top", "1"]),
        ("paraphrase", {"weight": {"edit": 2.5}, "table_limit": 1},
         ["decode", "--format", "jsonl", "--weight", "edit=2.5", "--table-limit", "1"]),
        ("explain", {"always": ALWAYS, "n": 3},
         ["decode", "--format", "jsonl", "--explain", "-n", "3", "--always", "always.csv"]),
        ("paraphrase", {"always": {}, "blocked": BLOCKED, "n": 5},
         ["decode", "--format", "jsonl", "-n", "5", "--block-file", "block"]),
        ("paraphrase", {"blocked": BLOCKED, "block_inflections": True, "keep_phrases": ["a big car"], "n": 5},
         ["decode", "--format", "jsonl", "-n", "5", "--block-file", "block", "--block-inflections", "--keep-file", "keep"]),
        ("paraphrase", {"keep_defaults": False}, ["decode", "--format", "jsonl", "--no-keep-defaults"]),
        ("paraphrase", {"floors": {"phrases": -9}}, ["decode", "--format", "jsonl", "--floor", "phrases=-9"]),
        ("paraphrase", {"split": "sentences", "max_edits": 1},
         ["decode", "--format", "jsonl", "--split", "sentences", "--max-edits", "1"]),
        ("substitutes", {"always": ALWAYS, "blocked": BLOCKED, "block_inflections": True},
         ["substitutes", "--always", "always.csv", "--block-file", "block", "--block-inflections"]),
    ],
)  # fmt: skip
def test_answers_are_the_bytes_of_the_command_line(english, english_model, path, options, args):
    expected = lines_of(*args, texts=LINES, model=english_model)
    response = english.client.post(f"/v1/{path}", json={"texts": LINES, **options}, headers=JSONL)
    assert response.headers["content-type"] == "application/jsonl"
    assert response.content.decode() == expected
    answer = english.post(f"/v1/{path}", texts=LINES, **options).json()
    together = [record for records in answer["results"] for record in records]
    assert together == [json.loads(line) for line in expected.split("\n")[:-1]]
    assert len(answer["results"]) == len(LINES)
    Answer.model_validate(answer)


def test_fitted_models_answer_as_on_the_command_line(fitted_model):
    """Less sure substitutes are listed unless the server or the request asks for more; decoding asks as the model does."""
    with running(paragen.load(fitted_model, min_confidence=0.5), least_listed=0.5) as server:
        for path, options, args in [
            ("substitutes", {}, ["substitutes", "--min-confidence", "0.5"]),
            ("substitutes", {"min_confidence": 0}, ["substitutes"]),
            ("substitutes", {"min_conceivable": 0.9}, ["substitutes", "--min-confidence", "0.5", "--min-conceivable", "0.9"]),
            ("substitutes", {"strength": "light"}, ["substitutes", "--min-confidence", "0.5"]),
            ("paraphrase", {"min_confidence": 0.1}, ["decode", "--format", "jsonl", "--min-confidence", "0.1"]),
        ]:
            answered_as(server, path, options, args, fitted_model)
    with running(paragen.load(fitted_model, min_confidence=0.5)) as server:
        answered_as(server, "substitutes", {}, ["substitutes"], fitted_model)
        answered_as(server, "substitutes", {"strength": "light"}, ["substitutes", "--min-confidence", "0.5"], fitted_model)
    with running(paragen.load(fitted_model, strength="light"), least_listed=None) as server:
        answered_as(server, "substitutes", {}, ["substitutes", "--strength", "light"], fitted_model)
        answered_as(server, "substitutes", {"strength": "strong"}, ["substitutes", "--strength", "strong"], fitted_model)
        answered_as(server, "paraphrase", {"fit": False}, ["decode", "--format", "jsonl", "--strength", "light", "--no-fit"],
                    fitted_model)  # fmt: skip


def answered_as(server, path, options, args, model):
    """Check that a server answers with the lines of a command."""
    found = server.client.post(f"/v1/{path}", json={"texts": LINES, **options}, headers=JSONL).content.decode()
    assert found == lines_of(*args, texts=LINES, model=model), (path, options)


def test_trees_are_limited_as_asked(syntax_model):
    given = json.dumps({"text": QUESTION, "tree": FIGURE_2}) + "\n"
    with running(paragen.load(syntax_model)) as server:
        answers = set()
        for mode, args in (("best", ["best"]), ({"pivot": "any"}, ["pivot=any"]), ("off", ["off"])):
            done = command("decode", "--format", "jsonl", "-n", 5, "-m", syntax_model, "--syntax", *args, input=given)
            asked = {"texts": [json.loads(given)], "syntax": mode, "n": 5}
            response = server.client.post("/v1/paraphrase", json=asked, headers=JSONL)
            assert response.content.decode() == done.stdout and done.stdout
            answers.add(done.stdout)
        assert len(answers) > 1


def test_trees(syntax_model):
    """They limit tables with labels, and come back, as on the command line."""
    texts = [{"text": QUESTION, "tree": FIGURE_2}, {"text": QUESTION}]
    done = command("decode", "--format", "jsonl", "-m", syntax_model, input="".join(json.dumps(text) + "\n" for text in texts))
    with running(paragen.load(syntax_model)) as server:
        response = server.client.post("/v1/paraphrase", json={"texts": texts}, headers=JSONL)
        assert response.content.decode() == done.stdout
        assert [json.loads(line)["has_tree"] for line in done.stdout.splitlines()] == [True, False]
        for tree in ("(S", "(S (NN house))"):
            refused = server.post("/v1/paraphrase", texts=["a", {"text": QUESTION, "tree": tree}])
            assert refused.status_code == 422 and message(refused).startswith("texts[1]")


def test_trees_that_nothing_asks_for_come_back_unread(english):
    [[record]] = english.post("/v1/paraphrase", text=None, texts=[{"text": "a car", "tree": "(S"}]).json()["results"]
    assert record["tree"] == "(S" and record["text"] == "a car"


def test_a_client_that_says_least(english):
    body = b'{"text": "A big house.", "min_edits": 1, "max_edits": 1}'
    head = b"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(body)
    answer = english.spoken(head + body)
    assert answer.startswith(b"HTTP/1.1 200 ") and b"content-type: application/json\r\n" in answer and b"A large house." in answer


def test_spans_wordings_and_ids(english):
    texts = [
        {"text": "A big house.", "keep": [[2, 5]], "id": "first"},
        {"text": "A big house.", "force": [[6, 11, "shed"]], "id": 7},
        "A big house.",
    ]
    records = [found[0] for found in english.post("/v1/paraphrase", texts=texts, min_edits=1).json()["results"]]
    assert [record["id"] for record in records] == ["first", 7, 2]
    assert [record["text"] for record in records] == ["A big building.", "A large shed.", "A large house."]


def test_blocked_and_kept_phrases_are_added_to_the_servers(english_model):
    with running(paragen.load(english_model, blocked=["large"], keep_phrases=["house"])) as server:
        def text(**options):
            response = server.post("/v1/paraphrase", text="A big house and a car.", min_edits=3, **options)
            return response.json()["results"][0][0]["text"]

        assert text() == text(blocked=[], keep_phrases=[]) == "An enormous house and an automobile."
        assert text(blocked=["automobile"], keep_phrases=["big"]) == "A big house and a car."
        assert text() == "An enormous house and an automobile."
        assert text(always={"and": "or", "a big": "no"}) == "No house or an automobile."
    with running(paragen.load(english_model, always={"car": "bus"}, floors={"phrases": -1.0})) as server:
        def asked(**options):
            return server.post("/v1/paraphrase", text="A red car and a house.", max_edits=0, **options)

        assert asked(always={"red": "blue"}).json()["results"][0][0]["text"] == "A blue bus and a house."
        assert asked(always={"car": "bus"}).json()["results"][0][0]["text"] == "A red bus and a house."
        refused = asked(always={"car": "tram"})
        assert refused.status_code == 422
        assert message(refused) == "always: 'car' must become 'bus' on this server, not 'tram'. Leave it out."
        assert message(asked(blocked=["bus"])) == "always: 'car' must become 'bus', which is blocked. Leave out one of both."
        assert ",phrases=-1|" in asked(floors={"thesaurus": -2}).json()["signature"]


def test_sentences_of_texts(english):
    texts = ["They met Dr. Miller \U0001f600. It was\nbig!  Was it?", "", " \n"]
    answer = english.post("/v1/sentences", texts=texts).json()
    assert [[texts[0][begin:end] for begin, end in spans] for spans in answer["results"]] == [
        ["They met Dr. Miller \U0001f600.", "It was\nbig!", "Was it?"], [], [],
    ]  # fmt: skip
    Spans.model_validate(answer)
    for status, data, expected in [
        (413, {"texts": ["a"] * 257}, "texts: found 257, expected 256 or fewer. Send several requests."),
        (413, {"texts": ["a" * 40_001]}, "texts: found 40001 characters, expected 40000 or fewer. Send several requests."),
        (422, {"text": "a"}, "texts: found nothing, expected it to be there."),
        (404, {"texts": [], "model": "x"}, "model: there is no model 'x'. The models are english."),
    ]:
        response = english.post("/v1/sentences", **data)
        assert (response.status_code, message(response)) == (status, expected)


def test_several_models(english, english_model, fitted_model):
    second = paragen.load(fitted_model, strength="strong", min_confidence=0.25)
    with running({"first": paragen.load(english_model), "second": second}) as server:
        models = server.client.get("/v1/models").json()["models"]
        told = [(one["name"], one["default"], one["confidence"]) for one in models]
        assert told == [("first", True, False), ("second", False, True)]
        assert models[0] == {
            "name": "first", "default": True, "signature": paragen.load(english_model).signature(), "language": "en",
            "confidence": False, "min_confidence": None, "inflects": True, "strength": "medium",
            "features": paragen.load(english_model).weights,
            "tables": [{"name": "thesaurus", "kind": "table", "pairs": 8, "licence": ""},
                       {"name": "phrases", "kind": "table", "pairs": 4, "licence": "CC0-1.0"}],
        }  # fmt: skip
        assert (models[1]["min_confidence"], models[1]["strength"]) == (0.25, "strong")
        assert server.client.get("/openapi.json").json()["info"] == {
            "title": "paragen", "version": paragen.__version__, "description": "Says sentences in other words.",
        }  # fmt: skip
        assert server.post("/v1/paraphrase", text="a big house").json()["model"] == "first"
        assert server.post("/v1/paraphrase", text="a big house", model="second").json()["model"] == "second"
        assert message(server.post("/v1/paraphrase", text="a", model="third")) == (
            "model: there is no model 'third'. The models are first, second."
        )


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (400, b"", "body: found invalid JSON (Expecting value at character 1), expected a JSON object."),
        (400, b"{",
         "body: found invalid JSON (Expecting property name enclosed in double quotes at character 2), expected a JSON object."),
        (400, b"[]", "body: found a list, expected a JSON object."),
        (400, b"\xff{}", "body: found byte 0xff at 0, expected JSON in UTF-8."),
        (400, b"[" * 100_000, "body: found invalid JSON (nested too deeply), expected a JSON object."),
        (400, b'{"text": "\\ud800"}',
         "body: found JSON with an unpaired surrogate, which is not text, expected a JSON object."),
        (400, b'{"text": "a", "n": NaN}', f"body: found the number NaN, {FINITE}"),
        (400, b'{"text": "a", "n": 1e999}', f"body: found the number 1e999, {FINITE}"),
        (400, b'{"n": 123456789012345678901234567890}',
         "body: found invalid JSON (a number is too long), expected a JSON object."),
        (422, b"{}", "body: found neither text nor texts, expected one of them."),
        (422, b'{"text": "a", "texts": ["b"]}', "body: found both text and texts, expected one of them."),
        (422, json.dumps({"text": "a", **{f"x{i}": 1 for i in range(100)}}).encode(),
         "body: found 101 fields, expected 100 or fewer."),
        (422, b'{"text": null, "texts": "a"}', "texts: found 'a', expected a list."),
        (422, b'{"text": 5}', "text: found 5, expected a string."),
        (422, b'{"texts": ["a", 5]}', "texts[1]: found 5, expected a string, or an object with the field text."),
        (422, b'{"texts": [{"keep": []}]}', "texts[0].text: found nothing, expected it to be there."),
        (422, b'{"texts": [{"text": "a", "keep": [[1]]}]}', "texts[0].keep[0][1]: found nothing, expected it to be there."),
        (422, b'{"texts": [{"text": "a", "keep": [[1, "2"]]}]}', "texts[0].keep[0][1]: found '2', expected a whole number."),
        (422, b'{"texts": ["", {"text": "a", "keep": [[2, 1]]}]}',
         "texts[1]: keep: found (2, 1), expected spans (begin, end) of characters, 0 <= begin <= end."),
        (422, b'{"text": "a", "n": true}', "n: found true or false, expected a whole number."),
        (422, b'{"text": "a", "n": 0}', "n: found 0, expected greater than or equal to 1."),
        (422, b'{"text": "a", "n": 101}', "n: found 101, expected 100 or less."),
        (422, b'{"text": "a", "min_edits": 2, "max_edits": 1}', "max_edits: found 1, expected min_edits, 2, or more."),
        (422, b'{"text": "a", "quotes": {}}', "quotes: found an object, expected 'keep' or 'change'."),
        (422, b'{"text": "a", "parser": "os:system"}', "parser: there is no such field. See /openapi.json."),
        (422, b'{"text": "a", "weight": {"x": 1}}', "weights: no feature 'x'. The features are FEATURES."),
        (422, b'{"text": "a", "use_tables": ["x"]}', "use_tables: no table 'x'. The tables are thesaurus, phrases."),
        (422, b'{"text": "a", "always": [["a", "b"]]}', "always: found a list, expected an object."),
        (422, b'{"text": "a", "always": {"a": 5}}', "always.a: found 5, expected a string."),
        (422, b'{"text": "a", "always": {"a": " "}}', "always: found the phrase ' ', expected one with a word in it."),
        (422, json.dumps({"text": "a", "always": {"a": "b" * 201}}).encode(),
         f"always.a: found '{'b' * 60}…', expected at most 200 characters."),
        (422, json.dumps({"text": "a", "always": {str(i): "b" for i in range(1001)}}).encode(),
         "always: found 1001 entries, expected 1000 or fewer."),
        (413, json.dumps({"text": "a", "always": {f"{i:0200}": "a" for i in range(150)}, "blocked": ["b" * 200] * 50}).encode(),
         "always, blocked, keep_phrases: found 40150 characters, expected 40000 or fewer. Give them to the server itself."),
        (422, b'{"text": "a", "floors": {"x": -1}}', "floors: no table 'x'. The tables are thesaurus, phrases."),
        (422, b'{"text": "a", "floors": {"phrases": 1}}',
         "floors: phrases = 1, expected a natural logarithm: 0 (no effect) or less."),
        (422, b'{"text": "a", "syntax": 1}', "syntax: found 1, expected 'any', 'best', 'average' or 'off'."),
        (422, b'{"text": "a", "split": true}', "split: found true or false, expected 'sentences'."),
        (422, b'{"text": "a", "stack": 1000000}', "stack: there is no such field. See /openapi.json."),
        (422, b'{"text": "a", "min_confidence": 0.5}',
         "min_confidence: {model} does not say how sure an edit is. Make its fit with `paragen fit`."),
    ],
)  # fmt: skip
def test_what_cannot_be_used_is_refused_with_its_place(english, english_model, status, body, expected):
    reason = {400: "json", 413: "wording"}.get(status, "options" if expected.startswith(OPTIONS) else "schema")
    with counting(english, **{"n" if expected.startswith("n: found 101") else reason: 1}):
        response = english.client.post("/v1/paraphrase", content=body)
    assert response.status_code == status
    assert message(response) == expected.replace("{model}", str(english_model)).replace("FEATURES", FEATURES)
    Error.model_validate(response.json())


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2**70) | st.floats() | st.text(max_size=5) | st.just("a big house"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["text", "keep", "force"]), inner, max_size=4),
    max_leaves=8,
)
FIELDS = st.sampled_from(sorted({*Paraphrases.model_fields, *Substitutes.model_fields, "other"} - {"block_inflections"}))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["paraphrase", "explain", "substitutes"]), JSON, st.dictionaries(FIELDS, JSON, max_size=3))
def test_any_json_is_answered_or_refused(english, path, text, fields):
    """Nothing that a client sends is a fault of the server's."""
    for body in (text, {"texts": [text]}, {"text": "a big house", **fields}):
        response = english.client.post(f"/v1/{path}", content=json.dumps(body).encode())
        if response.status_code == 200:
            Answer.model_validate(response.json())
        else:
            assert response.status_code in (400, 404, 413, 422) and message(response)


def test_routes_that_are_not_there(english):
    assert message(english.client.get("/v1/nothing")) == "/v1/nothing: there is nothing here. See /openapi.json."
    response = english.client.get("/v1/paraphrase")
    assert response.status_code == 405 and response.headers["allow"] == "POST"
    assert message(response) == "/v1/paraphrase: does not answer GET. See /openapi.json."
    long = f"/{'a' * 100}"
    response = english.client.get(long)
    assert response.status_code == 404 and message(response) == f"{long[:100]}: there is nothing here. See /openapi.json."
    assert english.client.get("/redoc").status_code == 404  # it would load third-party scripts


def test_openapi_has_what_is_asked_and_examples_that_are_answered(english):
    document = english.client.get("/openapi.json").json()
    assert document == english.client.get("/openapi.json").json() and "security" not in document
    schemas = document["components"]["schemas"]
    assert "min_edits" in schemas["Paraphrases"]["properties"] and "securitySchemes" not in document["components"]
    taken = {"sentences": "Sentences", "paraphrase": "Paraphrases", "explain": "Paraphrases", "substitutes": "Substitutes"}
    for name, model in taken.items():
        body = document["paths"][f"/v1/{name}"]["post"]["requestBody"]["content"]["application/json"]
        assert body["schema"] == {"$ref": f"#/components/schemas/{model}"}
    assert [one["in"] for one in document["paths"]["/v2/check"]["get"]["parameters"]] == ["query"] * 11
    named = set(json.dumps(document).split('"#/components/schemas/')[1:])
    assert {name.partition('"')[0] for name in named} <= set(schemas)
    for path, methods in document["paths"].items():
        for method in methods.values():
            assert all(given["name"] and given["in"] for given in method.get("parameters", ()))
            for content in method.get("requestBody", {}).get("content", {}).values():
                kind = "json" if path.startswith("/v1") else "data"
                examples = content.get("examples") or {"": {"value": content["example"]}}
                for name, example in examples.items():
                    assert english.client.post(path, **{kind: example["value"]}).status_code == 200, (path, name)


def test_text_of_other_languages_is_held_back_and_named(english):
    german = "Der big Hund ist gestern nicht nach Hause gekommen."
    asked = {"texts": [german, "A big car."]}
    answer = english.client.post("/v1/paraphrase", json=asked).json()
    [[held], [edited]] = answer["results"]
    assert held["unchanged"] and held["other_language"] == [[0, len(german)]]
    assert edited["edits"] and "other_language" not in edited
    answer = english.client.post("/v1/paraphrase", json={**asked, "any_language": True}).json()
    assert answer["results"][0][0]["edits"] and "any_language:yes" in answer["signature"] and "other_language" not in answer
    answer = english.client.post("/v1/substitutes", json=asked).json()
    assert answer["other_language"] == [[[0, len(german)]], []] and not answer["results"][0] and answer["results"][1]
    answer = english.client.post("/v1/substitutes", json={**asked, "any_language": True}).json()
    assert answer["other_language"] == [[], []] and answer["results"][0]
