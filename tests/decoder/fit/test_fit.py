"""Fits as files: altered ones, those of other tables or versions; scores and what they forbid."""

from __future__ import annotations

import math
import random
from array import array
from collections import Counter
from pathlib import Path

import fits
import numpy as np
import pytest
from english import stems
from fuzzing import run
from random_models import build

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.decoder.features import FeatureList
from paragen.decoder.fit.kernel import KIND, VERSION, Fit, feature_names, single_edits, write_fit
from paragen.decoder.fit.knowledge import (
    KNOWLEDGE_VERSION,
    REACH,
    SENTENCE_BREAK,
    VECTOR_SIZE,
    Knowledge,
    Vectors,
    train_vectors,
    write_knowledge,
)
from paragen.decoder.search import Decoder, SentenceInput
from paragen.decoder.settings import SearchSettings
from paragen.model import Model
from paragen.model.directory import FIT_FILE
from paragen.text.kernel import Tagger

VECTORS = [f"vectors.{name}" for name in ("forms", "inputs", "outputs", "biases", "places", "scale")]
SCRIPT = Path(__file__).with_name("fuzz_fit.py")


@pytest.fixture(scope="module")
def fitted(tmp_path_factory, english_model) -> Path:
    folder = tmp_path_factory.mktemp("fitted")
    return fits.with_fit(english_model, folder / "model", folder / "english.bin")


def decoder_of(model: Path, scorers=("fit",)) -> Decoder:
    opened = Model.open(model)
    features = FeatureList(tuple(table.name for table in opened.tables), opened.self_paraphrase, tuple(scorers))
    return Decoder(opened.store, opened.lm, features, dict.fromkeys(features.names, 1.0))


def test_altered_files_are_refused_or_give_a_number(tmp_path, english_model):
    tagger = Tagger(["a", "b", "c"], bytes(range(192)))  # small, so that a change is seldom lost among its weights
    write_knowledge(tmp_path / "english.bin", tagger, fits.PAIRS, fits.vectors(), fits.RATINGS, fits.LABELS[:3], fits.usage())
    small = Knowledge.open(tmp_path / "english.bin")
    names = feature_names([table.name for table in Model.open(english_model).tables])
    trees = fits.random_trees(random.Random(0), [[-1.0, 0.0, 1.0, 3.0]] * len(names), 8, 4)
    write_fit(tmp_path / "fit.bin", names, small, *trees, [(-1.0, 0.1), (1.0, 0.9)], {"min_confidence": 0.5})
    counts = run(SCRIPT, tmp_path / "fit.bin", english_model, tmp_path, 1, 150)
    assert counts["refused at opening"] > 100 and counts["refused by verify"] > 100 and counts["a number"] > 100, counts


@pytest.mark.parametrize(("kind", "version"), [("tables", VERSION), (KIND, VERSION + 1)])
def test_files_of_another_kind_or_a_newer_version_are_refused(tmp_path, kind, version):
    write_packfile(tmp_path / "fit.bin", kind, version, [("meta", b"{}")])
    with pytest.raises(FormatError):
        Fit(tmp_path / "fit.bin")


def test_a_file_that_is_none_or_absent_is_refused(tmp_path):
    (tmp_path / "fit.bin").write_bytes(b"no fit")
    with pytest.raises(FormatError):
        Fit(tmp_path / "fit.bin")
    with pytest.raises(OSError, match="nothing.bin"):
        Fit(tmp_path / "nothing.bin")


def test_a_fit_of_an_earlier_version_says_how_it_is_made_again(tmp_path):
    write_packfile(tmp_path / "fit.bin", KIND, VERSION - 1, [("meta", b"{}")])
    with pytest.raises(FormatError, match=f"version {VERSION - 1}, expected version {VERSION}. .* with `paragen fit`"):
        Fit(tmp_path / "fit.bin")


@pytest.mark.parametrize(
    "sections", ["meta", "forest.roots", "forest.levels", "tags", "pairs", "vectors.places", "ratings", "usage.rows"]
)
def test_a_file_without_a_part_is_refused(tmp_path, fitted, sections):
    whole = PackFile(fitted / FIT_FILE, KIND, VERSION)
    names = ("meta", "tags", "tagger.weights", "pairs", *VECTORS, "ratings",
             "usage.labels", "usage.forms", "usage.rows",
             "forest.roots", "forest.branches", "forest.leaves", "forest.levels")  # fmt: skip
    write_packfile(tmp_path / "fit.bin", KIND, VERSION, [(name, bytes(whole.section(name))) for name in names])
    Fit(tmp_path / "fit.bin").verify()
    parts = [(name, bytes(whole.section(name))) for name in names if name != sections]
    write_packfile(tmp_path / "fit.bin", KIND, VERSION, parts)
    with pytest.raises(FormatError):
        Fit(tmp_path / "fit.bin")


def test_a_part_of_what_is_conceivable_is_no_whole(tmp_path, fitted):
    whole = PackFile(fitted / FIT_FILE, KIND, VERSION)
    parts = {name: bytes(whole.section(name)) for name in whole.sizes}
    for kept in 0, 7:
        parts["conceivable.levels"] = bytes(whole.section("conceivable.levels"))[:kept]
        write_packfile(tmp_path / "fit.bin", KIND, VERSION, list(parts.items()))
        with pytest.raises(FormatError):
            Fit(tmp_path / "fit.bin")
    del parts["conceivable.levels"]
    write_packfile(tmp_path / "fit.bin", KIND, VERSION, list(parts.items()))
    assert Fit(tmp_path / "fit.bin").conceivable(0.5) is None


@pytest.mark.parametrize(
    "part", ["pairs", *VECTORS, "ratings", "usage.labels", "usage.forms", "usage.rows"]
)
def test_english_of_another_size_is_refused(tmp_path, part):
    whole = dict(fits.knowledge(tmp_path / "english.bin").sections())
    cut = [(name, bytes(memoryview(data).cast("B")[:-8] if name == part else data)) for name, data in whole.items()]
    write_packfile(tmp_path / "altered.bin", "english", KNOWLEDGE_VERSION, cut)
    with pytest.raises(FormatError):
        Knowledge.open(tmp_path / "altered.bin")


@pytest.mark.parametrize("change", [
    {"inputs": bytes(127)}, {"outputs": b""}, {"biases": [0.5, 0.5]}, {"places": bytes(128)}, {"scale": math.nan},
    {"biases": [math.inf]},
])  # fmt: skip
def test_vectors_of_another_size_are_refused(tmp_path, change):
    whole = Vectors(["big"], bytes(VECTOR_SIZE), bytes(VECTOR_SIZE), [0.5], bytes(2 * REACH * VECTOR_SIZE), 0.5)
    write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [], whole)
    with pytest.raises(ConfigError, match="vectors: found"):
        write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [], whole._replace(**change))


def test_numbers_of_vectors_that_are_not_finite_are_refused(tmp_path):
    whole = dict(fits.knowledge(tmp_path / "english.bin").sections())
    whole["vectors.biases"] = array("f", [math.nan] * len(whole["vectors.forms"]))
    write_packfile(tmp_path / "altered.bin", "english", KNOWLEDGE_VERSION, list(whole.items()))
    with pytest.raises(FormatError, match="not finite"):
        Knowledge.open(tmp_path / "altered.bin")


def test_vectors_learn_which_words_stand_in_a_place(tmp_path):
    """Of two words that never stand in one another's places, each is likelier in its own."""
    rng = random.Random(0)
    words = ["", "", "cats", "boats", "purr", "sail", "softly", "fast", "the"]
    text = array("I", [SENTENCE_BREAK])
    for _ in range(4000):
        cats = rng.random() < 0.5
        line = ["the", "cats" if cats else "boats", "purr" if cats else "sail", rng.choice(["softly", "fast"])]
        text.extend([*map(words.index, line), SENTENCE_BREAK])
    counts = array("Q", [text.count(i) for i in range(len(words))])
    passes = []
    inputs, outputs, biases, places = train_vectors(text, counts, 5, passes.append)
    assert passes == [1, 2, 3, 4, 5]
    assert (inputs, outputs, biases, places) == train_vectors(text, counts, 5)
    one, other = (np.frombuffer(part, np.float32).reshape(-1, VECTOR_SIZE) for part in (inputs, outputs))

    def likely(word, left):
        return float(one[words.index(left)] * np.frombuffer(places, np.float32).reshape(-1, VECTOR_SIZE)[REACH - 1]
                     @ other[words.index(word)] + biases[words.index(word)])  # fmt: skip

    assert likely("purr", "cats") > likely("purr", "boats") and likely("sail", "boats") > likely("sail", "cats")


@pytest.mark.parametrize(("text", "counts", "epochs"), [
    ([1], [0, 1, 1], 1), ([1, 2, 1], [1], 1), ([1, 3, 1], [0, 2, 1], 1), ([1, 2, 1], [0, 2, 1], 0), ([1, 2, 1], [0, 2, 1], 101),
])  # fmt: skip
def test_texts_from_which_vectors_cannot_be_learnt(text, counts, epochs):
    with pytest.raises(ConfigError, match="vectors: found"):
        train_vectors(array("I", text), array("Q", counts), epochs)


@pytest.mark.parametrize("level", [0, 256, -1])
def test_levels_of_pairs_that_cannot_be_are_refused(tmp_path, level):
    with pytest.raises(ConfigError, match="1 to 255"):
        write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [("a", "b", level)], {})


@pytest.mark.parametrize("labels", [b"", b"\0\0", b"\x10"])
def test_labels_that_cannot_be_are_refused(tmp_path, labels):
    with pytest.raises(ConfigError, match=r"labels: found .*, expected one of 16 for each of 1 tags"):
        write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [], {}, (), labels)


@pytest.mark.parametrize("row", [b"", bytes(80), bytes(82), bytes([16, *bytes(80)])])
def test_rows_of_usage_that_cannot_be_are_refused(tmp_path, row):
    with pytest.raises(ConfigError, match=r"usage: found .* of big.*, expected 81"):
        write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [], {}, usage={"big": row})


def test_further_ratings_count_before_those_there_are(tmp_path):
    """As many as fill the table many times over; all others stay as they are."""
    knowledge = fits.knowledge(tmp_path / "english.bin")
    further = [("big", "large", 7, 8), *((f"x{k}", f"y{k}", k % 101, 100 - k % 101) for k in range(500))]
    rated = dict(slots_of(knowledge.with_ratings(further)))
    own = dict(slots_of(knowledge))
    write_knowledge(tmp_path / "alone.bin", knowledge.tagger, fits.PAIRS, fits.vectors(), further)
    others = dict(slots_of(Knowledge.open(tmp_path / "alone.bin")))
    assert len(others) == 501 and len(own) == len(fits.RATINGS) and len(own.keys() & others.keys()) == 1
    assert rated == own | others and dict(slots_of(knowledge)) == own
    assert dict(slots_of(knowledge.with_ratings([]))) == own


def slots_of(knowledge):
    """Fingerprint and value of each rating."""
    slots = array("Q", bytes(dict(knowledge.sections())["ratings"]))
    assert len(slots) & (len(slots) - 1) == 0 and list(slots).count(0) * 4 >= len(slots)
    return [(slot >> 16, slot & 0xFFFF) for slot in slots if slot]


@pytest.mark.parametrize("rating", [(101, 5), (5, 101), (-1, 5), (5, -1)])
def test_ratings_that_cannot_be_are_refused(tmp_path, rating):
    with pytest.raises(ConfigError, match="a -> b, expected 0 to 100"):
        write_knowledge(tmp_path / "english.bin", Tagger(["a"], bytes(48)), [], {}, [("a", "b", *rating)])


def test_a_fit_of_other_tables_is_refused(tmp_path, fitted):
    _, decoder = build(tmp_path, random.Random(1))
    with pytest.raises(ConfigError, match="fit: found a fit of other tables or features .*reverse:0"):
        Fit(fitted / FIT_FILE).scorer(decoder)


def test_scores_are_logs_of_probabilities_and_the_least_sure_are_forbidden(fitted):
    decoder, fit = decoder_of(fitted), Fit(fitted / FIT_FILE)
    sentence = SentenceInput("a big house and a purchase".split())
    options = decoder.options([sentence])
    found = list(fit.scorer(decoder).probabilities(options))
    least = max(found)
    assert min(found) < least
    fit.scorer(decoder).score(options, least)
    assert [options.allowed(k) for k in range(len(options))] == [probability >= least for probability in found]
    best = decoder.search(options, SearchSettings())[0][0]
    assert best.edits
    for step in best.edits:
        assert math.exp(step.scores[0]) * least >= least - 1e-9
    with pytest.raises(ConfigError, match="scored these options already"):
        fit.scorer(decoder).score(options)


def sure_together(sentences, offers, least: float, together: float, bonus: float = 1, most_new: int = 0) -> set:
    """The substitutes that are allowed. sentences: by word; offers: (begin, end, probability, whether it brings a new word)."""
    allowed, full, products, taken, instead, n_new = set(), set(), {}, {}, [], Counter()
    for k in sorted(range(len(offers)), key=lambda k: (-offers[k][2] * (bonus if offers[k][3] else 1), k)):
        begin, end, probability, new = offers[k]
        sentence = sentences[begin]
        if probability < least or sentence in full:
            continue
        if taken.keys() & set(range(begin, end)):
            instead.append(k)
        elif sentence in products and products[sentence] * probability < together:
            full.add(sentence)
        else:
            products[sentence] = products.get(sentence, 1.0) * probability
            taken |= dict.fromkeys(range(begin, end), k)
            allowed.add(k)
            n_new[sentence] += new
            if new and n_new[sentence] == most_new:
                full.add(sentence)
    for k in instead:
        begin, end, probability, _ = offers[k]
        product = products[sentences[begin]] * probability
        others = sorted({taken[i] for i in range(begin, end) if i in taken}, key=lambda other: offers[other][0])
        for other in others:
            product /= offers[other][2]
        if product >= together and all(probability <= offers[other][2] for other in others):
            allowed.add(k)
    return allowed


@pytest.mark.parametrize("together", [0.0, 0.1, 0.3, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("worth", [(), (1.0, 0), (1.3, 0), (50.0, 0), (1.0, 1), (1.3, 2)])
def test_the_surest_edits_of_each_sentence_are_together_as_sure_as_asked(tmp_path, fitted, together, seed, worth):
    rng = random.Random(seed)
    decoder, fit = decoder_of(fitted), Fit(fitted / FIT_FILE)
    words = [rng.choice([*"a big house and a purchase large building car red".split(), ".", "?"]) for _ in range(40)]
    options = decoder.options([SentenceInput(words), SentenceInput(words[:7])])
    probabilities = list(fit.scorer(decoder).probabilities(options))
    expected = set()
    for number, of_it in enumerate([words, words[:7]]):
        first, last = options.numbers(number)
        ends = [i for i, word in enumerate(of_it) if word in (".", "?", "!")]
        sentences = [sum(end < i for end in ends) for i in range(len(of_it))]
        offers = [
            (options[k].begin, options[k].end, probabilities[k], bool(stems(options[k].words) - stems(of_it)))
            for k in range(first, last)
        ]
        expected |= {first + k for k in sure_together(sentences, offers, 0.2, together, *(worth if together else ()))}
    scorer = fit.scorer(decoder)
    scorer.limit_sentence_confidence(options, scorer.score(options, 0.2), 0.2, together, *worth)
    assert {k for k in range(len(options)) if options.allowed(k)} == expected
    if together == 0:
        assert expected == {k for k, probability in enumerate(probabilities) if probability >= 0.2}


def test_what_no_fit_has_scored_has_no_single_edits(fitted):
    decoder = decoder_of(fitted)
    scorer = Fit(fitted / FIT_FILE).scorer(decoder)
    options = decoder.options([SentenceInput(["a", "big", "house"]), SentenceInput([])])
    with pytest.raises(ConfigError, match="no fit has scored"):
        single_edits(options, 0)
    probabilities = scorer.score(options, 0.2)
    assert {edit.number for edit in single_edits(options, 0)} == {k for k, p in enumerate(probabilities) if p >= 0.2}
    assert single_edits(options, 1) == []
    with pytest.raises(IndexError):
        single_edits(options, 2)
    for bonus in 0.5, math.nan, math.inf:
        with pytest.raises(ConfigError, match="found the bonus"):
            scorer.limit_sentence_confidence(options, probabilities, 0.2, 0.5, bonus)
    scorer.limit_sentence_confidence(options, array("d", [math.nan] * len(options)), 0.2, 0.5, 2.0)


def test_what_is_forbidden_takes_no_room(fitted):
    decoder, fit = decoder_of(fitted), Fit(fitted / FIT_FILE)
    sentence = SentenceInput("a big house and a purchase".split())
    options = decoder.options([sentence])
    probabilities = list(fit.scorer(decoder).probabilities(options))
    surest = max(range(len(options)), key=lambda k: probabilities[k])
    options.forbid([k == surest for k in range(len(options))])
    scorer, next_surest = fit.scorer(decoder), max(p for k, p in enumerate(probabilities) if k != surest)
    scorer.limit_sentence_confidence(options, scorer.score(options), 0, next_surest)
    assert not options.allowed(surest) and any(options.allowed(k) for k in range(len(options)))


def test_a_decoder_without_the_feature_cannot_be_scored(fitted):
    decoder = decoder_of(fitted, ())
    options = decoder.options([SentenceInput(["big"])])
    with pytest.raises(ConfigError, match="fit: no such scorer"):
        Fit(fitted / FIT_FILE).scorer(decoder).score(options)


def test_what_nothing_speaks_for_keeps_a_finite_log(tmp_path, english_model):
    model = fits.with_fit(english_model, tmp_path / "model", tmp_path / "english.bin", levels=[(0.0, 0.0)])
    decoder = decoder_of(model)
    options = decoder.options([SentenceInput(["big"])])
    Fit(model / FIT_FILE).scorer(decoder).score(options)
    derivations = decoder.search(options, SearchSettings())[0]
    assert all(math.isfinite(derivation.score) for derivation in derivations)
    assert all(options.allowed(k) for k in range(len(options)))
