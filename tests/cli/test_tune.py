"""``paragen tune`` as a user runs it."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import paragen, process

from paragen.results import substitute_id

TEXTS = ("They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible.")


def label_file(path: Path, model: Path, correct, **options) -> Path:
    """Label every substitute of the sentences: ``correct(substitute)`` says whether it is; None: it has no label."""
    import paragen as library

    with path.open("w", encoding="utf-8") as file:
        for found in library.load(model, **options).pipe_substitutes(TEXTS):
            for each in found:
                if (verdict := correct(each)) is not None:
                    data = {
                        "id": each.id, "label": "correct" if verdict else "incorrect", "reason": None, "annotator": "me",
                        "time": "2026-01-01T00:00:00Z", "text": each.sentence, "begin": each.begin, "end": each.end,
                        "after": each.after,
                    }  # fmt: skip
                    file.write(json.dumps(data) + "\n")
    return path


@pytest.fixture
def labels(tmp_path: Path, english_model: Path) -> Path:
    return label_file(tmp_path / "labels.jsonl", english_model, lambda each: "large" in each.after or "thing" in each.after)


FEW = ("--n-best", 2, "--starts", 1)


def test_weights_curve_and_plot_are_written(tmp_path, english_model, labels):
    pytest.importorskip("matplotlib")
    out = tmp_path / "weights.toml"
    done = paragen(
        "tune", "-m", english_model, "--labels", labels, "-o", out, *FEW, "--folds", 3, "--curve", tmp_path / "curve.json",
        "--plot", tmp_path / "curve.svg",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith(" 0* PSER ") and lines[1].startswith("    lm=0.5 thesaurus=1 phrases=1")
    assert [line.split()[0] for line in lines[-5:]] == ["start", "tuned", "held", "start", "tuned"]
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert curve["tuned"]["pser"] < curve["start"]["pser"] and curve["rounds"][0]["best"] and "held_out" in curve
    assert tomllib.loads(out.read_text()) == curve["weights"]
    drawn = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    texts = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    legend = ["when decoded", "expected from the lists", "best so far"]
    named = ["mean PSER", *legend, "#DCS", "round (0: the start)", "weight", *curve["searched"]]
    assert sorted(text for text in texts if not text[0].isdigit()) == sorted(named)
    assert paragen("decode", "-m", english_model, "--weights", out, input=TEXTS[0]).returncode == 0
    assert "3 sentences; " in done.stderr


def test_threads_and_hash_seeds_give_the_same_bytes(tmp_path, english_model, labels):
    for number, (threads, seed) in enumerate([(1, 0), (3, 1)]):
        out = tmp_path / f"{number}.toml"
        done = process(
            "tune", "-m", english_model, "--labels", labels, "-o", out, *FEW, "--threads", threads, "--quiet", seed=seed
        )
        assert done.returncode == 0 and done.stderr == ""
    assert (tmp_path / "0.toml").read_bytes() == (tmp_path / "1.toml").read_bytes()


def test_sentences_focus_init_and_fixed_weights(tmp_path, english_model, labels):
    chosen, init, out = tmp_path / "some.txt", tmp_path / "init.toml", tmp_path / "weights.toml"
    chosen.write_text(f"{TEXTS[1]}\n\nNobody judged this.\n{TEXTS[1]}\n", encoding="utf-8")
    init.write_text("lm = 1.0\nthesaurus = 2.0\nphrases = 3.0\nedit = 1.0\n")
    options = ("-o", out, *FEW, "--focus", "--init", init, "--fix", "thesaurus=4")
    done = paragen("tune", "-m", english_model, "--labels", labels, *options, chosen)
    assert done.returncode == 0, done.stderr
    assert tomllib.loads(out.read_text())["thesaurus"] == 4.0
    assert "1 sentences left out: none of their labels" in done.stderr and "1 sentences left out: duplicates" in done.stderr
    assert "lm=1 thesaurus=4 phrases=3" in done.stdout


def test_all_labels_alike(tmp_path, english_model):
    out = tmp_path / "weights.toml"
    good = label_file(tmp_path / "good.jsonl", english_model, lambda each: True)
    done = paragen("tune", "-m", english_model, "--labels", good, "-o", out, *FEW)
    assert done.returncode == 0 and "labelled substitutes found are correct: only sentences" in done.stderr
    bad = label_file(tmp_path / "bad.jsonl", english_model, lambda each: False)
    done = paragen("tune", "-m", english_model, "--labels", bad, "-o", tmp_path / "none.toml", *FEW)
    assert done.returncode == 1 and "labels are `incorrect`, so PSER is 1 under any weights" in done.stderr
    assert not (tmp_path / "none.toml").exists()


def test_labels_of_nothing_here(tmp_path, english_model, labels):
    out = tmp_path / "weights.toml"
    (tmp_path / "empty.jsonl").write_text("")
    done = paragen("tune", "-m", english_model, "--labels", tmp_path / "empty.jsonl", "-o", out)
    assert done.returncode == 1 and "labels" in done.stderr and "Traceback" not in done.stderr
    (tmp_path / "other.txt").write_text("Another sentence.\n")
    done = paragen("tune", "-m", english_model, "--labels", labels, "-o", out, tmp_path / "other.txt")
    assert done.returncode == 1 and "none of the 1 given is one of them" in done.stderr
    text = TEXTS[0]
    data = {"label": "correct", "reason": None, "annotator": "me", "time": "2026-01-01T00:00:00Z", "text": text}
    span = {"id": substitute_id(text, 0, 4, "Us"), "begin": 0, "end": 4, "after": "Us"}
    (tmp_path / "span.jsonl").write_text(json.dumps({**data, **span}) + "\n")
    done = paragen("tune", "-m", english_model, "--labels", tmp_path / "span.jsonl", "-o", out)
    assert done.returncode == 1 and "none of the 1 labels is for a substitute that this model makes" in done.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--plot", "curve.pdf"], 2, "does not end in .svg or .png"),
        (["--fix", "nothing=1"], 2, "there is no feature 'nothing'; the features are: lm"),
        (["--pool", "1"], 2, "less than --n-best"),
        (["--folds", "7"], 1, "from 2 to the 3 sentences"),
        (["--curve", "nowhere/curve.json"], 1, "there is no folder nowhere"),
        (["--init", "missing.toml"], 1, "missing.toml"),
    ],
)
def test_options_that_cannot_be_used(tmp_path, english_model, labels, options, code, message):
    done = paragen("tune", "-m", english_model, "--labels", labels, "-o", "weights.toml", *FEW, *options, cwd=tmp_path)
    assert done.returncode == code and message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "weights.toml").exists()


def test_the_weight_of_a_fit_is_tuned_with_the_others(tmp_path, fitted_model):
    """Right is what the fit is sure of, where it begins with no weight: it ends with one, and makes nothing else."""
    import paragen as library

    everything = library.load(fitted_model, min_confidence=0).pipe_substitutes(TEXTS)
    sure = {each.id: each.confidence for found in everything for each in found}
    middle = sorted(sure.values())[len(sure) // 2]
    labels = label_file(tmp_path / "labels.jsonl", fitted_model, lambda each: sure[each.id] > middle, min_confidence=0)
    init, out, curve = (tmp_path / name for name in ("init.toml", "weights.toml", "curve.json"))
    init.write_text("lm = 0.005\nthesaurus = 0.001\nphrases = 0.001\nedit = 1.0\nfit = 0.0\n")
    options = ("--init", init, *FEW, "--curve", curve)
    done = paragen("tune", "-m", fitted_model, "--labels", labels, "-o", out, "--min-confidence", 0, *options)
    assert done.returncode == 0, done.stderr
    written, rounds = tomllib.loads(out.read_text()), json.loads(curve.read_text())
    assert "fit" in rounds["searched"] and rounds["tuned"]["pser"] < rounds["start"]["pser"]
    assert written["fit"] > 0 and library.load(fitted_model, weights=out).weights == written
    best = [found[0] for found in library.load(fitted_model, weights=out, min_confidence=0).pipe(TEXTS)]
    made = [edit for paraphrase in best for edit in paraphrase.edits]
    assert made and all(edit.confidence > middle for edit in made)
    none = paragen("tune", "-m", fitted_model, "--labels", labels, "-o", out, "--min-confidence", 1, *options)
    assert none.returncode == 1 and "for a substitute that this model makes" in none.stderr
    wrong = label_file(tmp_path / "wrong.jsonl", fitted_model, lambda each: sure[each.id] <= middle, min_confidence=0)
    unsure = paragen("tune", "-m", fitted_model, "--labels", wrong, "-o", out, "--min-confidence", 0, *options)
    assert unsure.returncode == 0 and tomllib.loads(out.read_text())["fit"] >= 0
    fixed = paragen("tune", "-m", fitted_model, "--labels", labels, "-o", out, "--min-confidence", 0, "--fix", "fit=2", *FEW)
    assert fixed.returncode == 0 and tomllib.loads(out.read_text())["fit"] == 2
