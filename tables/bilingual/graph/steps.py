"""The results of the steps of a build, kept in a folder: an interrupted build resumes from there."""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, Unexpected
from paragen.base.steps import StepStore, data_digest
from paragen.tables.engine.files import opened_parquet

Made = TypeVar("Made")

ORDER = ("graph", "features", "components", "clusters", "counts", "distributions")
"""The steps; each depends on some of those before it."""
_FORMAT = 3  # version of what is written; steps of another one are made anew
_REMEDY = "Remove the folder, and build again."


class Steps(StepStore):
    """A folder with a folder for each step: the arrays that it made, each a Parquet file, and ``step.json``.

    A step appears whole or not at all. It has a key, a digest of all that its arrays depend on: the keys of the steps that it
    takes arrays from, files, options. When it is made anew, those that follow it are removed unless they have the keys of the
    same build, so that all steps in a folder belong together.

    Parameters
    ----------
    folder : made if it is not there.
    """

    def __init__(self, folder: StrPath) -> None:
        super().__init__(folder, "{}/step.json", _REMEDY)

    def make(
        self, name: str, type_: type[Made], key: Mapping[str, Any], make: Callable[[], Made],
        keys: Mapping[str, str] | None = None,
    ) -> Made:  # fmt: skip
        """Return what a step made earlier with the same key; else make it, and keep it.

        Parameters
        ----------
        name : one of `ORDER`.
        type_ : a dataclass of arrays, numbers, texts, and of such dataclasses.
        key : plain data.
        make : makes the step.
        keys : of all steps of this build; None: the steps that follow are of another one.

        Raises
        ------
        ConfigError : the folder holds something else.
        FormatError : what was kept has been altered.
        """
        digest = step_key(name, key)
        if self.key(name) == digest:
            return self.read(name, type_)
        begin = time.monotonic()
        made = make()
        about = {"seconds": round(time.monotonic() - begin, 2), "peak_memory": _peak_memory()}
        self.create()
        follow = ORDER[ORDER.index(name) + 1 :]
        self.forget(each for each in follow if keys is None or self.key(each) != keys.get(each))
        description = {"format": _FORMAT, "key": digest, "of": dict(key), **about}
        self.publish(name, lambda folder: {**description, "values": _save(folder, made, "")})
        return made

    def key(self, name: str) -> str | None:
        """Return the key of a kept step; None if there is none."""
        return str(self.about(name)["key"]) if self.record_path(name).is_file() else None

    def about(self, name: str) -> dict[str, Any]:
        """Return what is known of a step: its ``key``, what it is ``of``, ``seconds``, ``peak_memory`` in bytes, ``values``."""
        about = self.record(name)
        if about is None:
            raise ConfigError(
                f"{self.folder}: found no step {name!r}, expected a folder of `paragen graph build --steps` whose build has come "
                "so far. Run it first, or let it end."
            )
        if not {"format", "key", "of", "seconds", "peak_memory", "values"} <= set(about):
            raise self.altered(name)
        return about

    def read(self, name: str, type_: type[Made]) -> Made:
        """Return the result of a step.

        Raises
        ------
        ConfigError : it has made nothing yet.
        FormatError : what was kept has been altered.
        """
        values = self.about(name)["values"]
        try:
            made: Made = _load(self.folder / name, type_, values, "")
        except Unexpected as error:
            raise FormatError(os.fspath(self.folder / name), error.found, error.expected, _REMEDY) from None
        except (KeyError, TypeError, AttributeError):
            raise self.altered(name) from None
        return made


def step_key(name: str, of: Mapping[str, Any]) -> str:
    """Return the key of a step that depends on plain data."""
    return data_digest({"format": _FORMAT, "step": name, **of})


def _peak_memory() -> int:
    """Return the most memory that this process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _save(folder: Path, made: Any, prefix: str) -> dict[str, Any]:
    """Write the arrays of a dataclass, and of those in it; return the rest."""
    values: dict[str, Any] = {}
    for field in fields(made):
        value, name = getattr(made, field.name), f"{prefix}{field.name}"
        if is_dataclass(value):
            values[field.name] = _save(folder, value, f"{name}.")
        elif isinstance(value, tuple):
            values[field.name] = [asdict(each) for each in value]
        elif isinstance(value, (bool, int, float, str)):
            values[field.name] = value
        else:
            _write(folder / f"{name}.parquet", value)
    return values


def _write(path: Path, array: Any) -> None:
    import pyarrow as pa
    import pyarrow.parquet as parquet

    # opened here, as pyarrow hides the operating system's errors
    with open(path, "wb") as file:
        parquet.write_table(pa.table({"value": array}), file, compression="zstd")


def _load(folder: Path, type_: Any, values: Mapping[str, Any], prefix: str) -> Any:
    """Return the dataclass that `_save` wrote."""
    hints = get_type_hints(type_)
    found: dict[str, Any] = {}
    for field in fields(type_):
        hint, name = hints[field.name], f"{prefix}{field.name}"
        if is_dataclass(hint):
            found[field.name] = _load(folder, hint, values[field.name], f"{name}.")
        elif get_origin(hint) is tuple:
            found[field.name] = tuple(get_args(hint)[0](**each) for each in values[field.name])
        elif hint in (bool, int, float, str):
            if not isinstance(values[field.name], hint):
                raise Unexpected(f"{values[field.name]!r} as {field.name}", f"a value of the kind {hint.__name__}")
            found[field.name] = values[field.name]
        else:
            column = _read(folder / f"{name}.parquet")
            found[field.name] = column.to_numpy(zero_copy_only=False) if hint is np.ndarray else column
    return type_(**found)


def _read(path: Path) -> Any:
    if not path.is_file():
        raise FormatError(os.fspath(path), "no such file", "an array of the step", _REMEDY)
    with opened_parquet(path) as file:
        table = file.read()
        if table.column_names != ["value"]:
            raise FormatError(os.fspath(path), f"the columns {', '.join(table.column_names)}", "the column value", _REMEDY)
        return table.column(0).combine_chunks()
