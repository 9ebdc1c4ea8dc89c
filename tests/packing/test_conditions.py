"""Conditions as people write them: read, refused where they are wrong, packed with all forms, and heeded by a model."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import paragen as paragen_line

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.fit.kernel import feature_names, write_fit
from paragen.decoder.fit.knowledge import KINDS, PLACES, Conditions
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.model.directory import CONDITIONS, FIT_FILE
from paragen.packing import extend, pack
from paragen.packing.conditions import read_conditions
from paragen.packing.packed_conditions import pack_conditions
from paragen.packing.word_classes import OF_WORDS, word_classes
from paragen.text.tokenizer import Tokenizer

GOAL = """\
# what a goal is
goal (n)
    sport = near score team @law | left own
    aim = left main & right of to
    -> target, aim: 70; sport 2 never; aim 95
    -> purpose: 40; sport 1; not sport & right <end> 60

big (adj)
    -> large: 80; left so very 95; right time_of <preposition>_day 3
"""


def packed(tmp_path, text, **options):
    path = tmp_path / "conditions.txt"
    path.write_text(text, encoding="utf-8")
    pack_conditions(tmp_path / "conditions.bin", [path], Tokenizer().words, **options)
    return Conditions(tmp_path / "conditions.bin")


def test_what_is_read(tmp_path):
    (tmp_path / "c.txt").write_text(GOAL, encoding="utf-8")
    goal, big = read_conditions([tmp_path / "c.txt"])
    assert (goal.source, goal.part, big.source, big.part) == ("goal", "n", "big", "adj")
    assert [name for name, _ in goal.conditions] == ["not itself <noun>", "sport", "aim", "not sport & right <end>"]
    assert goal.rules == [
        (["target", "aim"], 70, [(1, 2, True), (2, 95, False), (0, 5, False)]),
        (["purpose"], 40, [(1, 1, False), (3, 60, False), (0, 5, False)]),
    ]  # fmt: skip
    assert goal.conditions[1][1][0][0].words == ("score", "team", "@law")
    assert big.conditions[2][1][0][0].sequences == (("time", "of"), ("<preposition>", "day"))


@pytest.mark.parametrize(("line", "found", "remedy"), [
    ("goal", "found 'goal', expected a source with its part of speech", "Fix"),
    ("goal (verb)", "found 'goal (verb)', expected a source", "Fix"),
    ("    -> aim: 70; sport 5", "found 'sport', expected a place or a condition's name: after, before, head,", ""),
    ("    -> aim: 101", "found '101', expected a percentage, a whole number from 0 to 100", "Fix"),
    ("    -> aim: nan", "found 'nan', expected a percentage", "Fix"),
    ("    -> aim, aim: 5", "each target once", "Fix"),
    ("    -> aim: 50; left a 5; left a 6", "found a condition twice for aim", "Keep one"),
    ("    -> aim 50", "expected `-> target, target: percentage", "Fix"),
    ("    sport = near", "near without words", "A test that always holds is none"),
    ("    sport = left <nuon>", "found '<nuon>', expected one of <noun>", "Did you mean 'noun'?"),
    ("    sport = left @sprot", "found '@sprot', expected one of @", "Did you mean 'sport'?"),
    ("    sport = lft a", "found 'lft', expected a place", "Did you mean 'left'?"),
    ("    sport = verb a_b", "found 'a_b' at verb, expected single words", "Fix"),
    ("    near = left a", "a condition that is called near, expected another name", "Fix"),
    ("    sport = left a &", "found 'nothing', expected a place", ""),
    ("    sport = left " + " ".join(["a_b"] * 256), "found 256 sequences in a test, expected at most 255", "Divide it"),
    ("\n".join(["    c0 = left a", *(f"    c{k} = c{k - 1}" for k in range(1, 101))]), "c100, 101 conditions one in", "Fix"),
    ("    x = left a\n    x = left b", "found x again, expected each condition once", "Keep one"),
])  # fmt: skip
def test_a_bad_line_is_named(tmp_path, line, found, remedy):
    path = tmp_path / "c.txt"
    path.write_text("# a comment\n" + ("aim (n)\n" if line[0] == " " else "") + line + "\n", encoding="utf-8")
    with pytest.raises(FormatError) as error:
        list(read_conditions([path]))
    last = line.count("\n") + 2 + (line[0] == " ")
    assert str(error.value).startswith(f"{path}:{last}: ") and found in str(error.value) and remedy in str(error.value)


def test_a_comma_with_a_space_before_it_is_a_word(tmp_path):
    (tmp_path / "c.txt").write_text("finally (x)\n    -> in the end ,, at last: 5\n")
    assert next(read_conditions([tmp_path / "c.txt"])).rules == [(["in the end ,", "at last"], 5, [])]


def test_an_exchange_stands_once_in_all_files(tmp_path):
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("goal (n)\n    -> aim: 5\n")
    two.write_text("# more\ngoal (n)\n    -> target, aim: 6\n")
    again = r"two.txt:2: found 'goal' -> 'aim' again, as in .*one.txt:1, expected each exchange once"
    with pytest.raises(FormatError, match=again):
        pack_conditions(tmp_path / "x.bin", [one, two], Tokenizer().words)
    assert not (tmp_path / "x.bin").exists()


def test_nothing_in_a_file_is_refused(tmp_path):
    (tmp_path / "c.txt").write_text("# only a comment\n")
    with pytest.raises(ConfigError, match="conditions: found none in"):
        pack_conditions(tmp_path / "x.bin", [tmp_path / "c.txt"], Tokenizer().words)


def test_all_forms_of_an_exchange_have_its_rule(tmp_path):
    rules = {"find (v)": "come across: 50", "foot (n)": "paw: 3", "big (adj)": "large: 7", "in fact (x)": "indeed: 9"}
    said = packed(tmp_path, "".join(f"{source}\n    -> {rule}\n" for source, rule in rules.items()))
    assert len(said) == 4
    pairs = len([slot for slot in said.packfile.section("pairs", "Q") if slot])
    assert pairs == 5 + 2 + 3 + 1  # find finds finding found (came, come across); foot feet; big bigger biggest; in fact


def test_what_no_table_has_is_told(tmp_path):
    told = []
    packed(tmp_path, GOAL, notice=told.append, known=lambda source, target: target.startswith("aim"))
    assert told == ["conditions: 3 of 4 exchanges are in no table, such as goal -> target, goal -> purpose, big -> large."]


def test_the_same_bytes_from_the_same_text(tmp_path):
    packed(tmp_path, GOAL)
    first = (tmp_path / "conditions.bin").read_bytes()
    packed(tmp_path, GOAL)
    assert (tmp_path / "conditions.bin").read_bytes() == first


def said(model, text, n=1, **settings):
    """The n best texts."""
    return [found.text for found in paragen.load(model, guards=[], **settings).rewrite(text, n=n)]


@pytest.fixture
def model(tmp_path):
    """A model whose fit is as sure of an edit as its conditions are."""
    table, text = tmp_path / "table.txt", tmp_path / "c.txt"
    table.write_text("goal ||| target ||| 0.5\ngoals ||| targets ||| 0.5\na goal ||| a target ||| 0.5\n", encoding="utf-8")
    text.write_text(GOAL, encoding="utf-8")
    lm = tmp_path / "lm.arpa"
    words = "goal goals target targets the team scored a main of government".split()
    lines = "".join(f"-1\t{word}\n" for word in [*words, "</s>"])
    lm.write_text(f"\\data\\\nngram 1={len(words) + 3}\n\n\\1-grams:\n-2\t<unk>\n-99\t<s>\n{lines}\n\\end\\\n", encoding="utf-8")
    knowledge = Model.open(starter_path()).fit.knowledge
    names = feature_names(["table"], True)
    thresholds = [10.0, 60.0, 90.0]
    branches = [(names.index("condition_estimate"), edge, ~0, i + 1) for i, edge in enumerate(thresholds)]
    branches[-1] = (*branches[-1][:3], ~3)
    branches = [(feature, edge, ~i, right) for i, (feature, edge, _, right) in enumerate(branches)]
    write_fit(tmp_path / "fit.bin", names, knowledge, [0], branches, [-3.0, -1.0, 1.0, 3.0], [(-3.0, 0.02), (3.0, 0.98)],
              {"min_confidence": 0.5, "min_sentence_confidence": 0.0})  # fmt: skip
    return pack(tmp_path / "model", lm, {"table": table}, fit=tmp_path / "fit.bin", conditions=[text])


def test_a_model_heeds_them(model):
    assert said(model, "the goal") == ["the target"]
    assert said(model, "the team scored a goal") == ["the team scored a goal"]
    assert said(model, "the main goals of government") == ["the main targets of government"]
    banned = said(model, "the team scored a goal", 5, min_confidence=0.0)
    assert banned == ["the team scored a goal"]  # never, and not by "a goal" either
    assert "the team scored a target" in said(model, "the team scored a goal", 5, fit=False)


def test_what_held_is_explained(model):
    explanation = paragen.load(model, guards=[]).explain("the main goal of government")[0]
    held = explanation.conditions[0]
    assert held.usual == 70 and held.conditions == (("aim", 95),) and held.here == 95
    data = explanation.to_dict()
    assert data["edits"][0]["conditions"] == {"usual": 70, "here": 95, "held": [{"condition": "aim", "right": 95}]}
    assert type(explanation).from_dict(data) == explanation


def test_they_belong_to_the_signature(model):
    with_them = paragen.load(model).signature()
    (model / CONDITIONS).unlink()
    without = paragen.load(model).signature()
    assert "|conditions:" in with_them and "conditions" not in without
    assert said(model, "the goal") == ["the goal"]  # nothing is known of the place


def test_a_model_made_of_it_keeps_them_and_takes_more(tmp_path, model):
    (tmp_path / "own.txt").write_text("aim ||| end ||| 0.9\n")
    (tmp_path / "more.txt").write_text("goal (n)\n    -> target: 3\n")
    kept = extend(tmp_path / "kept", model, {"own": tmp_path / "own.txt"})
    assert (kept / CONDITIONS).read_bytes() == (model / CONDITIONS).read_bytes()
    more = extend(tmp_path / "more", model, {}, conditions=[tmp_path / "more.txt"])
    assert said(more, "the goal") == ["the goal"]
    assert len(Conditions(more / CONDITIONS)) == len(Conditions(model / CONDITIONS)) + 1
    assert (more / FIT_FILE).exists()


def test_without_a_fit_they_wait_for_one(tmp_path, model):
    told, table, text = [], tmp_path / "table.txt", tmp_path / "c.txt"
    pack(tmp_path / "bare", model / "lm.bin", {"table": table}, conditions=[text], notice=told.append)
    assert any("they count once the model has a fit" in message for message in told)
    assert "the target" in said(tmp_path / "bare", "the goal", 2)


def test_another_language_is_refused(tmp_path, model):
    with pytest.raises(ConfigError, match="conditions: found a model of de, expected en"):
        pack(tmp_path / "de", model / "lm.bin", {"table": tmp_path / "table.txt"}, conditions=[tmp_path / "c.txt"], language="de")
    assert not (tmp_path / "de").exists()


def test_a_fit_that_learnt_with_them_works_in_a_model_without(model, tmp_path):
    (model / CONDITIONS).unlink()
    assert Model.open(model).conditions is None
    assert said(model, "the goal", 2, min_confidence=0.0) == ["the goal", "the target"]


@pytest.mark.parametrize(("line", "found"), [
    ("    sport = left a__b", "found 'a__b', expected words with one `_` between them"),
    ("    sport = left " + "_".join("a" * 31), "expected words with one `_` between them, at most 30"),
])  # fmt: skip
def test_a_sequence_has_words_and_not_too_many(tmp_path, line, found):
    (tmp_path / "c.txt").write_text(f"aim (n)\n{line}\n")
    with pytest.raises(FormatError, match="c.txt:2: ") as error:
        list(read_conditions([tmp_path / "c.txt"]))
    assert found in str(error.value)


BAD = {
    "broken UTF-8": (b"goal (n)\n    -> aim\xff: 5\n", "c.txt:2: "),
    "NUL": (b"goal (n)\n    -> a\0im: 5\n", "c.txt:2: "),
    "empty": (b"", "c.txt"),
    "an enormous line": (b"goal (n)\n    s = near " + b"word " * (1 << 22), "c.txt:2: "),
    "more words than fit": (
        b"goal (n)\n    s = near " + b" ".join(b"=w%d" % i for i in range(70_000)) + b"\n    -> aim: 5; s 6\n",
        "conditions: found more than 65504 words",
    ),
    "another file": (b"PK\3\4" + bytes(range(256)), "c.txt"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_files_are_refused_and_leave_nothing(tmp_path, model, case):
    data, where = BAD[case]
    (tmp_path / "c.txt").write_bytes(data)
    before = sorted(path.name for path in tmp_path.iterdir())
    for options in (["--lm", model / "lm.bin", "--table", f"table={tmp_path / 'table.txt'}"], ["--from", model]):
        done = paragen_line("pack", *map(str, options), "--conditions", str(tmp_path / "c.txt"), "-o", str(tmp_path / "new"))
        assert done.returncode == 1 and where in done.stderr and "Traceback" not in done.stderr, done.stderr
        assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_folder_is_no_file_of_conditions(tmp_path, model):
    done = paragen_line("pack", "--from", str(model), "--conditions", str(tmp_path), "-o", str(tmp_path / "new"))
    assert done.returncode in (1, 2) and str(tmp_path) in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "new").exists()
    with pytest.raises((ConfigError, FormatError, OSError)):
        pack_conditions(tmp_path / "x.bin", [tmp_path], Tokenizer().words)


def test_the_command_line_adds_them_to_new_models_and_to_others(tmp_path, model):
    (tmp_path / "more.txt").write_text("goal (n)\n    -> target: 90; near scored 99\n")
    table = f"table={tmp_path / 'table.txt'}"
    both = ("--conditions", str(tmp_path / "c.txt"), "--conditions", str(tmp_path / "big.txt"))
    (tmp_path / "big.txt").write_text("house (n)\n    -> home: 50\n")
    made = paragen_line("pack", "--lm", str(model / "lm.bin"), "--table", table, "--fit", str(tmp_path / "fit.bin"), *both,
                        "-o", str(tmp_path / "made"))  # fmt: skip
    assert made.returncode == 0 and "goal -> purpose" not in made.stdout and "exchanges are in no table" in made.stderr
    assert len(Conditions(tmp_path / "made" / CONDITIONS)) == len(Conditions(model / CONDITIONS)) + 1
    more = tmp_path / "more"
    done = paragen_line("pack", "--from", str(tmp_path / "made"), "--conditions", str(tmp_path / "more.txt"), "-o", str(more))
    assert done.returncode == 0 and "they count once" not in done.stderr, done.stderr
    assert said(tmp_path / "made", "the team scored a goal") == ["the team scored a goal"]
    assert said(tmp_path / "more", "the team scored a goal") == ["the team scored a target"]
    shown = paragen_line("decode", "-m", str(tmp_path / "more"), "--explain", "--guard", "none", input="the team scored a goal\n")
    assert "  place  right in 90 % of places, in 99 % of those like this one: near scored 99 %" in shown.stdout
    assert paragen_line("verify", str(tmp_path / "more")).returncode == 0
    nothing = paragen_line("pack", "--from", str(model), "-o", str(tmp_path / "none"))
    assert nothing.returncode == 2 and "--from adds tables or conditions" in nothing.stderr


def test_a_fit_that_has_not_learnt_with_them_is_reported(tmp_path, model):
    told, table = [], tmp_path / "table.txt"
    names, knowledge = feature_names(["table"]), Model.open(starter_path()).fit.knowledge
    write_fit(tmp_path / "old.bin", names, knowledge, [~0], [], [0.0], [(-1.0, 0.4), (1.0, 0.9)],
              {"min_confidence": 0.5, "min_sentence_confidence": 0.0})  # fmt: skip
    old = pack(tmp_path / "old", model / "lm.bin", {"table": table}, fit=tmp_path / "old.bin")
    extend(tmp_path / "new", old, {}, conditions=[tmp_path / "c.txt"], notice=told.append)
    assert any("a fit that has learnt with them" in message for message in told)


def test_the_page_lists_all_places_kinds_and_classes():
    page = (Path(__file__).resolve().parents[2] / "docs" / "conditions.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (.*?) \| (.*) \|$", page, re.M))
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} >= set(PLACES) - {"condition"}
    assert set(re.findall(r"<(\w+)>", page)) == {*KINDS, *OF_WORDS}
    assert set(re.findall(r"@(\w+)", rows["`@sport`"])) == set(word_classes()) - set(OF_WORDS)
