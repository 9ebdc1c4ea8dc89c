"""Results: plain data and back, word diffs, HTML, pickling."""

from __future__ import annotations

import copy
import json
import pickle
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError, FormatError, MissingPackageError
from paragen.results import Candidate, Edit, Explanation, Paraphrase, Pattern
from paragen.results.word_diff import split_change, word_diff

NUMBER = st.floats(allow_nan=False) | st.integers(-(10**6), 10**6).map(float)
TEXT = st.text(max_size=8)
PLACE = st.integers(0, 10**9)
EDITS = st.builds(
    Edit, PLACE, PLACE, PLACE, PLACE, TEXT, TEXT, TEXT, NUMBER, licence=TEXT, confidence=st.none() | NUMBER, id=TEXT,
    pattern=st.none() | st.builds(Pattern, TEXT, TEXT, st.lists(TEXT, max_size=3).map(tuple)),
)  # fmt: skip


def _paraphrase(source, text, score, edits, features, has_tree):
    return Paraphrase(source, text, score, tuple(edits), tuple(features), tuple(features.values()), has_tree)


NUMBERS = st.dictionaries(TEXT, NUMBER, max_size=4)
PARAPHRASES = st.builds(
    _paraphrase, TEXT, TEXT, NUMBER, st.lists(EDITS, max_size=3), NUMBERS, st.none() | st.booleans()
)
CANDIDATES = st.builds(
    Candidate, TEXT, PLACE, PLACE, TEXT, TEXT, TEXT, TEXT, NUMBERS.map(lambda d: tuple(d.items())), NUMBER,
    st.none() | NUMBER, st.none() | st.tuples(TEXT, NUMBER), st.none() | NUMBER, st.none() | st.booleans(), st.none() | NUMBER,
)  # fmt: skip


def _explanation(paraphrase, parts):
    return Explanation(paraphrase, tuple(float(k) for k in range(len(paraphrase.edits))), parts)


@settings(max_examples=60, deadline=None)
@given(EDITS | PARAPHRASES | CANDIDATES | st.builds(_explanation, PARAPHRASES, NUMBERS))
def test_plain_data_and_back(result):
    data = result.to_dict()
    again = type(result).from_dict(data)
    through_json = type(result).from_dict(json.loads(json.dumps(data)))
    assert again == through_json == result and repr(again) == repr(through_json) == repr(result)
    assert json.dumps(again.to_dict()) == json.dumps(through_json.to_dict()) == json.dumps(data)


def test_of_real_results(english_model):
    paraphraser = paragen.load(english_model)
    request = paragen.Request("They made a purchase of a big car.", force=[(26, 29, "huge")])
    for result in (*paraphraser.rewrite(request, 9), *paraphraser.explain(request, 9), *paraphraser.substitutes("A big car.")):
        for other in (
            type(result).from_dict(json.loads(json.dumps(result.to_dict()))), pickle.loads(pickle.dumps(result)),
            copy.copy(result), copy.deepcopy(result),
        ):  # fmt: skip
            assert other == result and other.to_dict() == result.to_dict()
    edits = paraphraser.rewrite(request)[0].edits
    assert [bool(edit.id) for edit in edits] == [edit.table != "forced" for edit in edits] and len(set(edits)) == len(edits) > 1


def test_a_line_of_output_is_read_too(english_model):
    from command_line import paragen as run

    given = json.dumps({"text": "A big car", "edits": "theirs", "n": 1})
    [best] = paragen.load(english_model).explain("A big car")
    line = run("decode", "-m", str(english_model), "--format", "jsonl", "--explain", input=given).stdout
    assert Explanation.from_dict(json.loads(line)) == best and Paraphrase.from_dict(json.loads(line)) == best.paraphrase
    line = run("substitutes", "-m", str(english_model), input="A big car").stdout.splitlines()[0]
    assert Candidate.from_dict(json.loads(line)) == paragen.load(english_model).substitutes("A big car")[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"source": None}, "Paraphrase.from_dict: found None as 'source', expected a string"),
        ({"score": "1"}, "found '1' as 'score', expected a number"),
        ({"score": True}, "found True as 'score', expected a number"),
        ({"features": {"lm": None}}, "Paraphrase.from_dict: features: found None as 'lm'"),
        ({"features": [1]}, "expected numbers by name"),
        ({"edits": 3}, "expected a list"),
        ({"edits": [3]}, "Edit.from_dict: found int, expected a dictionary as to_dict makes it"),
        ({"edits": [{"begin": 1.0}]}, "Edit.from_dict: found 1.0 as 'begin', expected a whole number"),
        ({"edits": [{"begin": 1}]}, "Edit.from_dict: found no 'end', expected a whole number there"),
        ({"has_tree": 1}, "expected True or False"),
    ],
)
def test_other_data_is_refused(change, message):
    data = Paraphrase("a", "b", 0.5, (), ("lm",), (1.0,)).to_dict() | change
    with pytest.raises(ConfigError, match=message):
        Paraphrase.from_dict(data)
    with pytest.raises(ConfigError, match="from_dict: found list"):
        Candidate.from_dict([])


@pytest.mark.parametrize("error", [ConfigError("x"), FormatError("f:1", "a", "b", "c."), MissingPackageError("x")], ids=repr)
def test_errors_pickle(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))


@pytest.mark.parametrize(
    ("before", "after", "split"),
    [
        ("as soon as possible", "as quickly as possible", ("as ", "soon", "quickly", " as possible")),
        ("said that", "said", ("said", " that", "", "")),
        ("a big", "an enormous", ("", "a big", "an enormous", "")),
        ("big", "big", ("big", "", "", "")),
        ("a a", "a a a", ("a a", "", " a", "")),
        ("don't", "do not", ("", "don't", "do not", "")),
    ],
)
def test_words_that_differ(before, after, split):
    assert split_change(before, after) == split


@settings(max_examples=60, deadline=None)
@given(st.text("ab .'\n", max_size=12), st.text("ab .'\n", max_size=12))
def test_a_split_holds_both_texts(before, after):
    head, old, new, tail = split_change(before, after)
    assert (head + old + tail, head + new + tail) == (before, after)


class Page(HTMLParser):
    """What a page shows: the text before and after, and its tags."""

    def __init__(self, html):
        super().__init__()
        self.old = self.new = ""
        self.open, self.tags, self.styles = [], set(), []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        self.styles += [value for name, value in attrs if name == "style"]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "table" not in self.open:
            self.old += data if "ins" not in self.open else ""
            self.new += data if "del" not in self.open else ""


def test_a_diff_for_notebooks(english_model):
    text = "A <b>big</b> & \"red\" car;\na big\u2028<script>alert('x')</script> house \ud800"
    paraphraser = paragen.load(english_model)
    [explanation] = paraphraser.explain(text, min_edits=9)
    paraphrase = explanation.paraphrase
    assert len(paraphrase.edits) == 4
    for result in explanation, paraphrase:
        page = Page(result._repr_html_())
        shown = text.replace("\ud800", "?")
        assert page.old.startswith(shown) and page.new.startswith(paraphrase.text.replace("\ud800", "?"))
        assert page.tags - {"table", "tr", "th", "td"} == {"div", "del", "ins"}
        assert not any("color:" in style.replace("background", "") for style in page.styles)  # that of the page, light or dark
    assert "4 edits" in page.old and "thesaurus" in explanation._repr_html_()
    assert "unchanged" in Page(paraphraser.rewrite("xyz")[0]._repr_html_()).old
    [candidate, *_] = paraphraser.substitutes("A <big> car")
    assert Page(candidate._repr_html_()).new.startswith(candidate.text) and "<big>" not in candidate._repr_html_()
    edit = paraphrase.edits[0]
    assert Page(edit._repr_html_()).old.startswith(edit.before)


def test_the_pieces_of_a_sentence(english_model):
    [best] = paragen.load(english_model).rewrite("We need a lot of big x as soon as possible", min_edits=3)
    pieces = word_diff(best.source, best.edits)
    assert "".join(piece.before for piece in pieces) == best.source and "".join(piece.after for piece in pieces) == best.text
    assert [piece.edit for piece in pieces if piece.edit] == list(best.edits)
    assert all(piece.before == piece.after for piece in pieces if piece.edit is None)
