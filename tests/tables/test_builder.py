"""What all table builders share: one signature, options that validate themselves, a run."""

from __future__ import annotations

import inspect
import typing
from dataclasses import FrozenInstanceError, fields, is_dataclass

import pytest

from paragen.base import settings
from paragen.base.errors import ConfigError
from paragen.base.settings import Settings
from paragen.tables.bilingual.alignment import build_alignment
from paragen.tables.bilingual.extraction import build_phrase_table
from paragen.tables.bilingual.pivot import build_pivot
from paragen.tables.builder import Run, Summary, TableOptions
from paragen.tables.inflection.entries import build_entries
from paragen.tables.parses.parse import build_parses
from paragen.tables.resources.comparable import build_comparable
from paragen.tables.resources.dictionary import build_definitions
from paragen.tables.resources.parallel import build_parallel
from paragen.tables.resources.queries import build_queries
from paragen.tables.resources.thesaurus import build_thesaurus

BUILDERS = [
    build_alignment, build_comparable, build_definitions, build_entries, build_parallel, build_parses, build_phrase_table,
    build_pivot, build_queries, build_thesaurus,
]  # fmt: skip


@pytest.mark.parametrize("build", BUILDERS)
def test_signature(build):
    inputs, destination, options, run = inspect.signature(build).parameters.values()
    assert (destination.name, options.name, run.name, run.default) == ("destination", "options", "run", None)
    module = inspect.getmodule(build)
    names = {
        name: getattr(module, name.partition(" ")[0]) for name in (options.annotation, inspect.signature(build).return_annotation)
    }
    kinds = list(names.values())
    assert issubclass(kinds[0], Settings) and issubclass(kinds[1], Summary) and all(map(is_dataclass, kinds))
    assert inputs.kind is inputs.POSITIONAL_OR_KEYWORD and "__str__" in vars(kinds[1])


def options_of(build) -> type[Settings]:
    return getattr(inspect.getmodule(build), inspect.signature(build).parameters["options"].annotation.partition(" ")[0])


@pytest.mark.parametrize("build", BUILDERS)
def test_every_number_and_flag_is_checked(build):
    kind = options_of(build)
    hints = typing.get_type_hints(kind)
    wrong = {int: [0.5, "7", True, -(10**30)], float: ["0.5", float("nan"), float("inf"), None], bool: [1, "yes", None], str: [7]}
    checked = 0
    for each in fields(kind):
        for value in wrong.get(hints[each.name], ()):
            checked += 1
            with pytest.raises(ConfigError, match=rf"^{each.name}: found .*, expected "):
                kind(**{each.name: value})
    assert checked
    with pytest.raises(FrozenInstanceError):
        setattr(kind(), fields(kind)[0].name, 1)


def test_messages_name_the_bounds():
    found = {}
    for make, value in {
        settings.whole(1, 1): 0, settings.whole(1, 1, 7): 8, settings.number(0.5, least=0, below=1): 1.0,
        settings.number(0.5, above=0, most=1): 0.0, settings.number(0.5, least=0, most=1): 2, settings.flag(): None,
        settings.one_of("a", ("a", "b")): "c",
    }.items():  # fmt: skip
        setting = make.metadata["setting"]
        assert not setting.holds(value)
        found[setting.expected] = make.default
    assert list(found) == [
        "a whole number, 1 or more", "a whole number from 1 to 7", "a number, 0 or more and less than 1",
        "a number, above 0 and at most 1", "a number from 0 to 1", "True or False", "one of a, b",
    ]  # fmt: skip
    with pytest.raises(ConfigError, match=r"^top: found 0, expected a whole number, 1 or more\.$"):
        TableOptions(top=0)


def test_a_run_reports_what_is_done_so_far():
    seen = []
    run = Run(progress=lambda *reported: seen.append(reported))
    more = run.counter("reading", 10)
    more(3)
    more(4)
    run.report("writing", 0.5)
    assert seen == [("reading", 3, 10), ("reading", 7, 10), ("writing", 0.5, 1.0)]
    assert Run().counter("reading") is None
    Run().report("reading", 1)


def test_a_run_has_threads_and_keeps_what_was_skipped():
    assert Run(threads=3).workers == 3 and Run(threads=0).workers >= 1
    with pytest.raises(ConfigError, match="threads: found -1"):
        Run(threads=-1)
    one, other = Run(), Run()
    one.skips.add("lines", "x:1")
    assert one.skips.messages() == ["left out: 1 lines (first: x:1)"] and not other.skips.counts
