"""Tables whose pairs have syntactic labels offer, for a sentence whose labels are known, what [CB08 eq. 8, 9, 10] say."""

from __future__ import annotations

import random

import numpy as np
import oracle
import pytest
from labelled import write_labelled
from random_models import WORDS, random_weights

from paragen.base.errors import ConfigError
from paragen.decoder.fit.kernel import FeatureReader
from paragen.decoder.fit.knowledge import Knowledge, write_knowledge
from paragen.decoder.search import Decoder, FeatureList, SearchSettings, SentenceInput
from paragen.decoder.substitutes import rank
from paragen.model import Model
from paragen.packing import TableSource, pack
from paragen.tables.store.store import label_word
from paragen.text.kernel import Tagger

LABELS = ["NP", "VP", "NN", "NP/NN PP", "VP\\DT"]
NO_WORD = 2**32 - 1
UNBOUNDED = {"stack": 1_000_000, "beam_threshold": 0.0}


def build(folder, rng, uses, n_plain=1, pairs=40, phrase_words=WORDS):
    """A random problem with tables of each use in ``uses`` between plain ones; and a decoder of it."""
    labelled, tables, sources, syntax = {}, [], {}, {}
    kinds = [*uses, *["plain"] * n_plain]
    rng.shuffle(kinds)
    for number, kind in enumerate(kinds):
        path = folder / f"t{number}.txt"
        if kind == "plain":
            tables += oracle.random_tables(rng, phrase_words, 1, pairs)
            path.write_text(oracle.interchange(tables[-1]))
        else:
            by_label, whole = oracle.labelled_table(rng, phrase_words, LABELS, pairs)
            tables.append(whole)
            path = path.with_suffix(".parquet")
            write_labelled(path, (
                (" ".join(source), " ".join(target), score, label)
                for source, found in by_label.items()
                for label, targets in found.items()
                for target, score in targets.items()
            ))  # fmt: skip
            labelled[number] = by_label
            if kind != "any":
                syntax[number] = kind
        sources[f"t{number}"] = TableSource(path)
    model = oracle.random_model(rng, WORDS[:-1], rng.choice([1, 2, 3]))
    (folder / "lm.arpa").write_text(model.arpa())
    pack(folder / "model", folder / "lm.arpa", sources, tokenized=True)
    opened = Model.open(folder / "model")
    weights = random_weights(rng, len(tables))
    floors = [-rng.uniform(0.5, 6) for _ in tables]
    problem = oracle.Problem(tables, model, weights, floors, syntax=syntax, labelled=labelled)
    features = FeatureList(tuple(map(str, range(len(tables)))))
    decoder = Decoder(
        opened.store, opened.lm, features, weights | {"self": 0.0}, dict(zip(features.tables, floors, strict=True)),
        syntax={str(number): mode for number, mode in syntax.items()},
    )
    return problem, decoder


def random_labels(rng, n_words):
    """Labels of some spans, those that no table has among them."""
    spans = [(begin, end) for begin in range(n_words) for end in range(begin + 1, min(begin + 5, n_words) + 1)]
    return {
        span: rng.sample([*LABELS, "UNSEEN", "X/Y"], rng.choice([1, 1, 2, 3, 5]))
        for span in sorted(rng.sample(spans, round(0.8 * len(spans))))
    }


def label_rows(decoder, labels):
    """Labels as the decoder takes them."""
    words = decoder.store.vocabulary
    ids = dict(zip(LABELS, words.ids(map(label_word, LABELS)), strict=True))
    found = [(*span, ids.get(label, NO_WORD)) for span in sorted(labels) for label in labels[span]]
    return np.array(found, np.uint32).reshape(-1, 3)


def expected(problem, words, keep, table_limit, phrase_limit=None, at=0):
    """By span and target words: {table: log score}, from the reference's options."""
    found: dict = {}
    for begin, end, table, target, score in oracle.options(problem, words, keep, table_limit, set(), False, phrase_limit):
        if not isinstance(table, str) and tuple(words[begin:end]) != target:
            found.setdefault((begin + at, end + at, target), {})[table] = score
    return found


def offered(options, sentence=0):
    numbers = [number for number in range(*options.numbers(sentence)) if options.allowed(number)]
    return {(item.begin, item.end, item.words): dict(item.offers) for item in map(options.__getitem__, numbers)}


def same(found, reference):
    assert set(found) == set(reference)
    for item, offers in found.items():
        assert offers == pytest.approx(reference[item], abs=1e-5)


USES = [["best"], ["average"], ["any"], ["best", "average"], ["average", "any", "best"], ["best", "best"]]


@pytest.mark.parametrize("seed", range(18))
def test_options_are_those_of_the_equations(tmp_path, seed):
    rng = random.Random(900 + seed)
    problem, decoder = build(tmp_path, rng, USES[seed % 6], n_plain=seed % 3)
    for length in (1, 3, 8, 12):
        words = rng.choices([*WORDS, "zzz"], k=length)
        keep = [int(rng.random() < 0.1) for _ in words]
        problem.labels = rng.choice([None, {}, random_labels(rng, length), random_labels(rng, length)])
        labels = None if problem.labels is None else label_rows(decoder, problem.labels)
        for table_limit in (1, 2, 20):
            for phrase_limit in (None, 2):
                options = decoder.options([SentenceInput(words, bytes(keep), labels=labels)], table_limit, None, phrase_limit)
                same(offered(options), expected(problem, words, keep, table_limit, phrase_limit))


@pytest.mark.parametrize("seed", range(6))
def test_the_search_and_the_ranking_are_the_reference_s(tmp_path, seed):
    rng = random.Random(950 + seed)
    problem, decoder = build(tmp_path, rng, USES[seed])
    for length in (1, 3, 4):
        words = rng.choices([*WORDS, "zzz"], k=length)
        problem.labels = random_labels(rng, length)
        sentence = SentenceInput(words, labels=label_rows(decoder, problem.labels))
        (found,) = decoder.decode([sentence], SearchSettings(n=50, **UNBOUNDED))
        reference = oracle.exhaustive(problem, words)[:50]
        assert [derivation.score for derivation in found] == pytest.approx([score for score, _ in reference], abs=2e-4)
        for derivation in found:
            again = decoder.rescore(sentence, derivation.steps)
            assert again.score == pytest.approx(derivation.score, abs=1e-3)
            for step in derivation.steps:
                offers = problem.offered(step.table, words, step.begin, step.end)
                assert np.exp(step.score) == pytest.approx(offers[step.words], abs=1e-5)
        items = list(rank(decoder, decoder.options([sentence]), False))
        same({(i.begin, i.end, i.words): dict(i.offers) for i in items}, expected(problem, words, [0] * length, 20))
        for item in items:
            span = words[item.begin : item.end]
            best = max(oracle.ranking(problem, span, table, item.words, score) for table, score in item.offers)
            assert item.score == pytest.approx(best, abs=1e-4)


def test_windows_of_long_texts_keep_the_labels_of_their_spans(tmp_path):
    rng = random.Random(7)
    problem, decoder = build(tmp_path, rng, ["best", "average"])
    words = rng.choices(WORDS, k=1300)
    labels = random_labels(rng, 1300)
    sentence = SentenceInput(words, None, [40, 700], labels=label_rows(decoder, labels))
    options = decoder.options([SentenceInput(["a"]), sentence, sentence])
    reference: dict = {}
    for begin, end in options.windows(1):
        problem.labels = {
            (b - begin, e - begin): found for (b, e), found in labels.items() if begin <= b and e <= end
        }
        reference |= expected(problem, words[begin:end], [0] * (end - begin), 20, at=begin)
    assert len(options.windows(1)) == 5
    for number in (1, 2):
        same(offered(options, number), reference)


def test_ties_are_broken_by_text(tmp_path):
    rows = [("a", word, 0.25, "NP") for word in ("z", "y x", "y", "b")] + [("a", word, 0.25, "VP") for word in ("c", "b", "z")]
    write_labelled(tmp_path / "t.parquet", rows)
    (tmp_path / "lm.arpa").write_text(oracle.random_model(random.Random(1), WORDS[:2], 1).arpa())
    pack(tmp_path / "model", tmp_path / "lm.arpa", {"t": tmp_path / "t.parquet"}, tokenized=True)
    model = Model.open(tmp_path / "model")
    features = FeatureList(("t",))
    for mode, order in (("average", "b z c y y+x"), ("best", "b c y y+x z")):
        decoder = Decoder(model.store, model.lm, features, dict.fromkeys(features.names, 1.0), syntax={"t": mode})
        labels = label_rows(decoder, {(0, 1): ["NP", "VP"]})
        for limit in range(1, 6):
            found = decoder.options([SentenceInput(["a"], labels=labels)], limit)
            wanted = [tuple(words.split("+")) for words in order.split()][:limit]
            assert [item.words for item in found][: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ([(0, 0, 1)], "label 0"), ([(1, 0, 1)], "label 0"), ([(0, 3, 1)], "label 0"), ([(1, 2, 1), (0, 1, 1)], "label 1"),
        ([(0, 2, 1), (0, 1, 1)], "label 1"), ([(0, 1)], "no rows"),
    ],
)  # fmt: skip
def test_labels_of_no_spans_are_refused(tmp_path, labels, found):
    _, decoder = build(tmp_path, random.Random(1), ["best"])
    with pytest.raises(ConfigError, match=found):
        decoder.options([SentenceInput(["a", "b"], labels=np.array(labels, np.uint32))])


@pytest.mark.parametrize("syntax", [{"t9": "best"}, {"0": "off"}, {"0": None}])
def test_syntax_that_does_not_fit_is_refused(tmp_path, syntax):
    _, decoder = build(tmp_path, random.Random(1), ["best"])
    with pytest.raises(ConfigError, match="expected a packed table"):
        Decoder(decoder.store, decoder.lm, decoder.features, dict.fromkeys(decoder.features.names, 1.0), syntax=syntax)


@pytest.mark.parametrize("seed", range(4))
def test_a_fit_sees_the_scores_under_any_label(tmp_path, seed):
    rng = random.Random(40 + seed)
    _, limited = build(tmp_path, rng, ["best", "average"])
    free = Decoder(limited.store, limited.lm, limited.features, dict.fromkeys(limited.features.names, 1.0))
    write_knowledge(tmp_path / "english", Tagger(["x"], bytes(48)), [], {})
    knowledge = Knowledge.open(tmp_path / "english")
    words = rng.choices(WORDS, k=12)
    labels = label_rows(limited, random_labels(rng, 12))
    seen = []
    for decoder, known in ((limited, labels), (free, None)):
        options = decoder.options([SentenceInput(words, None, (), bytes(12), known)])
        rows = np.array(FeatureReader(decoder, knowledge).rows(options)).reshape(len(options), -1)
        seen.append({
            (item.begin, item.end, item.words, table): row[table]
            for item, row in zip(options, rows, strict=True) for table, _ in item.offers
        })  # fmt: skip
    own, whole = seen
    assert own and set(own) < set(whole)
    assert own == {key: whole[key] for key in own}
