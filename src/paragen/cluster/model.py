"""The model of a run, opened by each worker where it is or where it was shipped."""

from __future__ import annotations

import os
import pickle
import platform
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


@dataclass(frozen=True)
class ModelReference:
    """A reference by which another process can open the same paraphraser.

    Attributes
    ----------
    path : of the model, absolute.
    checksum : of the model.
    signature : of the paraphraser; see `paragen.Paraphraser.signature`.
    options : of the paraphraser, pickled.
    is_starter : whether it is the starter pack, which every installation has.
    archive : the name under which Spark has shipped the model; "" if it has not.
    """

    path: str
    checksum: str
    signature: str
    options: bytes
    is_starter: bool
    archive: str = ""

    def is_here(self) -> bool:
        """Return whether this machine has the model, other than a shipped copy."""
        return any(map(self._is_at, self._places()))

    def place(self) -> str:
        """Return where the model is on this machine; raise ConfigError if it is nowhere."""
        for path in (*self._places(), *self._shipped()):
            if self._is_at(path):
                return path
        found = f"{self.path}: not found on the machine {platform.node()}, expected the model {self.checksum}"
        raise ConfigError(f"{found}. Copy it to a folder that all machines share.")

    def open(self) -> Paraphraser:
        """Return the paraphraser, opened once per process."""
        return _opened(self)

    def _places(self) -> Iterator[str]:
        yield self.path
        if self.is_starter:
            yield from _starter()

    def _shipped(self) -> Iterator[str]:
        if self.archive:
            from pyspark import SparkFiles

            yield SparkFiles.get(self.archive)

    def _is_at(self, path: str) -> bool:
        from paragen.model import Model
        from paragen.model.directory import DESCRIPTION

        return os.path.isfile(os.path.join(path, DESCRIPTION)) and Model.open(path).signature == self.checksum


def reference_to(paraphraser: Paraphraser) -> ModelReference:
    """Return the reference by which other processes can open the same paraphraser."""
    path = paraphraser.model.location
    return ModelReference(
        path, paraphraser.model.signature, paraphraser.signature(), pickle.dumps(paraphraser.options),
        any(os.path.samefile(path, starter) for starter in _starter()),
    )  # fmt: skip


def _starter() -> Iterator[str]:
    """Yield the path of the starter pack, if it was built."""
    from paragen.model.bundled import starter_path

    with suppress(ConfigError):
        yield os.fspath(starter_path())


@lru_cache(maxsize=1)
def _opened(model: ModelReference) -> Paraphraser:
    from paragen.paraphraser import load

    paraphraser = load(model.place(), **pickle.loads(model.options))
    if (found := paraphraser.signature()) != model.signature:
        where = f"{platform.node()}: found {found}"
        raise ConfigError(f"{where}, expected {model.signature}. Install the same version of paragen on all machines.")
    return paraphraser
