"""The library: load, rewrite, pipe, explain, and what they return."""

from __future__ import annotations

import itertools
import json
import pickle
import threading
from dataclasses import FrozenInstanceError
from operator import attrgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError
from paragen.decoder.search import SearchSettings, SentenceInput
from paragen.model import Model
from paragen.results import Edit, Paraphrase, substitute_id
from paragen.settings.request import Request

SENTENCES = [
    "They made a purchase.",
    "",
    "We need a lot of big cars, a BIG car and a house .",
    "  Nothing\tknown here \u00a0",
    "A big house is a big\u2028house: café 我 👍🏽",
] * 7


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


def test_rewrite(paraphraser):
    best, second, *_ = paraphraser.rewrite("They made a purchase.", n=4)
    assert best.text == str(best) == "They bought something."
    assert best.diff() == "They [made a purchase -> bought something]."
    assert second.diff() == "They made a [purchase -> buy]."
    assert best.score > second.score and not best.unchanged
    [edit] = best.edits
    assert (edit.begin, edit.end, edit.out_begin, edit.out_end) == (5, 20, 5, 21)
    assert (edit.before, edit.after, edit.table, edit.score, edit.licence) == (
        "made a purchase", "bought something", "phrases", 0.8, "CC0-1.0"
    )  # fmt: skip
    assert list(best.features) == ["lm", "thesaurus", "phrases", "self", "word", "edit", "unknown"]
    assert best.features["word"] == 4 and best.features["edit"] == 1
    assert best.score == pytest.approx(sum(paraphraser.weights[name] * value for name, value in best.features.items()))


@pytest.mark.parametrize(
    ("text", "place", "after", "shown"),
    [
        ("He went , however .", (7, 17), " , though", "He went [, however -> , though] ."),
        ("one\u2009\tred", (3, 8), "\u2009 blue", "one\u2009[\tred ->  blue]"),
        ("one red", (3, 7), " ", "one [red -> ]"),
        ("one red", (3, 7), "", "one[ red -> ]"),
        ("red", (0, 3), "read", "[red -> read]"),
    ],
)
def test_diff_sets_the_space_that_both_begin_with_apart(text, place, after, shown):
    begin, end = place
    edit = Edit(begin, end, begin, begin + len(after), text[begin:end], after, "table", 0.5)
    assert Paraphrase(text, text[:begin] + after + text[end:], 0.0, (edit,), (), ()).diff() == shown


def test_articles_agree_and_the_edit_says_so(paraphraser):
    found = {p.text: p for p in paraphraser.rewrite("They made a purchase.", n=10)}
    [edit] = found["They made an acquisition."].edits
    assert (edit.before, edit.after) == ("a purchase", "an acquisition")


def test_a_sentence_no_table_touches_comes_back_flagged(paraphraser):
    for text in "", "Nothing known here", " \t ", "\0", "我", "\ud800 \udcff":
        [only] = paraphraser.rewrite(text, n=5)
        assert only.text == text and only.unchanged and only.edits == () and only.diff() == text


def test_results_are_plain_values(paraphraser):
    [best] = paraphraser.rewrite("A big house")
    assert pickle.loads(pickle.dumps(best)) == best
    assert hash(best) == hash(paraphraser.rewrite("A big house")[0])
    with pytest.raises(FrozenInstanceError):
        best.text = "x"
    data = json.loads(json.dumps(best.to_dict()))
    assert list(data) == ["source", "text", "score", "unchanged", "features", "edits"] and data["unchanged"] is False
    edit = best.edits[0]
    assert data["edits"][0]["id"] == edit.id == substitute_id("A big house", edit.begin, edit.end, edit.after)
    assert data["text"] == best.text and data["edits"][0]["out_begin"] == best.edits[0].out_begin
    best.features["lm"] = 0.0  # a copy
    assert best.features["lm"] != 0.0


def test_keep(paraphraser):
    text = "A big house, 5 cars"
    assert [len(found) for found in paraphraser.pipe([text, "A house"])] == [1, 1]
    assert paraphraser.rewrite(text, min_edits=3)[0].text == "A large building, 5 cars"
    assert paraphraser.rewrite(text, keep=[(2, 3)], min_edits=3)[0].text == "A big building, 5 cars"
    assert paraphraser.rewrite(text, keep=[(0, len(text))], min_edits=3)[0].unchanged


def test_keep_options(english_model):
    def best(**options):
        return paragen.load(english_model, **options).rewrite("A big house, 5 cars", min_edits=9)[0].text

    assert best(keep_patterns=["b.g"]) == "A big building, 5 cars"
    assert best(keep_phrases=["BIG house"]) == "A big house, 5 cars"
    assert best(keep_defaults=False) == "A large building, five cars"
    assert best(blocked=["large", "Building"]) == "An enormous house, 5 cars"


def test_edit_bounds(paraphraser):
    text = "A big car is a big house"
    for least, most in (0, 0), (0, 1), (1, 1), (2, 3), (5, None):
        for paraphrase in paraphraser.rewrite(text, 20, min_edits=least, max_edits=most):
            assert least <= len(paraphrase.edits) <= (99 if most is None else most)


def test_distinct_by_edits(paraphraser):
    seen = set()
    found = paraphraser.rewrite("A big car is a big house", 10, distinct_by="edits")
    for i, paraphrase in enumerate(found):
        edits = {(edit.begin, edit.end, edit.after) for edit in paraphrase.edits}
        assert i == 0 or edits - seen
        seen |= edits
    assert len({p.text for p in found}) == len(found) > 2


def test_several_lines(paraphraser):
    [best] = paraphraser.rewrite("a big\nhouse of\n\n made a purchase \n")
    assert best.text == "a large\nbuilding of\n\n bought something \n"
    assert len(paraphraser.rewrite("big\nbig", 3)) == 3


def test_weights_and_floors(english_model):
    plain = paragen.load(english_model)
    assert paragen.load(english_model, weight={"edit": -9}).rewrite("A big house")[0].unchanged
    weights = {**plain.weights, "edit": -9}
    assert paragen.load(english_model, weights=weights).rewrite("A big house")[0].unchanged
    floored = paragen.load(english_model, floors={"phrases": -50})
    assert floored.rewrite("A big house")[0].edits[0].table == "phrases"
    assert floored.rewrite("It")[0].features["phrases"] == -50


@pytest.mark.parametrize("threads", [1, 2, 3, 0])
def test_pipe_equals_rewrite(paraphraser, threads):
    expected = [paraphraser.rewrite(text, 3) for text in SENTENCES]
    assert list(paraphraser.pipe(SENTENCES, 3, threads=threads)) == expected


@pytest.mark.parametrize("threads", [1, 2])
def test_pipe_takes_spans_to_keep(paraphraser, threads):
    items = [Request("A big car", [(2, 5)]), "A big car"]
    assert [found[0].text for found in paraphraser.pipe(items, threads=threads)] == ["A big automobile", "A large automobile"]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_endless_pipe_reads_little_ahead(paraphraser, threads):
    taken = itertools.count()
    stream = paraphraser.pipe((f"big car {next(taken)}" for _ in itertools.repeat(None)), threads=threads)
    for i in range(50):
        assert next(stream)[0].text.endswith(f" {i}")
    stream.close()
    assert next(taken) < 50 + 64 * threads
    assert not [t for t in threading.enumerate() if t.name.startswith("paragen")]


def test_one_thread_does_not_wait_for_the_next_sentence(paraphraser):
    def sentences():
        yield "big car"
        raise AssertionError("read before the first result was taken")

    assert next(paraphraser.pipe(sentences()))[0].text == "large automobile"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("at", [0, 1, 20])
def test_pipe_gives_what_came_before_an_error(paraphraser, threads, at):
    def broken():
        yield from SENTENCES[:at]
        raise KeyError("mine")

    stream, found = paraphraser.pipe(broken(), threads=threads), []
    with pytest.raises(KeyError, match="mine"):
        _read(stream, found)
    assert len(found) == at
    stream, found = paraphraser.pipe([*SENTENCES[:at], None, "x"], threads=threads), []
    with pytest.raises(TypeError):
        _read(stream, found)
    assert len(found) == at


def _read(stream, found):
    for item in stream:
        found.append(item)


def test_threads_share_a_paraphraser(paraphraser):
    expected = [paraphraser.rewrite(text, 5) for text in SENTENCES]
    results = {}

    def work(i):
        results[i] = [paraphraser.rewrite(text, 5) for text in SENTENCES]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(results[i] == expected for i in range(6))


def test_explain(paraphraser):
    for explanation in paraphraser.explain("A big car is a big house", 5):
        paraphrase = explanation.paraphrase
        assert sum(explanation.parts.values()) == pytest.approx(paraphrase.score)
        assert len(explanation.gains) == len(paraphrase.edits)
    [explanation] = paraphraser.explain("They made a purchase.")
    unchanged = next(p for p in paraphraser.rewrite("They made a purchase.", 10) if p.unchanged)
    assert explanation.gains == (pytest.approx(explanation.paraphrase.score - unchanged.score),)


@pytest.mark.parametrize("floors", [{}, {"thesaurus": -4, "phrases": -2}])
@pytest.mark.parametrize("copies", [1, 20])
def test_gains_are_what_is_lost_without_the_edit(english_model, floors, copies):
    """Near and far: leaving the edit out and scoring the whole sentence anew gives the same."""
    paraphraser = paragen.load(english_model, floors=floors)
    text = "A big car is a big house and they made a purchase of big things " * copies
    decoder = paraphraser.steps.decoder
    sentence = SentenceInput(paraphraser.model.tokenizer.words(text))
    explanations = paraphraser.explain(text, 3)
    for derivation, explanation in zip(decoder.decode([sentence], SearchSettings(n=3))[0], explanations, strict=True):
        whole = decoder.rescore(sentence, derivation.steps).score
        for gain, edit in zip(explanation.gains, derivation.edits, strict=True):
            without = decoder.rescore(sentence, [step for step in derivation.steps if step != edit]).score
            assert gain == pytest.approx(whole - without, abs=1e-4)


def test_gains_of_several_lines_are_those_of_each_line(english_model):
    """Each line, and each piece of a line longer than a search takes, is a sentence of its own."""
    paraphraser = paragen.load(english_model, floors={"thesaurus": 0, "phrases": 0})
    line = "They made a purchase of a big house ."
    [one] = paraphraser.explain(line)
    assert len(one.gains) > 1
    for text in f"{line}\n{line}\nx\n{line}", " ".join([line] * 150):
        [explanation] = paraphraser.explain(text)
        copies = len(explanation.gains) // len(one.gains)
        assert copies == text.count("purchase")
        if "\n" in text:
            assert explanation.gains == pytest.approx(one.gains * copies, abs=1e-5)
        else:  # the last piece begins and ends as the line does
            at = 512 // 9 * 9
            assert 512 - at < 9 and explanation.gains[: len(one.gains)] == pytest.approx(
                paraphraser.explain(" ".join([line] * (at // 9)))[0].gains[: len(one.gains)], abs=1e-5
            )


def test_explain_takes_what_rewrite_takes(paraphraser):
    text = "They made a purchase of a big house."
    limits = {"n": 4, "min_edits": 1, "max_edits": 1, "distinct_by": "edits", "keep": [(5, 20)]}
    assert [e.paraphrase for e in paraphraser.explain(text, **limits)] == paraphraser.rewrite(text, **limits)
    with pytest.raises(TypeError, match="nothing"):
        paraphraser.explain(text, nothing=1)


def test_forced_wordings(paraphraser):
    text = "They made a purchase and a big car, a big house."
    [free] = paraphraser.rewrite(text)
    assert [edit.table for edit in free.edits].count("forced") == 0
    begin = text.index("car")
    request = Request(text, force=[(begin, begin + 3, "lorry or a big van"), (0, 4, "We")])
    for paraphrase in paraphraser.rewrite(request, n=20):
        forced = [edit for edit in paraphrase.edits if edit.table == "forced"]
        assert [(edit.begin, edit.end, edit.before, edit.after) for edit in forced] == [
            (0, 4, "They", "We"), (begin, begin + 3, "car", "lorry or a big van"),
        ]  # fmt: skip
        position = out = 0
        for edit in paraphrase.edits:
            assert text[position : edit.begin] == paraphrase.text[out : edit.out_begin]
            assert edit.before == text[edit.begin : edit.end] and edit.after == paraphrase.text[edit.out_begin : edit.out_end]
            position, out = edit.end, edit.out_end
        assert text[position:] == paraphrase.text[out:]
    [best] = paraphraser.rewrite(request)
    assert best.text.startswith("We bought something") and len(best.edits) > 2
    [explanation] = paraphraser.explain(request)
    assert len(explanation.gains) == len(best.edits) and explanation.gains[0] == 0


def test_pickles_by_path_and_options(paraphraser, english_model):
    chosen = paragen.load(
        english_model, weight={"edit": 0.5}, stack=7, keep_phrases=["car"], blocked=["huge"], use_tables=["thesaurus"]
    )
    for each in paraphraser, chosen:
        copy = pickle.loads(pickle.dumps(each))
        assert copy.signature() == each.signature()
        assert copy.rewrite(SENTENCES[2], 5) == each.rewrite(SENTENCES[2], 5)
    assert pickle.loads(pickle.dumps(paraphraser.model)).signature == paraphraser.model.signature


def test_signature(paraphraser, english_model):
    signature = paraphraser.signature()
    assert f"version:{paragen.__version__}" in signature and Model.open(english_model).signature in signature
    assert "lm=0.5" in signature and "stack:100" in signature
    others = [
        {"stack": 7},
        {"keep_patterns": ["x"]},
        {"keep_phrases": ["x"]},
        {"keep_phrases": ["y"]},
        {"keep_defaults": False},
        {"blocked": ["big"]},
    ]
    assert len({signature, *(paragen.load(english_model, **other).signature() for other in others)}) == 7
    one, other = (paragen.load(english_model, keep_phrases=["x", "y"][::step], keep_patterns=["a|b"]) for step in (1, -1))
    assert one.signature() == other.signature() and "keep:1 patterns " in one.signature()
    assert all(":" in field for field in one.signature().split("|"))
    fields = [field.partition(":")[0] for field in one.signature().split("|")]
    assert fields == ["version", "model", "weights", "floors", "stack", "beam_threshold", "table_limit", "keep"]


def test_tokenized(english_model, tmp_path):
    from paragen.packing import pack

    (tmp_path / "t").write_text("Big ||| LARGE , ||| 0.9\n5 ||| five ||| 0.9\n")
    weights = {"lm": 0, "t": 1, "edit": 9}
    model = pack(tmp_path / "m", english_model.parent / "lm.arpa", {"t": tmp_path / "t"}, weights=weights, tokenized=True)
    [best] = paragen.load(model).rewrite("An Big  5 big ,")
    assert best.text == "An LARGE ,  five big ,"


@given(text=st.text() | st.lists(st.sampled_from("A big house is 's . , \n ( \u00a0 BIG don’t".split(" "))).map(" ".join))
def test_outside_the_edits_nothing_changes(paraphraser, text):
    for paraphrase in paraphraser.rewrite(text, 4, min_edits=1):
        position = out = 0
        for edit in paraphrase.edits:
            assert text[position : edit.begin] == paraphrase.text[out : edit.out_begin]
            assert edit.before == text[edit.begin : edit.end] and edit.after == paraphrase.text[edit.out_begin : edit.out_end]
            position, out = edit.end, edit.out_end
        assert text[position:] == paraphrase.text[out:]
        assert text.count("\n") == paraphrase.text.count("\n")


def test_public_names():
    for name in paragen.__all__:
        assert getattr(paragen, name).__name__ == name
    with pytest.raises(AttributeError):
        paragen.nothing  # noqa: B018


def test_pairs_given_at_load_time(english_model, tmp_path):
    (tmp_path / "mine.tsv").write_text("big house ||| mansion ||| 0.5\nbig house ||| Stately Home ||| 0.9\n")
    tables = {"mine": {"a purchase": "an unheard-of bargain", "big": {"ginormous": 0.8, "huge": 0.1}, "car": ["motor", "auto"]},
              "file": tmp_path / "mine.tsv"}  # fmt: skip
    paraphraser = paragen.load(english_model, tables=tables, weight={"file": 2.0})
    assert paraphraser.features[1:5] == ("thesaurus", "phrases", "mine", "file")
    assert (paraphraser.weights["mine"], paraphraser.weights["file"]) == (1.0, 2.0)
    found = {p.text: p for p in paraphraser.rewrite("They made a purchase of a big house.", n=500)}
    best = found["They made an unheard-of bargain of a Stately Home."]
    assert [(edit.table, edit.score, edit.licence) for edit in best.edits] == [("mine", 1.0, ""), ("file", 0.9, "")]
    assert best.score == pytest.approx(sum(paraphraser.weights[name] * value for name, value in best.features.items()))
    assert {c.after for c in paraphraser.substitutes("car") if dict(c.tables).get("mine")} == {"motor", "auto"}
    only = paragen.load(english_model, tables=tables, use_tables=["mine"])
    assert {edit.table for p in only.rewrite("A big car", n=50) for edit in p.edits} == {"mine"}
    assert len({p.signature() for p in (paraphraser, only, paragen.load(english_model))}) == 3
    copy = pickle.loads(pickle.dumps(paraphraser))
    assert copy.rewrite("A big house", 9) == paraphraser.rewrite("A big house", 9)


def test_scorers(english_model):
    from paragen.settings.scorers import each

    asked = []

    def short(requests, options):
        asked.append([request.annotations for request in requests])
        return [-float(length) for length in options.target_lengths]

    def not_enormous(request, substitute):
        return float("-inf") if substitute.words == ("enormous",) else 0.0

    plain = paragen.load(english_model)
    paraphraser = paragen.load(english_model, scorers={"short": short, "mine": each(not_enormous)}, weight={"short": 0.25})
    assert paraphraser.features[-2:] == ("short", "mine") and paraphraser.weights["mine"] == 1.0
    request = Request("A big car and a purchase", annotations={"tree": "(S)"})
    found = {p.text: p for p in paraphraser.rewrite(request, n=500)}
    assert asked == [[{"tree": "(S)"}]]
    expected = {p.text: p for p in plain.rewrite(request, n=500) if "enormous" not in p.text}
    assert set(found) == set(expected) and any(p.edits for p in found.values())
    for text, paraphrase in found.items():
        length = -sum(len(edit.after.split()) for edit in paraphrase.edits if edit.table)
        assert paraphrase.features["short"] <= 0 and (paraphrase.features["short"] == 0) == paraphrase.unchanged, length
        assert paraphrase.score == pytest.approx(expected[text].score + 0.25 * paraphrase.features["short"], abs=1e-4)
    assert "enormous" not in {c.after for c in paraphraser.substitutes("A big car")}


@pytest.mark.parametrize("scores", [[0.0], [float("nan")] * 99, "x", None])
def test_scorers_that_score_badly(english_model, scores):
    paraphraser = paragen.load(english_model, scorers={"bad": lambda requests, options: scores})
    with pytest.raises(ConfigError, match="bad: "):
        paraphraser.rewrite("A big car and a house")


def test_wordings_are_what_paraphrases_read(english_model):
    texts = ["They made a purchase.", "", "Nothing here.", "The big house is red.\nThe big car is red."]
    forced = paragen.Request("A big car", force=[(2, 5, "huge")])
    for options in {}, {"tables": {"mine": {"red": "scarlet"}}}:
        paraphraser = paragen.load(english_model, **options)
        for limits in {}, {"n": 5}, {"n": 20, "min_edits": 1}:
            found = paraphraser.wordings_batch([*texts, forced], **limits)
            expected = paraphraser.rewrite_batch([*texts, forced], **limits)
            fields = attrgetter("text", "unchanged", "score", "values", "other_language")
            assert found == [[fields(one) for one in several] for several in expected]
            assert {one.unchanged for one in found[1]} == {True} and {one.unchanged for one in found[-1]} == {False}
    assert "mine" not in paraphraser.unused_tables()
