"""Conditions hold where a plain reading of their rules says so, and change the estimate as documented."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from random_models import WORDS, build

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.decoder.fit.kernel import FeatureReader
from paragen.decoder.fit.knowledge import (
    CONDITIONS_KIND,
    CONDITIONS_VERSION,
    FIRST_KIND,
    KINDS,
    PLACES,
    Conditions,
    Knowledge,
    kinds_of_tags,
    write_conditions,
    write_knowledge,
)
from paragen.decoder.search import SentenceInput
from paragen.decoder.sentence import CONTEXT_WORDS, Around
from paragen.text.analysis import CAPITAL, QUOTED
from paragen.text.kernel import train

VOCABULARY = [*WORDS, "to", "goes", "houses", "quickly", "not", "?", ",", ".", "12", "many"]
MANY = frozenset("many few fewer several both various numerous countless".split())
BITS = {name: 1 << bit for bit, name in enumerate(KINDS)}


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    """Knowledge of a tagger that gives the words of these tests tags of every kind."""
    tags = sorted({tag for names in KINDS.values() for tag in names.split()})
    fixed = {"to": "TO", "goes": "VBZ", "houses": "NNS", "quickly": "RB", "not": "RB", "?": ".", ",": ",", ".": "."}
    fixed |= {"12": "CD", "many": "JJ"}
    rest = iter(["VB", "NN", "DT", "JJ", "PRP", "VBD", "IN", "NNP", "VBN", "PRP$", "VBG", "MD"] * len(WORDS))
    tag_of = {word: fixed.get(word) or next(rest) for word in VOCABULARY}
    rng = random.Random(0)
    sentences = [rng.choices(VOCABULARY, k=8) for _ in range(200)]
    tagger = train([(words, bytes(len(words)), [tag_of[word] for word in words]) for words in sentences], tags)
    path = tmp_path_factory.mktemp("english") / "english.bin"
    write_knowledge(path, tagger, [], {})
    return Knowledge.open(path)


class Reading:
    """A sentence as the documentation of conditions describes it; ``around``: words of the text that it stands in."""

    def __init__(self, tagger, words, marks, atoms, around=()):
        self.around = {atom for word in around for atom in atoms.get(word, ())}
        self.words, self.atoms = words, [set(atoms.get(word, ())) for word in words]
        tags = tagger.tag(words, marks)
        of_tags = dict(zip(tagger.tags, kinds_of_tags(tagger.tags), strict=True))
        self.kinds, self.sentences, first, sentence = [], [], True, 0
        for i, (word, tag, mark) in enumerate(zip(words, tags, marks, strict=True)):
            kinds = of_tags[tag]
            if mark & CAPITAL:
                kinds |= BITS["capital"] | (0 if first else BITS["name"])
            kinds |= BITS["number"] * any(letter.isdigit() for letter in word)
            kinds |= BITS["quoted"] * bool(mark & QUOTED) | BITS["first"] * first
            if kinds & BITS["punctuation"]:
                kinds |= BITS["end"] | BITS["start"]
            self.kinds.append(kinds)
            self.sentences.append(sentence)
            if word[0].isalnum():
                first = False
            elif word in ".!?":
                first, sentence = True, i + 1
        for i in range(len(words) - 1):
            if words[i] == "to" and self.kinds[i + 1] & BITS["base"]:
                self.kinds[i] |= BITS["infinitive"]
        self.kinds = [kinds | BITS["counted"] * self.counted(i) for i, kinds in enumerate(self.kinds)]

    def counted(self, i):
        between = sum(BITS[kind] for kind in "noun adjective adverb participle ing".split())
        for k in range(i - 1, max(-1, i - 6), -1) if self.kinds[i] & BITS["noun"] else ():
            if self.kinds[k] & BITS["number"] or self.words[k] in MANY:
                return True
            if not self.kinds[k] & between:
                break
        return False

    def one(self, test, i):
        return bool(self.kinds[i] & test[2] or self.atoms[i] & set(test[3]))

    def sequence(self, test, begin):
        return any(
            begin >= 0 and begin + len(atoms) <= len(self.words) and all(
                self.kinds[begin + k] >> (atom - FIRST_KIND) & 1 if atom >= FIRST_KIND else atom in self.atoms[begin + k]
                for k, atom in enumerate(atoms)
            )
            for atoms in test[4]
        )  # fmt: skip

    def sequence_in(self, test, starts, begin, end):
        return any(
            self.sequence((*test[:4], [atoms]), i) and (i + len(atoms) <= begin or i >= end) for i in starts for atoms in test[4]
        )

    def test(self, test, begin, end, holds):
        found = getattr(self, PLACES[test[0]])(test, begin, end, holds)
        return found != test[1]

    def left(self, test, begin, end, _):
        if begin == 0:
            return bool(test[2] & BITS["start"])
        return self.one(test, begin - 1) or any(self.sequence((*test[:4], [atoms]), begin - len(atoms)) for atoms in test[4])

    def right(self, test, begin, end, _):
        if end == len(self.words):
            return bool(test[2] & BITS["end"])
        return self.one(test, end) or self.sequence(test, end)

    def before(self, test, begin, end, _):
        places = [i for i in range(max(0, begin - 5), begin) if i >= self.sentences[begin]]
        return any(self.one(test, i) for i in places) or self.sequence_in(test, places, begin, end)

    def after(self, test, begin, end, _):
        places = [i for i in range(end, min(len(self.words), end + 5)) if self.sentences[i] == self.sentences[end - 1]]
        return any(self.one(test, i) for i in places) or self.sequence_in(test, places, begin, end)

    def near(self, test, begin, end, _):
        places = [i for i in range(len(self.words)) if not begin <= i < end]
        far = range(max(0, begin - 30), min(len(self.words), end + 30))
        return bool(
            self.around & set(test[3]) or any(self.one(test, i) for i in places) or self.sequence_in(test, far, begin, end)
        )

    def nearest(self, test, begin, kinds):
        for i in range(begin - 1, max(self.sentences[begin], begin - 10) - 1, -1):
            if self.kinds[i] & kinds:
                return self.one(test, i)
        return False

    def verb(self, test, begin, end, _):
        return self.nearest(test, begin, BITS["verb"])

    def subject(self, test, begin, end, _):
        return self.nearest(test, begin, BITS["noun"] | BITS["pronoun"] | BITS["name"])

    def head(self, test, begin, end, _):
        over = sum(BITS[kind] for kind in "determiner adjective adverb number possessive participle ing".split())
        i, last, found = end, min(len(self.words), end + 10), None
        while i < last and self.kinds[i] & over and not self.kinds[i] & BITS["noun"]:
            i += 1
        if i < last and self.kinds[i] & BITS["pronoun"]:
            return self.one(test, i)
        while i < last and self.kinds[i] & (BITS["noun"] | BITS["possessive"]):
            found = i if self.kinds[i] & BITS["noun"] else found
            i += 1
        return found is not None and self.one(test, found)

    def itself(self, test, begin, end, _):
        return any(self.one(test, i) for i in range(begin, end))

    def condition(self, test, begin, end, holds):
        return holds[test[3][0]]


def random_test(rng, number):
    place = rng.randrange(len(PLACES) if number else len(PLACES) - 1)
    if PLACES[place] == "condition":
        return place, rng.random() < 0.4, 0, [rng.randrange(number)], []
    kinds = 1 << rng.randrange(len(KINDS)) if rng.random() < 0.5 else 0
    atoms = sorted(rng.sample(range(12), rng.choice([0, 1, 3])))


    def atom():
        return FIRST_KIND + rng.randrange(len(KINDS)) if rng.random() < 0.3 else rng.randrange(12)

    sequences = [
        [atom() for _ in range(rng.choice([1, 2, 2, 3]))]
        for _ in range(rng.choice([0, 0, 1, 2]))
    ]  # fmt: skip
    one_word = PLACES[place] in ("verb", "subject", "head", "itself")
    return place, rng.random() < 0.2, kinds, atoms, [] if one_word else sequences


def differing(words, begin, end, target):
    """Return a span and its substitute without the words that both begin or end with, unless nothing of either is left."""
    whole, same, last = (begin, end, target), 0, 0
    least = min(end - begin, len(target))
    while same < least and words[begin + same] == target[same]:
        same += 1
    while last < least - same and words[end - 1 - last] == target[len(target) - 1 - last]:
        last += 1
    return whole if same + last == least else (begin + same, end - last, target[same : len(target) - last])


def log_odds(share):
    share = min(99, max(1, share)) / 100
    return math.log(share / (1 - share))


@pytest.mark.parametrize("seed", range(8))
def test_what_a_plain_reading_says(tmp_path, english, seed):
    rng = random.Random(seed)
    found, decoder = build(tmp_path, rng, n_tables=2, order=2, pairs=40)
    atoms = {word: sorted(rng.sample(range(12), rng.choice([0, 1, 2]))) for word in VOCABULARY}
    conditions = [
        [[random_test(rng, number) for _ in range(rng.choice([1, 1, 2]))] for _ in range(rng.choice([1, 2]))]
        for number in range(25)
    ]
    rules = [
        (rng.randrange(101), [(k, rng.randrange(101), rng.random() < 0.1) for k in rng.sample(range(25), rng.choice([0, 1, 4]))])
        for _ in range(20)
    ]
    exchanges = sorted({(source, target) for table in found.tables for source, targets in table.items() for target in targets})
    pairs = [(" ".join(source), " ".join(target), rng.randrange(20)) for source, target in exchanges if rng.random() < 0.8]
    write_conditions(tmp_path / "conditions.bin", atoms, conditions, [f"c{k}" for k in range(25)], rules, pairs)
    said = Conditions(tmp_path / "conditions.bin")
    assert (len(said), said.n_conditions) == (20, 25)
    reader = FeatureReader(decoder, english, conditions=said)
    sentences = [rng.choices([*WORDS, *WORDS, *VOCABULARY], k=rng.choice([1, 3, 9, 60])) for _ in range(8)]
    marks = [bytes(rng.choice([0, 0, 0, CAPITAL, QUOTED]) for _ in words) for words in sentences]
    sides = [[rng.choices(VOCABULARY, k=rng.choice([0, 0, 0, 0, 1, 2, CONTEXT_WORDS + 50])) for _ in range(2)] for _ in sentences]
    options = decoder.options([
        SentenceInput(words, None, (), mark, None, None, *(Around(side, bytes(len(side))) for side in both))
        for words, mark, both in zip(sentences, marks, sides, strict=True)
    ])
    rows = np.frombuffer(reader.rows(options), np.float32).reshape(len(options), len(reader.names))
    of_pair, seen, changed = {(source, target): rule for source, target, rule in reversed(pairs)}, 0, 0
    for number, (words, mark, (before, after)) in enumerate(zip(sentences, marks, sides, strict=True)):
        reading = Reading(english.tagger, words, mark, atoms, before[-CONTEXT_WORDS:] + after[:CONTEXT_WORDS])
        first, last = options.numbers(number)
        for k in range(first, last):
            begin, end, target, _ = options[k]
            row = dict(zip(reader.names, rows[k].tolist(), strict=True))
            rule = of_pair.get((" ".join(words[begin:end]), " ".join(target)))
            if rule is None:  # that of the words that differ
                begin, end, target = differing(words, begin, end, target)
                rule = of_pair.get((" ".join(words[begin:end]), " ".join(target)))
            if rule is None:
                assert (row["condition_estimate"], row["condition_usual"], row["condition_change"]) == (-1, -1, 0)
                continue
            holds = []
            for alternatives in conditions:
                holds.append(any(all(reading.test(test, begin, end, holds) for test in tests) for tests in alternatives))
            usual, effects = rules[rule]
            changes = [round(256 * (log_odds(share) - log_odds(usual))) / 256 for c, share, _ in effects if holds[c]]
            never = any(never for c, _, never in effects if holds[c])
            place = 0 if never else 100 / (1 + math.exp(-min(6, max(-6, log_odds(usual) + sum(changes)))))
            assert row["condition_usual"] == usual
            assert row["condition_change"] == pytest.approx(sum(changes), abs=1e-4)
            assert row["condition_estimate"] == pytest.approx(place, abs=1e-3)
            assert row["conditions_for"] == sum(change > 0 for change in changes)
            assert row["conditions_against"] == sum(change < 0 for change in changes)
            seen, changed = seen + 1, changed + (sum(changes) != 0)
    assert seen > 20 and changed > 5


def test_lines_of_a_text_are_around_each_other(tmp_path, english):
    _, decoder = build(tmp_path, rng := random.Random(3), n_tables=1, order=2, pairs=20)
    near = PLACES.index("near")
    pairs = [(source, target, 0) for source in WORDS for target in WORDS]
    write_conditions(
        tmp_path / "conditions.bin", {"zzz": [0]}, [[[(near, False, 0, [0], [])]]], ["near zzz"], [(50, [(0, 90, False)])], pairs
    )
    reader = FeatureReader(decoder, english, conditions=Conditions(tmp_path / "conditions.bin"))
    held, usual = reader.names.index("conditions_for"), reader.names.index("condition_usual")

    def holds(sentence):
        options = decoder.options([SentenceInput(["zzz"]), sentence])
        rows = np.frombuffer(reader.rows(options), np.float32).reshape(len(options), len(reader.names))
        return [(options[k].begin, rows[k][held]) for k in range(len(options)) if rows[k][usual] == 50]

    own, other = [*WORDS], [*WORDS, "zzz"]
    assert {held for _, held in holds(SentenceInput(own))} == {0}
    found = holds(SentenceInput(own + other, None, (len(own),)))
    assert {held for _, held in found} == {1} and {begin < len(own) for begin, _ in found} == {True, False}
    many = rng.choices(WORDS, k=CONTEXT_WORDS)
    for text, of in ((other, 1), ([*many, "zzz"], 0), (["zzz", *many], 1), ([*many[1:], "zzz"], 1)):
        found = {held for begin, held in holds(SentenceInput(own + text, None, (len(own),))) if begin < len(own)}
        assert found == {of}
        around = holds(SentenceInput(own, after=Around(text, bytes(len(text)))))
        assert {held for _, held in around} == {of}


def test_rows_without_conditions_are_as_before(tmp_path, english):
    _, decoder = build(tmp_path, random.Random(1), n_tables=1, order=2, pairs=20)
    options = decoder.options([SentenceInput(list(WORDS))])
    before = FeatureReader(decoder, english)
    with_none = FeatureReader(decoder, english, with_conditions=True)
    rows, more = (np.frombuffer(reader.rows(options), np.float32).reshape(len(options), -1) for reader in (before, with_none))
    assert len(options) > 5 and with_none.names[: len(before.names)] == before.names
    assert (more[:, : len(before.names)] == rows).all()
    assert set(more[:, len(before.names)].tolist()) == {-1.0}


def test_added_conditions_override_and_keep_the_others(tmp_path):
    left = (0, False, BITS["noun"], [0], [[0, 1], [FIRST_KIND + 3]])
    rules, pairs = [(50, [(0, 5, False)])], [("a", "b", 0), ("a", "c", 0)]
    write_conditions(tmp_path / "one", {"a": [0], "b": [1]}, [[[left]]], ["first"], rules, pairs)
    base = Conditions(tmp_path / "one")
    again = (9, True, 0, [0], [])
    write_conditions(
        tmp_path / "two", {"a": [0]}, [[[left]], [[again]]], ["x", "y"], [(20, [(1, 80, True)])], [("a", "b", 0)], base
    )
    both = Conditions(tmp_path / "two")
    assert both.names == ["first", "x", "y"] and (len(both), both.n_conditions) == (2, 3)
    both.verify()
    atoms = both.packfile.section("atoms", "H").tolist()
    assert atoms == [0, 2, 0, 1, 1, FIRST_KIND + 3, 2, 2, 2, 3, 1, FIRST_KIND + 3]


def test_altered_files_are_refused_or_read(tmp_path, english):
    rng = random.Random(3)
    _, decoder = build(tmp_path, rng, n_tables=1, order=2, pairs=20)
    options = decoder.options([SentenceInput(list(WORDS))])
    conditions = [[[random_test(rng, number)]] for number in range(12)]
    pairs = [(a, b, 0) for a in WORDS for b in WORDS if a != b]
    write_conditions(tmp_path / "whole", {word: [k] for k, word in enumerate(WORDS)}, conditions, list("abcdefghijkl"),
                     [(50, [(k, 20, False) for k in range(12)])], pairs)  # fmt: skip
    whole = PackFile(tmp_path / "whole", CONDITIONS_KIND, CONDITIONS_VERSION)
    sections = {name: bytearray(whole.section(name)) for name in whole.sizes}
    refused = 0
    for _ in range(400):
        altered = {name: bytearray(data) for name, data in sections.items()}
        data = altered[rng.choice([name for name in altered if altered[name]])]
        data[rng.randrange(len(data))] = rng.choice([0, 1, 255, rng.randrange(256)])
        write_packfile(tmp_path / "altered", CONDITIONS_KIND, CONDITIONS_VERSION, list(altered.items()))
        try:
            said = Conditions(tmp_path / "altered")
            FeatureReader(decoder, english, conditions=said).rows(options)
            assert said.names is not None
        except FormatError:
            refused += 1
    assert refused > 50


def test_conditions_too_deep_in_one_another_are_refused(tmp_path):
    inner = (0, False, 0, [0], [])
    for deep in (100, 101, 60_000):
        chain = [[[inner]], *([[(9, False, 0, [k], [])]] for k in range(deep - 1))]
        write_conditions(tmp_path / "x", {"a": [0]}, chain, ["c"] * deep, [(50, [(deep - 1, 5, False)])], [("a", "b", 0)])
        if deep == 100:
            assert Conditions(tmp_path / "x").n_conditions == 100
        else:
            with pytest.raises(FormatError, match="conditions too deep in one another"):
                Conditions(tmp_path / "x")


def test_an_infinitive_is_near(tmp_path, english):
    _, decoder = build(tmp_path, random.Random(1), n_tables=1, order=2, pairs=40)
    base = next(word for word in WORDS if english.tagger.tag(["to", word]) == ["TO", "VB"])
    near = [[(PLACES.index("near"), False, BITS["infinitive"], [], [])]]
    pairs = [(a, b, 0) for a in WORDS for b in WORDS if a != b]
    write_conditions(tmp_path / "x", {}, [near], ["near"], [(50, [(0, 90, False)])], pairs)
    reader = FeatureReader(decoder, english, conditions=Conditions(tmp_path / "x"))
    for words, held in (([*WORDS, "to", base], 1.0), ([*WORDS, "to"], 0.0)):
        options = decoder.options([SentenceInput(words)])
        rows = np.frombuffer(reader.rows(options), np.float32).reshape(len(options), -1)
        known = rows[:, reader.names.index("condition_usual")] == 50
        assert known.any() and set(rows[known, reader.names.index("conditions_for")].tolist()) == {held}


def test_too_many_words_are_refused(tmp_path):
    with pytest.raises(ConfigError, match="conditions"):
        write_conditions(tmp_path / "x", {f"w{k}": [k] for k in range(FIRST_KIND + 1)}, [], [], [(50, [])], [("a", "b", 0)])
