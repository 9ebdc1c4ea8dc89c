"""Options are looked up once, whatever offers them; scorers and filters change what the search finds as the reference says."""

from __future__ import annotations

import math
import random

import oracle
import pytest
from random_models import STRANGE, WORDS, build, rows

from paragen.base.errors import ConfigError
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder, FeatureList, SearchSettings, SentenceInput
from paragen.decoder.substitutes import rank

UNBOUNDED = {"stack": 1_000_000, "beam_threshold": 0.0}
SCORERS = ("sense", "fit")


def text(words, derivation):
    """Target text of a derivation."""
    out, at = [], 0
    for step in derivation.steps:
        out += [*words[at : step.begin], *step.words]
        at = step.end
    return " ".join([*out, *words[at:]])


def expected(problem, words, keep, table_limit, blocked, phrase_limit=None):
    """By span and target words: {table: log score}, from the reference's options."""
    found: dict = {}
    for begin, end, table, target, score in oracle.options(problem, words, keep, table_limit, blocked, False, phrase_limit):
        if not isinstance(table, str) and tuple(words[begin:end]) != target:
            found.setdefault((begin, end, target), {})[table] = score
    return found


def assert_same(problem, decoder, words, options, settings, **limits):
    """The search of one sentence gives the reference's list, and every score is that of the derivation scored anew."""
    (found,) = decoder.search(options, settings)
    reference = oracle.exhaustive(problem, words, **limits)[: settings.n]
    assert [derivation.score for derivation in found] == pytest.approx([score for score, _ in reference], abs=2e-4)
    scores = {text: score for score, text in oracle.exhaustive(problem, words, **limits)}
    for derivation in found:
        assert derivation.score == pytest.approx(scores[text(words, derivation)], abs=2e-4)
        again = decoder.rescore(SentenceInput(words), derivation.steps)
        assert again.score == pytest.approx(derivation.score, abs=1e-3)
        assert again.features == pytest.approx(derivation.features, abs=1e-3)
        parts = zip(decoder.features.names, derivation.features, strict=True)
        assert sum(problem.weights.get(name, 0.0) * value for name, value in parts) == pytest.approx(derivation.score, abs=1e-3)


def score(rng, problem, options, words):
    """Let all scorers score at random; the reference hears of it. Some are forbidden in one way or the other."""
    for name in SCORERS:
        values = [-math.inf if rng.random() < 0.15 else rng.uniform(-4, 0) for _ in range(len(options))]
        options.add_scores(name, values)
        problem.scorers[name] = {(o.begin, o.end, o.words): value for o, value in zip(options, values, strict=True)}
    mask = [rng.random() < 0.1 for _ in range(len(options))]
    options.forbid(mask)
    for offered, flag in zip(options, mask, strict=True):
        if flag:
            problem.scorers["fit"][offered.begin, offered.end, offered.words] = -math.inf


@pytest.mark.parametrize("seed", range(10))
def test_scorers_and_pairs_equal_exhaustive_search(tmp_path, seed):
    rng = random.Random(500 + seed)
    problem, decoder = build(
        tmp_path, rng, n_tables=rng.choice([0, 1, 2]), order=rng.choice([1, 2, 3, 5]), floors=seed % 2 == 0,
        self_paraphrase=seed % 3 != 0, given=rng.choice([0, 1, 2]), scorers=SCORERS,
    )
    for length in (1, 2, 3, 4, 5):
        words = rng.choices([*WORDS, *STRANGE, "nowhere"], k=length)
        options = decoder.options([SentenceInput(words)])
        problem.scorers.clear()
        if length != 2:
            score(rng, problem, options, words)
        assert_same(problem, decoder, words, options, SearchSettings(n=200, **UNBOUNDED))
        least, most = rng.choice([(0, 1), (1, 2), (2, None)])
        bounds = {"min_edits": least, "max_edits": most}
        assert_same(problem, decoder, words, options, SearchSettings(n=60, **bounds, **UNBOUNDED), **bounds)


@pytest.mark.parametrize(
    "use", [lambda decoder, options: decoder.search(options, SearchSettings()), rank], ids=["search", "rank"]
)
def test_options_that_were_read_do_not_change(tmp_path, use):
    _, decoder = build(tmp_path, random.Random(3), scorers=SCORERS)
    options = decoder.options([SentenceInput(WORDS[:3])])
    options.add_scores("sense", [0.0] * len(options))
    use(decoder, options)
    with pytest.raises(ConfigError, match="fit: these options have been searched or ranked. Score and forbid before that"):
        options.add_scores("fit", [0.0] * len(options))
    with pytest.raises(ConfigError, match="forbid: these options have been searched or ranked"):
        options.forbid([True] * len(options))
    assert all(map(options.allowed, range(len(options))))


@pytest.mark.parametrize("seed", range(6))
def test_a_narrow_beam_with_scorers_leaves_what_the_reference_leaves(tmp_path, seed):
    rng = random.Random(600 + seed)
    problem, decoder = build(tmp_path, rng, floors=seed % 2 == 0, given=1, scorers=SCORERS)
    for stack, threshold in ((1, 0.0), (3, 0.0), (1000, 0.3), (4, 0.2)):
        words = rng.choices([*WORDS, *STRANGE], k=5)
        options = decoder.options([SentenceInput(words)])
        problem.scorers.clear()
        score(rng, problem, options, words)
        left = oracle.Beam(problem, words, stack, threshold).search()
        (found,) = decoder.search(options, SearchSettings(n=10_000, stack=stack, beam_threshold=threshold))
        assert [derivation.score for derivation in found] == pytest.approx([value for value, _ in left], abs=2e-4)
        assert {text(words, derivation) for derivation in found} == {text for _, text in left}


@pytest.mark.parametrize("seed", range(8))
def test_options_are_all_that_sources_offer_once_each(tmp_path, seed):
    rng = random.Random(seed)
    problem, decoder = build(tmp_path, rng, n_tables=rng.choice([0, 1, 3]), given=rng.choice([0, 1, 2]), pairs=40)
    sentences = [rng.choices([*WORDS, *STRANGE, "nowhere"], k=length) for length in (7, 0, 1, 30)]
    keeps = [[int(rng.random() < 0.1) for _ in words] for words in sentences]
    limit, blocked = rng.choice([1, 2, 20]), set(rng.sample([*WORDS, "qqq", "elsewhere"], rng.choice([0, 2])))
    inputs = [SentenceInput(words, bytes(keep)) for words, keep in zip(sentences, keeps, strict=True)]
    options = decoder.options(inputs, limit, decoder.blocked(blocked))
    seen = 0
    for number, (words, keep) in enumerate(zip(sentences, keeps, strict=True)):
        reference = expected(problem, words, keep, limit, blocked)
        first, last = options.numbers(number)
        items = [options[k] for k in range(first, last)]
        assert {(item.begin, item.end, item.words) for item in items} == set(reference) and len(items) == len(reference)
        assert [(item.begin, item.end) for item in items] == sorted((item.begin, item.end) for item in items)
        for item in items:
            offers = reference[item.begin, item.end, item.words]
            assert dict(item.offers) == pytest.approx(offers, abs=1e-5)
            assert [table for table, _ in item.offers] == sorted(offers)
        groups = options.groups(number)
        assert [(begin, end) for begin, end, _, _ in groups] == sorted({(item.begin, item.end) for item in items})
        assert [k for _, _, begin, end in groups for k in range(begin, end)] == list(range(first, last))
        seen += len(items)
    assert len(options) == seen


@pytest.mark.parametrize("seed", range(8))
def test_a_phrase_limit_leaves_the_best_of_all_tables(tmp_path, seed):
    rng = random.Random(700 + seed)
    problem, decoder = build(tmp_path, rng, n_tables=rng.choice([1, 2, 3]), given=rng.choice([0, 1, 2]), pairs=60)
    fewer = 0
    for limit in (1, 2, 3):
        words, blocked = rng.choices([*WORDS, *STRANGE], k=5), set(rng.sample(WORDS, 1))
        keep = [int(rng.random() < 0.1) for _ in words]
        sentence = SentenceInput(words, bytes(keep))
        options = decoder.options([sentence], 20, decoder.blocked(blocked), limit)
        left = {(item.begin, item.end, item.words) for k, item in enumerate(options) if options.allowed(k)}
        assert left == set(expected(problem, words, keep, 20, blocked, limit))
        assert {item.words for item in rank(decoder, options)} == {target for _, _, target in left}
        fewer += len(left) < len(options)
        (found,) = decoder.decode([sentence], SearchSettings(n=200, phrase_limit=limit, **UNBOUNDED), decoder.blocked(blocked))
        reference = oracle.exhaustive(problem, words, keep, blocked=blocked, phrase_limit=limit)[:200]
        assert [derivation.score for derivation in found] == pytest.approx([score for score, _ in reference], abs=2e-4)
    assert fewer


def test_arrays_hold_what_the_objects_say(tmp_path):
    rng = random.Random(1)
    _, decoder = build(tmp_path, rng, given=1, pairs=60)
    options = decoder.options([SentenceInput(rng.choices([*WORDS, "zzz"], k=20)) for _ in range(3)])
    ids = {}
    for k, offered in enumerate(options):
        assert (options.begins[k], options.ends[k]) == (offered.begin, offered.end)
        begin, n = options.target_begins[k], options.target_lengths[k]
        assert [ids.setdefault(word, options.targets[i]) for i, word in enumerate(offered.words, begin)] == list(
            options.targets[begin : begin + n]
        )
        places = range(options.offer_begins[k], options.offer_begins[k] + options.offer_counts[k])
        assert [(options.tables[i], options.logscores[i]) for i in places] == list(offered.offers)
    assert len(options.begins) == len(options) and len(set(ids.values())) == len(ids)
    begins = options.begins
    with pytest.raises(TypeError):
        begins[0] = 1
    del options
    assert begins[0] == 0  # a view keeps what it looks at
    empty = decoder.options([SentenceInput([])])
    assert list(empty.begins) == list(empty.targets) == list(empty.logscores) == []


@pytest.mark.parametrize("length", [40, 1500])
def test_forbidden_options_are_never_used(tmp_path, length):
    rng = random.Random(2)
    _, decoder = build(tmp_path, rng, pairs=80, floors=False)
    sentence = SentenceInput(rng.choices(WORDS, k=length))
    everything = decoder.search(decoder.options([sentence]), SearchSettings(n=20))
    options = decoder.options([sentence])
    options.forbid(bytes(len(options)))
    assert decoder.search(options, SearchSettings(n=20)) == everything
    options = decoder.options([sentence])
    some = [rng.random() < 0.6 for _ in range(len(options))]
    options.forbid(some)
    allowed = {(o.begin, o.end, o.words) for k, o in enumerate(options) if not some[k]}
    (found,) = decoder.search(options, SearchSettings(n=100))
    used = {(edit.begin, edit.end, edit.words) for derivation in found for edit in derivation.edits}
    assert used and used <= allowed
    options = decoder.options([sentence])
    options.forbid(some)
    options.forbid(bytearray(b"\1") * len(options))
    (found,) = decoder.search(options, SearchSettings(n=20))
    assert [derivation.edits for derivation in found] == [()]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (lambda n: [0.0] * (n - 1), "expected .*: one for each substitute"),
        (lambda n: [0.0] * (n + 1), "expected .*: one for each substitute"),
        (lambda n: [math.nan] + [0.0] * (n - 1), "score of substitute 0 is nan"),
        (lambda n: [0.0] * (n - 1) + [math.inf], "is inf"),
        (lambda n: ["x"] * n, "expected a number for each substitute"),
        (lambda n: 3, "expected a number for each substitute"),
        (lambda n: bytes(8 * n), "expected .*: one for each substitute"),
    ],
)
def test_bad_scores_are_refused(tmp_path, values, message):
    rng = random.Random(3)
    _, decoder = build(tmp_path, rng, pairs=60, scorers=("fit",))
    sentence = SentenceInput(rng.choices(WORDS, k=10))
    options = decoder.options([sentence])
    plain = decoder.search(decoder.options([sentence]), SearchSettings())
    refused = decoder.options([sentence])
    with pytest.raises(ConfigError, match=message):
        refused.add_scores("fit", values(len(options)))
    assert decoder.search(refused, SearchSettings()) == plain
    with pytest.raises(ConfigError, match="no such scorer. The decoder has fit"):
        options.add_scores("sense", [0.0] * len(options))
    options.add_scores("fit", [0.0] * len(options))
    with pytest.raises(ConfigError, match="has scored"):
        options.add_scores("fit", [0.0] * len(options))
    for mask in ([True], b"", [False] * (len(options) + 1)):
        with pytest.raises(ConfigError, match="one for each substitute"):
            options.forbid(mask)


def test_scores_in_arrays(tmp_path):
    np = pytest.importorskip("numpy")
    rng = random.Random(4)
    _, decoder = build(tmp_path, rng, pairs=60, scorers=("fit",))
    sentence = SentenceInput(rng.choices(WORDS, k=10))
    found = []
    for kind in (np.float64, np.float32, list):
        options = decoder.options([sentence])
        values = -np.arange(len(options)) / 8
        options.add_scores("fit", list(values) if kind is list else values.astype(kind))
        found.append(decoder.search(options, SearchSettings(n=5)))
    assert found[0] == found[1] == found[2]
    for edit in (edit for derivation in found[0][0] for edit in derivation.edits):
        [number] = [k for k, o in enumerate(options) if (o.begin, o.end, o.words) == (edit.begin, edit.end, edit.words)]
        assert edit.scores == (values[number],)


def test_options_of_another_decoder_are_refused(tmp_path):
    _, decoder = build(tmp_path, random.Random(5))
    other = Decoder(decoder.store, decoder.lm, decoder.features, dict.fromkeys(decoder.features.names, 0.0))
    options = decoder.options([SentenceInput(WORDS)])
    with pytest.raises(ConfigError, match="another decoder"):
        other.search(options, SearchSettings())
    with pytest.raises(ConfigError, match="another decoder"):
        rank(other, options)
    with pytest.raises(ConfigError, match="another model"):
        decoder.options([SentenceInput(WORDS)], 20, b"")
    with pytest.raises(IndexError):
        options.groups(1)
    for number in (len(options), 2**31):
        with pytest.raises(IndexError):
            options[number]
        with pytest.raises(IndexError):
            options.allowed(number)


@pytest.mark.parametrize(
    "wrong", [{"keep": b"1"}, {"keep": bytes(200)}, {"line_ends": [0]}, {"line_ends": [2]}, {"line_ends": [1, 1]}]
)
def test_malformed_sentences_are_refused(wrong, tmp_path):
    _, decoder = build(tmp_path, random.Random(5))
    with pytest.raises(ConfigError, match="sentence: found"):
        decoder.options([SentenceInput(["big", "house"], **wrong)])


def test_only_sentences_are_taken(tmp_path):
    _, decoder = build(tmp_path, random.Random(6))
    for wrong in ((["big"], None), "big", None):
        with pytest.raises(TypeError, match="SentenceInput"):
            decoder.decode([wrong], SearchSettings())
    with pytest.raises(TypeError):
        decoder.decode([SentenceInput([None])], SearchSettings())
    for kind in (Options, Decoder):
        with pytest.raises(TypeError):
            kind.__new__(kind)


def test_lines_are_searched_one_by_one(tmp_path):
    """A text of several lines is its lines side by side: scores and features add up, nothing reaches across."""
    rng = random.Random(7)
    _, decoder = build(tmp_path, rng, pairs=80)
    lines = [rng.choices([*WORDS, "zzz"], k=rng.randint(1, 9)) for _ in range(4)]
    words = [word for line in lines for word in line]
    ends = [sum(map(len, lines[:k])) for k in range(1, 4)]
    whole = SentenceInput(words, None, ends)
    (found,) = decoder.decode([whole], SearchSettings(n=8))
    single = decoder.decode(list(map(SentenceInput, lines)), SearchSettings(n=8))
    assert found[0].score == pytest.approx(sum(derivations[0].score for derivations in single))
    assert [edit.words for edit in found[0].edits] == [edit.words for derivations in single for edit in derivations[0].edits]
    assert all(a.score >= b.score for a, b in zip(found, found[1:], strict=False))
    for derivation in found:
        again = decoder.rescore(whole, derivation.steps)
        assert again.score == pytest.approx(derivation.score, abs=1e-3)
        assert again.features == pytest.approx(derivation.features, abs=1e-3)
        worth = decoder.gains(whole, derivation)
        for gain, edit in zip(worth, derivation.edits, strict=True):
            without = decoder.rescore(whole, [step for step in derivation.steps if step is not edit])
            assert gain == pytest.approx(again.score - without.score, abs=1e-4)
    options = decoder.options([whole])
    assert options.windows(0) == list(zip([0, *ends], [*ends, len(words)], strict=True))
    assert not any(begin < end < last for begin, last in zip(options.begins, options.ends, strict=True) for end in ends)
    for settings in (SearchSettings(n=4, min_edits=1, max_edits=1), SearchSettings(n=4, max_edits=0)):
        (found,) = decoder.decode([whole], settings)
        bounded = decoder.decode(list(map(SentenceInput, lines)), settings)
        assert len(found[0].edits) == sum(len(derivations[0].edits) for derivations in bounded)


def test_gains_are_what_is_lost_without_the_edit(tmp_path):
    rng = random.Random(8)
    _, decoder = build(tmp_path, rng, pairs=80, given=1, scorers=("fit",))
    for length in (3, 60, 1100):
        sentence = SentenceInput(rng.choices([*WORDS, *STRANGE], k=length))
        options = decoder.options([sentence])
        options.add_scores("fit", [rng.uniform(-2, 0) for _ in range(len(options))])
        ((best,),) = decoder.search(options, SearchSettings())
        whole = decoder.rescore(sentence, best.steps)
        assert whole.score == pytest.approx(best.score, abs=1e-2)
        for gain, edit in list(zip(decoder.gains(sentence, best), best.edits, strict=True))[::7]:
            without = decoder.rescore(sentence, [step for step in best.steps if step is not edit])
            assert gain == pytest.approx(whole.score - without.score, abs=1e-3)


def test_steps_that_do_not_fit_are_refused(tmp_path):
    rng = random.Random(9)
    _, decoder = build(tmp_path, rng, pairs=80)
    sentence = SentenceInput(rng.choices(WORDS, k=12))
    ((best,),) = decoder.decode([sentence], SearchSettings(min_edits=2))
    first, second, *_ = best.edits
    for steps in ([second, first], [first, first], [first._replace(end=50)], [first._replace(table=9)],
                  [first._replace(table=-1)],
                  [first._replace(scores=(1.0,))], [first._replace(begin=-1)]):  # fmt: skip
        with pytest.raises((ConfigError, OverflowError)):
            decoder.rescore(sentence, steps)


def test_pairs_are_a_table_like_any_other(tmp_path):
    """A decoder with all tables given at load time does what one does that has them packed."""
    (tmp_path / "one").mkdir()
    problem, packed = build(tmp_path / "one", random.Random(10), n_tables=2, pairs=60)
    (tmp_path / "none").mkdir()
    _, bare = build(tmp_path / "none", random.Random(10), n_tables=0)
    floors = dict(zip(packed.features.tables, problem.floors, strict=True))
    weights = {name: problem.weights.get(name, 0.0) for name in packed.features.names}
    given = Decoder(bare.store, packed.lm, packed.features, weights, floors, pairs=[rows(table) for table in problem.tables])
    rng = random.Random(11)
    sentences = [SentenceInput(rng.choices([*WORDS, "zzz"], k=20)) for _ in range(10)]
    assert given.decode(sentences, SearchSettings(n=10)) == packed.decode(sentences, SearchSettings(n=10))
    ours, theirs = (rank(decoder, decoder.options(sentences), True) for decoder in (given, packed))
    assert [item[1:] for item in ours] == [item[1:] for item in theirs]


def test_words_that_no_model_knows(tmp_path):
    _, decoder = build(tmp_path, random.Random(12), n_tables=1, floors=False)
    features = FeatureList(("0", "mine"))
    weights = dict.fromkeys(features.names, 0.0) | {"lm": 0.1, "edit": 20.0}
    pairs = [(("a",), ("Ünheard", "of"), 0.5), (("nowhere", "b"), ("a",), 1.0), (["a"], ["Ünheard", "of"], 0.9)]
    mine = Decoder(decoder.store, decoder.lm, features, weights, disabled=["0"], pairs=[pairs])
    sentence = SentenceInput(["a", "nowhere", "b", "Ünheard"])
    ((best,),) = mine.decode([sentence], SearchSettings())
    assert [(edit.words, edit.table) for edit in best.edits] == [(("Ünheard", "of"), 1), (("a",), 1)]
    assert best.edits[0].score == pytest.approx(math.log(0.9))
    assert best.features[features.names.index("lm")] == pytest.approx(mine.lm.score(["<unk>", "<unk>", "a", "<unk>"]), abs=1e-4)
    assert best.features[features.names.index("unknown")] == 0  # what a table holds may stay itself
    blocked = mine.decode([sentence], SearchSettings(), mine.blocked(["of"]))[0][0]
    assert [edit.words for edit in blocked.edits] == [("a",)]


@pytest.mark.parametrize(
    "pair",
    [
        ("a", ["b"], 0.5),
        (["a"], [], 0.5),
        ([""], ["b"], 0.5),
        (["a"], ["b"], 0),
        (["a"], ["b"], 1.5),
        (["a"], ["b"], math.nan),
        (["a"], ["b"], "1"),
    ],
)
def test_pairs_that_are_none_are_refused(tmp_path, pair):
    _, decoder = build(tmp_path, random.Random(13), n_tables=1)
    features = FeatureList(("0", "mine"))
    with pytest.raises(ConfigError, match="mine: "):
        Decoder(decoder.store, decoder.lm, features, dict.fromkeys(features.names, 0.0), pairs=[[pair]])


def test_features_have_distinct_names_and_a_number_each(tmp_path):
    for wrong in ({"tables": ("a", "a")}, {"tables": ("lm",)}, {"tables": ("a",), "scorers": ("a",)}, {"scorers": ("word",)}):
        with pytest.raises(ConfigError, match="two have the name"):
            FeatureList(**wrong)
    _, decoder = build(tmp_path, random.Random(14))
    good = dict.fromkeys(decoder.features.names, 0.0)
    for weights, message in (
        ({}, "no number for lm, 0, 1, self"), (good | {"x": 1}, "found x, expected lm"), (good | {"lm": math.nan}, "not finite"),
    ):
        with pytest.raises(ConfigError, match=message):
            Decoder(decoder.store, decoder.lm, decoder.features, weights)
    with pytest.raises(ConfigError, match="expected 2 for the packed ones and 0 for pairs"):
        Decoder(decoder.store, decoder.lm, FeatureList(("0",)), good)
