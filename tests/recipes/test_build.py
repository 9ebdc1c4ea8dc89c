"""Builds run what has changed, keep what is done, and say what they made."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import fits
import pytest
from command_line import paragen, wait_until

from paragen.base.errors import ConfigError, ParagenError
from paragen.model import Model
from paragen.recipes.build import build_model, plan_build
from paragen.recipes.recipe import read_recipe
from paragen.recipes.report import served
from paragen.recipes.steps import VERBS
from paragen.results import substitute_id

RECIPE = """
[steps.english]
verb = "text"
inputs = ["english.txt"]
words = true
unique = true

[lm]
inputs = ["@english"]
order = 3
discount-fallback = "0.5 1 1.5"

[tables.mine]
file = "mine.txt"
licence = "CC0"

[tables.small]
verb = "pivot"
inputs = ["phrases.txt"]
top = 2
"""

PHRASES = """haus ||| house ||| 0.5 0.5 0.6 0.5 ||| 0-0 ||| 3 2 2 ||| |||
haus ||| home ||| 0.5 0.5 0.4 0.5 ||| 0-0 ||| 3 2 1 ||| |||
"""


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paragen.toml").write_text(RECIPE)
    (tmp_path / "english.txt").write_text("The house is big.\nA home is small.\nThe house is big.\n")
    (tmp_path / "mine.txt").write_text("big ||| large ||| 0.9\nsmall ||| little ||| 0.8\n")
    (tmp_path / "phrases.txt").write_text(PHRASES)
    return tmp_path


def ran(report) -> set[str]:
    return {step.name for step in report.steps if step.ran}


def test_a_model_is_built_and_reported(workspace):
    report = build_model("paragen.toml", "model")
    model = Model.open("model")
    assert [(table.name, table.pairs, table.licence, table.kind) for table in model.tables] == [
        ("mine", 2, "CC0", "table"), ("small", 2, "", "pivot"),
    ]  # fmt: skip
    assert model.options("house")[1][0][0] == ("home",)
    assert ran(report) == {"english", "lm", "small", "model"}
    assert report.signature == model.signature
    [pivot] = [table for table in report.tables if table.name == "small"]
    assert (pivot.pairs, pivot.phrases, pivot.paper, pivot.paper_pairs) == (2, 2, "PT-4", 3_177_600)
    assert (report.tables[0].paper, report.tables[0].paper_pairs, report.tables[-1].paper) == ("", 0, "PT-7")
    assert all(step.seconds > 0 and step.memory > 1 << 20 for step in report.steps)
    assert report.steps[0].notices == ("2 lines of 3, 1 left out: empty or duplicate",)
    written = json.loads((workspace / "model.steps" / "report.json").read_text())
    assert written["signature"] == model.signature
    assert "PT-4" in "\n".join(report.lines())


@pytest.mark.usefixtures("steps_here")
def test_only_what_changed_runs_again(workspace):
    build_model("paragen.toml", "model")
    again = build_model("paragen.toml", "model")
    assert [(step.name, step.verb, step.ran) for step in again.steps] == [
        ("english", "text", False), ("lm", "lm", False), ("small", "pivot", False), ("model", "pack", False),
    ]  # fmt: skip
    os.utime("english.txt")
    assert ran(build_model("paragen.toml", "model")) == set()
    (workspace / "paragen.toml").write_text(RECIPE.replace("top = 2", "top = 1"))
    assert ran(build_model("paragen.toml", "model")) == {"small"}  # it had one paraphrase a phrase before
    with open("english.txt", "a") as file:
        file.write("The house is big.\n")
    assert ran(build_model("paragen.toml", "model")) == {"english"}  # which makes the same text
    with open("english.txt", "a") as file:
        file.write("A new sentence.\n")
    assert ran(build_model("paragen.toml", "model")) == {"english", "lm", "model"}
    (workspace / "mine.txt").write_text("big ||| huge ||| 0.9\n")
    assert ran(build_model("paragen.toml", "model")) == {"model"}
    assert ran(build_model("paragen.toml", "model", again=["small"])) == {"small"}


@pytest.mark.usefixtures("steps_here")
def test_a_damaged_output_is_made_again(workspace):
    build_model("paragen.toml", "model")
    with open("model.steps/lm.arpa", "a") as file:
        file.write("x")
    assert ran(build_model("paragen.toml", "model")) == {"lm"}
    (workspace / "model.steps" / "small.json").write_text("{")
    assert ran(build_model("paragen.toml", "model")) == {"small"}
    (workspace / "model" / "weights.toml").unlink()
    assert ran(build_model("paragen.toml", "model")) == {"model"}


def test_weights_that_lack_a_table_are_found_before_a_step_runs(workspace):
    (workspace / "w.toml").write_text("lm = 0.5\n")
    (workspace / "paragen.toml").write_text(f'{RECIPE}\n[model]\nweights = "w.toml"\n')
    with pytest.raises(ConfigError, match="w.toml: no weight for mine, small. Add the lines `mine = 0.2`, `small = 0.2`."):
        build_model("paragen.toml", "model")
    assert not (workspace / "model.steps" / "english.txt").exists()


def test_conditions_are_packed_and_a_change_of_them_counts(workspace):
    (workspace / "paragen.toml").write_text(f'{RECIPE}\n[model]\nconditions = ["c/*.txt"]\n')
    with pytest.raises(ConfigError, match=r"\[model\]: there is no .*c/\*.txt"):
        build_model("paragen.toml", "model")
    (workspace / "c").mkdir()
    (workspace / "c" / "one.txt").write_text("big (adj)\n    -> large: 70\n")
    build_model("paragen.toml", "model")
    assert len(Model.open("model").conditions) == 1
    (workspace / "c" / "two.txt").write_text("house (n)\n    -> building: 30; near garden 10\n")
    assert ran(build_model("paragen.toml", "model")) == {"model"}
    assert len(Model.open("model").conditions) == 2
    (workspace / "c" / "two.txt").write_text("nonsense\n")
    with pytest.raises(ParagenError, match="`paragen pack` failed"):
        build_model("paragen.toml", "model")


@pytest.mark.usefixtures("steps_here")
def test_threads_and_memory_do_not_count_as_change(workspace):
    build_model("paragen.toml", "model")
    (workspace / "paragen.toml").write_text(RECIPE.replace("top = 2", 'top = 2\nthreads = 1\nmemory = "1G"'))
    assert ran(build_model("paragen.toml", "model")) == set()


def test_a_failing_step_is_named_and_the_others_are_kept(workspace, capfd):
    (workspace / "phrases.txt").write_text("nonsense\n")
    with pytest.raises(ParagenError, match=r"\[tables.small\]: `paragen pivot` failed \(exit code 1\).*build again"):
        build_model("paragen.toml", "model")
    assert "phrases.txt:1" in capfd.readouterr().err
    assert not (workspace / "model").exists()
    (workspace / "phrases.txt").write_text(PHRASES)
    assert ran(build_model("paragen.toml", "model")) == {"small", "model"}


@pytest.mark.usefixtures("steps_here")
def test_the_plan_says_what_is_to_do_and_what_is_missing(workspace):
    planned, found = plan_build("paragen.toml", "model")
    assert [(each.step.name, each.state) for each in planned] == [("english", "to do"), ("lm", "depends"), ("small", "to do")]
    assert not found
    assert not (workspace / "model.steps").exists()
    build_model("paragen.toml", "model")
    assert {each.state for each in plan_build("paragen.toml", "model")[0]} == {"done"}
    (workspace / "paragen.toml").write_text(
        RECIPE.replace('"phrases.txt"]', '"gone.txt"]\nget = "apt install gone"').replace("mine.txt", "no.txt")
    )
    (workspace / "english.txt").unlink()
    _, found = plan_build("paragen.toml", "model")
    assert len(found) == 3
    assert any("gone.txt" in line and "To get it: apt install gone" in line for line in found)
    with pytest.raises(ConfigError, match=r"(?s)english.txt.*gone.txt.*no.txt"):
        build_model("paragen.toml", "other")


@pytest.mark.usefixtures("steps_here")
def test_a_fit_is_learnt_when_the_tables_are_made_and_again_when_labels_change(workspace):
    pytest.importorskip("lightgbm")
    fits.knowledge(workspace / "english.bin")
    labels = [
        {"label": "correct" if i % 3 else "incorrect", "annotator": "a", "text": text, "begin": at, "end": at + 3,
         "after": "large"}
        for i, text in enumerate(f"The house {'of a friend ' * k}is big." for k in range(9)) for at in [text.index("big")]
    ]  # fmt: skip
    for label in labels:
        label["id"] = substitute_id(label["text"], label["begin"], label["end"], label["after"])
    (workspace / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    (workspace / "paragen.toml").write_text(
        RECIPE + '[fit]\nlabels = ["labels.jsonl"]\nenglish = "english.bin"\nfolds = 2\ntrees = 3\nmin-confidence = 0.5\n'
    )
    report = build_model("paragen.toml", "model")
    assert ran(report) == {"english", "lm", "small", "unfitted", "fit", "model"}
    fit = Model.open("model").fit
    assert fit is not None and fit.meta["labels"] == 9 and fit.meta["min_confidence"] == 0.5
    assert Model.open("model.steps/unfitted").fit is None
    [size] = [step.bytes for step in report.steps if step.name == "unfitted"]
    assert size == sum(file.stat().st_size for file in Path("model.steps/unfitted").iterdir())
    assert ran(build_model("paragen.toml", "model")) == set()
    (workspace / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels[:8]))
    assert ran(build_model("paragen.toml", "model")) == {"fit", "model"}
    assert Model.open("model").fit.meta["labels"] == 8
    (workspace / "labels.jsonl").unlink()
    with pytest.raises(ConfigError, match=r"\[fit\]: there is no .*labels.jsonl"):
        build_model("paragen.toml", "model")


@pytest.mark.usefixtures("steps_here")
def test_a_model_of_another_origin_is_not_replaced(workspace):
    build_model("paragen.toml", "model")
    with pytest.raises(ConfigError, match="was not built in other"):
        build_model("paragen.toml", "model", work="other")
    assert build_model("paragen.toml", "model", work="other", force=True)
    (workspace / "file").write_text("x")
    with pytest.raises(ConfigError, match="file exists"):
        build_model("paragen.toml", "file")
    with pytest.raises(ConfigError, match="there is no folder"):
        build_model("paragen.toml", "no/model", work="other")


@pytest.mark.usefixtures("steps_here")
def test_files_that_options_name_count_as_change(workspace):
    (workspace / "zipf.tsv").write_text("the\t7.5\nhouse\t5.0\n")
    mixed = '[steps.small_lm]\nverb = "lm"\ninputs = ["@english"]\norder = 2\ndiscount-fallback = "0.5 1 1.5"\n'
    mixed += '[lm]\nverb = "mix"\ninputs = ["@small_lm"]\nfrequencies = "zipf.tsv"\n[tables.mine]\nfile = "mine.txt"\n'
    english = RECIPE.partition("[lm]")[0]
    (workspace / "mixed.toml").write_text(english + mixed)
    build_model("mixed.toml", "model")
    assert ran(build_model("mixed.toml", "model")) == set()
    (workspace / "zipf.tsv").write_text("the\t7.5\nhouse\t6.0\n")
    assert ran(build_model("mixed.toml", "model")) == {"lm", "model"}


def test_a_chain_of_thousands_of_steps_is_planned(workspace):
    reads = ["english.txt", *(f"@s{i}" for i in range(2999))]
    chain = "".join(f'[steps.s{i}]\nverb = "text"\ninputs = ["{name}"]\n' for i, name in enumerate(reads))
    (workspace / "paragen.toml").write_text(RECIPE.replace('["@english"]', '["@s2999"]') + chain)
    planned, found = plan_build("paragen.toml", "model")
    assert not found
    assert [each.step.name for each in planned] == [*(f"s{i}" for i in range(3000)), "lm", "small"]
    recipe = read_recipe("paragen.toml")
    assert served(recipe)["s0"] == {"lm"}


def test_a_step_does_not_write_over_what_another_reads(workspace):
    (workspace / "english.txt.gz").write_bytes(b"precious")
    (workspace / "paragen.toml").write_text(RECIPE + '[tables.other]\nfile = "english.txt.gz"\n')
    with pytest.raises(ConfigError, match="english.txt.gz: it is read and would be overwritten"):
        build_model("paragen.toml", "model", work=".")
    assert (workspace / "english.txt.gz").read_bytes() == b"precious"


@pytest.mark.parametrize("name", ["paragen.toml", "mine.txt", "phrases.txt", "data"])
def test_the_model_does_not_take_the_place_of_what_it_is_built_from(workspace, name):
    (workspace / "data").mkdir()
    (workspace / "data" / "more.txt").write_text("big ||| large ||| 0.9\n")
    (workspace / "paragen.toml").write_text(RECIPE + '[tables.more]\nfile = "data/more.txt"\n')
    before = {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}
    with pytest.raises(ConfigError, match="is read and would be overwritten"):
        build_model("paragen.toml", name, work="work", force=True)
    assert before == {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}


def test_outputs_of_steps_are_not_kept_in_the_model(workspace):
    (workspace / "model" / "steps").mkdir(parents=True)
    with pytest.raises(ConfigError, match="one name for two"):
        build_model("paragen.toml", "model", work="model/steps")


@pytest.mark.usefixtures("steps_here")
def test_a_quiet_build(workspace):
    done = paragen("build", "paragen.toml", "-o", "model", "--quiet")
    assert done.returncode == 0 and done.stderr == ""
    report = json.loads((workspace / "model.steps" / "report.json").read_text())
    assert report["steps"][0]["notices"] == ["2 lines of 3, 1 left out: empty or duplicate"]


@pytest.mark.parametrize(
    "line",
    ['output = "../precious"', '"output=/x" = true', 'log = "../precious"', "help = true", "quiet = true", "debug = true",
     'candidates = "../precious"', '"" = 1', '"o" = "../precious"', '"-o" = "../precious"', '"top --output" = "../precious"',
     'force = "../precious"', '"Output" = "../precious"', 'outp = "../precious"', 'inputs = ["-o", "../precious"]', "top = 0",
     'labels = -1e400'],
)  # fmt: skip
def test_a_recipe_does_not_say_where_outputs_go(workspace, line):
    (workspace / "precious").write_text("mine")
    step = '[NAME]\nverb = "pivot"\ninputs = ["phrases.txt"]\n'
    step = step.replace("pivot", "queries" if "candidates" in line else "pivot")
    step = step.replace('inputs = ["phrases.txt"]', line) if line.startswith("inputs") else step + line + "\n"
    for name in ("tables.small", "steps.idle"):  # whether anything uses it or not
        (workspace / "paragen.toml").write_text(RECIPE.replace("[tables.small]", step.replace("NAME", name) + "[tables.other]"))
        done = paragen("build", "paragen.toml", "-o", "model")
        assert done.returncode == 1 and f"paragen.toml: [{name}]" in done.stderr
        assert (workspace / "precious").read_text() == "mine" and not (workspace / "model.steps").exists()


@pytest.mark.parametrize("verb", VERBS)
def test_the_build_knows_which_options_are_files(verb):
    from paragen.cli import cli
    from paragen.cli.arguments import OutputFolder, Reads, Writes

    command = cli
    for name in verb.split():
        command = command.get_command(click.Context(command), name)
    options = {param.opts[-1].removeprefix("--"): param.type for param in command.params if isinstance(param, click.Option)}
    known = VERBS[verb]
    written = {name for name, kind in options.items() if isinstance(kind, (Writes, OutputFolder))}
    assert written == {known.output, "log", *known.writes}
    assert {name for name, kind in options.items() if isinstance(kind, Reads)} == {*known.files, *known.sides, *known.sets}
    assert {"quiet", "debug"} <= set(options) and {"quiet", "debug", "log", "help"} <= set(known.reserved)


def test_the_command(workspace):
    done = paragen("build", "paragen.toml", "-o", "model")
    assert done.returncode == 0, done.stderr
    assert "PT-4" in done.stdout
    assert "english: paragen text" in done.stderr
    assert "up to date" in paragen("build", "paragen.toml", "--plan").stdout
    planned = json.loads(paragen("build", "paragen.toml", "--plan", "--format", "json").stdout)
    assert [step["state"] for step in planned["steps"]] == ["done"] * 3
    assert paragen("build", "paragen.toml").returncode == 2


def test_options_that_a_verb_does_not_take_stop_the_build_before_it_begins(workspace):
    def refused(recipe):
        (workspace / "paragen.toml").write_text(recipe)
        done = paragen("build", "paragen.toml", "-o", "model")
        assert done.returncode == 1 and not (workspace / "model.steps").exists()
        return done.stderr

    assert "paragen.toml: [tables.small]: No such option '--topp'" in refused(RECIPE.replace("top = 2", "topp = 2"))
    assert "paragen.toml: [tables.small]: Invalid value for '--top'" in refused(RECIPE.replace("top = 2", "top = 0"))
    licence = 'licence = "CC0"'
    expected = "paragen: paragen.toml: [tables.mine]: floor = -inf; expected a finite number.\n"
    assert refused(RECIPE.replace(licence, "floor = -1e400")) == expected
    assert "paragen.toml: [tables.mine]: Invalid value for '--column'" in refused(RECIPE.replace(licence, "column = 0"))
    assert "paragen.toml: [model]: Invalid value for '--top'" in refused(RECIPE + "[model]\ntop = 0\n")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_build_that_is_ended_ends_its_step(workspace, number):
    child = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(workspace)],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stdout is not None
    pid = int(child.stdout.readline())
    if number == signal.SIGINT:
        os.killpg(child.pid, number)  # as a terminal does
    else:
        child.send_signal(number)
    child.communicate()
    wait_until(lambda: not os.path.exists(f"/proc/{pid}"))


WAITING = """
import os, sys, threading, time
from paragen.recipes.step_process import run_verb

def tell():
    while True:
        for task in os.listdir("/proc/self/task"):
            children = open(f"/proc/self/task/{task}/children").read().split()
            if children:
                time.sleep(1)
                print(children[0], flush=True)
                return
        time.sleep(0.05)

threading.Thread(target=tell, daemon=True).start()
import signal
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
run_verb(["lm", "-o", "2", "--arpa", sys.argv[1] + "/x.arpa", "/dev/zero"])
"""


@pytest.mark.usefixtures("steps_here")
def test_two_builds_at_once(workspace):
    (workspace / "model.steps").mkdir()
    import fcntl

    with open(workspace / "model.steps" / ".paragen.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(ConfigError, match="another run is writing there. Wait for it, or name another folder with --work."):
            build_model("paragen.toml", "model")
    assert build_model("paragen.toml", "model")
