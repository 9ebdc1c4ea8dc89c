"""``paragen fit`` as a user runs it."""

from __future__ import annotations

import json
import random
import shutil
import sys
from pathlib import Path

import fits
import pytest
from command_line import paragen
from english import ENGLISH_TABLES
from packages import need

import paragen as library
from paragen.base.packages import install_hint
from paragen.decoder.fit.kernel import Fit
from paragen.decoder.fit.knowledge import Knowledge, write_knowledge
from paragen.model.directory import FIT_FILE
from paragen.results.candidate import substitute_id

need("lightgbm")

SOURCES = [line.split("|||")[0].strip() for text in ENGLISH_TABLES.values() for line in text.strip().splitlines()]


def sentences(n: int = 60) -> list[str]:
    rng = random.Random(0)
    return [f"They {' and '.join(rng.sample(SOURCES, 4))} at number {k}." for k in range(n)]


def label_file(path: Path, model: Path, texts, correct) -> Path:
    """Label every substitute of sentences: ``correct(substitute)`` says whether it is."""
    with path.open("w", encoding="utf-8") as file:
        for found in library.load(model).pipe_substitutes(texts):
            for each in found:
                data = {
                    "id": each.id, "label": "correct" if correct(each) else "incorrect", "reason": None, "annotator": "me",
                    "time": "2026-01-01T00:00:00Z", "text": each.sentence, "begin": each.begin, "end": each.end,
                    "after": each.after,
                }  # fmt: skip
                file.write(json.dumps(data) + "\n")
    return path


def good(each) -> bool:
    return each.before in ("big", "purchase", "house")


def good_or_even(each) -> bool:
    return good(each) or len(each.after) % 2 == 0


@pytest.fixture(scope="module")
def english(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("english") / "english.bin"
    fits.knowledge(path)
    return path


@pytest.fixture(scope="module")
def labels(tmp_path_factory, english_model) -> Path:
    return label_file(tmp_path_factory.mktemp("labels") / "labels.jsonl", english_model, sentences(), good)


FEW = ("--trees", 20, "--folds", 3)


def test_what_is_learnt_tells_good_from_bad(tmp_path, english_model, english, labels):
    model = tmp_path / "model"
    shutil.copytree(english_model, model)
    run = ("fit", "-m", model, "--labels", labels, "--english", english, "-o", model / FIT_FILE)
    done = paragen(*run, *FEW, "--min-confidence", 0.4)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["confidence", "accepted", "edits"] and " of the pairs in their order" in done.stdout
    assert [line.split()[0] for line in lines[-8:]] == ["0.50", "0.60", "0.70", "0.75", "0.80", "0.85", "0.90", "0.95"]
    fit = Fit(model / FIT_FILE)
    fit.verify()
    assert fit.meta["min_confidence"] == 0.4 and fit.meta["trees"] == 20 and fit.meta["area"] > 0.95
    assert fit.meta["labels"] == len(labels.read_text().splitlines())
    found = [each for one in library.load(model, min_confidence=0).pipe_substitutes(sentences()) for each in one]
    sure = {verdict: [each.confidence for each in found if good(each) == verdict] for verdict in (True, False)}
    assert sum(sure[True]) / len(sure[True]) > 0.8 and sum(sure[False]) / len(sure[False]) < 0.2
    kept = [each for one in library.load(model).pipe_substitutes(sentences()) for each in one]
    assert [each.id for each in kept] == [each.id for each in found if each.confidence >= 0.4] and len(kept) < len(found)


def test_what_people_find_conceivable_is_learnt_beside(tmp_path, english_model, english, labels):
    model = tmp_path / "model"
    shutil.copytree(english_model, model)
    lenient = label_file(tmp_path / "lenient.jsonl", english_model, sentences(), good_or_even)
    run = ("fit", "-m", model, "--labels", labels, "--english", english, *FEW)
    without = paragen(*run, "-o", tmp_path / "without")
    done = paragen(*run, "--conceivable", lenient, "-o", model / FIT_FILE)
    assert done.returncode == 0 and done.stdout.startswith(without.stdout), done.stderr
    more = done.stdout[len(without.stdout) :].splitlines()
    assert more[0].split() == ["conceivable", "accepted", "edits"] and more[-1].startswith("calibration error 0.")
    found = [each for one in library.load(model, min_confidence=0).pipe_substitutes(sentences()) for each in one]
    right = [each.conceivable for each in found if good(each)]
    assert min(right) > 0.8 and all(each.conceivable >= each.confidence - 0.1 for each in found)
    strict = [each.confidence for each in found if not good(each)]
    assert sum(each.conceivable for each in found if not good(each)) > sum(strict) + 0.2 * len(strict)


def test_the_same_again_and_with_the_english_of_a_fit(tmp_path, english_model, english, labels):
    for name, known in (("one", english), ("two", english), ("three", tmp_path / "one")):
        done = paragen("fit", "-m", english_model, "--labels", labels, "--english", known, "-o", tmp_path / name, *FEW)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == (tmp_path / "three").read_bytes()


def test_a_background_that_means_something_else_does_not_say_what_confidence_means(tmp_path, english_model, english, labels):
    other = label_file(tmp_path / "other.jsonl", english_model, sentences()[:30], lambda each: not good(each))
    done = paragen(
        "fit", "-m", english_model, "--labels", labels, "--background", other, "--english", english, "-o", tmp_path / "fit", *FEW,
        "--background-weight", 0.01,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    meta = Fit(tmp_path / "fit").meta
    assert meta["labels"] == len(labels.read_text().splitlines()) and meta["area"] > 0.9


def test_ones_own_ratings_are_learnt_with_and_kept(tmp_path, english_model, english, labels):
    """Ratings say what is right, pairs by turns, however they are scored; without them it is not so well learnt: no vector tells
    the pairs from one another."""
    write_knowledge(tmp_path / "no_vectors", Knowledge.open(english).tagger, [])
    english = tmp_path / "no_vectors"
    named = [(each.before, each.after) for one in library.load(english_model).pipe_substitutes(sentences()) for each in one]
    right = {pair: k % 2 == 0 for k, pair in enumerate(sorted(set(named)))}
    by_turns = label_file(tmp_path / "labels.jsonl", english_model, sentences(), lambda each: right[each.before, each.after])
    lines = [f"{source}\t{target}\t{90 * good}\t{95 * good}\n" for (source, target), good in right.items()]
    (tmp_path / "rated.tsv").write_text("# mine\n" + "".join(lines))
    run = ("fit", "-m", english_model, "--labels", by_turns, *FEW)
    rated = (*run, "--english", english, "--ratings", tmp_path / "rated.tsv")
    assert paragen(*run, "--english", english, "-o", tmp_path / "without").returncode == 0
    assert paragen(*rated, "-o", tmp_path / "one").returncode == 0
    assert Fit(tmp_path / "without").meta["area"] + 0.01 < Fit(tmp_path / "one").meta["area"]
    done = paragen(*run, "--english", tmp_path / "one", "-o", tmp_path / "two")
    assert done.returncode == 0 and (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    (tmp_path / "rated.tsv").write_text(lines[0] + lines[0])
    done = paragen(*rated, "-o", tmp_path / "three")
    assert done.returncode == 1 and "rated.tsv:2: found " in done.stderr and "again, expected each exchange once" in done.stderr


def test_documents_are_held_out_whole(tmp_path, english_model, english, labels):
    documents = tmp_path / "documents.tsv"
    documents.write_text("".join(f"doc{k % 3}\t{text}\n" for k, text in enumerate(sentences())))
    run = ("fit", "-m", english_model, "--labels", labels, "--english", english, "-o", tmp_path / "fit", "--documents", documents)
    assert paragen(*run, "--trees", 5, "--folds", 3).returncode == 0
    done = paragen(*run, "--folds", 4)
    assert done.returncode == 1 and "found 3 documents, expected as many as folds (4) or more" in done.stderr


def test_labels_that_the_model_does_not_offer_are_left_out_and_counted(tmp_path, english_model, english, labels):
    lines = labels.read_text().splitlines()
    strange = json.loads(lines[0]) | {"after": "something else entirely"}
    place = substitute_id(strange["text"], strange["begin"], strange["end"], strange["after"])
    (tmp_path / "labels.jsonl").write_text("\n".join([*lines, json.dumps(strange | {"id": place})]) + "\n")
    done = paragen(
        "fit", "-m", english_model, "--labels", tmp_path / "labels.jsonl", "--english", english, "-o", tmp_path / "fit", *FEW
    )
    assert done.returncode == 0 and "1 labelled substitutes left out: the model does not offer them" in done.stderr


def refused(tmp_path, *args) -> str:
    done = paragen("fit", *args, "-o", tmp_path / "fit.bin")
    assert done.returncode == 1 and not (tmp_path / "fit.bin").exists(), done
    assert "Traceback" not in done.stderr
    return done.stderr


def test_labels_that_nothing_can_be_learnt_from_are_refused(tmp_path, english_model, english, labels):
    model = ("-m", english_model, "--english", english)
    for verdict, said in ((True, "correct"), (False, "incorrect")):
        alike = label_file(tmp_path / "alike.jsonl", english_model, sentences()[:12], lambda each, verdict=verdict: verdict)
        assert f"are {said}. Label some of either kind." in refused(tmp_path, *model, "--labels", alike)
    few = label_file(tmp_path / "few.jsonl", english_model, sentences()[:4], good)
    assert "found 4 documents, expected as many as folds (10)" in refused(tmp_path, *model, "--labels", few)
    (tmp_path / "empty.jsonl").write_text("")
    refused(tmp_path, *model, "--labels", tmp_path / "empty.jsonl")
    (tmp_path / "garbage.jsonl").write_text('{"label": NaN}\n\0\xff\n')
    assert "garbage.jsonl" in refused(tmp_path, *model, "--labels", labels, "--background", tmp_path / "garbage.jsonl")
    assert "garbage.jsonl" in refused(tmp_path, *model, "--labels", tmp_path / "garbage.jsonl")


def test_labels_of_another_model_are_refused(tmp_path, english_model, english):
    from paragen.packing import pack

    (tmp_path / "t.txt").write_text("at number ||| with the number ||| 0.5\n")
    (tmp_path / "lm.arpa").write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-9\t<s>\n-1\t</s>\n\n\\end\\\n")
    other = pack(tmp_path / "other", tmp_path / "lm.arpa", {"t": tmp_path / "t.txt"})
    labels = label_file(tmp_path / "labels.jsonl", other, sentences(), good)
    error = refused(tmp_path, "-m", english_model, "--english", english, "--labels", labels)
    assert "the model offers none of the 60 labelled substitutes" in error


def test_english_that_is_none_is_refused(tmp_path, english_model, labels):
    (tmp_path / "english.bin").write_bytes(b"hello")
    error = refused(tmp_path, "-m", english_model, "--labels", labels, "--english", tmp_path / "english.bin")
    assert "english.bin" in error


def test_documents_that_are_none_are_refused(tmp_path, english_model, english, labels):
    (tmp_path / "documents.tsv").write_text("They made a purchase.\n")
    error = refused(
        tmp_path, "-m", english_model, "--labels", labels, "--english", english, "--documents", tmp_path / "documents.tsv"
    )
    assert "documents.tsv:1: found no tab" in error


def test_without_lightgbm_the_error_says_how_to_get_it(tmp_path, english_model, english, labels, monkeypatch):
    monkeypatch.setitem(sys.modules, "lightgbm", None)
    error = refused(tmp_path, "-m", english_model, "--labels", labels, "--english", english)
    assert f"LightGBM is missing. {install_hint('mine')}" in error
