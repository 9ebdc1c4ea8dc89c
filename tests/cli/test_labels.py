"""``paragen labels`` on the command line: from sentences to settled labels, and what it says of bad input."""

from __future__ import annotations

import gzip
import json

import pytest
from command_line import paragen

TEXT = "The house is big."


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs paragen in a folder of its own; gives output, errors and exit code."""
    monkeypatch.chdir(tmp_path)

    def start(*args, data=""):
        done = paragen(*args, input=data)
        return done.stdout, done.stderr, done.returncode

    return start


@pytest.fixture
def items(run, tmp_path, english_model):
    """The items of a sentence."""
    stdout, _, code = run("substitutes", "-m", english_model, data=TEXT + "\n")
    assert code == 0
    (tmp_path / "items.jsonl").write_text(stdout)
    return {item["after"]: item for item in map(json.loads, stdout.splitlines())}


def answered(tmp_path, name, **answers):
    """Answer the tasks of an export for Prodigy as an annotator does."""
    tasks = [json.loads(line) for line in (tmp_path / "tasks.jsonl").read_text().splitlines()]
    done = [{**task, "answer": answers.get(task["meta"]["after"], "ignore"), "_annotator_id": name} for task in tasks]
    (tmp_path / f"{name}.done").write_text("".join(json.dumps(task) + "\n" for task in done))
    return f"{name}.done"


def test_two_annotators_from_items_to_settled_labels(run, items, tmp_path):
    assert set(items) == {"building", "large", "enormous", "'s"}
    _, stderr, code = run("labels", "export", "--items", "items.jsonl", "--format", "prodigy", "-o", "tasks.jsonl")
    assert (code, stderr) == (0, "paragen: 4 items with 0 labels\n")
    anna = answered(tmp_path, "anna", large="accept", enormous="reject", building="accept", **{"'s": "accept"})
    ben = answered(tmp_path, "ben", large="accept", enormous="accept", building="reject")
    for number, name in enumerate((anna, ben)):
        command = ["labels", "import", name, "--format", "prodigy", "--items", "items.jsonl", "-o", "l.jsonl"]
        assert run(*command)[1:] == ("paragen: 4 labels added, of 4 read; 0 were there before\n", 0), number
    assert "0 labels added, of 4 read; 4 were there before" in run(*command)[1]
    stdout, _, code = run("labels", "compare", "l.jsonl", "--disputes", "d.tsv")
    assert code == 0
    lines = stdout.splitlines()
    assert lines[0] == "items       4: correct 2, incorrect 0, undecided 0, disputed 2"
    assert lines[1:3] == ["annotator   anna: 4 labels", "annotator   ben: 4 labels"]
    assert lines[3].startswith("agreement   anna, ben: 3 items, 33.3 % [0.0, 100.0], kappa -0.500 [")
    assert f"disputed    {items['enormous']['id']} The house is [big -> enormous].: anna incorrect, ben correct" in lines
    data = json.loads(run("labels", "compare", "l.jsonl", "--format", "json")[0])
    assert (data["good"], data["disputed"], data["agreement"][0]["items"], len(data["disputes"])) == (2, 2, 3, 2)
    rows = (tmp_path / "d.tsv").read_text().splitlines()
    (tmp_path / "d.tsv").write_text("\n".join([rows[0], rows[1].replace("\t\t", "\tcorrect\t", 1)]) + "\n")
    assert run("labels", "settle", "l.jsonl", "--decisions", "d.tsv")[1] == "paragen: 1 items settled; 1 are left\n"
    assert run("labels", "settle", "l.jsonl", "--majority")[1] == "paragen: 0 items settled; 1 are left\n"
    assert run("labels", "settle", "l.jsonl", "--trust", "ben", "--quiet")[1:] == ("", 0)
    counted = "items       4: correct 4, incorrect 0, undecided 0, disputed 0; 2 settled"
    assert run("labels", "compare", "l.jsonl")[0].startswith(counted)


@pytest.fixture
def gold(tmp_path):
    (tmp_path / "x.gold").write_text("big.J 1 :: large 3;huge 1;\nhouse.N 2 :: home 2;\n")
    (tmp_path / "x.preprocessed").write_text("big.J\t1\t3\tthe house is big .\nhouse.N\t2\t1\tthe house is big .\n")
    data = {
        "contexts": {"c": {"context": "The house\n is big."}},
        "targets": {"t": {"context_id": "c", "target": "big", "offset": 14}},
        "substitutes": {"a": {"target_id": "t", "substitute": "large"}, "b": {"target_id": "t", "substitute": "enormous"}},
        "substitute_labels": {"a": ["TRUE", "TRUE"], "b": ["FALSE", "TRUE", "FALSE"]},
    }
    (tmp_path / "swords.gz").write_bytes(gzip.compress(json.dumps(data).encode()))


def test_gold_sets(run, gold, tmp_path, english_model):
    stdout, stderr, _ = run("labels", "sentences", "x.gold", "x.preprocessed", "--format", "coinco")
    assert (stdout, stderr) == ("the house is big .\n", "paragen: 1 sentences with 2 targets, of 1 documents\n")
    (tmp_path / "items.jsonl").write_text(run("substitutes", "-m", english_model, data=stdout)[0])
    command = ["labels", "import", "x.gold", "x.preprocessed", "--format", "coinco", "--items", "items.jsonl", "-o", "l.jsonl"]
    assert run(*command)[1].splitlines() == [
        "paragen: 1 correct and 2 incorrect substitutes of 2 of 2 targets; 3 of 4 items replace a target",
        "paragen: 3 labels added; 0 were there before",
    ]
    assert "without a label: 2 items, not judged" in run(*command, "--unjudged", "leave", "--annotator", "x")[1]
    stdout = run("labels", "sentences", "swords.gz", "--format", "swords")[0]
    assert stdout == TEXT + "\n"
    (tmp_path / "items.jsonl").write_text(run("substitutes", "-m", english_model, data=stdout)[0])
    command = ["labels", "import", "swords.gz", "--format", "swords", "--items", "items.jsonl", "-o", "s.jsonl"]
    assert "1 correct and 1 incorrect substitutes of 1 of 1 targets" in run(*command)[1]
    assert "2 correct and 0 incorrect" in run(*command, "--accept", "0.3")[1]
    assert run("labels", "compare", "s.jsonl")[0].splitlines()[-1] == "agreement   fewer than two annotators: nothing to compare"
    halves = [run("labels", "sentences", "swords.gz", "--format", "swords", "--half", half)[0] for half in ("tune", "test")]
    assert sorted(halves) == ["", TEXT + "\n"]


def test_sentences_are_compared_too(run, tmp_path):
    from paragen.tuning.labels import SentenceLabel, paraphrase_id

    said = [("anna", "acceptable", None), ("ben", "unacceptable", "semantic")]
    lines = [SentenceLabel(paraphrase_id("a", "b"), label, error, name, None, "a", "b").to_json() for name, label, error in said]
    (tmp_path / "s.jsonl").write_text("\n".join(lines))
    stdout, _, code = run("labels", "compare", "s.jsonl", "--sentences")
    assert code == 0
    assert "items       1: acceptable 0, unacceptable 0, undecided 0, disputed 1" in stdout
    assert "disputed    " in stdout and "a -> b: anna acceptable, ben unacceptable" in stdout
    assert run("labels", "settle", "s.jsonl", "--sentences", "--trust", "ben")[1] == "paragen: 1 items settled; 0 are left\n"


def test_labels_that_agree_on_everything_or_nothing(run, items, tmp_path):
    def labels(*said):
        from paragen.tuning.labels import Label

        item = items["large"]
        place = item["text"], item["begin"], item["end"], item["after"]
        lines = [Label(item["id"], label, None, name, None, *place).to_json() for name, label in said]
        (tmp_path / "l.jsonl").write_text("".join(line + "\n" for line in lines))
        return run("labels", "compare", "l.jsonl")

    stdout, _, _ = labels(("anna", "correct"), ("ben", "correct"))
    assert "1 items, 100.0 % [100.0, 100.0], kappa undefined: both give every item the same label" in stdout
    assert "anna, ben: no item that both called correct or incorrect" in labels(("anna", "correct"), ("ben", "skip"))[0]
    assert "items       0: correct 0" in labels()[0]
    three = ("anna", "correct"), ("ben", "correct"), ("cleo", "incorrect")
    assert "anna, ben, cleo (means over pairs): 1 items" in labels(*three)[0]


def test_a_killed_session_is_noticed(run, tmp_path):
    (tmp_path / "l.jsonl").write_text('{"id": "abc", "lab')
    stdout, stderr, code = run("labels", "compare", "l.jsonl")
    assert (code, stderr) == (0, "paragen: l.jsonl:1: the last line is cut off, perhaps by a kill; it does not count\n")


@pytest.mark.parametrize(
    "args, code, said",
    [
        (["import", "x", "--format", "xml", "-o", "l"], 2, "'xml' is not one of 'jsonl', 'prodigy'"),
        (["import", "none", "--format", "tsv", "-o", "l"], 1, "none: "),
        (["import", "x", "--format", "tsv", "-o", "no/l"], 1, "no/l: there is no folder no. Create it first."),
        (["import", "x", "--format", "tsv", "-o", "l", "--half", "tune"], 2, "it applies to swords, coinco, semeval"),
        (["import", "x", "--format", "swords", "-o", "l"], 2, "name the file of items"),
        (["import", "x", "--format", "tsv", "-o", "l", "--annotator", "settled"], 1, "expected the name of an annotator"),
        (["export", "--format", "tsv", "-o", "l"], 1, "no labels file and no --items"),
        (["compare", "broken"], 1, "paragen: broken:2: found invalid JSON"),
        (["settle", "empty"], 2, "give one of --majority, --trust and --decisions"),
        (["settle", "empty", "empty", "--majority"], 2, "say with -o"),
        (["settle", "empty", "--trust", "x"], 1, "there is no annotator 'x'; they are: (none)"),
        (["sentences", "broken", "--format", "swords"], 1, "broken:2: found invalid JSON"),
        (["sentences", "broken", "--format", "semeval"], 1, "semeval: found 1 file, expected the list .gold"),
        (["nonsense"], 2, "No such command 'nonsense'"),
    ],
)
def test_bad_input(run, tmp_path, args, code, said):
    (tmp_path / "broken").write_text("\n{]\n")
    (tmp_path / "empty").write_text("")
    (tmp_path / "x").write_text("label\tid\n")
    _, stderr, found = run("labels", *args)
    assert found == code, stderr
    assert said in " ".join(stderr.split())
    assert "Traceback" not in stderr


def test_help(run):
    stdout, _, code = run("labels", "--help")
    assert code == 0
    assert all(f"\n  {action} " in stdout for action in ("import", "export", "compare", "settle", "sentences"))
    for action in ("import", "export", "compare", "settle", "sentences"):
        stdout, _, code = run("labels", action, "-h")
        assert code == 0 and f"paragen labels {action}" in stdout and "--quiet" in stdout and "Example:" in stdout


def test_sample_and_separate_judgements(run, items, tmp_path):
    (tmp_path / "phrases.txt").write_text("big\nelephant\n")
    command = ["labels", "sample", "items.jsonl", "-o", "sample.jsonl"]
    _, stderr, code = run(*command, "--phrases", "phrases.txt", "--occurrences", "2")
    assert (code, stderr) == (
        0,
        "paragen: 1 phrases are in no item (first: elephant)\nparagen: 2 items at 1 occurrences of 1 phrases\n",
    )
    assert {json.loads(line)["after"] for line in (tmp_path / "sample.jsonl").read_text().splitlines()} == {"large", "enormous"}
    assert "give -n, --phrases, --occurrences or --per-phrase" in run(*command)[1]
    rows = []
    for annotator, grammar in (("anna", (True, False)), ("ben", (False, True))):
        for item, good in zip(items.values(), (*grammar, True, True), strict=True):
            row = {"id": item["id"], "label": "correct" if good else "incorrect", "reason": None if good else "grammar"}
            place = {name: item[name] for name in ("text", "begin", "end", "after")}
            rows.append({**row, "annotator": annotator, "time": None, **place, "meaning": True, "grammar": good})
    (tmp_path / "l.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    stdout, _, code = run("labels", "compare", "l.jsonl")
    assert code == 0 and "agreement   anna, ben: 4 items, 50.0 %" in stdout and "grammar     anna, ben: 4 items, 50.0 %" in stdout
    assert "meaning     anna, ben: 4 items, 100.0 %" in stdout and "kappa undefined" in stdout
    data = json.loads(run("labels", "compare", "l.jsonl", "--format", "json")[0])
    assert data["meaning_agreement"][0]["share"] == 1.0 and data["grammar_agreement"][0]["kappa"] < 0
    run("labels", "import", "l.jsonl", "--format", "jsonl", "-o", "copy.jsonl")
    assert [json.loads(line)["grammar"] for line in (tmp_path / "copy.jsonl").read_text().splitlines()] == [
        r["grammar"] for r in rows
    ]
