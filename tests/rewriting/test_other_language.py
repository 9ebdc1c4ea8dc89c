"""What is not in the language of the model stays, is named and counted; the user's own wording holds there."""

from __future__ import annotations

import json
import pickle

import pytest
from command_line import paragen as command
from english import english_arpa
from languages import model as model_of

import paragen
from paragen.base.errors import ConfigError
from paragen.results import Explanation, Paraphrase
from paragen.rewriting.prepare import HeldBack, is_whole

GERMAN = "Der big Hund ist gestern nicht nach Hause gekommen."
MIXED = 'A big house, and he said: "Der big Hund ist gestern nicht gekommen."'
QUOTED = (MIXED.index("Der"), MIXED.index("gekommen") + len("gekommen"))
ENGLISH = "It is a big house."
INPUT = f"{GERMAN}\n{MIXED}\n{ENGLISH}\n"


def test_a_line_of_another_language_stays(english_model):
    paraphraser = paragen.load(english_model)
    [best] = paraphraser.rewrite(GERMAN)
    assert best.unchanged and best.text == GERMAN
    assert best.other_language == ((0, len(GERMAN)),)
    assert paraphraser.rewrite(ENGLISH)[0].other_language == ()
    assert paraphraser.guarded_language == "en"
    assert len(paraphraser.rewrite(GERMAN, n=5)) == 1
    assert paraphraser.substitutes(GERMAN) == []


def test_of_a_line_with_a_passage_the_rest_is_edited(english_model):
    [best] = paragen.load(english_model).rewrite(MIXED)
    assert best.other_language == (QUOTED,)
    assert [edit.begin for edit in best.edits] == [MIXED.index("big")]
    assert best.text.endswith(MIXED[QUOTED[0] :])


def test_each_line_of_a_text_is_judged_by_itself(english_model):
    [best] = paragen.load(english_model).rewrite(f"{GERMAN}\n{ENGLISH}")
    assert best.text == f"{GERMAN}\nIt is a large house."
    assert best.other_language == ((0, len(GERMAN) + 1),)


def test_any_language_switches_it_off(english_model):
    paraphraser = paragen.load(english_model, any_language=True)
    [best] = paraphraser.rewrite(GERMAN)
    assert "large" in best.text and best.other_language == ()
    assert paraphraser.guarded_language == "" and paraphraser.held_back() == HeldBack(1, 0, 0)
    assert "|any_language:yes|" in f"{paraphraser.signature()}|"
    assert "any_language" not in paragen.load(english_model).signature()
    assert pickle.loads(pickle.dumps(paraphraser)).rewrite(GERMAN) == [best]
    assert paragen.load(english_model).changed(any_language=True) == paraphraser


def test_what_the_user_gives_holds_there(english_model):
    mine = paragen.load(english_model, tables={"mine": {"big": "enormous", "gestern": "quickly", "Hund": "car"}})
    [best] = mine.rewrite(GERMAN)
    assert {edit.table for edit in best.edits} == {"mine"} and "enormous" in best.text
    assert best.other_language == ((0, len(GERMAN)),)
    assert {one.substitute for one in mine.substitutes(GERMAN)} == {"enormous", "quickly"}, "names stay"
    always = paragen.load(english_model, always={"big Hund": "Dackel"})
    [best] = always.rewrite(MIXED)
    assert "Der Dackel ist" in best.text and best.text.startswith("A large house")
    [forced] = paragen.load(english_model).rewrite(GERMAN, force=[(4, 7, "large")])
    assert forced.text == GERMAN.replace("big", "large")


def test_results_say_it_as_plain_data(english_model):
    paraphraser = paragen.load(english_model)
    [best] = paraphraser.rewrite(MIXED)
    data = json.loads(json.dumps(best.to_dict()))
    assert data["other_language"] == [list(QUOTED)]
    assert Paraphrase.from_dict(data) == best
    assert "other_language" not in paraphraser.rewrite(ENGLISH)[0].to_dict()
    [explained] = paraphraser.explain(MIXED)
    assert explained.other_language == (QUOTED,) and not explained.unchanged
    assert Explanation.from_dict(explained.to_dict()) == explained
    [[wording]] = paraphraser.wordings_batch([MIXED])
    assert wording.other_language == (QUOTED,)
    for wrong in ([[1]], [["a", 2]], [[True, 2]], 3):
        with pytest.raises(ConfigError, match="other_language"):
            Paraphrase.from_dict({**data, "other_language": wrong})


def test_texts_are_counted(english_model):
    paraphraser = paragen.load(english_model)
    paraphraser.rewrite_batch([GERMAN, MIXED, ENGLISH, ""])
    assert paraphraser.held_back() == HeldBack(texts=4, whole=1, partly=1)
    list(paraphraser.pipe([GERMAN] * 100, threads=2))
    assert paraphraser.held_back() == HeldBack(texts=104, whole=101, partly=1)
    assert paraphraser.other_language([GERMAN, ENGLISH]) == [[(0, len(GERMAN))], []]


def test_whole_means_that_no_letter_is_left():
    assert is_whole("a b.", [(0, 3)]) and is_whole("", ()) and is_whole("1 a", [(2, 3)])
    assert not is_whole("a b", [(0, 1)]) and not is_whole("a", ())


def test_a_german_model_leaves_english_alone(tmp_path):
    paraphraser = paragen.load(model_of(tmp_path, "de"))
    text = "We would like to say that das Auto is a German word for a car."
    assert paraphraser.rewrite(text)[0].other_language
    assert not paraphraser.rewrite("Wir brauchen ein neues Auto.")[0].other_language


@pytest.fixture
def unguarded(tmp_path):
    """A model of a language that nothing is known of."""
    (tmp_path / "lm.arpa").write_text(english_arpa(), encoding="utf-8")
    (tmp_path / "hand.txt").write_text("big ||| large ||| 0.9\n", encoding="utf-8")
    done = command("pack", "-o", tmp_path / "model", "--language", "eo", "--lm", tmp_path / "lm.arpa",
                   "--table", f"hand={tmp_path / 'hand.txt'}", "--floor", "hand=0")  # fmt: skip
    assert done.returncode == 0, done.stderr
    return tmp_path / "model"


def test_an_unknown_language_is_not_guarded_and_that_is_said_once(unguarded):
    paraphraser = paragen.load(unguarded)
    assert paraphraser.guarded_language == "" and paraphraser.other_language([GERMAN]) == [[]]
    assert "any_language" not in paragen.load(unguarded, any_language=True).signature()
    told = command("decode", "-m", unguarded, input=INPUT).stderr
    assert told.count("text of other languages is not told from eo, the language of the model") == 1
    assert "is not told" not in command("decode", "-m", unguarded, "--any-language", input=INPUT).stderr
    assert "is not told" in command("substitutes", "-m", unguarded, input=INPUT).stderr


def test_tokens_that_are_taken_as_they_are_are_not_guarded(tmp_path):
    model = model_of(tmp_path, "de", tokenized=True)
    assert paragen.load(model).guarded_language == ""


TOLD = "1 of 3 lines and passages of 1 of 3 lines are not in English and stay as they are; --any-language changes them, too."


@pytest.mark.parametrize("args", [["decode"], ["decode", "--format", "jsonl"], ["decode", "-n", "2"], ["decode", "--copies", "1"],
                                  ["substitutes"]])  # fmt: skip
def test_the_command_line_counts_them(english_model, args):
    done = command(*args, "-m", english_model, input=INPUT)
    assert done.returncode == 0 and TOLD in done.stderr
    assert "are not in English" not in command(*args, "-m", english_model, "--any-language", input=INPUT).stderr
    assert "are not in English" not in command(*args, "-m", english_model, input=f"{ENGLISH}\n").stderr


def test_held_back_lines_are_not_counted_as_without_a_paraphrase(english_model):
    done = command("decode", "-m", english_model, "--strength", "strong", input=f"{GERMAN}\n{ENGLISH}\nNothing here.\n")
    assert "1 of 2 sentences gave no paraphrase" in done.stderr


def test_part_files_count_them_together(english_model, tmp_path):
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.txt").write_text(INPUT, encoding="utf-8")
    done = command("decode", "-m", english_model, "--engine", "local", tmp_path / "in", "-o", tmp_path / "out")
    assert "2 of 6 lines and passages of 2 of 6 lines are not in English" in done.stderr
