"""The search equals an exhaustive reference, in best score and in the order of its n-best list."""

from __future__ import annotations

import random
import struct
from dataclasses import fields
from itertools import pairwise
from types import SimpleNamespace

import oracle
import pytest
from fuzzing import rounds
from random_models import WORDS, build

from paragen.base.errors import FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.decoder import search
from paragen.decoder.features import FeatureList
from paragen.decoder.search import Decoder, SearchSettings, SentenceInput
from paragen.model import Model
from paragen.tables.store.store import KIND, VERSION, TableStore

UNBOUNDED = {"stack": 1_000_000, "beam_threshold": 0.0}
FOND_OF_EDITS = dict.fromkeys(FeatureList(("0", "1")).names, 0) | {"0": 1, "1": 1, "edit": 9}


def text(words, derivation):
    """Target text of a derivation."""
    out, at = [], 0
    for step in derivation.steps:
        out += [*words[at : step.begin], *step.words]
        at = step.end
    return " ".join([*out, *words[at:]])


def assert_same(problem, decoder, words, settings, keep=None, blocked=(), **limits):
    """The decoder's list is the reference's: scores in order, texts equal where no tie leaves a choice."""
    everything = oracle.exhaustive(problem, words, keep, settings.table_limit, blocked, **limits)
    flags = decoder.blocked(blocked) if blocked else None
    (found,) = decoder.decode([SentenceInput(words, bytes(keep) if keep else None)], settings, flags)
    assert [d.score for d in found] == pytest.approx([s for s, _ in everything[: settings.n]], abs=2e-4)
    scores = dict((t, s) for s, t in everything)
    texts = [text(words, d) for d in found]
    assert len(set(texts)) == len(texts)
    for derivation, out in zip(found, texts, strict=True):
        assert derivation.score == pytest.approx(scores[out], abs=2e-4)


@pytest.mark.parametrize("floors", [False, True])
@pytest.mark.parametrize("self_paraphrase", [False, True])
@pytest.mark.parametrize("seed", range(rounds(5, 8)))
def test_equals_exhaustive_search(tmp_path, seed, floors, self_paraphrase):
    rng = random.Random(seed)
    problem, decoder = build(
        tmp_path, rng, n_tables=rng.choice([1, 2, 3]), order=rng.choice([1, 2, 3, 4, 5]), floors=floors,
        self_paraphrase=self_paraphrase,
    )
    for length in (1, 2, 3, 4, 5, 6):
        words = rng.choices([*WORDS, "zzz"], k=length)
        assert_same(problem, decoder, words, SearchSettings(n=200, **UNBOUNDED))


def test_a_search_can_be_ended_and_leaves_nothing_behind(tmp_path, monkeypatch):
    _, decoder = build(tmp_path, random.Random(3))
    sentences = [SentenceInput(random.Random(k).choices(WORDS, k=12)) for k in range(4)]
    before = decoder.decode(sentences, SearchSettings(n=50))

    def end():
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "pause", end)
    with pytest.raises(KeyboardInterrupt):
        while True:
            decoder.decode(sentences, SearchSettings(n=50))
    monkeypatch.undo()
    assert decoder.decode(sentences, SearchSettings(n=50)) == before


def test_settings_are_of_their_type(tmp_path):
    _, decoder = build(tmp_path, random.Random(3))
    alike = SimpleNamespace(**{field.name: getattr(SearchSettings(), field.name) for field in fields(SearchSettings)})
    sentences = [SentenceInput(WORDS[:2])]
    for call in (decoder.decode, lambda _, settings: decoder.search(decoder.options(sentences), settings)):
        with pytest.raises(TypeError, match="settings must be a SearchSettings, not SimpleNamespace"):
            call(sentences, alike)


@pytest.mark.parametrize("seed", range(8))
def test_edit_bounds_keeps_and_blocks_equal_exhaustive_search(tmp_path, seed):
    rng = random.Random(100 + seed)
    problem, decoder = build(tmp_path, rng, floors=seed % 2 == 0, self_paraphrase=seed % 3 != 0)
    for _ in range(4):
        words = rng.choices([*WORDS, "zzz"], k=5)
        keep = [int(rng.random() < 0.25) for _ in words]
        least = rng.choice([0, 1, 2, 4])
        most = rng.choice([None, least, least + 1])
        settings = SearchSettings(n=60, table_limit=3, min_edits=least, max_edits=most, **UNBOUNDED)
        assert_same(problem, decoder, words, settings, keep, blocked=[rng.choice(WORDS)], min_edits=least, max_edits=most)


def test_scores_are_those_of_the_derivation_scored_anew(tmp_path):
    rng = random.Random(7)
    _, decoder = build(tmp_path, rng, pairs=60)
    for _ in range(20):
        words = rng.choices([*WORDS, "zzz"], k=rng.randint(1, 90))
        (found,) = decoder.decode([SentenceInput(words)], SearchSettings(n=20))
        for derivation in found:
            again = decoder.rescore(SentenceInput(words), derivation.steps)
            assert again.score == pytest.approx(derivation.score, abs=1e-3)
            assert again.features == pytest.approx(derivation.features, abs=1e-3)
            assert again.edits == derivation.edits


def test_n_best_is_sorted_distinct_and_begins_with_the_best(tmp_path):
    rng = random.Random(8)
    _, decoder = build(tmp_path, rng, pairs=80)
    words = rng.choices(WORDS, k=30)
    (best,) = decoder.decode([SentenceInput(words)], SearchSettings())
    (many,) = decoder.decode([SentenceInput(words)], SearchSettings(n=300))
    assert len(many) == 300
    assert many[0] == best[0]
    texts = [text(words, d) for d in many]
    assert len(set(texts)) == 300
    assert all(a.score >= b.score - 1e-6 for a, b in pairwise(many))


def test_distinct_by_edits_brings_a_new_substitute_each_time(tmp_path):
    rng = random.Random(9)
    _, decoder = build(tmp_path, rng, pairs=80)
    words = rng.choices(WORDS, k=12)
    (found,) = decoder.decode([SentenceInput(words)], SearchSettings(n=10, distinct_by="edits"))
    seen: set = set()
    for number, derivation in enumerate(found):
        edits = {(e.begin, e.end, e.words) for e in derivation.edits}
        assert number == 0 or edits - seen
        seen |= edits


def test_results_do_not_depend_on_company_or_threads(tmp_path):
    from concurrent.futures import ThreadPoolExecutor

    rng = random.Random(10)
    _, decoder = build(tmp_path, rng, pairs=80)
    sentences = [SentenceInput(rng.choices([*WORDS, "zzz", "yyy"], k=rng.randint(0, 40))) for _ in range(60)]
    settings = SearchSettings(n=5)
    together = decoder.decode(sentences, settings)
    with ThreadPoolExecutor(4) as pool:
        alone = list(pool.map(lambda sentence: decoder.decode([sentence], settings)[0], sentences))
    assert together == alone


def test_very_long_sentences_are_decoded_in_pieces(tmp_path):
    rng = random.Random(11)
    _, decoder = build(tmp_path, rng)
    words = rng.choices(WORDS, k=5000)
    (found,) = decoder.decode([SentenceInput(words)], SearchSettings(n=5))
    assert len(found) == 5
    assert all(a.score >= b.score for a, b in pairwise(found))
    steps = found[0].steps
    assert all(a.end <= b.begin for a, b in pairwise(steps))
    assert steps[-1].end > 4900


def test_edit_bounds_hold_for_the_whole_of_a_very_long_sentence(tmp_path):
    rng = random.Random(13)
    _, decoder = build(tmp_path, rng)
    words = rng.choices([*WORDS, "."], k=2000)
    for least, most in ((0, 1), (3, 3), (40, None)):
        (found,) = decoder.decode([SentenceInput(words)], SearchSettings(n=4, min_edits=least, max_edits=most))
        assert found
        for derivation in found:
            assert least <= len(derivation.edits) <= (most if most is not None else len(words))


def test_the_narrowest_beam_and_tiny_weights_still_answer(tmp_path):
    rng = random.Random(14)
    _, decoder = build(tmp_path, rng)
    tiny = Decoder(decoder.store, decoder.lm, decoder.features, dict.fromkeys(decoder.features.names, 0.0) | {"lm": 1e-10})
    words = rng.choices(WORDS, k=30)
    assert tiny.decode([SentenceInput(words)], SearchSettings(beam_threshold=1.0))[0]


def last_words(blocks, n_tables):
    """Yield where the last word of each option stands, in packed tables of fewer than 256 words."""
    at = 1

    def number():
        nonlocal at
        value = shift = 0
        while True:
            value |= (blocks[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if blocks[at - 1] < 0x80:
                return value

    while at < len(blocks) - 64:
        head = number()
        size = number() if head & 1 else 0
        at += (head >> 3) + max(0, (head >> 3) - 1) * ((head >> 1 & 3) + 1)
        end = at + size
        while at < end:
            for _ in range((number() >> (n_tables - 1).bit_length()) + 1):
                option = number()
                n_words = 8 + number() if option & 7 == 7 else (option & 7) + 1
                at += n_words + (0 if option >> 3 else 4)
                yield at - 1


def test_an_option_with_words_no_model_has_is_refused(tmp_path):
    """All last words of options altered: an error that names the remedy, and no bad read."""
    rng = random.Random(15)
    _, decoder = build(tmp_path, rng, pairs=60)
    model = Model.open(tmp_path / "model")
    packed = PackFile(model.store.path, KIND, VERSION)
    sections = {name: bytearray(packed.section(name)) for name in packed.sizes}
    assert len(model.store.vocabulary) < 255
    for at in last_words(sections["blocks"], model.store.n_tables):
        sections["blocks"][at] = 0xFF
    write_packfile(tmp_path / "altered.bin", KIND, VERSION, sections.items())
    altered = Decoder(TableStore(tmp_path / "altered.bin"), decoder.lm, decoder.features, FOND_OF_EDITS)
    with pytest.raises(FormatError, match="verify"):
        altered.decode([SentenceInput(WORDS * 3)], SearchSettings())


def test_an_option_without_words_is_refused(tmp_path):
    """The number of its words is altered so that it wraps round to 0: `verify` finds it, and the search is not offered it."""
    _, decoder = build(tmp_path, random.Random(16), pairs=60)
    path = Model.open(tmp_path / "model").store.path
    packed = PackFile(path, KIND, VERSION)
    sections = {name: bytearray(packed.section(name)) for name in packed.sizes}
    store = TableStore(path)
    word = store.vocabulary.ids([WORDS[0]])[0]
    wraps = 2**32 - 8  # and 8 more make 0
    number = bytes([wraps >> shift & 0x7F | 0x80 for shift in (0, 7, 14, 21)] + [wraps >> 28])
    lists = bytes([0, 7]) + number + struct.pack("<f", -1.0)  # one option of the first table
    sections["blocks"] = bytes([0, 1, len(lists)]) + lists + bytes(64)
    sections["roots"] = struct.pack(f"<{len(store.vocabulary)}I", *(int(i == word) for i in range(len(store.vocabulary))))
    write_packfile(tmp_path / "altered.bin", KIND, VERSION, sections.items())
    altered = TableStore(tmp_path / "altered.bin")
    assert altered.options([WORDS[0]]) == [[] for _ in range(store.n_tables)]
    with pytest.raises(FormatError, match="a list of options is cut"):
        altered.verify()
    broken = Decoder(altered, decoder.lm, decoder.features, FOND_OF_EDITS)
    ((best,),) = broken.decode([SentenceInput([WORDS[0]])], SearchSettings())
    assert best.edits == ()


def test_no_words(tmp_path):
    _, decoder = build(tmp_path, random.Random(12))
    ((only,),) = decoder.decode([SentenceInput([])], SearchSettings(n=10))
    assert only.edits == () and only.steps == ()
