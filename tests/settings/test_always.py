"""Phrases that must become others wherever they stand, with the rest rewritten around them."""

from __future__ import annotations

import pickle

import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.settings.request import Request

ALWAYS = {"purchase": "deal", "purchase order": "PO", "a lot of": "plenty of", "the US": "America", "big house": "igloo",
          "red": "red", "ASAP": "as soon as possible"}  # fmt: skip


def forced(model, text, always=ALWAYS, **options):
    return paragen.load(model, always=always, use_tables=[], **options).rewrite(text)[0].text


@pytest.mark.parametrize(("text", "expected"), [
    ("They made a purchase.", "They made a deal."),
    ("Purchase it! A lot of cars, a big house.", "Deal it! Plenty of cars, an igloo."),
    ("A purchase order and a purchase", "A PO and a deal"),
    ("THE PURCHASE IS A LOT OF BIG CARS", "THE DEAL IS PLENTY OF BIG CARS"),
    ('He said "a purchase" to us in the US.', 'He said "a deal" to us in America.'),
    ("purchases, re-purchase, `a purchase`, /tmp/purchase {purchase}", None),
    ("A red purchase\norder", "A red deal\norder"),
    ("The US made it. THE US", "America made it. America"),
    ("They need it ASAP. ASAP!", "They need it as soon as possible. As soon as possible!"),
    ("", None),
])  # fmt: skip
def test_wherever_they_stand(english_model, text, expected):
    assert forced(english_model, text) == (text if expected is None else expected)


def test_what_the_user_keeps_stays(english_model):
    text = "A purchase and a purchase."
    assert forced(english_model, text, keep_phrases=["and a purchase"]) == "A deal and a purchase."
    assert forced(english_model, text, keep_patterns=["A p.rchase"]) == "A purchase and a deal."
    paraphraser = paragen.load(english_model, always=ALWAYS, use_tables=[])
    assert paraphraser.rewrite(Request(text, keep=[(0, 4)]))[0].text == "A purchase and a deal."
    assert paraphraser.rewrite(Request("The big house", keep=[(7, 7)]))[0].text == "The big house"
    both = Request(text, force=[(0, 10, "The car"), (15, 25, "it")])
    assert paraphraser.rewrite(both)[0].text == "The car and it."


def test_the_rest_is_rewritten_around_it(english_model):
    paraphraser = paragen.load(english_model, always={"car": "bus"}, weight={"edit": 5.0})
    [best] = paraphraser.rewrite("They need a big car.")
    assert best.text == "They need a large bus."
    assert [(edit.before, edit.after, edit.table) for edit in best.edits] == [
        ("big", "large", "thesaurus"), ("car", "bus", "forced"),
    ]  # fmt: skip
    assert all(each.text.endswith("bus.") for each in paraphraser.rewrite("They need a big car.", n=20))
    assert {each.after for each in paraphraser.substitutes("A car")} == {"An automobile"}
    assert pickle.loads(pickle.dumps(paraphraser)).rewrite("A car") == paraphraser.rewrite("A car")
    assert "|always:1 pairs " in paraphraser.signature()


def test_no_edit_brings_back_what_must_become_another(english_model):
    text = "They made a purchase of a big house."
    assert any("large" in each.text for each in paragen.load(english_model).rewrite(text, n=50))
    for always in {"large": "vast"}, {"a large": "a vast", "LARGE": "XL"}:
        found = paragen.load(english_model, always=always).rewrite(text, n=50)
        assert len(found) > 5 and not any("large" in each.text for each in found)
    always = {"LARGE": "XL", "large": "large"}
    assert any("large" in each.text for each in paragen.load(english_model, always=always).rewrite(text, n=50))


def test_files(english_model, tmp_path):
    (tmp_path / "a.csv").write_text("phrase,replacement\na lot of,many\n")
    (tmp_path / "b.txt").write_text("purchase ||| deal\n")
    done = command(
        "decode", "-m", english_model, "--always", tmp_path / "a.csv", "--always", tmp_path / "b.txt", "--max-edits", 0,
        input="A lot of it was a purchase.\n",
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("Many it was a deal.\n", "")
    (tmp_path / "c.csv").write_text("a,b\n\na,c\n")
    with pytest.raises(ConfigError, match=r"c.csv:3: 'a' must become 'c', and 'b'. Keep one."):
        paragen.load(english_model, always=tmp_path / "c.csv")
    (tmp_path / "c.csv").write_text("a,b,0.5\n")
    with pytest.raises(FormatError, match=r"c.csv:1: found the score 0.5, expected a phrase and what it must become."):
        paragen.load(english_model, always=[tmp_path / "c.csv"])


def test_what_cannot_be(english_model):
    with pytest.raises(ConfigError, match="always: 'car' must become 'a big bus', which is blocked."):
        paragen.load(english_model, always={"car": "a big bus"}, blocked=["big bus"])
    with pytest.raises(ConfigError, match="always: found 3 for 'car', expected a phrase for a phrase."):
        paragen.load(english_model, always={"car": 3})
    with pytest.raises(ConfigError, match="always: found the phrase ' ', expected one with a word in it."):
        paragen.load(english_model, always={"car": " "})
