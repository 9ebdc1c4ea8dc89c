"""``paragen eval`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import paragen, process

TEXTS = ("They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible.")


def label_file(path: Path, model: Path, correct, **changes) -> Path:
    """Label every substitute of the sentences: ``correct(substitute)`` says whether it is; None: it has no label."""
    import paragen as library

    with path.open("w", encoding="utf-8") as file:
        for found in library.load(model).pipe_substitutes(TEXTS):
            for each in found:
                if (verdict := correct(each)) is not None:
                    data = {
                        "id": each.id, "label": "correct" if verdict else "incorrect", "reason": None, "annotator": "me",
                        "time": None, "text": each.sentence, "begin": each.begin, "end": each.end, "after": each.after, **changes,
                    }  # fmt: skip
                    file.write(json.dumps(data) + "\n")
    return path


@pytest.fixture
def labels(tmp_path: Path, english_model: Path) -> Path:
    return label_file(tmp_path / "labels.jsonl", english_model, lambda each: "large" in each.after or "thing" in each.after)


@pytest.fixture
def rated(tmp_path: Path, english_model: Path) -> Path:
    """Labels of the best paraphrases of two sentences."""
    import paragen as library
    from paragen.tuning.labels import paraphrase_id

    lines = []
    for text in TEXTS[:2]:
        for rank, each in enumerate(library.load(english_model).rewrite(text, 3)):
            data = {"id": paraphrase_id(text, each.text), "label": "unacceptable" if rank else "acceptable", "error": None}
            lines.append(json.dumps({**data, "annotator": "me", "time": None, "text": text, "result": each.text}))
    path = tmp_path / "rated.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


FEW = ("--resamples", 200)


def test_figures_are_those_of_the_library(english_model, labels):
    from paragen.paraphraser import load
    from paragen.tuning.judged import judged_sentences
    from paragen.tuning.labels import read_labels
    from paragen.tuning.pser import summed
    from paragen.tuning.tune import decoder, evaluate

    done = paragen("eval", "-m", english_model, "--labels", labels, *FEW, "--format", "json", "--n-best", 4, "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    paraphraser, judged = load(english_model), judged_sentences(read_labels(labels)).sentences
    printed = summed(evaluate(decoder(paraphraser), judged, paraphraser.weights, 4))
    figures = {key: each["value"] for key, each in data["figures"].items()}
    assert [figures[key] for key in ("pser", "mean", "dcs", "occurrence_accuracy", "distinct_accuracy")] == pytest.approx(
        [printed.pser, printed.mean, printed.correct, printed.occurrence_accuracy, printed.distinct_accuracy], abs=1e-6
    )
    assert data["sentences"] == 3 and data["figures"]["mean"]["low"] <= figures["mean"] <= data["figures"]["mean"]["high"]
    assert "version:" in data["signature"] and "|n_best:4|" in data["signature"] and "|labels:" in data["signature"]


def test_a_report_to_read(english_model, labels, rated):
    done = paragen("eval", "-m", english_model, "--labels", labels, "--sentence-labels", rated, *FEW)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("3 sentences, 10-best lists; ") and lines[0].endswith("; 2 sentences with labelled paraphrases")
    names = [line.split("  ")[0] for line in lines[lines.index("Figures") + 1 : lines.index("", 3)]]
    assert names == [
        "", "PSER", "mean PSER", "#DCS", "accuracy by occurrence", "accuracy of distinct", "coverage", "unlabelled", "top-1",
        "top-5", "top-10", "top-5 of 5 places", "top-10 of 10 places", "syntactic errors", "semantic errors", "not paraphrases",
        "unchanged", "edits a sentence",
    ]  # fmt: skip
    assert next(line for line in lines if line.startswith("top-1 ")).split()[1] == "100.00%"
    assert lines[-1].startswith("signature version:") and "|sentence_labels:" in lines[-1]


def test_only_sentence_labels(english_model, rated):
    done = paragen("eval", "-m", english_model, "--sentence-labels", rated, *FEW, "--format", "json")
    data = json.loads(done.stdout)
    assert {"top_1", "top_5_places", "syntactic_errors", "edits"} <= set(data["figures"]) and "pser" not in data["figures"]
    assert data["rated"] == 2 and data["figures"]["top_1"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    assert "name the file of SENTENCES, so that those which stay unchanged count" in done.stderr


def test_sentences_that_stay_unchanged_count(english_model, rated, tmp_path):
    lines = [*TEXTS, "Nothing here changes."]
    (tmp_path / "in.txt").write_text("\n".join(lines) + "\n")
    done = paragen("eval", "-m", english_model, "--sentence-labels", rated, *FEW, "--format", "json", tmp_path / "in.txt")
    data = json.loads(done.stdout)
    assert (data["sentences"], data["rated"], data["not_rated"]) == (4, 2, 1)
    assert data["figures"]["top_1"]["value"] == pytest.approx(2 / 3) and data["figures"]["unchanged"]["value"] == 1 / 4
    assert "SENTENCES" not in done.stderr


def test_ablation_and_page(english_model, labels):
    args = ("eval", "-m", english_model, "--labels", labels, *FEW, "--ablation")
    data = json.loads(paragen(*args, "--format", "json").stdout)
    assert [each["tables"] for each in data["single"]] == [["thesaurus"], ["phrases"]]
    assert data["added"][-1]["figures"] == data["figures"]
    done = paragen(*args, "--format", "html", "--plot", labels.parent / "worth.svg")
    assert (labels.parent / "worth.svg").read_text().strip() in done.stdout
    assert done.returncode == 0 and done.stdout.startswith("<!DOCTYPE html>") and done.stdout.count("<svg ") == 1


def test_only_some_tables_offer(english_model, labels):
    args = ("eval", "-m", english_model, "--labels", labels, *FEW, "--format", "json")
    ablated = json.loads(paragen(*args, "--ablation").stdout)
    alone = json.loads(paragen(*args, "--use-table", "phrases").stdout)
    assert alone["figures"] == ablated["single"][1]["figures"] != ablated["figures"]
    assert "|use_tables:phrases|" in alone["signature"]
    both = json.loads(paragen(*args, "--use-table", "phrases", "--use-table", "thesaurus", "--ablation").stdout)
    assert both["added"] == ablated["added"]
    assert json.loads(paragen(*args, "--use-table", "phrases", "--ablation").stdout)["single"][0]["tables"] == ["phrases"]
    done = paragen(*args, "--use-table", "gone")
    assert done.returncode == 1 and "no table 'gone'" in done.stderr


@pytest.mark.long
def test_weights_retuned_for_each_combination(tmp_path, english_model, labels):
    """Each step is measured under what tuning gives for its tables, on the sentences that are not evaluated."""
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser
    from paragen.tuning.evaluation import Settings, decoder, measure, sample
    from paragen.tuning.judged import judged_sentences
    from paragen.tuning.labels import read_labels
    from paragen.tuning.options import Options
    from paragen.tuning.tune import decoder as decoded
    from paragen.tuning.tune import tune

    (tmp_path / "in.txt").write_text(TEXTS[0] + "\n")
    args = ("eval", "-m", english_model, "--labels", labels, *FEW, "--n-best", "2", "--format", "json", tmp_path / "in.txt")
    done = paragen(*args, "--ablation", "--retune", labels)
    assert done.returncode == 0 and "weights are tuned on 2 sentences" in done.stderr, done.stderr
    data, known, model = json.loads(done.stdout), read_labels(labels), Model.open(english_model)
    assert "|retuned:" in data["signature"] and len(data["single"]) == len(data["added"]) == 2
    rest, one = judged_sentences(known, TEXTS[1:]).sentences, sample(known, texts=TEXTS[:1])
    for step in [*data["single"], data["added"][-1]]:
        tables = step["tables"]
        weights = tune(decoded(Paraphraser(model, use_tables=tables)), rest, model.weights, Options(n_best=2)).weights
        found = measure(decoder(Paraphraser(model, weights=weights, use_tables=tables)), one, Settings(n_best=2, resamples=200))
        assert step["weights"] == pytest.approx(weights)
        assert {name: each["value"] for name, each in step["figures"].items()} == {
            name: each.value for name, each in found.figures.items()
        }
    report = paragen(*args[:-3], tmp_path / "in.txt", "--ablation", "--retune", labels).stdout
    assert "Each table by itself, weights tuned for each" in report
    everything = paragen("eval", "-m", english_model, "--labels", labels, *FEW, "--ablation", "--retune", labels)
    assert everything.returncode == 1 and "retune: all 3 sentences" in everything.stderr
    alone = paragen("eval", "-m", english_model, "--labels", labels, "--retune", labels)
    assert alone.returncode == 2 and "give --ablation too" in alone.stderr


def test_tables_that_cannot_be_tuned_keep_their_weights(tmp_path, english_model, labels):
    """No label to tune on is of what the thesaurus offers: its step says so."""
    (tmp_path / "in.txt").write_text(TEXTS[0] + "\n")
    kept = [line for line in labels.read_text().splitlines() if json.loads(line)["after"] in ("many", "quickly")]
    (tmp_path / "few.jsonl").write_text("\n".join(kept).replace('"incorrect"', '"correct"') + "\n")
    done = paragen(
        "eval", "-m", english_model, "--labels", labels, *FEW, "--format", "json", tmp_path / "in.txt", "--ablation",
        "--retune", tmp_path / "few.jsonl",
    )  # fmt: skip
    data = json.loads(done.stdout)
    assert "weights" not in data["single"][0] and "weights" in data["single"][1]
    assert any(warning.startswith("thesaurus: no label to tune on") for warning in data["warnings"])


def test_same_bytes_for_any_threads_and_hash_seed(tmp_path, english_model, labels):
    (tmp_path / "w.toml").write_text("lm = 1.0\nthesaurus = 0.1\nphrases = 0.1\n")
    (tmp_path / "in.txt").write_text("".join(f"d{i % 2}\t{text}\n" for i, text in enumerate(TEXTS)))
    outs = set()
    for threads, seed in ((1, 0), (3, 1)):
        done = process(
            "eval", "-m", english_model, "--labels", labels, *FEW, "--ablation", "--format", "json", "--threads", threads,
            "--against-weights", tmp_path / "w.toml", "--domains", tmp_path / "in.txt",
            seed=seed,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        outs.add(done.stdout)
    assert len(outs) == 1


def test_against_a_model_and_weights(tmp_path, english_model, labels):
    args = ("eval", "-m", english_model, "--labels", labels, *FEW, "--format", "json", "--against", english_model)
    same = json.loads(paragen(*args).stdout)["against"]
    assert same["differences"]["mean"] == {"value": 0.0, "low": 0.0, "high": 0.0, "p": 1.0}
    (tmp_path / "w.toml").write_text("lm = 1.0\nthesaurus = 0.1\nphrases = 0.1\nedit = -99\n")
    data = json.loads(paragen(*args, "--against-weights", tmp_path / "w.toml", "--n-best", 1).stdout)
    assert data["against"]["figures"]["mean"]["value"] == 1.0 and data["against"]["figures"]["edits"]["value"] == 0.0
    assert data["against"]["differences"]["edits"]["value"] == data["figures"]["edits"]["value"] > 0
    assert "edit=-99" in data["against"]["signature"]


def test_domains_in_two_ways(tmp_path, english_model, labels):
    (tmp_path / "two.txt").write_text("".join(f"{name}\t{text}\n" for name, text in zip("aba", TEXTS, strict=True)) + "\n")
    (tmp_path / "in.txt").write_text("\n".join(TEXTS) + "\n\n")
    (tmp_path / "names.txt").write_text("a\nb\na\n\n")
    args = ("eval", "-m", english_model, "--labels", labels, *FEW, "--format", "json")
    one = paragen(*args, "--domains", tmp_path / "two.txt")
    other = paragen(*args, "--domain", tmp_path / "names.txt", tmp_path / "in.txt")
    assert one.stdout == other.stdout
    assert [(each["domain"], each["sentences"]) for each in json.loads(one.stdout)["domains"]] == [("a", 2), ("b", 1)]


def test_what_is_left_out_is_told(tmp_path, english_model, labels):
    (tmp_path / "in.txt").write_text(f"{TEXTS[0]}\nThere is nothing here.\n{TEXTS[0]}\n")
    done = paragen("eval", "-m", english_model, "--labels", labels, *FEW, tmp_path / "in.txt")
    assert done.returncode == 0 and done.stderr.splitlines()[:-1] == [
        "paragen: 2 sentences with labels are not among those given",
        "paragen: 1 sentences left out: they have no settled label",
        "paragen: 1 sentences left out: given before",
    ]
    assert paragen("eval", "-m", english_model, "--labels", labels, *FEW, "--quiet", tmp_path / "in.txt").stderr == ""


def test_labels_whose_spans_no_longer_match(tmp_path, english_model):
    moved = label_file(tmp_path / "moved.jsonl", english_model, lambda each: True, begin=0, end=1)
    done = paragen("eval", "-m", english_model, "--labels", moved, *FEW)
    assert done.returncode == 0 and "whose id does not match their text" in done.stderr
    shifted = moved.read_text().replace("They made", "They  made").replace("The big", "The  big").replace("We need", "We  need")
    moved.write_text(shifted)
    (tmp_path / "in.txt").write_text("\n".join(TEXTS) + "\n")
    done = paragen("eval", "-m", english_model, "--labels", moved, *FEW, tmp_path / "in.txt")
    assert done.returncode == 1 and "none of the 3 given is one of them" in done.stderr
    done = paragen("eval", "-m", english_model, "--labels", moved, *FEW, "--format", "json")
    data = json.loads(done.stdout)
    assert "were they given to another model" in data["warnings"][0].lower() and data["warnings"][0] in done.stderr
    assert data["figures"]["mean"]["value"] == 1.0 and data["figures"]["distinct_accuracy"]["value"] is None


def test_bad_input_is_an_error_without_a_traceback(tmp_path, english_model, labels, rated):
    files = {
        "empty.jsonl": b"", "no.jsonl": b"not a label\nnor this\n", "bytes.txt": b"\xff\xfe\n", "one.txt": b"a\n",
        "tabs.txt": b"news The big house is red.\n", "blank.txt": b"\n", "in.txt": "\n".join(TEXTS).encode() + b"\n",
        "two.txt": b"a\n\nb\n", "w.toml": b"lm = 1\n",
    }  # fmt: skip
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    cases = [
        (["--labels", "empty.jsonl"], 1, "labels: there are none"),
        (["--labels", "no.jsonl"], 1, "no.jsonl:1: found invalid JSON"),
        (["--labels", "gone.jsonl"], 1, "gone.jsonl"),
        (["--labels", rated], 1, "the label of a sentence"),
        (["--sentence-labels", labels], 1, "the label of a substitute"),
        (["--sentence-labels", "empty.jsonl"], 1, "sentence labels: there are none"),
        (["--labels", labels, "bytes.txt"], 1, "UTF-8"),
        (["--labels", labels, "blank.txt"], 1, "none of the 0 given"),
        (["--labels", labels, "gone.txt"], 1, "gone.txt"),
        (["--labels", labels, "--domains", "tabs.txt"], 1, "tabs.txt:1: found no tab"),
        (["--labels", labels, "--domain", "one.txt", "in.txt"], 1, "found 1 lines, expected 3"),
        (["--labels", labels, "--domain", "two.txt", "in.txt"], 1, "two.txt:2: found an empty line"),
        (["--labels", labels, "--domains"], 2, "name that file"),
        (["--labels", labels, "--domains", "--domain", "one.txt", "in.txt"], 2, "not both"),
        (["--labels", labels, "--weights", "w.toml"], 1, "no weight for"),
        (["--labels", labels, "--against", "one.txt"], 1, "one.txt"),
        (["--labels", labels, "--sentence-labels", rated, "--focus"], 1, "focus: labels of whole sentences"),
        (["--labels", labels, "--n-best", "0"], 2, "--n-best"),
        (["--labels", labels, "--plot", "x.svg"], 2, "give --ablation too"),
        (["--labels", labels, "--ablation", "--plot", "x.png"], 2, "does not end in .svg"),
        (["--labels", labels, "--ablation", "--plot", "gone/x.svg"], 1, "no folder gone"),
        ([], 2, "--labels, --sentence-labels or both"),
    ]  # fmt: skip
    for args, code, message in cases:
        done = paragen("eval", "-m", english_model, *args, *FEW, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (code, ""), (args, done.stderr)
        assert message in done.stderr and "Traceback" not in done.stderr, (args, done.stderr)


@pytest.mark.long
@pytest.mark.shared
def test_on_real_labels(shared, tmp_path):
    """SWORDS' development set on the starter pack: figures as a sound model must have them."""
    pytest.importorskip("lemminflect")
    gold = next((shared / "data" / "swords").glob("*dev*.json.gz"))
    sentences = "".join(paragen("labels", "sentences", gold, "--format", "swords").stdout.splitlines(keepends=True)[::3])
    items = paragen("substitutes", input=sentences).stdout
    (tmp_path / "items.jsonl").write_text(items, encoding="utf-8")
    files = ("--items", tmp_path / "items.jsonl", "-o", tmp_path / "labels.jsonl")
    assert paragen("labels", "import", gold, "--format", "swords", *files).returncode == 0
    done = paragen("eval", "--labels", tmp_path / "labels.jsonl", "--focus", "--ablation", "--format", "json", *FEW)
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    figures = {key: each["value"] for key, each in data["figures"].items()}
    assert data["correct"] + data["incorrect"] >= 30 and data["warnings"] == []
    assert (
        0.6 < figures["distinct_accuracy"] <= 1
        and 0.6 < figures["occurrence_accuracy"] <= 1
        and 0 < figures["mean"] < 1
        and figures["coverage"] > 0.03
    )
    assert 0 < figures["edits"] < 1.5 and 0.02 * data["correct"] < figures["dcs"] <= data["correct"]
    alone = {each["tables"][0]: each["figures"]["dcs"]["value"] for each in data["single"]}
    grown = [each["figures"]["dcs"]["value"] for each in data["added"]]
    assert max(alone.values()) == grown[0] < figures["dcs"] == grown[-1] <= sum(alone.values())


def test_the_edits_that_are_judged_are_those_made_at_the_bound(english_model, fitted_model, labels):
    """Bounds, guards and quotations are those of decode, in each step of an ablation, too; none is for a model without a fit."""
    import paragen as library
    from paragen.model import Model

    def found(*options):
        done = paragen("eval", "-m", fitted_model, "--labels", labels, *FEW, "--format", "json", *options)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    reports = [found("--min-confidence", least, "--guard", "none") for least in (0, 0.5, 0.8, 1)]
    edits = [report["figures"]["edits"]["value"] for report in reports]
    for least, report, mean in zip((0, 0.5, 0.8, 1), reports, edits, strict=True):
        paraphraser = library.load(fitted_model, min_confidence=least, guards=[])
        assert mean == pytest.approx(sum(len(paraphraser.rewrite(text)[0].edits) for text in TEXTS) / len(TEXTS))
        assert report["signature"].startswith(paraphraser.signature())
    assert edits[0] > edits[2] > edits[3] == 0
    assert found("--no-fit")["signature"].startswith(library.load(fitted_model, fit=False).signature())
    assert found("--quotes", "change")["signature"].startswith(library.load(fitted_model, quotes="change").signature())
    together = found("--min-sentence-confidence", 0.9)
    assert together["signature"].startswith(library.load(fitted_model, min_sentence_confidence=0.9).signature())
    light = found("--strength", "light", "--against", english_model)
    assert light["signature"].startswith(library.load(fitted_model, strength="light").signature())
    assert light["against"]["signature"].startswith(library.load(english_model, strength="light").signature())
    ablated = found("--min-confidence", 1, "--ablation")
    assert [step["figures"]["edits"]["value"] for step in ablated["single"]] == [0] * len(Model.open(fitted_model).tables)
    other = found("--min-confidence", 1, "--against", english_model)["against"]
    assert other["figures"]["edits"]["value"] > 0
    done = paragen("eval", "-m", english_model, "--labels", labels, *FEW, "--min-confidence", 0.5)
    assert done.returncode != 0 and "does not say how sure an edit is" in done.stderr


@pytest.fixture
def conditions(tmp_path: Path) -> Path:
    path = tmp_path / "conditions.toml"
    path.write_text('[[conditions]]\nname = "tables"\n\n[[conditions]]\nname = "with LM"\nrank = "lm"\n', encoding="utf-8")
    return path


def test_conditions_are_compared_on_what_was_labelled(tmp_path, english_model, labels, conditions):
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    items = tmp_path / "items.jsonl"
    asked = ("eval", "-m", english_model, "--conditions", conditions)
    written = paragen(*asked, "--items", items, lines)
    assert written.stdout == "" and f"items; they are in {items}" in written.stderr
    chosen = [json.loads(line) for line in items.read_text(encoding="utf-8").splitlines()]
    assert {item["text"] for item in chosen} <= set(TEXTS) and all(item["tables"] == {} for item in chosen)

    data = json.loads(paragen(*asked, "--labels", labels, *FEW, "--format", "json").stdout)
    assert [each["name"] for each in data["conditions"]] == ["tables", "with LM"]
    by_text = [each["figures"]["correct"] for each in data["conditions"]]
    assert data["occurrences"] >= len(data["conditions"]) and all(0 <= each["value"] <= 1 for each in by_text)
    text = paragen(*asked, "--labels", labels, *FEW, lines).stdout
    assert f"{data['occurrences']} occurrences of phrases" in text and "Less tables, on the same occurrences" in text
    page = paragen(*asked, "--labels", labels, *FEW, "--format", "html").stdout
    assert page.startswith("<!DOCTYPE html>") and "Less tables" in page
    assert text == paragen(*asked, "--labels", labels, *FEW, "--threads", 2, lines).stdout


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["--conditions", "{conditions}"], 2, "give --labels to measure the conditions, --items to write"),
    (["--conditions", "{conditions}", "--items", "i"], 2, "name that file"),
    (["--conditions", "{conditions}", "--labels", "{labels}", "--ablation"], 2, "--ablation does not go with --conditions"),
    (["--conditions", "{conditions}", "--labels", "{labels}", "--use-table", "x"], 2, "--use-table does not go with"),
    (["--conditions", "nowhere", "--labels", "{labels}"], 1, "nowhere: there is no such file. Name one, or one of"),
    (["--labels", "{labels}", "--items", "i"], 2, "--items is for --conditions"),
    (["--conditions", "cb08", "--labels", "{labels}"], 1, "condition 'Baseline': "),
])  # fmt: skip
def test_conditions_that_cannot_be_compared(tmp_path, english_model, labels, conditions, arguments, code, message):
    given = [argument.format(conditions=conditions, labels=labels) for argument in arguments]
    for model in (["-m", english_model], []) if "cb08" in given else (["-m", english_model],):  # without one, the starter pack
        failed = paragen("eval", *model, *given, cwd=tmp_path)
        assert failed.returncode == code
        assert message in failed.stderr


def test_trees_must_be_as_many_as_sentences(tmp_path, english_model, labels, conditions):
    (tmp_path / "lines.txt").write_text("\n".join(TEXTS) + "\n", encoding="utf-8")
    (tmp_path / "trees").write_text("(X (Y a))\n", encoding="utf-8")
    failed = paragen(
        "eval", "-m", english_model, "--conditions", conditions, "--labels", labels, "--trees", tmp_path / "trees",
        tmp_path / "lines.txt",
    )  # fmt: skip
    assert failed.returncode == 1 and "1 lines, expected 3, one for each line" in failed.stderr
