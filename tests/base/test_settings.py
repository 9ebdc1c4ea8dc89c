"""Settings are declared once; their checks and the options of the command line come from the declaration."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, dataclass

import click
import pytest
from click.testing import CliRunner

from paragen.base.errors import ConfigError, did_you_mean
from paragen.base.packages import package_folder
from paragen.base.settings import Settings, declared, flag, group, number, one_of, text, whole
from paragen.cli import cli
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.decoder.settings import Limits
from paragen.settings.given import GROUPS, GivenSettings


@dataclass(frozen=True, kw_only=True)
class Kettle(Settings):
    cups: int = whole(4, 1, 12, metavar="N", help="Cups of water.")
    heat: float = number(0.9, above=0, most=1, metavar="X", help="Share of the full heat.")
    lid: bool = flag(True, help="Leave the lid off.")
    loud: bool = flag(option="--whistle", help="Whistle when done.")
    herb: str = one_of("mint", ("mint", "sage"), help="What is in it.")
    limit: int | None = whole(None, 1, help="Minutes.  [default: no limit]")
    note: str = text(option="-", help="Not for the command line.")


@click.command(cls=Verb)
@options_of(Kettle, "kettle")
def boil(kettle: Kettle) -> None:
    """Boil."""
    click.echo(repr(kettle))


def test_an_option_for_each_setting():
    help_text = CliRunner().invoke(boil, ["--help"]).output
    for name in ("--cups N", "--heat X", "--no-lid", "--whistle", "--herb", "--limit"):
        assert name in help_text
    assert "--note" not in help_text and "Cups of water. [1<=x<=12]" in " ".join(help_text.split())
    assert CliRunner().invoke(boil, []).output == f"{Kettle()!r}\n"
    given = CliRunner().invoke(boil, ["--cups", "2", "--no-lid", "--whistle", "--herb", "sage", "--limit", "3", "--heat", "1"])
    assert given.output == f"{Kettle(cups=2, heat=1.0, lid=False, loud=True, herb='sage', limit=3)!r}\n"


@pytest.mark.parametrize("words", [["--cups", "0"], ["--cups", "13"], ["--heat", "0"], ["--heat", "nan"], ["--herb", "min"]])
def test_an_option_has_the_bounds_of_its_setting(words):
    assert CliRunner().invoke(boil, words).exit_code == 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"cups": 0}, "cups: found 0, expected a whole number from 1 to 12."),
        ({"cups": True}, "cups: found True, expected a whole number from 1 to 12."),
        ({"cups": None}, "cups: found None, expected a whole number from 1 to 12."),
        ({"heat": 0.0}, "heat: found 0, expected a number, above 0 and at most 1."),
        ({"heat": float("nan")}, "heat: found nan, expected a number, above 0 and at most 1."),
        ({"lid": 1}, "lid: found 1, expected True or False."),
        ({"herb": "dill"}, "herb: found 'dill', expected one of mint, sage."),
        ({"limit": 0}, "limit: found 0, expected a whole number, 1 or more."),
        ({"note": 7}, "note: found 7, expected a string."),
    ],
)
def test_values_are_checked(given, message):
    with pytest.raises(ConfigError) as found:
        Kettle(**given)
    assert str(found.value) == message


@group
class Cup(Settings):
    size: int = whole(2, 1)
    fill: float | None = number(None, below=1)


def test_a_group_is_made_and_refuses_as_a_dataclass_does():
    assert Cup(3) == Cup(size=3) != Cup(3, 0.5) and hash(Cup(3)) == hash(Cup(size=3)) and Cup() != Kettle()
    assert repr(Cup(3, fill=0.5)) == "Cup(size=3, fill=0.5)"
    for values, given, message in (
        ((3,), {"size": 4}, "multiple values for argument 'size'"), ((), {"sise": 3}, "an unexpected keyword argument 'sise'"),
        ((3, 0.5, 1), {}, "more than 2 arguments"),
    ):  # fmt: skip
        with pytest.raises(TypeError) as caught:
            Cup(*values, **given)
        assert str(caught.value) == f"Cup.__init__() got {message}"
    with pytest.raises(ConfigError, match=r"^fill: found 1, expected a number, less than 1\.$"):
        Cup(fill=1.0)
    with pytest.raises(FrozenInstanceError, match="^cannot assign to field 'size'$"):
        Cup().size = 3
    with pytest.raises(FrozenInstanceError, match="^cannot delete field 'size'$"):
        del Cup().size


def test_settings_are_read_in_order_and_pickle():
    assert list(declared(Kettle)) == ["cups", "heat", "lid", "loud", "herb", "limit", "note"]
    assert pickle.loads(pickle.dumps(Kettle(cups=2))) == Kettle(cups=2)
    assert declared(Kettle)["limit"].optional and not declared(Kettle)["cups"].optional


def test_the_nearest_name():
    assert did_you_mean("stak", ["stack", "tables"]) == " Did you mean 'stack'?" and did_you_mean("x", ["stack"]) == ""


def test_declarations_cost_nothing():
    large = {"numpy", "pyarrow", "duckdb", "scipy"}
    code = f"import sys, paragen.cli.bitext, paragen.cli.resources; print({large} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout == "set()\n"


def test_what_type_checkers_read_is_what_is_declared():
    found = {name: kind for group in GROUPS for name, kind in group.__annotations__.items() if name in declared(group)}
    assert {**Limits.__annotations__, **GivenSettings.__annotations__}.keys() == found.keys()
    for name, kind in {**Limits.__annotations__, **GivenSettings.__annotations__}.items():
        assert getattr(kind, "__forward_arg__", kind) == found[name], name


def test_no_default_of_a_setting_stands_twice():
    own = re.compile(r"option\(\s*\"--(?:stack|beam-threshold|table-limit|phrase-limit|max-edits|distinct-by|strength)\"")
    assert not [path for path in package_folder("paragen.cli").rglob("*.py") if own.search(path.read_text(encoding="utf-8"))]
    for verb in ("decode", "substitutes", "serve", "lsp", "eval", "tune"):
        command = cli.get_command(click.Context(cli), verb)
        for param in command.params:
            setting = declared(*GROUPS).get(param.name)
            if setting is not None and not setting.many and f"--{param.name.replace('_', '-')}" in param.opts:
                assert param.default == setting.default or not setting.default, (verb, param.name)
