"""The work on one part file, the same on every machine, and the model it is done with."""

from __future__ import annotations

import gc
import os
import pickle
import platform
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import IO, TYPE_CHECKING, Protocol

from paragen.base.errors import ConfigError, ParagenError
from paragen.base.output_files import atomic_file
from paragen.cluster.counts import table_counts
from paragen.cluster.parts import Part, Report

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


_GARBAGE = 100_000  # sentences leave no reference cycles, so frequent collections waste time


class Answer(Protocol):
    """Answers the sentences of a part; pickles.

    Attributes
    ----------
    kind : of the output files; see `paragen.cluster.parts.Part.output`.
    divides : whether it can process a file of lines in sections, whose joined outputs are that of the file.
    options : everything that the answers depend on besides the paraphraser: fields ``name:value`` separated by bars.
    """

    @property
    def kind(self) -> str: ...

    @property
    def divides(self) -> bool: ...

    @property
    def options(self) -> str: ...

    def check(self, part: Part) -> None:
        """Raise FormatError if the part evidently is not what it should be; called once, with the first."""

    def __call__(self, paraphraser: Paraphraser, part: Part, output: IO[bytes], report: Report) -> Mapping[str, int]:
        """Write the answers to the sentences of a part to ``output``; return how many ``sentences`` it had, and other counts.

        Raises
        ------
        FormatError : the part is broken; the message names the file and the line.
        """


@dataclass(frozen=True)
class Outcome:
    """The outcome of a part: its counts, among them ``sentences``, or the error that prevented it."""

    part: Part
    counts: Mapping[str, int] = field(default_factory=dict)
    error: Exception | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the part is broken or unreadable, so that others may still be answered; any other error concerns all parts."""
        if isinstance(self.error, OSError):
            return bool(self.error.filename == self.part.path)
        return isinstance(self.error, ParagenError) and not isinstance(self.error, (ConfigError, ImportError))


@dataclass(frozen=True)
class Work:
    """Makes the output file of a part, complete or not at all, and always with the same bytes."""

    model: ModelReference
    answer: Answer

    def __call__(self, part: Part, output: str, report: Report = lambda read: None) -> Mapping[str, int]:
        """Return the counts of the answer, the effect of tables given at load time, and how many texts were held back.

        Raises
        ------
        ConfigError : the folders or the model are not on this machine.
        FormatError : the part is broken.
        OSError : it cannot be read, or the output cannot be written.
        """
        for folder in (os.path.dirname(part.path), os.path.dirname(output)):
            if not os.path.isdir(folder):
                where = f"not found on the machine {platform.node()}, where the work is done"
                raise ConfigError(f"{folder}: {where}. Name folders that all machines share, under the same path.")
        paraphraser = self.model.open()
        gc.set_threshold(_GARBAGE)
        before = Counter(paraphraser.held_back()._asdict())
        with atomic_file(output) as file:
            counts = Counter(self.answer(paraphraser, part, file, report))
        held_back = Counter(paraphraser.held_back()._asdict()) - before
        return counts + table_counts(paraphraser) + held_back


def largest_first(part: Part) -> tuple[int, str, int]:
    """Return a sort key for parts, so that none that takes long is begun last."""
    return -part.size, part.name, part.begin


def sendable(error: Exception) -> Exception:
    """Return an error that pickles, to be sent to the parent process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return ParagenError(f"{type(error).__name__}: {error}")
    return error
