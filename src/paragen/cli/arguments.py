"""Types of arguments: files and folders that are read or written, and NAME=VALUE."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class FileName(click.ParamType):
    """The non-empty name of a file or folder."""

    name = "text"
    completes = "file"
    """What a shell completes: "file" (folders too) or "dir"."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            self.fail("the name is empty. Is it a variable without a value?", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Let the shell complete names of files or folders."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type=self.completes)]


class Reads(click.ParamType):
    """Marks arguments whose files are read."""

    def paths(self, value: Any) -> list[str]:
        """Return the files and folders that an argument names."""
        raise NotImplementedError

    def rooted(self, value: Any, folder: str) -> Any:
        """Return an argument whose file is relative to a folder."""
        if isinstance(value, tuple):
            return value[0], os.path.join(folder, value[1])
        return os.path.join(folder, value)


class InputFile(FileName, Reads):
    """A file or folder that is read; with ``commas``, may be several: ``a,b``."""

    def __init__(self, commas: bool = False) -> None:
        self._commas = commas

    def paths(self, value: str) -> list[str]:
        return value.split(",") if self._commas and not os.path.exists(value) else [value]


class ModelName(InputFile):
    """A model directory; of its files, only the weights may be written while it is open."""

    completes = "dir"

    def paths(self, value: str) -> list[str]:
        from paragen.model.directory import DESCRIPTION, LM, TABLES

        return [os.path.join(value, name) for name in (DESCRIPTION, LM, TABLES)]


class Writes(click.ParamType):
    """Marks arguments whose files are written; ``updates`` names the parameter whose files they may append to."""

    updates = ""

    def path(self, value: Any) -> str:
        """Return the file that an argument names."""
        raise NotImplementedError

    def is_folder(self, given: Mapping[str, Any]) -> bool:
        """Return whether the other arguments make it a folder."""
        return False


class OutputFile(FileName, Writes):
    """A file that is written."""

    def __init__(self, updates: str = "") -> None:
        self.updates = updates

    def path(self, value: str) -> str:
        return value


class PictureFile(OutputFile):
    """A picture that is written, of one of these kinds."""

    def __init__(self, *endings: str) -> None:
        super().__init__()
        self._endings = endings

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        path = super().convert(value, param, ctx)
        if not path.lower().endswith(self._endings):
            self.fail(f"{path!r} does not end in {' or '.join(self._endings)}.", param, ctx)
        return path


class OutputFolder(FileName):
    """A file or folder that is written as a whole."""


class WorkFolder(FileName):
    """A working folder, created if need be; what is written there is checked file by file."""

    completes = "dir"


class Folder(FileName):
    """An existing folder."""

    completes = "dir"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        path = super().convert(value, param, ctx)
        if not os.path.isdir(path):
            problem = f"{path!r} is a file." if os.path.exists(path) else f"there is no folder {path!r}."
            self.fail(f"{problem} Create a folder first, or name another.", param, ctx)
        return path


class Named(click.ParamType):
    """An argument ``NAME=VALUE``; ``kind`` is the value's type (str, int or float), ``lowest`` its minimum."""

    named = True

    def __init__(self, value: str, kind: type = str, lowest: int | None = None) -> None:
        self.name, self.kind, self._lowest = f"name={value.lower()}", kind, lowest
        self._metavar = f"NAME={value}"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return self._metavar

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value
        name, equals, rest = str(value).partition("=")
        if not (name and equals and rest):
            reason = f": there is nothing {'after' if name else 'before'} the =" if equals else ""
            self.fail(f"{value!r} is not of the form {self._metavar}{reason}.", param, ctx)
        try:
            found = self.kind(rest)
        except ValueError:
            self.fail(f"{rest!r} is not {'a number' if self.kind is float else 'a whole number'}.", param, ctx)
        if self._lowest is not None and found < self._lowest:
            self.fail(f"{rest} is too low: {self._lowest} is the minimum.", param, ctx)
        return name, found


class NamedInput(Named, Reads):
    """An argument ``NAME=FILE``; the file is read."""

    def __init__(self) -> None:
        super().__init__("FILE")

    def paths(self, value: tuple[str, str]) -> list[str]:
        return [value[1]]


_SIDES = ("src", "tgt")


class Side(Named):
    """An argument ``SIDE=VALUE``; SIDE is src or tgt."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._metavar = f"SIDE={value}"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        side, found = super().convert(value, param, ctx)
        if side not in _SIDES:
            self.fail(f"there is no side {side!r}; the sides are: {', '.join(_SIDES)}.", param, ctx)
        return side, found


class Cut(Side, Reads):
    """How a side is split into tokens: ``words``, or the file of a sentencepiece model."""

    def __init__(self) -> None:
        super().__init__("HOW")

    def paths(self, value: tuple[str, str]) -> list[str]:
        return [] if value[1] == "words" else [value[1]]

    def rooted(self, value: tuple[str, str], folder: str) -> tuple[str, str]:
        """Return an argument whose file, if it is one, is relative to a folder."""
        return value if value[1] == "words" else super().rooted(value, folder)


class WrittenSide(Side, Writes):
    """An output file for a side."""

    def __init__(self) -> None:
        super().__init__("FILE")

    def path(self, value: tuple[str, str]) -> str:
        return value[1]


def by_name(pairs: Sequence[tuple[str, Any]], option: str, known: Sequence[str] | None = None) -> dict[str, Any]:
    """Return NAME=VALUE arguments as a dictionary; refuse a name given twice, or one not in ``known``."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise click.BadParameter(f"{name!r} is given twice.", param_hint=option)
        if known is not None and name not in known:
            names = ", ".join(known) or "none is given"
            near = did_you_mean(name, known)
            raise click.BadParameter(f"there is no table {name!r}; the tables are: {names}.{near}", param_hint=option)
        found[name] = value
    return found
