"""Reads recipes: TOML that says which resources go into which tables of a model, and how."""

from __future__ import annotations

import glob
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, did_you_mean
from paragen.base.json_and_toml import read_toml
from paragen.base.settings import declared
from paragen.packing.options import PackOptions, TableSource
from paragen.recipes.steps import (
    FIT,
    MODEL,
    MODEL_VERBS,
    REPORT,
    STEP_VERBS,
    TABLE_VERBS,
    UNFITTED,
    VERBS,
    Recipe,
    Ref,
    Step,
    Table,
    Value,
)
from paragen.text.languages import language
from paragen.text.languages.english import ENGLISH

_EXPECTED = "a recipe: a TOML file with [lm] and [tables.NAME] sections"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_OPTION = re.compile(r"[a-z][a-z0-9-]*")
_PLACE = re.compile(r"\{([^{}]*)\}")
_TOP = ("paths", "model", "lm", "tables", "steps", "bitexts", "fit")
_OF_TABLE = tuple(declared(TableSource))
_MODEL_FILES, _CONDITIONS = ("weights", FIT), "conditions"
_OF_MODEL = {(setting.option or name).removeprefix("--no-").replace("_", "-"): setting
             for name, setting in declared(PackOptions).items()}  # fmt: skip


def read_recipe(path: StrPath, paths: Mapping[str, str] | None = None) -> Recipe:
    """Read a recipe.

    Parameters
    ----------
    path : the TOML file; file names in it are relative to its folder.
    paths : values for ``{NAME}`` in file names and options; they override the section ``[paths]``.

    Raises
    ------
    FormatError : it is not TOML.
    ConfigError : a section or value cannot be used; the message names it.
    """
    data = read_toml(path, _EXPECTED)
    return _Reader(Path(path), data, dict(paths or {})).recipe()


class _Reader:
    """Turns the sections of one recipe into steps and tables."""

    def __init__(self, path: Path, data: Mapping[str, Any], paths: Mapping[str, str]) -> None:
        self._path, self._data = path, data
        self._check_keys("", data, _TOP)
        stated = self._section("paths")
        if unknown := sorted(set(paths) - set(stated)):
            raise self._error("paths", f"there is no {unknown[0]!r} to set", f"one of {', '.join(stated) or 'none'}")
        for name, value in stated.items():
            if not isinstance(value, str):
                raise self._error("paths", f"{name} = {value!r}", "a string")
        self._places = {**stated, **paths}
        self._over = paths
        self._steps: dict[str, Step] = {}
        self._outputs: dict[str, Step] = {}
        self._absent: set[str] = set()  # optional bitexts that are not there

    def recipe(self) -> Recipe:
        for name, section in self._sections("bitexts"):
            self._add_bitext(name, section)
        for name, section in self._sections("steps"):
            self._add(self._step(name, f"steps.{name}", section, tuple(STEP_VERBS)))
        tables = tuple(self._table(name, section) for name, section in self._sections("tables"))
        if not tables:
            raise FormatError(str(self._path), "no [tables.NAME] section", _EXPECTED)
        lm = self._lm()
        model = dict(self._section("model"))
        self._check_model(model)
        files = [(key, self._ref("model", self._text("model", key, model.pop(key)))) for key in _MODEL_FILES if key in model]
        for key, ref in files:
            if ref.step:
                raise self._error("model", f"{key} = {ref.shown!r}", "a file")
        unfitted = _packing(UNFITTED, FIT, lm, tables, model)
        unfitted = replace(unfitted, files=(*unfitted.files, *self._conditions(model)))
        if section := dict(self._section(FIT)):
            if FIT in dict(files):
                raise self._error("model", "a file for fit, and a section [fit]", "one of them")
            self._add(unfitted)
            self._add_fit(section)
            files.append((FIT, Ref(step=FIT)))
        self._check_refs(lm, tables)
        packed = replace(unfitted, name=MODEL, where=MODEL, files=(*unfitted.files, *files))
        return Recipe(self._path, self._steps, tables, lm, packed)

    def _check_model(self, model: Mapping[str, Any]) -> None:
        self._check_keys("model", model, (*_MODEL_FILES, _CONDITIONS, *_OF_MODEL))
        for key, setting in _OF_MODEL.items():
            if key != "top" and not isinstance(model.get(key, setting.default), setting.kind):
                raise self._error("model", f"{key} = {model[key]!r}", "true or false" if setting.kind is bool else "a string")
        if model.get("top", "all") != "all" and type(model["top"]) is not int:
            raise self._error("model", f"top = {model['top']!r}", 'a whole number, or "all"')
        try:
            english = language(model.get("language", "en")) is ENGLISH
        except ConfigError:
            raise self._error("model", f"language = {model['language']!r}", "a code of BCP 47, as en, de or fr") from None
        if not english and (FIT in model or self._section(FIT)):
            raise self._error("model", f"language = {model['language']!r}, and a fit", "en: a fit knows English only")

    def _conditions(self, model: Mapping[str, Any]) -> list[tuple[str, Ref]]:
        """Return the files of conditions: a fit is learnt with them, too."""
        found = model.get(_CONDITIONS, [])
        if not isinstance(found, list):
            raise self._error("model", f"{_CONDITIONS} = {found!r}", 'a list: ["FILE", …]')
        refs = [ref for item in found for ref in self._refs("model", _CONDITIONS, item, "")]
        for ref in refs:
            if ref.step:
                raise self._error("model", f"{_CONDITIONS} has {ref.shown!r}", "files")
        return [(_CONDITIONS, ref) for ref in refs]

    def _error(self, where: str, found: str, expected: str, remedy: str = "") -> ConfigError:
        place = f"{self._path}: [{where}]" if where else f"{self._path}"
        return ConfigError(f"{place}: {found}; expected {expected}. {remedy.strip()}".rstrip())

    def _section(self, name: str) -> Mapping[str, Any]:
        section = self._data.get(name, {})
        if not isinstance(section, Mapping):
            raise self._error(name, f"it is {section!r}", "a section")
        return section

    def _sections(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        for key, section in self._section(name).items():
            where = f"{name}.{key}"
            if not isinstance(section, Mapping):
                raise self._error(where, f"it is {section!r}", "a section")
            if not _NAME.fullmatch(key):
                raise self._error(where, "the name has other characters", "letters, digits, _ . -, beginning with a letter")
            yield key, dict(section)

    def _check_keys(self, where: str, section: Mapping[str, Any], known: Sequence[str]) -> None:
        for key in section:
            if key not in known:
                raise self._error(where, f"{key!r} is unknown", f"one of {', '.join(known)}", did_you_mean(key, known))

    def _text(self, where: str, key: str, value: Any) -> str:
        """Return a string with its ``{NAME}`` placeholders filled in."""
        if not isinstance(value, str) or not value:
            raise self._error(where, f"{key} = {value!r}", "a string")

        def fill(found: re.Match[str]) -> str:
            if found[1] not in self._places:
                raise self._error(where, f"{key} names {found[0]}", f"one of [paths]: {', '.join(self._places) or 'none'}")
            place = self._places[found[1]]
            if not place:
                raise self._error("paths", f"{found[1]} is empty", "a folder", f"Name it: --path {found[1]}=DIR")
            return os.path.abspath(place if found[1] in self._over else os.path.join(self._path.parent, place))

        return _PLACE.sub(fill, value)

    def _ref(self, where: str, text: str, get: str = "") -> Ref:
        if text == "@":
            raise self._error(where, "@ without a name", "the name of a step: @NAME")
        if text.startswith("@"):
            return Ref(step=text[1:])
        return Ref(path=os.path.normpath(os.path.join(self._path.parent, text)), get=get)

    def _file(self, where: str, section: Mapping[str, Any]) -> Ref:
        get = self._text(where, "get", section["get"]) if "get" in section else ""
        return self._ref(where, self._text(where, "file", section["file"]), get)

    def _refs(self, where: str, key: str, value: Any, get: str) -> Iterator[Ref]:
        """Yield what a string names: a step, a file, or the files that match a pattern."""
        text = self._text(where, key, value)
        if text.startswith("-"):
            raise self._error(where, f"{key} has {text!r}", "files and steps", f"A file of that name is ./{text}.")
        ref = self._ref(where, text, get)
        matches = sorted(glob.glob(ref.path)) if glob.has_magic(ref.path) else []
        yield from (Ref(match, get=get) for match in matches) if matches else (ref,)

    def _inputs(self, where: str, section: dict[str, Any], get: str) -> tuple[tuple[Ref, ...], ...]:
        inputs = section.pop("inputs", None)
        if not isinstance(inputs, list) or not inputs:
            found = "no inputs" if inputs is None else f"inputs = {inputs!r}"
            raise self._error(where, found, 'a list: ["FILE", "@STEP", …]')
        groups: list[tuple[Ref, ...]] = []
        for item in inputs:
            if isinstance(item, list):
                groups.append(tuple(ref for part in item for ref in self._refs(where, "inputs", part, get)))
            else:
                groups += [(ref,) for ref in self._refs(where, "inputs", item, get)]
        there = (tuple(ref for ref in group if ref.step not in self._absent) for group in groups)
        return tuple(group for group in there if group)

    def _step(self, name: str, where: str, section: dict[str, Any], verbs: Sequence[str], default: str = "") -> Step:
        verb = section.pop("verb", default)
        if verb not in verbs:
            raise self._error(where, f"verb = {verb!r}" if verb else "no verb", f"one of {', '.join(verbs)}")
        get = self._text(where, "get", section.pop("get")) if "get" in section else ""
        inputs = () if verb in MODEL_VERBS else self._inputs(where, section, get)
        options: list[tuple[str, Value]] = []
        files: list[tuple[str, Ref]] = []
        for key, value in section.items():
            self._check_option(where, verb, key)
            for item in value if isinstance(value, list) else [value]:
                side, _, cut = item.partition("=") if key in VERBS[verb].sides and isinstance(item, str) else ("", "", "")
                if cut and cut != "words":
                    files += [(f"{key}={side}", ref) for ref in self._refs(where, key, cut, get)]
                elif key in VERBS[verb].files:
                    files += [(key, ref) for ref in self._refs(where, key, item, get)]
                elif isinstance(item, str):
                    options.append((key, self._text(where, key, item)))
                elif isinstance(item, (bool, int, float)):
                    options.append((key, self._finite(where, key, item)))
                else:
                    raise self._error(where, f"{key} = {item!r}", "a string, a number, true, or a list of them")
        return Step(name, where, verb, inputs, tuple(options), tuple(files))

    def _finite(self, where: str, key: str, value: Value) -> Value:
        if isinstance(value, float) and not math.isfinite(value):
            raise self._error(where, f"{key} = {value!r}", "a finite number")
        return value

    def _check_option(self, where: str, verb: str, key: str) -> None:
        if not _OPTION.fullmatch(key):
            raise self._error(where, f"{key!r} is not an option", "a name of lower-case letters and -")
        if key in VERBS[verb].reserved:
            raise self._error(where, f"{key!r} cannot be set in a recipe", "options that say what is made")

    def _add(self, step: Step) -> None:
        if step.name in (MODEL, REPORT):
            raise self._error(step.where, f"{step.name!r} is taken", "another name")
        if step.name in self._steps:
            raise self._error(step.where, f"[{self._steps[step.name].where}] has that name too", "another name")
        if other := self._outputs.get(step.output):
            raise self._error(step.where, f"[{other.where}] also makes a file {step.output}", "another name")
        self._steps[step.name] = self._outputs[step.output] = step

    def _add_bitext(self, name: str, section: dict[str, Any]) -> None:
        """Add the two steps of a bitext: its links, and its phrase table."""
        where = f"bitexts.{name}"
        self._check_keys(where, section, ("source", "target", "get", "align", "extract", "segment", "optional"))
        sides = [self._text(where, side, section.get(side, "")) for side in ("source", "target")]
        if not isinstance(section.get("optional", False), bool):
            raise self._error(where, f"optional = {section['optional']!r}", "true or false")
        if section.get("optional") and not any(os.path.exists(self._ref(where, side).path) for side in sides):
            self._absent.add(name)
            return
        common: dict[str, Any] = {"inputs": sides, **{key: section[key] for key in ("get", "segment") if key in section}}
        for verb in ("align", "extract"):
            own = section.get(verb, {})
            if not isinstance(own, Mapping):
                raise self._error(where, f"{verb} = {own!r}", f"options of the verb {verb}: {{ name = value }}")
            inputs = {"inputs": [*sides, *[f"@{name}.links"] * (verb == "extract")]}
            step = {**common, **own, **inputs, "verb": verb}
            self._add(self._step(name if verb == "extract" else f"{name}.links", where, step, (verb,)))

    def _add_fit(self, section: dict[str, Any]) -> None:
        """Add the step that learns a fit from labels, using the model without a fit."""
        if "labels" not in section:
            raise self._error(FIT, "no labels", 'a list: labels = ["FILE", …]')
        step = self._step(FIT, FIT, section, (FIT,), FIT)
        self._add(replace(step, files=(("model", Ref(step=UNFITTED)), *step.files)))

    def _table(self, name: str, section: dict[str, Any]) -> Table:
        where = f"tables.{name}"
        packing = tuple((key, section.pop(key)) for key in _OF_TABLE if key in section)
        for key, value in packing:
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                raise self._error(where, f"{key} = {value!r}", "a string or a number")
            self._finite(where, key, value)
        if "file" in section:
            self._check_keys(where, section, ("file", "get"))
            ref = self._file(where, section)
            return Table(name, ref, packing)
        self._add(self._step(name, where, section, TABLE_VERBS))
        made = STEP_VERBS[self._steps[name].verb].kind
        kind = (("kind", made),) if made and "kind" not in dict(packing) else ()
        return Table(name, Ref(step=name), packing + kind)

    def _lm(self) -> Ref:
        section = dict(self._section("lm"))
        if "file" in section:
            self._check_keys("lm", section, ("file", "get"))
            return self._file("lm", section)
        if not section:
            raise self._error("lm", "there is no such section", 'one with inputs = ["TEXT", …], or file = "MODEL.arpa"')
        self._add(self._step("lm", "lm", section, ("lm", "mix"), "lm"))
        return Ref(step="lm")

    def _check_refs(self, lm: Ref, tables: Sequence[Table]) -> None:
        wanted = [(step.where, ref) for step in self._steps.values() for ref in step.refs()]
        wanted += [("lm", lm), *((f"tables.{table.name}", table.source) for table in tables)]
        for where, ref in wanted:
            if ref.step and ref.step not in self._steps:
                known, nearest = ", ".join(self._steps), did_you_mean(ref.shown, [f"@{name}" for name in self._steps])
                raise self._error(where, f"{ref.shown} is not a step", f"one of {known or 'none'}", nearest)


def _packing(name: str, where: str, lm: Ref, tables: Sequence[Table], model: Mapping[str, Value]) -> Step:
    """Return the step that packs tables and language model; ``model`` holds the options of the section ``[model]``."""
    options: list[tuple[str, Value]] = [("force", True)]
    for table in tables:
        options += [(f"{option}={table.name}", value) for option, value in table.options]
    options += [("no-self", model.get("self") is False), ("tokenized", model.get("tokenized") is True)]
    options += [(option, model[option]) for option in ("language", "lm-origin", "top") if model.get(option, "") != ""]
    files = [("lm", lm), *((f"table={table.name}", table.source) for table in tables)]
    return Step(name, where, "pack", (), tuple(options), tuple(files))
