"""Each feature is what a reading of the whole sentence, word by word, says it is."""

from __future__ import annotations

import math
import os.path
import random

import fits
import numpy as np
import pytest
from random_models import WORDS, build

import paragen
from paragen.base.errors import ConfigError
from paragen.decoder.fit.kernel import FeatureReader, feature_names
from paragen.decoder.fit.knowledge import COMPANIONS, GROUPS_BEGIN, LABELS, REACH, SENTENCE_END
from paragen.decoder.search import SentenceInput
from paragen.packing import TableSource, pack
from paragen.text.analysis import CAPITAL, QUOTED

SILENT, NO_FIT = -30, -20


@pytest.fixture(scope="module")
def english(tmp_path_factory):
    return fits.knowledge(tmp_path_factory.mktemp("english") / "english.bin")


def table(reader, sentences, *limits):
    """The options of sentences, and by substitute its features by name."""
    options = reader[1].options(sentences, *limits)
    rows = np.frombuffer(reader[0].rows(options), np.float32).reshape(len(options), len(reader[0].names))
    return options, [dict(zip(reader[0].names, row.tolist(), strict=True)) for row in rows]


@pytest.fixture(params=range(6))
def problem(request, tmp_path, english):
    rng = random.Random(request.param)
    found, decoder = build(
        tmp_path, rng, n_tables=rng.choice([1, 2, 3]), order=rng.choice([1, 2, 3, 5]), pairs=40, given=request.param % 2
    )
    sentences = [rng.choices([*WORDS, "zzz"], k=rng.choice([1, 2, 5, 12])) for _ in range(6)]
    marks = [bytes(rng.choice([0, 0, CAPITAL, QUOTED]) for _ in words) for words in sentences]
    reader = FeatureReader(decoder, english), decoder
    options, rows = table(reader, [SentenceInput(words, None, (), mark) for words, mark in zip(sentences, marks, strict=True)])
    substitutes = []
    for number, words in enumerate(sentences):
        first, last = options.numbers(number)
        substitutes += [(words, marks[number], options[k], rows[k]) for k in range(first, last)]
    assert len(substitutes) == len(rows) > 20
    packed = found.tables[: reader[0].n_tables]
    return found, packed, decoder, substitutes


def test_tables_in_both_directions(problem):
    _, tables, _, substitutes = problem
    for words, _, (begin, end, target, offers), row in substitutes:
        source = tuple(words[begin:end])
        assert row["offers"] == len(offers)
        for number, pairs in enumerate(tables):
            offered = dict(offers).get(number, SILENT)
            assert row[f"table:{number}"] == pytest.approx(offered, abs=1e-5)
            back = {tuple(words): score for words, score in dict(pairs.get(target, {})).items()}
            assert row[f"reverse:{number}"] == pytest.approx(math.log(back[source]) if source in back else SILENT, abs=1e-4)
        assert row["reversed"] == sum(source in dict(pairs.get(target, {})) for pairs in tables)
        for side, phrase in (("source", source), ("target", target)):
            # the records that a phrase has: a head for each table, and of each option its score and its words
            assert (row[f"{side}_fan"] > 0) == any(pairs.get(phrase) for pairs in tables)


def test_the_best_place_in_a_table(problem):
    _, tables, _, substitutes = problem
    for words, _, (begin, end, _, offers), row in substitutes:
        others = [dict(o.offers) for w, _, o, _ in substitutes if w is words and (o.begin, o.end) == (begin, end)]
        places = [sum(other.get(number, SILENT) > score for other in others) for number, score in offers if number < len(tables)]
        assert row["best_rank"] == min(places, default=1000)
        assert row["span_options"] == pytest.approx(math.log(1 + len(others)), abs=1e-5)


def test_ratings_of_the_bare_exchange(problem):
    *_, substitutes = problem
    ratings = {(source, target): (usual, best) for source, target, usual, best in fits.RATINGS}
    rated = 0
    for words, _, (begin, end, target, _), row in substitutes:
        source = " ".join(words[begin:end])
        usual, best = ratings.get((source, " ".join(target)), (-1, -1))
        assert (row["rated_usual"], row["rated_best"]) == (usual, best)
        others = [r["rated_usual"] for w, _, o, r in substitutes if w is words and (o.begin, o.end) == (begin, end)]
        assert row["rated_behind_best"] == usual - max(others)
        rated += usual >= 0
    assert rated


def test_changes_of_the_language_model_are_those_of_whole_sentences(problem):
    _, _, decoder, substitutes = problem
    for words, _, (begin, end, target, _), row in substitutes:
        after = [*words[:begin], *target, *words[end:]]
        assert row["lm_change"] == pytest.approx(decoder.lm.score(after) - decoder.lm.score(words), abs=1e-4)
        old, new = list(decoder.lm.full_scores(words)), list(decoder.lm.full_scores(after))
        last = begin + len(target)
        inside = sum(each[0] for each in new[begin:last]) - sum(each[0] for each in old[begin:end])
        right = sum(each[0] for each in new[last:]) - sum(each[0] for each in old[end:])
        assert row["lm_inside"] == pytest.approx(inside, abs=1e-4) and row["lm_right"] == pytest.approx(right, abs=1e-4)
        assert row["lm_first_before"] == pytest.approx(old[begin][0], abs=1e-5)
        assert row["lm_first_after"] == pytest.approx(new[begin][0], abs=1e-5)
        assert row["lm_per_word"] == pytest.approx(np.mean([each[0] for each in old[begin:end]]), abs=1e-5)
        assert (row["matched_before"], row["matched_after"]) == (old[begin][1], new[begin][1])
        assert (row["matched_right_before"], row["matched_right_after"]) == (old[end][1], new[last][1])
        assert row["matched_least"] == min(each[1] for each in new[begin : last + 1])


def test_the_span_s_substitutes_are_compared(problem):
    *_, substitutes = problem
    for words, _, (begin, end, _, _), row in substitutes:
        others = [r for w, _, o, r in substitutes if w is words and (o.begin, o.end) == (begin, end)]
        better = sum(other["lm_change"] > row["lm_change"] for other in others)
        assert row["lm_rank"] == pytest.approx(better / len(others), abs=1e-5)
        assert row["lm_behind_best"] == pytest.approx(row["lm_change"] - max(r["lm_change"] for r in others), abs=1e-5)
        assert row["fits_behind_best"] == pytest.approx(row["fits_after"] - max(r["fits_after"] for r in others), abs=1e-5)
        assert row["alike_behind_best"] == pytest.approx(row["alike_words"] - max(r["alike_words"] for r in others), abs=1e-5)


def test_tags_are_those_of_the_tagger(problem, english):
    *_, substitutes = problem
    alike = 0
    for words, marks, (begin, end, target, _), row in substitutes:
        new_marks = [*marks[:begin], marks[begin], *bytes(len(target) - 1), *marks[end:]]
        before = [fits.TAGS.index(tag) for tag in english.tagger.tag(words, marks)]
        after = [fits.TAGS.index(tag) for tag in english.tagger.tag([*words[:begin], *target, *words[end:]], new_marks)]
        last = begin + len(target)
        assert (row["tag_first"], row["tag_last"]) == (before[begin], before[end - 1])
        assert row["tag_left"] == (before[begin - 1] if begin else 60)
        assert row["tag_right"] == (before[end] if end < len(words) else 60)
        assert row["same_first_tag"] == (row["tag_first"] == row["tag_first_after"])
        assert row["same_last_tag"] == (row["tag_last"] == row["tag_last_after"])
        assert row["tag_doubt"] >= 0 and (row["tag_doubt"] == 0) >= row["same_last_tag"]
        if after[:begin] != before[:begin]:  # the words before the span keep their tags here
            continue
        alike += 1
        assert (row["tag_first_after"], row["tag_last_after"]) == (after[begin], after[last - 1])
        assert row["right_tag_kept"] == (end == len(words) or before[end] == after[last])
    assert alike > len(substitutes) / 2


def cosine(one, other):
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return float(one @ other / lengths) if lengths else 0.0


def test_the_kind_of_text(problem):
    _, _, decoder, substitutes = problem
    for words, marks, _, row in substitutes:
        n_capitals = sum(bool(mark & CAPITAL) for mark in marks[1:])
        assert row["sentence_capitals"] == pytest.approx(n_capitals / len(words), abs=1e-6)
        assert row["sentence_digits"] == pytest.approx(sum(any(map(str.isdigit, word)) for word in words) / len(words), abs=1e-6)
        unigrams = [next(iter(decoder.lm.full_scores([word], bos=False, eos=False)))[0] for word in words]
        assert row["sentence_common"] == pytest.approx(np.mean(unigrams), abs=1e-4)


def test_pairs(problem):
    *_, substitutes = problem
    common = {(left, right): level / 8 for left, right, level in fits.PAIRS}
    for words, _, (begin, end, target, _), row in substitutes:
        for name, phrase in (("before", words[begin:end]), ("after", target)):
            beside = common.get((words[begin - 1], phrase[0]), 0) if begin else 0
            assert row[f"pair_left_{name}"] == beside
            beside = common.get((phrase[-1], words[end]), 0) if end < len(words) else 0
            assert row[f"pair_right_{name}"] == beside
        for side in ("left", "right"):
            assert row[f"pair_{side}_change"] == row[f"pair_{side}_after"] - row[f"pair_{side}_before"]


def test_vectors(problem):
    *_, substitutes = problem
    given = fits.vectors()
    inputs, outputs, places = (
        np.frombuffer(part, np.int8).reshape(-1, fits.VECTOR_SIZE).astype(np.int64)
        for part in (given.inputs, given.outputs, given.places)
    )
    rows = {word: i for i, word in enumerate(given.words)}
    unknown, end_of_sentence = 0, 1

    def cosine_of(vectors, *phrases):
        a, b = (sum((vectors[rows[word]] for word in phrase if word in rows), np.zeros(fits.VECTOR_SIZE)) for phrase in phrases)
        return cosine(a, b)

    def fit(words, begin, phrase, end):
        """How likely each known word of a phrase is in the place of words[begin:end]."""
        found = []
        left, right = ([rows.get(word, unknown) for word in part] for part in (words[:begin][::-1], words[end:]))
        for i, word in enumerate(phrase):
            if word not in rows:
                continue
            around = [(row, REACH - k) for k, row in enumerate([*left, end_of_sentence][:REACH], 1)]
            around += [(row, REACH + k - 1) for k, row in enumerate([*right, end_of_sentence][:REACH], 1)]
            for k, other in enumerate(phrase):
                if 0 < abs(k - i) <= REACH:
                    around.append((rows.get(other, unknown), REACH + k - i if k < i else REACH + k - i - 1))
            total = sum(inputs[row] * places[place] for row, place in around) >> 5
            dot = int(total @ outputs[rows[word]]) * 32
            found.append(given.biases[rows[word]] + given.scale * dot / len(around))
        return (float(np.mean(found)), sum(found), min(found)) if found else (NO_FIT, 0, NO_FIT)

    for words, _, (begin, end, target, _), row in substitutes:
        source = words[begin:end]
        assert row["alike_words"] == pytest.approx(cosine_of(inputs, source, target), abs=1e-5)
        assert row["alike_places"] == pytest.approx(cosine_of(outputs, source, target), abs=1e-5)
        before, after = fit(words, begin, source, end), fit(words, begin, target, end)
        assert row["fits_before"] == pytest.approx(before[0], abs=1e-4)
        assert row["fits_after"] == pytest.approx(after[0], abs=1e-4)
        assert row["fits_least"] == pytest.approx(after[2], abs=1e-4)
        for name, k in (("change", 0), ("sum_change", 1), ("least_change", 2)):
            assert row[f"fits_{name}"] == pytest.approx(after[k] - before[k], abs=1e-4)
    assert len({row["fits_after"] for *_, row in substitutes}) > 10


def test_labels_and_neighbours(problem, english):
    *_, substitutes = problem
    rows, known = fits.usage(), 0
    of_tag = dict(zip(fits.TAGS, fits.LABELS, strict=True))

    def rarity(word, column):
        return rows[word][column] / 16 if word in rows else -1

    def companion(word, tag):
        group = rows[word][0] if word in rows else 0
        return 1 + len(LABELS) + (GROUPS_BEGIN + group - 1 if group else of_tag[tag])

    for words, marks, (begin, end, target, _), row in substitutes:
        tags = english.tagger.tag(words, marks)
        left = companion(words[begin - 1], tags[begin - 1]) if begin else 1 + len(LABELS) + SENTENCE_END
        right = companion(words[end], tags[end]) if end < len(words) else 1 + len(LABELS) + SENTENCE_END
        right += COMPANIONS
        assert row["label_first"] == rarity(target[0], 1 + of_tag[tags[begin]])
        assert row["label_last"] == rarity(target[-1], 1 + of_tag[tags[end - 1]])
        for name, phrase in (("before", words[begin:end]), ("after", target)):
            assert row[f"beside_left_{name}"] == rarity(phrase[0], left)
            assert row[f"beside_right_{name}"] == rarity(phrase[-1], right)
        for side in ("left", "right"):
            assert row[f"beside_{side}_change"] == row[f"beside_{side}_after"] - row[f"beside_{side}_before"]
        known += row["label_first"] >= 0
    assert known


def test_form_and_place(problem):
    _, _, decoder, substitutes = problem
    for words, marks, (begin, end, target, _), row in substitutes:
        source, one, other = words[begin:end], " ".join(words[begin:end]), " ".join(target)
        assert (row["source_words"], row["target_words"]) == (len(source), len(target))
        assert (row["source_letters"], row["target_letters"]) == (len(one), len(other))
        assert row["same_prefix"] == len(os.path.commonprefix([one, other]))
        assert row["same_suffix"] == len(os.path.commonprefix([one[::-1], other[::-1]]))
        assert row["shared_words"] == sum(word in source for word in target)
        assert (row["position"], row["sentence_words"]) == (begin, len(words))
        assert row["quoted"] == any(mark & QUOTED for mark in marks[begin:end])
        assert row["capital"] == any(mark & CAPITAL and begin + i > 0 for i, mark in enumerate(marks[begin:end]))
        for side, phrase in (("source", source), ("target", target)):
            unigrams = [decoder.lm.score([word], bos=False, eos=False) for word in phrase]
            assert row[f"{side}_rarest"] == pytest.approx(min(0, *unigrams), abs=1e-5)
            assert row[f"{side}_commonest"] == pytest.approx(max(unigrams), abs=1e-5)
        assert row["rarest_change"] == pytest.approx(row["target_rarest"] - row["source_rarest"], abs=1e-5)


def test_rare_words_that_stand_twice(tmp_path, english):
    unigrams = {"<unk>": -6, "<s>": -99, "</s>": -1, "the": -1, "big": -4, "large": -4, "house": -4}
    (tmp_path / "lm.arpa").write_text(
        f"\\data\\\nngram 1={len(unigrams)}\n\n\\1-grams:\n" + "".join(f"{p}\t{w}\n" for w, p in unigrams.items()) + "\n\\end\\\n"
    )
    (tmp_path / "t.txt").write_text("big ||| large ||| 0.9\nthe big ||| the large ||| 0.9\nbig ||| the ||| 0.5\n")
    pack(tmp_path / "model", tmp_path / "lm.arpa", {"t": TableSource(tmp_path / "t.txt")}, tokenized=True)
    decoder = paragen.load(tmp_path / "model").steps.decoder
    reader = FeatureReader(decoder, english), decoder
    text = "the big house the large house the big zzz zzz".split()
    options, rows = table(reader, [SentenceInput(text)])
    found = {}
    for (begin, end, target, _), row in zip(options, rows, strict=True):
        found[begin, " ".join(text[begin:end]), " ".join(target)] = row["source_elsewhere"], row["target_elsewhere"]
    assert found == {
        (1, "big", "large"): (1, 1), (0, "the big", "the large"): (1, 1), (1, "big", "the"): (1, 0),
        (7, "big", "large"): (1, 1), (6, "the big", "the large"): (1, 1), (7, "big", "the"): (1, 0),
    }  # fmt: skip
    _, rows = table(reader, [SentenceInput("the big house".split())])
    assert {(row["source_elsewhere"], row["target_elsewhere"]) for row in rows} == {(0, 0)}


def test_rows_are_the_same_alone_and_among_others(tmp_path, english):
    rng = random.Random(7)
    _, decoder = build(tmp_path, rng, order=3, pairs=60)
    sentences = [
        SentenceInput(words := rng.choices([*WORDS, "zzz"], k=8), None, (3, 5), bytes(rng.choice([0, CAPITAL]) for _ in words))
        for _ in range(5)
    ]
    reader = FeatureReader(decoder, english), decoder
    _, together = table(reader, sentences)
    alone = [row for sentence in sentences for row in table(reader, [sentence])[1]]
    assert together == alone and together


def test_no_sentences_have_no_rows(tmp_path, english):
    _, decoder = build(tmp_path, random.Random(1))
    assert len(FeatureReader(decoder, english).rows(decoder.options([]))) == 0


def test_options_of_another_decoder_are_refused(tmp_path, english):
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    _, one = build(tmp_path / "one", random.Random(1))
    _, other = build(tmp_path / "other", random.Random(1))
    with pytest.raises(ConfigError, match="another decoder"):
        FeatureReader(one, english).rows(other.options([SentenceInput(["a"])]))


@pytest.mark.parametrize("marks", [None, bytearray(3)])
def test_sentences_that_were_changed_since_are_refused(tmp_path, english, marks):
    _, decoder = build(tmp_path, random.Random(1))
    sentence = SentenceInput(["a", "b", "c"], None, (), marks)
    options = decoder.options([sentence])
    sentence.words.pop()
    if marks is not None:
        marks.extend(bytes(997))
    with pytest.raises(ConfigError, match="changed"):
        FeatureReader(decoder, english).rows(options)


def test_names_are_distinct():
    names = feature_names(["one", "other"])
    assert len(set(names)) == len(names) and names[:4] == ("table:one", "table:other", "reverse:one", "reverse:other")


def test_marks_are_one_a_word(english_model):
    decoder = paragen.load(english_model).steps.decoder
    with pytest.raises(ConfigError, match="found 2 bytes of marks, expected 1"):
        decoder.options([SentenceInput(["a"], None, (), bytes(2))])
