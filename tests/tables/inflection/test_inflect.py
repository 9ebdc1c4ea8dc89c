"""Both sides of an entry are inflected alike, and only where the form is certain."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("lemminflect")

from paragen.tables.inflection.entries import Entry, read_entries
from paragen.tables.inflection.inflect import AUXILIARIES, INFINITIVES, SUBJECTS, agreeing, inflected, noun_head
from paragen.tables.inflection.morphology import compared, forms, verb_tags

STARTER = Path(__file__).parents[3] / "resources" / "starter"


def pairs(source: str, target: str, part: str) -> dict[str, str]:
    return {old: new for old, new, _ in inflected(Entry(source, target, part, 0.9))}


@pytest.mark.parametrize(
    "row",
    [
        "who delivers > who deliver", "who is ill > who are ill", "who 's ill > who are ill", "it s > it s", "who s > who s",
        "who > who", "who carries it > who carry it", "that goes so > that go so", "which has none > which have none",
        "that was > that were", "who does > who do", "who watches tv > who watch tv", "who misses > who miss", "who as > who as",
        "who lies down > who lie down", "who dies > who die", "who focuses > who focus", "what delivers > what delivers",
        "that pass > that pass", "who twerkles > who twerkle", "who frobbifies > who frobbify", "who ties > who tie",
    ],
)  # fmt: skip
def test_verbs_of_relative_clauses_agree(row):
    singular, plural = row.split(" > ")
    assert agreeing(singular.split()) == plural.split()


PASTS = """
    wind wound wound; fling flung flung; wake woke woken; slay slew slain; forsake forsook forsaken; forgo forwent forgone
    lie lay lain; get got got; hang hung hung; cut cut cut; broadcast broadcast broadcast; travel traveled traveled
    go went gone; be was been; have had had; bear bore borne; swell swelled swollen; weave wove woven; leap leaped leaped
"""


@pytest.mark.parametrize("row", [row.strip() for line in PASTS.strip().splitlines() for row in line.split(";")])
def test_past_and_participle(row):
    lemma, past, participle = row.split()
    assert (forms(lemma, "VBD")[0], forms(lemma, "VBN")[0]) == (past, participle)


@pytest.mark.parametrize(
    ("word", "tag", "form"),
    [
        ("forgo", "VBG", "forgoing"), ("sting", "VBG", "stinging"), ("mimic", "VBG", "mimicking"), ("stay", "VBZ", "stays"),
        ("person", "NNS", "people"), ("mother-in-law", "NNS", "mothers-in-law"), ("crisis", "NNS", "crises"),
        ("knife", "NNS", "knives"), ("belief", "NNS", "beliefs"), ("free", "JJR", "freer"), ("dry", "JJS", "driest"),
    ],
)  # fmt: skip
def test_other_forms(word, tag, form):
    assert forms(word, tag)[0] == form


def test_only_short_adjectives_are_compared_by_an_ending():
    assert compared("big", "JJR") == "bigger"
    assert compared("happy", "JJS") == "happiest"
    assert compared("hollow", "JJR") == "hollower" and compared("gentle", "JJS") == "gentlest"
    assert not any(compared(adjective, "JJR") for adjective in ("enormous", "wrong", "friendly", "tender"))
    assert pairs("huge", "big", "adj") == {"huge": "big", "huger": "bigger", "hugest": "biggest"}


def test_verbs_in_every_form():
    found = pairs("comprehend", "understand", "v")
    assert found == {
        "comprehend": "understand", "comprehends": "understands", "comprehending": "understanding", "comprehended": "understood",
    }  # fmt: skip


def test_past_and_participle_are_told_apart_by_the_word_before():
    found = pairs("commence", "begin", "v")
    assert found["he commenced"] == "he began"
    assert found["has commenced"] == "has begun"
    assert found["have already commenced"] == "have already begun"
    assert found["was commenced"] == "was begun"
    assert "commenced" not in found
    gone = pairs("go", "swim", "v")
    assert (gone["went"], gone["gone"]) == ("swam", "swum") and "he gone" not in gone and "was gone" not in gone
    assert "just commenced" not in found  # he just commenced, he has just commenced


def test_a_base_form_that_is_the_past_too():
    found = pairs("put into effect", "implement", "v")
    assert found["to put into effect"] == "to implement"
    assert found["he put into effect"] == "he implemented"
    assert found["was put into effect"] == "was implemented"
    assert "put into effect" not in found
    assert pairs("overcome", "beat", "v")["overcame"] == "beat"
    assert "he overcome" not in pairs("overcome", "beat", "v")
    cut = pairs("cut down", "reduce", "v")
    assert [old for old, new in cut.items() if new.endswith(" reduced")] == [
        *(f"{word} cut down" for word in ("he", "she", "it")), *(f"{word} cut down" for word in AUXILIARIES)
    ]  # fmt: skip
    assert cut["cuts down"] == "reduces" and cut["cutting down"] == "reducing" and "who cut down" not in cut


def test_a_verb_that_is_a_noun_needs_a_witness():
    found = pairs("yell", "shout", "v")
    assert found["to yell"] == "to shout"
    assert found["she yells"] == "she shouts"
    assert found["yelled"] == "shouted"
    assert "yell" not in found
    assert "yells" not in found


def test_forms_of_be():
    found = pairs("be fond of", "like", "v")
    assert found == {
        "be fond of": "like", "is fond of": "likes", "are fond of": "like", "am fond of": "like",
        "was fond of": "liked", "were fond of": "liked", "being fond of": "liking", "been fond of": "liked",
    }  # fmt: skip
    assert pairs("resemble", "be like", "v") == {"resembles": "is like", "resembling": "being like"}
    assert pairs("be aware of", "be familiar with", "v")["were aware of"] == "were familiar with"


def test_forms_of_have():
    found = pairs("have faith in", "trust", "v")
    assert found["has faith in"] == "trusts"
    assert found["had faith in"] == "trusted"
    assert found["having faith in"] == "trusting"


@pytest.mark.parametrize(
    ("lemma", "tag", "found"),
    [
        ("travel", "VBD", ("traveled", "travelled")), ("model", "VBG", ("modeling", "modelling")),
        ("travel", "VBZ", ("travels",)), ("marvel", "VBD", ("marvelled", "marveled")),
        ("compel", "VBN", ("compelled",)), ("seal", "VBD", ("sealed",)), ("steal", "VBD", ("stole",)),
        ("unveil", "VBD", ("unveiled",)),
        ("fulfil", "VBD", ("fulfilled",)), ("reveal", "VBD", ("revealed",)), ("boil", "VBG", ("boiling",)),
        ("visit", "VBD", ("visited",)), ("jewel", "VBN", ("jeweled", "jewelled")), ("panel", "VBN", ("paneled", "panelled")),
        ("label", "VBD", ("labeled", "labelled")), ("opal", "VBD", ("opaled",)),
        ("curl", "VBD", ("curled",)), ("equal", "VBG", ("equalling", "equaling")), ("duel", "VBD", ("dueled", "duelled")),
    ],
)  # fmt: skip
def test_verbs_in_l_have_british_forms_too(lemma, tag, found):
    assert forms(lemma, tag) == found


def test_sources_come_in_every_spelling():
    found = pairs("cancel", "call off", "v")
    assert found["cancelled"] == found["canceled"] == "called off"
    assert found["cancelling"] == "calling off"


def test_no_ing_after_ing():
    found = pairs("continue to grow", "keep growing", "v")
    assert found["continues to grow"] == "keeps growing"
    assert "continuing to grow" not in found


def test_plural_of_the_head():
    assert pairs("rate of growth", "growth rate", "n")["rates of growth"] == "growth rates"
    found = pairs("dentist* who straightens teeth", "orthodontist", "n")
    assert found["dentists who straighten teeth"] == "orthodontists"
    assert pairs("species* that has died out", "extinct species", "n")["species that has died out"] == "extinct species"
    assert pairs("wheat", "grain", "nm") == {"wheat": "grain"}
    assert pairs("of course", "naturally", "x") == {"of course": "naturally"}


@pytest.mark.parametrize(
    ("phrase", "head"),
    [
        ("rate of growth", "rate"), ("thing to do in town", "thing"), ("big house", "house"),
        ("to do list", "list"), ("way to go", "way"),
        ("of it", "it"),
    ],
)  # fmt: skip
def test_head_of_a_noun_phrase(phrase, head):
    words = phrase.split()
    assert words[noun_head(words)] == head


@pytest.mark.parametrize(
    "source, target", [("started with", "began with"), ("increased by", "rose by"), ("consisted of", "was made up of")]
)
def test_a_past_tense_as_written_is_not_offered_for_a_participle(source, target):
    found = pairs(source, target, "x")
    assert source not in found and found[f"they {source}"] == f"they {target}"
    assert not any(old.split()[0] in ("have", "was", "getting") for old in found)


@pytest.mark.parametrize(
    "source, target",
    [
        ("began with", "started with"),
        ("started with", "commenced with"),
        ("carried out by", "done by"),
        ("as it were", "so to speak"),
    ],
)
def test_what_is_right_in_any_place_is_offered_as_written(source, target):
    assert pairs(source, target, "x") == {source: target}


def test_no_entry_of_the_starter_pack_puts_a_past_tense_in_the_place_of_a_participle():
    """Wherever a pair's source could be a participle, its target could be one too, or a word before says that it is none.

    In patterns the words around say what it is, as *[N_1] said that*; fit sees what they do not.
    """
    certain = {*AUXILIARIES, *SUBJECTS, *INFINITIVES, "what", "there"}
    paths = [path for path in sorted(STARTER.glob("*/*.tsv")) if path.parent.name != "patterns"]
    entries = [entry for path in paths for entry in read_entries(path) if entry.part in ("v", "x")]
    wrong = []
    for source, target, _ in (pair for entry in entries for pair in inflected(entry)):
        old, new = source.split(), target.split()
        place = next((i for i, words in enumerate(zip(old, new, strict=False)) if words[0] != words[1]), None)
        if place is None or any(" ".join(old[i:place]) in certain for i in range(place)):
            continue
        before, after = verb_tags(old[place]), verb_tags(new[place])
        if {"VBD", "VBN"} <= before and "VBD" in after and "VBN" not in after:
            wrong.append((source, target))
    assert len(entries) > 10_000 and not wrong
