"""The readers of judged substitutes."""

import gzip
import json

import pytest
from bench.judged import accepting, gold_lines, plain, read_coinco, read_swords, target_among_tokens, target_at
from bench.misses import FORM, FUNCTION, JUDGED, UNKNOWN, WITHIN, miss_kind


def test_plain():
    assert plain("hush-hush") == "hush hush"
    assert plain("give one's word") == "give ones word"
    assert plain("Give one 's word") == "give ones word"


def test_accepting():
    assert accepting(["TRUE", "FALSE", "UNSURE", "TRUE"]) == 0.5
    assert accepting(["FALSE"] * 3) == 0


def test_a_target_in_its_text():
    target = target_at("They  drove\nhim out.", 6, "drove", {"push": 0.7})
    assert target.sentence("pushed on") == ["they", "pushed", "on", "him", "out", "."]
    assert (target.before, target.target, target.after) == (("they",), "drove", ("him", "out", "."))
    with pytest.raises(ValueError, match="found 'rove\\\\n' at 7"):
        target_at("They  drove\nhim out.", 7, "drove", {})


def test_a_target_among_tokens():
    target = target_among_tokens(["he", "could", "n't", "admit", "it", "'s", "real", "."], 3, {})
    assert target.sentence("say") == ["he", "couldn't", "say", "it", "'s", "real", "."]
    assert target_among_tokens(["the", "co-founders", "left"], 1, {}).target == "co-founders"


def test_candidates_are_what_people_gave_or_inflect_it():
    target = target_at("drove", 0, "drove", {"push": 0.7, "look over": 0.4, "pushed": 0.1, "leave": 1.0, "hush hush": 0.2})
    assert [target.verdict(text) for text in ("push", "pushed", "pushes", "pushing")] == [0.7] * 4
    assert target.verdict("looked over") == 0.4
    assert target.verdict("hush-hush") == 0.2
    assert [target.verdict(text) for text in ("over", "look", "look over it", "!", "")] == [None] * 5
    assert target.verdict("left") == target.verdict("leaves") == 1


def test_other_forms_of_the_target_are_no_substitutes():
    target = target_at("all days", 4, "days", {"day": 1.0, "date": 0.6})
    assert [target.verdict(text) for text in ("day", "days", "dates")] == [None, None, 0.6]


def test_kinds_of_misses():
    target = target_at("They drove", 5, "drove", {"push": 0.1, "ride": 0.0})
    kinds = {"driving": FORM, "drove to": WITHIN, ". to": FUNCTION, "pushes": JUDGED, "ride": JUDGED, "sang": UNKNOWN}
    assert {text: miss_kind(target, text) for text in kinds} == kinds


def test_read_swords(tmp_path):
    data = {
        "contexts": {"c:1": {"context": "I asked."}},
        "targets": {
            "t:1": {"context_id": "c:1", "target": "asked", "offset": 2},
            "t:2": {"context_id": "c:1", "target": "I", "offset": 0},
        },
        "substitutes": {
            "s:1": {"target_id": "t:1", "substitute": "inquire"},
            "s:2": {"target_id": "t:1", "substitute": "Inquire"},
        },
        "substitute_labels": {"s:1": ["TRUE", "FALSE"], "s:2": ["FALSE", "FALSE"]},
    }
    (tmp_path / "swords.json.gz").write_bytes(gzip.compress(json.dumps(data).encode()))
    asked, i = read_swords(tmp_path / "swords.json.gz")
    assert (asked.target, asked.substitutes, i.substitutes) == ("asked", {"inquire": 0.5}, {})


def test_read_coinco(tmp_path):
    gold, sentences = tmp_path / "gold", tmp_path / "sentences"
    gold.write_text("e commerce.J 4 :: web-business 2;trade 1;\nend.V 5 ::\n", encoding="utf-8")
    sentences.write_text("e commerce.J\t4\t0\te-commerce ends\nend.V\t5\t1\te-commerce ends\n", encoding="utf-8")
    assert list(gold_lines(gold)) == [(("e commerce.J", "4"), {"web business": 2, "trade": 1}), (("end.V", "5"), {})]
    first, second = read_coinco(gold, sentences)
    assert (first.target, first.after, first.verdict("web businesses")) == ("e-commerce", ("ends",), 2)
    assert (second.target, second.before, second.substitutes) == ("ends", ("e-commerce",), {})


def test_the_real_sets(shared):
    swords = read_swords(shared / "data/swords/swords-v1.1_dev.json.gz")
    assert len(swords) == 370
    assert sum(max(target.substitutes.values()) >= 0.5 for target in swords) == 346  # two more accept the target itself only
    name = shared / "data/coinco/official-dev.orenmel-test.gold"
    coinco = read_coinco(name, name.with_suffix(".preprocessed"))
    assert len(coinco) == 10_027
    assert (coinco[1].target, coinco[1].substitutes["stop"], coinco[1].verdict("stopped")) == ("end", 5, 5)
