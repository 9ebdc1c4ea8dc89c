"""Puts the steps of a recipe in order, and builds the command line of each."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import paragen
from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.steps import data_digest, file_digest
from paragen.decoder.features import FIT, FeatureList
from paragen.model.weights import read_weights
from paragen.recipes.build_folder import Store
from paragen.recipes.steps import MODEL, UNFITTED, VERBS, Recipe, Ref, Step

_WITHOUT_EFFECT = ("threads", "memory", "temp")  # options that do not affect the output

Check = Callable[[str, Sequence[str]], None]
"""Called with a verb and its arguments; raises ConfigError for arguments that the verb does not take."""


class Plan:
    """The steps that the model needs, each after the steps it reads.

    Parameters
    ----------
    recipe : what to build.
    store : where outputs go.
    destination : where the model goes.

    Raises
    ------
    ConfigError : steps depend on each other in a cycle.
    """

    def __init__(self, recipe: Recipe, store: Store, destination: StrPath) -> None:
        self.recipe, self.store, self.destination = recipe, store, Path(destination)
        self.steps = tuple(_ordered(recipe))

    def path(self, ref: Ref) -> Path:
        """Return the file that a reference stands for."""
        return self.store.output(self.recipe.steps[ref.step]) if ref.step else Path(ref.path)

    def arguments(self, step: Step, log: bool = False, quiet: bool = False) -> list[str]:
        """Return the command line of a step: its verb (of a group, with the action) first.

        With ``log``, notices also go to the step's log; with ``quiet`` as well, only there.
        """
        verb = VERBS[step.verb]
        options = [f"--{verb.output}={self.destination if step.name == MODEL else self.store.output(step)}"]
        options += [_option(name, value) for name, value in step.options if value is not False]
        options += [f"--{name}={self.path(ref)}" for name, ref in step.files]
        options += [f"--log={self.store.log(step)}"] * log + ["--quiet"] * quiet
        inputs = [",".join(str(self.path(ref)) for ref in group) for group in step.inputs]
        return [*step.verb.split(), *options, *(["--", *inputs] if inputs else [])]

    def command(self, step: Step) -> str:
        """Return the command line of a step as a user would type it."""
        return shlex.join(["paragen", *self.arguments(step)])

    def key(self, step: Step) -> str:
        """Return a checksum of everything the output of a step depends on; the steps it reads must be done.

        Raises
        ------
        ConfigError : a file is missing; the message says how to get it.
        """
        inputs = [[self._digest(step.where, ref) for ref in group] for group in step.inputs]
        files = [[name, self._digest(step.where, ref)] for name, ref in step.files]
        options = sorted(([name, value] for name, value in step.options if name not in _WITHOUT_EFFECT), key=str)
        return data_digest([paragen.__version__, step.verb, inputs, options, files])

    def _digest(self, where: str, ref: Ref) -> str:
        if ref.step:
            record = self.store.made(ref.step)
            return record.output if record else ""
        self.check_input(where, ref)
        return file_digest(ref.path)

    def check_input(self, where: str, ref: Ref) -> None:
        """Raise ConfigError if a file or folder that a step reads does not exist, or is something else."""
        if not ref.path or os.path.isfile(ref.path) or os.path.isdir(ref.path):
            return
        place = f"{self.recipe.path}: [{where}]"
        if os.path.exists(ref.path):
            raise ConfigError(f"{place}: {ref.path} is neither a file nor a folder; a build must be able to read it twice.")
        how = f"To get it: {ref.get}" if ref.get else "Check its name; names are relative to the recipe."
        raise ConfigError(f"{place}: there is no {ref.path}. {how}")

    def check_destination(self) -> None:
        """Raise ConfigError if the build would overwrite a file that it reads, or the model the output of a step."""
        refs = [ref for step in (*self.steps, self.recipe.model) for ref in step.refs()]
        read: list[StrPath] = [self.recipe.path, *(ref.path for ref in refs if ref.path)]
        written = [path for step in self.steps for path in self.store.files(step)] if self.store.folder.is_dir() else []
        models = [path for path in written if path.is_dir()]
        check_destinations([path for path in written if path not in models], read, folders=[self.destination, *models])

    def errors(self, check: Check | None) -> list[str]:
        """Return what would stop the build: missing files, options that a verb does not take, of unused steps too."""
        found: list[str] = []
        packed = [(f"tables.{table.name}", table.source) for table in self.recipe.tables] + [("lm", self.recipe.lm)]
        sources = {ref for _, ref in packed}
        wanted = [(step.where, ref) for step in self.steps for ref in step.refs() if ref not in sources] + packed
        wanted += [(MODEL, ref) for ref in self.recipe.model.refs() if ref not in sources]
        for where, ref in wanted:
            try:
                self.check_input(where, ref)
            except ConfigError as error:
                found.append(str(error))
        found += self._weights_problems()
        if check is not None:
            for step in self._commands():
                try:
                    check(step.verb, self.arguments(step)[len(step.verb.split()) :])
                except ConfigError as error:
                    found.append(f"{self.recipe.path}: [{step.where}]: {error}")
        return list(dict.fromkeys(found))

    def _commands(self) -> Iterator[Step]:
        """Yield every step of the recipe, and that of the model once for each section that its options are from."""
        model = self.recipe.model
        yield from (step for step in self.recipe.steps.values() if step.name != UNFITTED)  # which is packed as the model is
        for table in self.recipe.tables:
            own = tuple(option for option in model.options if option[0].endswith(f"={table.name}"))
            yield replace(model, where=f"tables.{table.name}", options=own)
        yield replace(model, options=tuple(option for option in model.options if "=" not in option[0]))

    def _weights_problems(self) -> list[str]:
        """Return what is wrong with a file of weights: a table that it lacks, or does not know."""
        files = [ref for key, ref in self.recipe.model.files if key == "weights" and not ref.step]
        if not files or not self.path(files[0]).is_file():
            return []
        scorers = (FIT,) if any(key == FIT for key, _ in self.recipe.model.files) else ()
        features = FeatureList(tuple(table.name for table in self.recipe.tables), scorers=scorers)
        try:
            read_weights(self.path(files[0]), features.names)
        except ParagenError as error:
            return [str(error)]
        return []


def _option(name: str, value: object) -> str:
    return f"--{name}" if value is True else f"--{name}={value}"


def _ordered(recipe: Recipe) -> Iterator[Step]:
    """Yield the steps that the model needs, each after those it reads, otherwise in the recipe's order."""
    done: set[str] = set()
    for ref in recipe.model.refs():
        above: dict[str, Iterator[str]] = {}  # open steps, each with what it has yet to read; no recursion, as chains are long
        name = ref.step
        while name or above:
            if name in above:
                names = list(above)
                circle = " -> ".join([*names[names.index(name) :], name])
                raise ConfigError(f"{recipe.path}: steps depend on each other in a circle: {circle}. Break it.")
            if name and name not in done:
                above[name] = iter([ref.step for ref in recipe.steps[name].refs() if ref.step])
            if not above:
                break
            last = next(reversed(above))
            name = next(above[last], "")
            if not name:
                del above[last]
                done.add(last)
                yield recipe.steps[last]
