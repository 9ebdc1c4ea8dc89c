"""Tables added to a packed model, which stays what it is."""

from __future__ import annotations

import json
import os
import threading

import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.model import Model
from paragen.model.capitals import digest_of, read_capitals
from paragen.packing import TableSource, extend, pack

TEXT = "They made a purchase of a big house."


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("source,target,score\nhouse,mansion,\nbig,vast,0.9\nUS,America,1\n")
    return path


def phrases(model, n_tables):
    return {words: found for words, options in model.store.phrases() if any(found := options[:n_tables])}


def test_the_model_stays_what_it_is(english_model, tmp_path, mine):
    told = []
    model = Model.open(extend(tmp_path / "m", english_model, {"mine": TableSource(mine, licence="mine")}, notice=told.append))
    before = Model.open(english_model)
    model.verify()
    assert phrases(model, 2) == phrases(before, 2)
    assert model.tables[:2] == before.tables and model.lm_info == before.lm_info
    assert (model.tables[2].name, model.tables[2].licence, model.tables[2].pairs) == ("mine", "mine", 3)
    assert model.options("house")[2] == [(("mansion",), 0.0)]
    assert model.weights.items() >= before.weights.items() and model.weights["mine"] == 1
    assert model.tables[2].floor == 0 and told == []
    same, other = (paragen.load(each, use_tables=["thesaurus", "phrases"]) for each in (before.path, model.path))
    assert [p.text for p in same.rewrite(TEXT, n=50)] == [p.text for p in other.rewrite(TEXT, n=50)]
    assert {edit.licence for p in paragen.load(model.path).rewrite(TEXT, n=50) for edit in p.edits} == {"", "CC0-1.0", "mine"}
    weights = {**model.weights, "mine": 0.75}
    assert Model.open(extend(tmp_path / "w", english_model, {"mine": mine}, weights=weights)).weights == weights


def test_the_fit_stays_and_of_the_table_the_score_counts(fitted_model, tmp_path, mine):
    plain = {each.id: each.confidence for each in paragen.load(fitted_model, min_confidence=0).substitutes(TEXT)}
    model = extend(tmp_path / "m", fitted_model, {"mine": mine})
    extended = paragen.load(model, min_confidence=0)
    found = {each.id: (each.confidence, dict(each.tables)) for each in extended.substitutes(TEXT)}
    new = sorted((confidence, tables["mine"]) for confidence, tables in found.values() if "mine" in tables)
    assert new == [(0.9, pytest.approx(0.9)), (1.0, 1.0)]
    assert {name: confidence for name, (confidence, tables) in found.items() if "mine" not in tables} == plain
    assert extended.weights["added"] == 100 * extended.weights["lm"] and extended.floors["mine"] == 0
    given = paragen.load(fitted_model, tables={"mine": mine}, min_confidence=0)
    assert [p.text for p in given.rewrite(TEXT, n=20)] == [p.text for p in extended.rewrite(TEXT, n=20)]
    twice = extend(tmp_path / "n", model, {"more": mine})
    assert {each.after for each in paragen.load(twice, min_confidence=1).substitutes(TEXT)} == {"mansion"}


OWN = """\
cash machine,ATM,0.9
phone,iPhone,
snack bar,McDonald's,1
ASAP,as soon as possible,
US,America,
us,the two of us,0.8
Big,Vast,
big,Colossal,0.95
red house,White House,
house,mansion,0.7
house,mansion,0.9
"""
LINES = [
    "The cash machine is by the snack bar.", "Cash machine and phone are red.", "THE CASH MACHINE IS BIG.", "Phone us ASAP.",
    "They sold US a big house.", "Call asap, US!", "ASAP is big.", "The Cash Machine Is In The Red House",
    "Red house, big phone.",
]  # fmt: skip


@pytest.mark.parametrize(("model", "name"), [
    ("starter", "own.csv"), ("fitted_model", "own.csv"), ("fitted_model", "own.tsv"), ("fitted_model", "own.txt"),
    ("english_model", "own.txt"), ("english_model", "own.csv"),
])  # fmt: skip
def test_capitals_are_kept_as_in_a_table_given_at_load_time(request, tmp_path, model, name):
    separator = {"csv": ",", "tsv": "\t", "txt": " ||| "}[name[-3:]]
    rows = [[source, target.strip('"'), score or "1"] for source, target, score in (row.split(",") for row in OWN.splitlines())]
    (tmp_path / name).write_text("".join(separator.join(row) + "\n" for row in rows))
    base = paragen.load().model.path if model == "starter" else request.getfixturevalue(model)
    fitted = model != "english_model"
    options = {"keep_defaults": False, **({"min_confidence": 0.6} if fitted else {"weight": {"edit": 2.0}})}
    given = paragen.load(base, tables={"own": tmp_path / name}, **options)
    packed = paragen.load(extend(tmp_path / "m", base, {"own": tmp_path / name}), **options)
    packed.model.verify()
    assert packed.weights == given.weights and packed.floors == given.floors
    expected = [[(p.text, p.score) for p in found] for found in given.rewrite_batch(LINES, n=20)]
    assert [[(p.text, p.score) for p in found] for found in packed.rewrite_batch(LINES, n=20)] == expected
    texts = {text for found in expected for text, _ in found}
    assert any("ATM" in text for text in texts) and any("McDonald's" in text for text in texts)
    assert any(text.startswith("ATM") for text in texts) and any("THE ATM" in text for text in texts)
    assert not any("Call as soon" in text for text in texts) and any("sold America" in text for text in texts)


def test_capitals_of_a_model_go_on_into_further_ones(english_model, tmp_path, mine):
    (tmp_path / "two.txt").write_text("car ||| SUV ||| 1\n")
    once = extend(tmp_path / "one", english_model, {"mine": mine})
    twice = Model.open(extend(tmp_path / "two", once, {"two": tmp_path / "two.txt"}))
    assert sorted(twice.written) == [2, 3] and twice.written[2] == Model.open(once).written[2]
    assert not Model.open(english_model).written and not (english_model / "capitals.jsonl").exists()
    packed = Model.open(pack(tmp_path / "new", english_model / "lm.bin", {"mine": mine, "two": tmp_path / "two.txt"}))
    assert dict(enumerate(packed.written.values())) == dict(enumerate(twice.written.values()))
    assert packed.signature != Model.open(pack(tmp_path / "n", packed.path / "lm.bin", {"mine": mine})).signature


def test_capitals_that_are_not_those_packed(english_model, tmp_path, mine):
    model = extend(tmp_path / "m", english_model, {"mine": mine})
    lines = (model / "capitals.jsonl").read_text()
    assert json.loads(lines.splitlines()[0]) == {"table": 2, "source": ["us"], "written": [["US"]]}
    (model / "capitals.jsonl").write_text(lines.replace("US", "Us"))
    other = "a file that is not the one packed with this model"
    expected = r"the one that model\.toml names\. Pack the model again\."
    for check in Model.verify, lambda model: model.written:
        with pytest.raises(FormatError, match=f"capitals.jsonl: found {other}, expected {expected}$"):
            check(Model.open(model))
    (model / "capitals.jsonl").unlink()
    with pytest.raises(FormatError, match=f"capitals.jsonl: found nothing, expected {expected}$"):
        paragen.load(model)
    unknown = '{"table": 3, "source": ["a"], "written": [["A"]]}', '{"table": 0, "source": ["a"], "written": [["A", "B"]]}', "[]"
    for line in unknown:
        (tmp_path / "c").write_text(line)
        with pytest.raises(FormatError, match="c:1: found a line that this version does not know"):
            read_capitals(tmp_path / "c", digest_of(line.encode()), 3)


def test_a_table_from_a_pipe_keeps_its_capitals(english_model, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=("car ||| SUV ||| 1\n",))
    writer.start()
    model = Model.open(extend(tmp_path / "m", english_model, {"mine": pipe}))
    writer.join()
    assert model.written[2].targets == {(("car",), ("suv",)): (("SUV",), False)} and model.tables[2].origin == "pipe"


def test_a_fit_of_other_tables_is_refused(fitted_model, tmp_path, mine):
    model = pack(tmp_path / "m", fitted_model / "lm.bin", {"x": mine, "thesaurus": mine, "phrases": mine})
    (model / "fit.bin").write_bytes((fitted_model / "fit.bin").read_bytes())
    with pytest.raises(FormatError, match="found a fit of other features"):
        Model.open(model)


def test_patterns_and_labels_stay(syntax_model, tmp_path, mine):
    before, model = Model.open(syntax_model), Model.open(extend(tmp_path / "m", syntax_model, {"mine": mine}))
    model.verify()
    assert phrases(model, 2) == phrases(before, 2) and [table.syntax for table in model.tables] == ["average", None, None]
    pairs = "take [NN_1] into account ||| consider [NN_1] ||| 0.5\n<s> but [N_1] ||| <s> yet [N_1] ||| 0.25\n"
    (tmp_path / "p.txt").write_text(pairs)
    one = extend(tmp_path / "p", syntax_model, {"p": TableSource(tmp_path / "p.txt", kind="patterns")})
    two = extend(tmp_path / "q", one, {"mine": mine})
    Model.open(two).verify()
    assert phrases(Model.open(two), 3) == phrases(Model.open(one), 3)
    assert any("\x1f[NN_1]" in words for words in phrases(Model.open(two), 3))


def test_what_cannot_be(english_model, tmp_path, mine):
    with pytest.raises(ConfigError, match="Table name 'phrases' is given twice"):
        extend(tmp_path / "m", english_model, {"phrases": mine})
    with pytest.raises(ConfigError, match="no weight for mine. Add the line `mine = 0.2`."):
        extend(tmp_path / "m", english_model, {"mine": mine}, weights=english_model / "weights.toml")
    mine.write_text("a,b\nc\n")
    with pytest.raises(FormatError, match="mine.csv:2: found 1 column"):
        extend(tmp_path / "m", english_model, {"mine": mine})
    with pytest.raises(ConfigError, match="--column does not apply"):
        extend(tmp_path / "m", english_model, {"mine": TableSource(mine, column=2)})
    assert not (tmp_path / "m").exists()


def test_the_verb(english_model, tmp_path, mine):
    done = command("pack", "--from", english_model, "-o", tmp_path / "m", "--table", f"mine={mine}", "--licence", "mine=CC0")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(command("inspect", tmp_path / "m", "--format", "json").stdout)
    assert [(table["name"], table["licence"]) for table in found["tables"]][-1] == ("mine", "CC0")
    for more, message in (
        (["--from", english_model], "--from adds tables or conditions: name one with --table NAME=FILE or --conditions FILE."),
        (["--from", english_model, "--lm", "x", "--table", f"m={mine}"], "--lm does not go with --from"),
        (["--table", f"m={mine}"], "give --lm FILE, or --from MODEL"),
    ):
        done = command("pack", "-o", tmp_path / "n", *more)
        assert done.returncode == 2 and message in done.stderr
