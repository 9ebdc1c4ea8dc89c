"""Recipes are read into steps, and what is wrong in them is said with its section."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.model.bundled import bundled, find_bundled
from paragen.recipes.build_folder import Store
from paragen.recipes.plan import Plan
from paragen.recipes.recipe import read_recipe
from paragen.recipes.steps import Ref

GOOD = """
[paths]
data = "corpora"

[steps.english]
verb = "text"
inputs = ["{data}/*.txt", "more.txt"]
words = true

[bitexts.news]
source = "news.de"
target = "news.en"
segment = ["src=words", "tgt=words"]
align = { heuristic = "union" }
extract = { max-length = 5 }

[lm]
inputs = ["@english"]
order = 3
prune = "0 0 1"

[tables.pivot]
verb = "pivot"
inputs = ["@news"]
tight = true
licence = "CC0"
floor = -4.6

[tables.mine]
file = "mine.txt"
get = "write it"
"""


def read(tmp_path, text, **paths):
    (tmp_path / "paragen.toml").write_text(text)
    return read_recipe(tmp_path / "paragen.toml", paths)


@pytest.mark.parametrize("there", [[], ["two.de", "two.en"], ["two.en"]])
def test_bitexts_that_are_optional(tmp_path, there):
    """Left out with what reads them, unless one of their files is there: then the other is missing."""
    for name in there:
        (tmp_path / name).write_text("a\n")
    bitexts = "".join(
        f'[bitexts.{name}]\nsource = "{name}.de"\ntarget = "{name}.en"\noptional = {optional}\n'
        for name, optional in (("one", "false"), ("two", "true"))
    )
    recipe = read(tmp_path, LM + bitexts + '[tables.p]\nverb = "pivot"\ninputs = ["@one", ["@two"]]\n')
    more = ["two.links", "two"] if there else []
    assert [name for name in recipe.steps if name != "lm"] == ["one.links", "one", *more, "p"]
    assert recipe.steps["p"].inputs == ((Ref(step="one"),), *([(Ref(step="two"),)] if there else []))


def test_sections_become_steps(tmp_path):
    (tmp_path / "corpora").mkdir()
    for name in ("b.txt", "a.txt"):
        (tmp_path / "corpora" / name).write_text("a\n")
    recipe = read(tmp_path, GOOD)
    assert list(recipe.steps) == ["news.links", "news", "english", "pivot", "lm"]
    english = recipe.steps["english"]
    assert [group[0].path for group in english.inputs] == [
        str(tmp_path / "corpora" / "a.txt"), str(tmp_path / "corpora" / "b.txt"), str(tmp_path / "more.txt"),
    ]  # fmt: skip
    assert english.options == (("words", True),)
    news = recipe.steps["news"]
    assert (news.verb, dict(news.options)["max-length"], news.inputs[2]) == ("extract", 5, (Ref(step="news.links"),))
    assert [value for name, value in recipe.steps["news.links"].options if name == "segment"] == ["src=words", "tgt=words"]
    assert recipe.lm == Ref(step="lm")
    pivot, mine = recipe.tables
    assert pivot.options == (("floor", -4.6), ("licence", "CC0"), ("kind", "pivot"))
    assert (mine.source.path, mine.source.get) == (str(tmp_path / "mine.txt"), "write it")


def test_places_can_be_set(tmp_path):
    recipe = read(tmp_path, GOOD, data="/elsewhere")
    assert recipe.steps["english"].inputs[0][0].path == "/elsewhere/*.txt"
    assert read(tmp_path, GOOD, data="here").steps["english"].inputs[0][0].path == os.path.abspath("here/*.txt")


def test_names_are_relative_to_the_recipe_wherever_it_is_named_from(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "paragen.toml").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    first, second = (group[0].path for group in read_recipe("sub/paragen.toml").steps["english"].inputs)
    assert os.path.abspath(first) == str(tmp_path / "sub" / "corpora" / "*.txt")
    assert os.path.abspath(second) == str(tmp_path / "sub" / "more.txt")


def test_groups_are_joined_and_file_options_are_known(tmp_path):
    recipe = read(
        tmp_path,
        '[lm]\nverb = "mix"\ninputs = ["a.arpa"]\nfrequencies = "f.tsv"\nwords = ["@p"]\n'
        '[tables.p]\nverb = "parallel"\ninputs = [["a", "b"], ["c", "d"]]\n',
    )
    assert [len(group) for group in recipe.steps["p"].inputs] == [2, 2]
    assert recipe.steps["lm"].files == (("frequencies", Ref(path=str(tmp_path / "f.tsv"))), ("words", Ref(step="p")))


def test_a_file_that_cuts_a_side_is_read(tmp_path):
    bitext = '[bitexts.b]\nsource = "x"\ntarget = "y"\nsegment = ["src=zh.model", "tgt=words"]\n'
    bitext += '[tables.p]\nverb = "pivot"\ninputs = ["@b"]\n'
    recipe = read(tmp_path, LM + bitext)
    for step in (recipe.steps["b"], recipe.steps["b.links"]):
        assert step.files == (("segment=src", Ref(path=str(tmp_path / "zh.model"))),) and step.options == (
            ("segment", "tgt=words"),
        )
        command = Plan(recipe, Store(tmp_path / "steps"), tmp_path / "model").arguments(step)
        assert f"--segment=src={tmp_path / 'zh.model'}" in command and "--segment=tgt=words" in command


LM = '[lm]\nfile = "x.arpa"\n'


def test_a_fit_is_learnt_with_the_conditions_of_the_model(tmp_path):
    for name in ("b.txt", "a.txt"):
        (tmp_path / name).write_text("goal (n)\n    -> aim: 5\n")
    model = '[model]\nconditions = ["./*.txt", "own.conditions"]\n[fit]\nlabels = ["x"]\n[tables.a]\nfile = "x"\n'
    recipe = read(tmp_path, LM + model)
    files = [tmp_path / name for name in ("a.txt", "b.txt", "own.conditions")]
    plan = Plan(recipe, Store(tmp_path / "steps"), tmp_path / "model")
    for step in (recipe.steps["unfitted"], recipe.model):
        assert [Path(ref.path) for name, ref in step.files if name == "conditions"] == files
        command = plan.arguments(step)
        assert [Path(one.partition("=")[2]) for one in command if one.startswith("--conditions=")] == files
    assert "fit" in dict(recipe.model.files) and "fit" not in dict(recipe.steps["unfitted"].files)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LM + '[model]\nself = 2020-01-01\n[tables.a]\nfile = "x"\n', "self = datetime.date.*true or false"),
        (LM + '[model]\nlm-origin = 2020-01-01\n[tables.a]\nfile = "x"\n', "lm-origin = datetime.date.*a string"),
        (LM + '[paths]\nd = 2020-01-01\n[tables.a]\nfile = "x"\n', "d = datetime.date.*a string"),
        (LM + '[tables.a]\nfile = "x"\nfloor = 2020-01-01\n', "floor = datetime.date"),
        (LM + '[tables.a]\nfile = "x"\nget = 07:32:00\n', "get = datetime.time"),
        (LM + '[tables.a]\nverb = "pivot"\ninputs = ["x"]\ntop = 2020-01-01\n', "top = datetime.date"),
        (LM + '[tables.a]\nfile = "x\\u0000"\n', "NUL"),
        (LM + '[tables.a]\nverb = "pivot"\ninputs = ["x"]\n"t\\u0000" = 1\n', "NUL"),
        (LM + '[tables.a]\nfile = "x"\nfloor = ' + "9" * 5000 + "\n", r"toml:5: found invalid TOML \(a number is too long\)"),
        (LM + '[tables.a]\nfile = "x"\nfloor = 0x' + "f" * 5000 + "\n", "toml:5: .*a number is too long"),
        (LM + '[tables.a]\nfile = "x"\n' + ".".join("a" * 5000) + " = 1\n", "nested too deeply"),
        (LM + '[tables.a]\nfile = "x"\nx = ' + "[" * 5000 + "]" * 5000 + "\n", "nested too deeply"),
        (LM + '[tables.a]\nfile = "x"\nfloor = 2020-13-41\n', "invalid TOML"),
        (LM + '[model]\nconditions = "x"\n[tables.a]\nfile = "x"\n', r"\[model\]: conditions = 'x'; expected a list: \[\"FILE\""),
        (LM + '[model]\nconditions = [1]\n[tables.a]\nfile = "x"\n', r"\[model\]: conditions = 1"),
        (LM + '[model]\nconditions = ["@s"]\n[steps.s]\nverb = "text"\ninputs = ["x"]\n[tables.a]\nfile = "x"\n',
         r"\[model\]: conditions has '@s'; expected files"),
        (LM + '[fit]\ndocuments = "x"\n[tables.a]\nfile = "x"\n', r"\[fit\]: no labels; expected a list"),
        (LM + '[fit]\nlabels = ["x"]\n[model]\nfit = "y"\n[tables.a]\nfile = "x"\n',
         r"\[model\]: a file for fit, and a section \[fit\]"),
        (LM + '[fit]\nlabels = ["x"]\nmodel = "y"\n[tables.a]\nfile = "x"\n', r"\[fit\]: 'model' cannot be set in a recipe"),
        (LM + '[fit]\nlabels = ["x"]\n[steps.fit]\nverb = "text"\ninputs = ["x"]\n[tables.a]\nfile = "x"\n', "has that name too"),
        (LM + '[bitexts.b]\nsource = "x"\ntarget = "y"\noptional = 1\n[tables.a]\nfile = "x"\n',
         r"\[bitexts\.b\]: optional = 1; expected true or false"),
        (LM + '[bitexts.b]\nsource = "x"\ntarget = "y"\nsegment = "src=-m"\n[tables.a]\nfile = "x"\n',
         r"\[bitexts\.b\]: segment has '-m'; expected files and steps"),
        (LM + '[steps.a]\nverb = "pack"\ninputs = ["x"]\n[tables.b]\nfile = "x"\n', "verb = 'pack'; expected one of text"),
        ("x = \n", "invalid TOML"),
    ],
)
def test_values_that_no_recipe_has(tmp_path, text, message):
    with pytest.raises((ConfigError, FormatError), match=message):
        read(tmp_path, text)


def test_shipped_recipes_can_be_read(tmp_path, monkeypatch):
    assert {"starter", "full", "z08", "bc05"} <= set(bundled("recipes"))
    for path in bundled("recipes").values():
        assert read_recipe(path, {} if path.stem == "starter" else {"data": "x"}).tables
    with pytest.raises(ConfigError, match="data is empty.*--path data=DIR"):
        read_recipe(bundled("recipes")["full"])
    monkeypatch.chdir(tmp_path)
    assert find_bundled("recipes", "starter") == bundled("recipes")["starter"]
    with pytest.raises(ConfigError, match="starter"):
        find_bundled("recipes", "startre")
