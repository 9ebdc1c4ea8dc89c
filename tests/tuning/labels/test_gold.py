"""Gold sets as labels: which items replace a judged word, what they become, halves; real sets where they are."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.text import Tokenizer
from paragen.tuning.labels import read_labels
from paragen.tuning.labels.files import Item
from paragen.tuning.labels.gold import GoldCounts, GoldRules, gold_sentences, half_of, import_gold, label_items, read_gold
from paragen.tuning.labels.gold_targets import fits, one_line, read_documents, tags

from .common import item, write_items

CONTEXT = "\tThey  drove\n   a total of 10 miles.\n"
LINE = "They  drove a total of 10 miles."
SUBSTITUTES = {"push": 1.0, "ride": 0.2, "move on": 0.6, "ready": 0.9, "drive": 1.0}
GOLD = "drive.V 7 :: push 3;ride 1;move on 2;\ntotal.N 8 :: sum 2;amount 1;\n"
SENTENCES = "drive.V\t7\t1\tthey drove a total of 10 miles .\ntotal.N\t8\t3\tthey drove a total of 10 miles .\n"


@pytest.fixture
def swords(tmp_path):
    """A file of SWORDS with one context and two targets."""
    data = {
        "contexts": {"c:1": {"context": CONTEXT, "extra": {"coinco_ids": ["NYTnewswire9.txt:s-r1"]}}},
        "targets": {
            "t:1": {"context_id": "c:1", "target": "drove", "offset": 7, "pos": "VERB"},
            "t:2": {"context_id": "c:1", "target": "total", "offset": 18, "pos": "NOUN"},
        },
        "substitutes": {}, "substitute_labels": {},
    }  # fmt: skip
    for target, given_ in {"t:1": SUBSTITUTES, "t:2": {"amount": 0.7, "all": 0.1}}.items():
        for text, share in given_.items():
            data["substitutes"][target + text] = {"target_id": target, "substitute": text}
            yes = round(share * 10)
            refused = ["UNSURE", *["FALSE"] * 9]
            data["substitute_labels"][target + text] = ["TRUE_IMPLICIT", *["TRUE"] * 9][:yes] + refused[yes:]
    (tmp_path / "swords.json.gz").write_bytes(gzip.compress(json.dumps(data).encode()))
    return tmp_path / "swords.json.gz"


@pytest.fixture
def lists(tmp_path):
    (tmp_path / "x.gold").write_text(GOLD)
    (tmp_path / "x.preprocessed").write_text(SENTENCES)
    return [tmp_path / "x.gold", tmp_path / "x.preprocessed"]


def verb(after, **more):
    return item(after, LINE, (6, 11), **more)


def labelled(targets, items, form="swords", **rules):
    found = GoldCounts()
    parsed = [Item.parse(one, "here") for one in items]
    labels = label_items(parsed, targets, GoldRules(form, **rules), found)
    return {one.after: (one.label, one.reason) for one in labels}, found


def test_targets_on_one_line(swords):
    first, second = read_gold("swords", [swords])
    assert (first.text, first.text[first.begin : first.end], first.document) == (LINE, "drove", "NYTnewswire9.txt")
    assert (second.text, second.text[second.begin : second.end], second.upos) == (LINE, "total", "NOUN")
    assert gold_sentences([first, second]) == [LINE]
    assert first.judged.substitutes == {"push": 1.0, "ride": 0.2, "move on": 0.6, "ready": 0.9}


def test_swords_has_negatives(swords):
    targets = read_gold("swords", [swords])
    items = [verb(after) for after in ("pushed", "rode", "moved on", "push", "went", "drives", "driven", "ready")]
    said, found = labelled(targets, [*items, item("a", "Another sentence.", (0, 7)), item("x", LINE, (0, 4))])
    assert said == {
        "pushed": ("correct", None), "rode": ("incorrect", None), "moved on": ("correct", None), "push": ("incorrect", "grammar"),
        "drives": ("incorrect", "grammar"), "driven": ("incorrect", "grammar"), "ready": ("correct", None),
    }  # fmt: skip
    assert (found.items, found.elsewhere, found.at_targets, found.correct, found.incorrect, found.targets) == (9, 1, 8, 3, 4, 1)
    assert found.unlabelled == {"not judged": 1}
    said, _ = labelled(targets, items, unjudged="incorrect", any_form=True, accept=0.1)
    assert said.pop("drives", None) is said.pop("driven", None) is None
    assert said == {**{one["after"]: ("correct", None) for one in items[:4] + items[7:]}, "went": ("incorrect", None)}


def test_what_nobody_gave_is_incorrect_in_coinco(lists):
    targets = read_gold("coinco", lists)
    text = targets[0].text
    assert text == "they drove a total of 10 miles ."
    items = [item(after, text, (5, 10)) for after in ("pushed", "rode", "went", "driving")]
    assert labelled(targets, items, "coinco")[0] == {
        "pushed": ("correct", None), "rode": ("correct", None), "went": ("incorrect", None), "driving": ("incorrect", "grammar"),
    }  # fmt: skip
    said, found = labelled(targets, items, "coinco", accept=2, unjudged="leave")
    assert said == {"pushed": ("correct", None), "driving": ("incorrect", "grammar")}
    assert found.unlabelled == {"given by too few": 1, "not judged": 1}


def test_nouns_in_another_number_have_no_label(lists):
    targets = read_gold("coinco", lists)
    items = [item(after, targets[0].text, (13, 18)) for after in ("sum", "sums", "totals")]
    said, found = labelled(targets, items, "coinco")
    assert (said, found.unlabelled) == ({"sum": ("correct", None)}, {"a noun in another number": 2})
    assert labelled(targets, items, "coinco", any_form=True)[0] == {"sum": ("correct", None), "sums": ("correct", None)}


def test_items_wider_than_the_target(swords):
    targets = read_gold("swords", [swords])
    inside = LINE.index("a total")
    items = [
        item("an amount", LINE, (inside, inside + 7), phrase="total", substitute="amount"),  # the article agrees
        item("an amount of", LINE, (inside, inside + 10), phrase="a total of", substitute="an amount of"),  # words beside it stay
        item("an amount in", LINE, (inside, inside + 10), phrase="a total of", substitute="an amount in"),
        item("amount", LINE, (inside, inside + 7), phrase="a total", substitute="amount"),
        item("the amount", LINE, (inside, inside + 7), phrase="a total", substitute="the amount"),
        item("a", LINE, (inside, inside + 7), phrase="a total", substitute="a"),
        item("drove all", LINE, (6, inside + 7), phrase="drove a total", substitute="drove all"),
    ]
    assert labelled(targets, items)[0] == {"an amount": ("correct", None), "an amount of": ("correct", None)}


def test_lists_in_the_ways_they_come(tmp_path):
    (tmp_path / "g").write_text("could.V 1 :: can 1;\nadmit.V 2 :: say 1;\nhe.N 3 :: she 1;\n")
    lines = ("could.V\t1\t1", "admit.V\t2\t3", "he.N\t3\t0")
    (tmp_path / "s").write_text("".join(f"{line}\the could n't admit\n" for line in lines))
    could, admit, he = read_gold("semeval", [tmp_path / "g", tmp_path / "s"])
    assert {target.text for target in (could, admit, he)} == {"he couldn't admit"}
    assert [target.text[target.begin : target.end] for target in (could, admit, he)] == ["could", "admit", "he"]
    assert (admit.upos, he.begin) == ("VERB", 0)


@given(st.text(" \t\n\r\u2028ab", max_size=12), st.text("ab", min_size=1, max_size=3), st.text(" \t\n\u2028ab", max_size=12))
def test_one_line_keeps_words_and_span(before, own, after):
    text, begin, end = one_line(before + own + after, len(before), len(before) + len(own))
    assert text[begin:end] == own
    assert text.split() == (before + own + after).split()
    assert len(text.splitlines()) == 1 and "\t" not in text and text == text.strip()


def test_forms_that_fit():
    assert tags("put", "VERB") == {"VB", "VBP", "VBD", "VBN"}
    for target, substitute, upos, expected in [
        ("drove", "pushed", "VERB", True), ("drove", "push", "VERB", False), ("drove", "moved on", "VERB", True),
        ("drove", "pushing on", "VERB", False), ("dismantled", "taken apart", "VERB", True), ("total", "sums", "NOUN", False),
        ("prepared", "ready", "VERB", True), ("bigger", "large", "ADJ", True), ("drove", "xyzzy", "VERB", True),
    ]:  # fmt: skip
        assert fits(target, substitute, upos) is expected, (target, substitute)


def test_halves_are_by_document(tmp_path, lists):
    halves = [half_of(f"document {number}") for number in range(1000)]
    assert 400 < halves.count("tune") < 600
    assert [half_of(name) for name in ("Nathans_Bylichka.txt", "NYTnewswire9.txt", "")] == ["tune", "test", "test"]
    (tmp_path / "documents").write_text("8\tNathans_Bylichka.txt\n")
    found = {half: read_gold("coinco", lists, documents=tmp_path / "documents", half=half) for half in ("tune", "test")}
    assert [len(targets) for targets in found.values()] == [2, 0]  # the sentence goes with its document
    both = [read_gold("coinco", lists, half=half) for half in ("tune", "test")]
    assert sorted(map(len, both)) == [0, 2]
    for bad in ("8 x\n", "8\t\n", "\tx\n", "8\tx\ty\n"):
        (tmp_path / "documents").write_text(bad)
        with pytest.raises(FormatError, match="documents:1"):
            read_documents(tmp_path / "documents")


def test_importing_adds_to_a_labels_file(tmp_path, swords):
    items = write_items(tmp_path / "i.jsonl", verb("pushed"), verb("rode"), verb("went"), {**verb("moved on"), "end": 12})
    done = import_gold([swords], items, tmp_path / "l.jsonl", GoldRules("swords"))
    assert done.warnings == []
    assert (done.added, done.known, done.targets, done.skips.counts) == (
        2, 0, 2, {"items whose text or span has changed since they were listed": 1},
    )  # fmt: skip
    first = (tmp_path / "l.jsonl").read_bytes()
    assert import_gold([swords], items, tmp_path / "l.jsonl", GoldRules("swords")).known == 2
    import_gold([swords], items, tmp_path / "again.jsonl", GoldRules("swords"))
    assert (tmp_path / "again.jsonl").read_bytes() == first == (tmp_path / "l.jsonl").read_bytes()
    assert read_labels(tmp_path / "l.jsonl").spans(LINE) == [(6, 11)]
    write_items(items, item())
    with pytest.raises(ConfigError, match="none of its items is from a judged sentence.*labels sentences"):
        import_gold([swords], items, tmp_path / "l.jsonl", GoldRules("swords"))
    bare = {key: value for key, value in verb("pushed").items() if key != "phrase"}
    with pytest.raises(FormatError, match="without phrase and substitute"):
        import_gold([swords], write_items(items, bare), tmp_path / "l.jsonl", GoldRules("swords"))


XML = """<?xml version="1.0" encoding="UTF-8"?>
<document>
  <sent MASCfile="NYTnewswire9.txt" MASCsentID="s-r0">
    <precontext>
    </precontext>
    <targetsentence>
    “The   dog
    drove,” the end &amp; all
    </targetsentence>
    <tokens>
      <token id="XXX" wordform="``" lemma="``" posMASC="XXX" posTT="``" />
      <token id="XXX" wordform="The" lemma="the" posMASC="XXX" posTT="DT" />
      <token id="3" wordform="dog" lemma="dog" posMASC="NN" posTT="NN" problematic="yes" />
      <token id="4" wordform="drove" lemma="drive" posMASC="VBD" posTT="VVD" problematic="no">
        <substitutions><subst lemma="push" pos="VV" freq="2" /><subst lemma="drive" pos="VV" freq="1" /></substitutions>
      </token>
      <token id="5" wordform="the" lemma="the" posTT="DT" />
      <token id="6" wordform="end" lemma="end" posTT="NN">
        <substitutions><subst lemma="half-time" pos="NN" freq="1" /></substitutions>
      </token>
      <token id="7" wordform="nowhere" posTT="RB"><substitutions><subst lemma="x" freq="1" /></substitutions></token>
    </tokens>
  </sent>
</document>
"""


def test_coinco_as_published(tmp_path):
    (tmp_path / "coinco.xml").write_text(XML, encoding="utf-8")
    drove, end = read_gold("coinco", [tmp_path / "coinco.xml"])
    assert drove.text == end.text == "“The   dog drove,” the end & all"
    assert [one.text[one.begin : one.end] for one in (drove, end)] == ["drove", "end"]
    assert (drove.document, drove.upos, drove.judged.substitutes) == ("NYTnewswire9.txt", "VERB", {"push": 2})
    assert end.judged.substitutes == {"half time": 1}
    assert read_gold("coinco", [tmp_path / "coinco.xml"], half="tune") == []
    with pytest.raises(ConfigError, match="coinco.xml already says"):
        read_gold("coinco", [tmp_path / "coinco.xml"], documents=tmp_path / "x")
    for text, found in {
        XML.replace('freq="2"', 'freq="x"'): "coinco.xml, sentence s-r0 of NYTnewswire9.txt: found 'x' as the count of 'push'",
        XML.replace('freq="2"', f'freq="{"9" * 5000}"'): "found '9{60}' as the count of 'push'",
        XML[:-20]: "coinco.xml:[0-9]+: found invalid XML", "<document/>": "coinco.xml: found no target", "": "found invalid XML",
    }.items():  # fmt: skip
        (tmp_path / "coinco.xml").write_text(text, encoding="utf-8")
        with pytest.raises(FormatError, match=found):
            read_gold("coinco", [tmp_path / "coinco.xml"])


@pytest.mark.shared
def test_real_sets(shared):
    swords = read_gold("swords", [shared / "data/swords/swords-v1.1_dev.json.gz"])
    assert (len(swords), len(gold_sentences(swords))) == (370, 370)
    assert len({target.document for target in swords}) == 19
    assert Counter(half_of(target.document) for target in swords) == {"tune": 234, "test": 136}
    coinco = [shared / f"data/coinco/official-dev.orenmel-test.{end}" for end in ("gold", "preprocessed")]
    semeval = [shared / f"data/semeval07_lexsub/lst_trial.{end}" for end in ("gold", "preprocessed")]
    for form, files, targets, sentences in [("coinco", coinco, 10_027, 1_569), ("semeval", semeval, 300, 299)]:
        found = read_gold(form, files)
        assert (len(found), len(gold_sentences(found))) == (targets, sentences)
        assert all(target.text[target.begin : target.end].split() for target in found)


@pytest.mark.shared
def test_the_starter_pack_on_a_real_set(shared, tmp_path):
    from paragen import load
    from paragen.tuning.labels.files import read_items

    targets = read_gold("semeval", [shared / f"data/semeval07_lexsub/lst_trial.{end}" for end in ("gold", "preprocessed")])
    paraphraser = load(min_confidence=0.7)
    items = [one.to_dict() for text in gold_sentences(targets) for one in paraphraser.substitutes(text)]
    write_items(tmp_path / "i.jsonl", *items)
    skips, found = Skips(), GoldCounts()
    labels = list(label_items(read_items(tmp_path / "i.jsonl", skips), targets, GoldRules("semeval"), found))
    assert (skips.counts, found.elsewhere, found.items) == ({}, 0, len(items))
    assert len(labels) == found.correct + found.incorrect >= 30
    assert found.correct / len(labels) > 0.4


@pytest.fixture
def aligned(tmp_path):
    """A pair of sentences as Edinburgh++ has them."""
    pair = {"name": "one", "source": "He could n't buy `` it ''", "target": "he was unable to acquire `` it ''",
            "sureAlign": "0-0 3-4 5-6", "possibleAlign": "1-1 2-2 1-3"}  # fmt: skip
    path = tmp_path / "gold.json"
    path.write_text(json.dumps([pair]))
    return path


def test_aligned_phrases_are_substitutes(aligned):
    targets = read_gold("edinburgh", [aligned])
    found = {(target.text[target.begin : target.end], *target.judged.substitutes) for target in targets}
    pairs = [
        ("buy", "acquire"), ("couldnt", "was unable to"), ("couldnt buy", "was unable to acquire"),
        ("he couldnt", "he was unable to"),
    ]  # fmt: skip
    both = {(own.replace("couldnt", "couldn't"), other) for one, two in pairs for own, other in ((one, two), (two, one))}
    assert {(own.lower(), other) for own, other in found} >= both
    assert gold_sentences(targets) == ["He couldn't buy \" it \"", 'he was unable to acquire " it "']
    assert {target.document for target in targets} == {"one"}
    assert all(target.judged.target == " ".join(Tokenizer().words(target.text[target.begin : target.end])) for target in targets)


@pytest.mark.parametrize(("data", "message"), [
    ({}, "JSON that is not a list"), ([3], "pair 1: found no sentences"), ([{"source": "a"}], "pair 1: found no sentences"),
    ([{"source": "a", "target": "b", "sureAlign": "0-1", "possibleAlign": ""}], "the link '0-1'"),
    ([{"source": "a", "target": "b", "sureAlign": "x", "possibleAlign": ""}], "the link 'x'"), ([], "no target"),
])  # fmt: skip
def test_what_is_no_edinburgh(tmp_path, data, message):
    (tmp_path / "g.json").write_text(json.dumps(data))
    with pytest.raises(FormatError, match=message):
        read_gold("edinburgh", [tmp_path / "g.json"])
