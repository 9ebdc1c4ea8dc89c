"""The library's substitutes: rendering, names, ranks, what stays, word sense."""

from __future__ import annotations

import itertools
import math
import pickle
import random

import pytest

import paragen
from paragen.results import Candidate
from paragen.rewriting.sense import foreign_phrases
from paragen.settings.request import Request, Sense
from paragen.tables.bilingual.pivot.sense import PairProbabilities


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


class Table:
    """A phrase table in a dictionary: foreign phrase -> English phrase -> p(English | foreign), p(foreign | English)."""

    def __init__(self, pairs):
        self.pairs = {f: {e: PairProbabilities(*p) for e, p in english.items()} for f, english in pairs.items()}
        self.asked = []

    def translations(self, phrases):
        self.asked.append(sorted(phrases))
        return {phrase: self.pairs.get(phrase, {}) for phrase in phrases}


def shown(items):
    return [(item.before, item.after) for item in items]


def test_items(paraphraser):
    items = paraphraser.substitutes("They made a purchase.")
    assert shown(items) == [("made a purchase", "bought something"), ("purchase", "buy"), ("a purchase", "an acquisition")]
    first, _, last = items
    assert (first.begin, first.end, first.tables, first.lm, first.sense) == (5, 20, (("phrases", 0.8),), None, None)
    assert (last.phrase, last.substitute, last.text) == ("purchase", "acquisition", "They made an acquisition.")
    assert str(last) == last.text and pickle.loads(pickle.dumps(items)) == items
    [both, alone] = paraphraser.substitutes("Big!")
    assert both.after == "Large" and both.tables == (("thesaurus", 0.9), ("phrases", 0.3)) and alone.after == "Enormous"
    assert both.score == pytest.approx(-0.10536, abs=1e-4)


def test_text_outside_is_kept_byte_for_byte(paraphraser):
    text = "\ufeff  A BIG\thouse\u00a0 — a (big) car,\r and “a lot of”\u2028 big\0houses "
    items = paraphraser.substitutes(text)
    assert len(items) > 5
    for item in items:
        assert item.sentence == text and item.before == text[item.begin : item.end]
        assert item.text == text[: item.begin] + item.after + text[item.end :] != text
    assert {item.after for item in items} >= {"large", "building", "automobile", "many"}


def test_each_is_what_decoding_makes_of_it(paraphraser):
    """Every paraphrase of one edit is an item, and the other way round."""
    for text in ("They made a purchase.", "A BIG car is a big house", "It is a lot of big houses as soon as possible"):
        single = {p.text for p in paraphraser.rewrite(text, n=500, min_edits=1, max_edits=1)} - {text}
        assert {item.text for item in paraphraser.substitutes(text)} == single


def test_names_last(paraphraser, english_model):
    text = "They made a big purchase in a big house"
    items = paraphraser.substitutes(text)
    other = paragen.load(english_model, weight={"thesaurus": 7, "lm": 3}).substitutes(text, rank="lm", top=1)
    names = {item.id: item.text for item in items}
    assert len(names) == len(items) and all(names[item.id] == item.text for item in other)
    assert [i.id for i in paraphraser.substitutes(text + " ") if i.id in names] == []
    assert Candidate("ab", 0, 1, "a", "c", "", "", (), 0).id == "5e1fc5959875d6280ec8"


def test_ranks_and_tops(paraphraser):
    text = "a big house"
    by_table, by_lm = (paraphraser.substitutes(text, rank=rank) for rank in ("table", "lm"))
    assert shown(by_table) == [("big", "large"), ("a big", "an enormous"), ("house", "building")]
    for item in by_lm:
        plain = next(other for other in by_table if other.id == item.id)
        change = paraphraser.model.lm.score(item.text.split()) - paraphraser.model.lm.score(text.split())
        assert item.lm == pytest.approx(change, abs=1e-5)
        assert item.score == pytest.approx(plain.score + 0.5 * change, abs=1e-5)
    assert shown(paraphraser.substitutes(text, top=1)) == [("big", "large"), ("house", "building")]
    assert paraphraser.substitutes("") == [] == paraphraser.substitutes("Nothing known")


def test_another_article_counts_once(english_model):
    """The language model scores what is written, *an* for *a*, in place of what stood there, not besides."""
    text = "They made a car."
    paraphraser = paragen.load(english_model, tables={"mine": {"car": "offer of us"}})
    ranked = (paraphraser.substitutes(text, rank=rank) for rank in ("table", "lm"))
    by_table, by_lm = (next(item for item in found if item.after == "an offer of us") for found in ranked)
    scored = ("they made a car .", "they made an offer of us .", "they made a offer of us .")
    before, after, other = (paraphraser.model.lm.score(each.split()) for each in scored)
    assert by_lm.lm == pytest.approx(after - before, abs=1e-5) and abs(other - before) > 0.1
    assert by_lm.score == pytest.approx(by_table.score + paraphraser.weights["lm"] * by_lm.lm, abs=1e-5)


def test_kept_blocked_and_limited(english_model, paraphraser):
    assert paraphraser.substitutes("a big house", keep=[(2, 5), (6, 7)]) == []
    assert shown(paraphraser.substitutes("It's 5 o'clock at Big House")) == []
    limited = paragen.load(english_model, blocked=["large"], keep_phrases=["house"], table_limit=1)
    assert limited.substitutes("a big house") == []


def test_several_lines(paraphraser):
    text = "a big house\na car\n\nbig"
    items = paraphraser.substitutes(text, rank="lm")
    alone = [i for line in text.split("\n") for i in paraphraser.substitutes(line, rank="lm")]
    assert shown(items) == shown(alone) and [i.lm for i in items] == [i.lm for i in alone]
    assert [text[i.begin : i.end] for i in items] == [i.before for i in items]


def test_pipe(paraphraser):
    texts = ["They made a purchase.", Request("a big house", [(0, 5)]), "", "x\ny big"] * 20
    one = list(paraphraser.pipe_substitutes(texts, rank="lm"))
    assert one == list(paraphraser.pipe_substitutes(texts, rank="lm", threads=3)) and len(one) == 80
    assert one[0] == paraphraser.substitutes(texts[0], rank="lm") and shown(one[1]) == [("house", "building")]
    with pytest.raises(TypeError):
        list(paraphraser.pipe_substitutes("a big house"))
    with pytest.raises(TypeError):
        list(paraphraser.pipe_substitutes([3]))


def consistent(sense, begin, end, extend):
    """The foreign phrases of a span by trying all: links of either side end on the other, one link at least."""
    n = len(sense.foreign)
    found = []
    for a, b in itertools.combinations(range(n + 1), 2):
        inside = [(i, j) for i, j in sense.links if a <= i < b or begin <= j < end]
        if inside and all(a <= i < b and begin <= j < end for i, j in inside):
            tight = a in {i for i, _ in inside} and b - 1 in {i for i, _ in inside}
            if tight or (extend and b - a <= 7):
                found.append(" ".join(sense.foreign[a:b]))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_foreign_phrases_are_the_consistent_ones(seed):
    rng = random.Random(seed)
    n, m = rng.randint(1, 9), rng.randint(1, 9)
    links = sorted({(rng.randrange(n), rng.randrange(m)) for _ in range(rng.randint(0, 10))})
    sense = Sense(None, [f"f{i}" for i in range(n)], links)
    spans = list(itertools.combinations(range(m + 1), 2))
    found = foreign_phrases(sense, spans)
    for span in spans:
        assert sorted(found.get(span, [])) == sorted(consistent(sense, *span, extend=True))
        lengths = [len(phrase.split()) for phrase in found.get(span, [])]
        assert lengths == sorted(lengths)
        assert found.get(span, [])[:1] == consistent(sense, *span, extend=False)


def test_unaligned_words_without_end_make_no_endless_list():
    sense = Sense(None, ["x"] * 5000, [(2500, 0)])
    assert len(foreign_phrases(sense, [(0, 1)])[0, 1]) == 28


def test_sense(paraphraser):
    table = Table({
        "große": {"big": (0.125, 0.5), "large": (0.25, 1.0), "huge": (0.5, 1.0), "enormous": (0.5, 1.0)},
        ", große": {"large": (1.0, 1.0)}, "haus": {"home": (1.0, 1.0)}, "kauf": {"acquisition": (0.125, 1.0)},
    })  # fmt: skip
    sense = Sense(table, ["ein", ",", "große", "haus"], [(0, 0), (2, 1), (3, 2)])
    items = paraphraser.substitutes("a big house", sense=sense)
    assert [(i.after, i.sense) for i in items] == [("an enormous", ("große", 0.25)), ("large", ("große", 0.125))]
    assert [i.score for i in items] == pytest.approx([math.log(0.25), math.log(0.125)], abs=1e-5)
    data = items[0].to_dict()
    assert list(data) == (
        "id text begin end before after result phrase substitute tables score lm sense p_sense".split()
    ) and data["p_sense"] == 0.25
    assert (data["id"], data["phrase"], data["substitute"]) == (items[0].id, "big", "enormous")
    assert len(table.asked) == 1
    heavy = paraphraser.substitutes("a big house", sense=sense, sense_weight=0.5, rank="lm", top=1)
    plain = paraphraser.substitutes("a big house", rank="lm")
    assert shown(heavy) == [("big", "large")]
    assert heavy[0].score == pytest.approx(0.5 * math.log(0.125) + 0.5 * plain[0].lm, abs=1e-4)
    crossing = Sense(table, ["große"], [(0, 0), (0, 1)])
    assert paraphraser.substitutes("a big house", sense=crossing) == []
    assert paraphraser.substitutes("a big house", sense=Sense(table, [], [])) == []


def test_the_best_of_several_foreign_phrases_counts(paraphraser):
    table = Table({
        "groß": {"big": (0.5, 0.5), "large": (0.5, 1.0), "enormous": (0.125, 1.0)},
        "so groß": {"big": (0.5, 0.125), "large": (1.0, 1.0), "enormous": (1.0, 1.0)},
    })  # fmt: skip
    items = paraphraser.substitutes("big", sense=Sense(table, ["so", "groß"], [(1, 0)]))
    assert [(i.after, i.sense) for i in items] == [("large", ("groß", 0.25)), ("enormous", ("so groß", 0.125))]


def test_a_foreign_phrase_that_does_not_translate_the_phrase_is_not_its_sense(paraphraser):
    table = Table({"groß": {"large": (0.5, 1.0)}})
    assert paraphraser.substitutes("big", sense=Sense(table, ["groß"], [(0, 0)])) == []
    assert paraphraser.rewrite("big", sense=Sense(table, ["groß"], [(0, 0)]))[0].text == "big"


def test_several_languages(paraphraser):
    german = Table({"groß": {"big": (0.5, 0.5), "large": (0.5, 1.0)}})
    french = Table(
        {"grand": {"big": (0.5, 1.0), "large": (0.125, 1.0), "enormous": (0.5, 1.0)}, "voiture": {"house": (1.0, 1.0)}}
    )
    senses = [Sense(german, ["groß"], [(0, 0)]), Sense(french, ["grand"], [(0, 0)])]
    items = paraphraser.substitutes("big", sense=senses)
    assert [(i.after, i.sense) for i in items] == [("enormous", ("grand", 0.25)), ("large", ("groß", (0.25 + 0.125) / 2))]
    # A language whose links say nothing of a phrase, or whose table does not have it, has no say in it.
    for silent in (Sense(french, ["grand"], []), Sense(french, ["voiture"], [(0, 0)])):
        assert paraphraser.substitutes("big", sense=[senses[0], silent]) == paraphraser.substitutes("big", sense=senses[0])
    assert {p.text for p in paraphraser.rewrite("big", n=9, sense=senses)} == {"big", "large", "enormous"}
    alike = Table({word: {"big": (0.5, 0.5), "large": (0.5, 1.0)} for word in ("groot", "stor")})
    for words in (("groot", "stor"), ("stor", "groot")):  # the first language of those that are as sure
        items = paraphraser.substitutes("big", sense=[Sense(alike, [word], [(0, 0)]) for word in words])
        assert [i.sense for i in items] == [(words[0], 0.25)]


def test_sense_limits_rewriting(paraphraser):
    table = Table({
        "große": {"big": (0.5, 1.0), "enormous": (0.5, 1.0)}, "auto": {"car": (1.0, 1.0), "automobile": (1.0, 1.0)}
    })  # fmt: skip
    sense = Sense(table, ["große", "auto"], [(0, 1), (1, 2)])
    texts = {p.text for p in paraphraser.rewrite("a big car", n=50, sense=sense)}
    assert texts == {"a big car", "an enormous car", "a big automobile", "an enormous automobile"}
    both = list(paraphraser.pipe([Request("a big car", sense=sense), Request("a big car"), "a big car"]))
    assert both[0][0].text == "an enormous automobile" and both[1] == both[2] and both[1][0].text == "a large automobile"
    lines = Sense(table, ["auto", "große"], [(0, 1), (1, 2)])
    assert {p.text for p in paraphraser.rewrite("big car\nbig", n=9, sense=lines)} == {
        f"big {car}\n{big}" for car in ("car", "automobile") for big in ("big", "enormous")
    }
