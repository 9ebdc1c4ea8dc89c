"""``model.toml``: what a model directory holds, in a form a person can read."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from paragen.base.destination import StrPath
from paragen.base.digests import blake2b
from paragen.base.errors import ConfigError, FormatError
from paragen.base.json_and_toml import read_toml, toml_text
from paragen.base.packages import __version__
from paragen.decoder.sentence import SYNTAX
from paragen.model.weights import check_table_names
from paragen.text.languages import language

FORMAT = 1
_EXPECTED = "the description of a model"
_REMEDY = "Pack the model again."
PATTERNS = "patterns"
"""The kind of tables whose phrases may have slots."""


class TableInfo(NamedTuple):
    """A model's description of one table.

    Parameters
    ----------
    name : of its feature, and of the table in edits.
    kind : the kind of resource it came from.
    pairs, phrases : distinct pairs, and distinct phrases on their left, when it was packed.
    floor : the value of its feature where none of its pairs is used (natural log); 0: no effect.
    licence, origin : as given at packing; every edit carries them.
    syntax : what a table with syntactic labels offers for a sentence that has a tree: one of
        :data:`paragen.decoder.sentence.SYNTAX`; None for other tables.
    """

    name: str
    kind: str
    pairs: int
    phrases: int
    floor: float
    licence: str
    origin: str
    syntax: str | None = None

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class LanguageModelInfo(NamedTuple):
    """A model's description of its language model: where it came from, its order, its number of n-grams of each order."""

    origin: str
    order: int
    ngrams: tuple[int, ...]


class Description(NamedTuple):
    """The contents of ``model.toml``; ``digests``: of the packed files, by name; ``language``: the language code of its text."""

    program: str
    tokenized: bool
    self_paraphrase: bool
    tables: tuple[TableInfo, ...]
    lm: LanguageModelInfo
    digests: dict[str, str]
    language: str = "en"

    def _data(self) -> dict[str, Any]:
        lm = self.lm._asdict() | {"ngrams": list(self.lm.ngrams)}
        return {
            "format": FORMAT,
            "program": self.program,
            "language": self.language,
            "text": {"tokenized": self.tokenized, "self": self.self_paraphrase},
            "lm": lm,
            "tables": [table.data() for table in self.tables],
            "files": self.digests,
        }

    @property
    def checksum(self) -> str:
        """A checksum of everything but the program's version (hexadecimal)."""
        data = self._data()
        del data["program"]
        if self.language == "en":  # as in models that do not name their language
            del data["language"]
        return blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()

    def text(self) -> str:
        """Return the text of ``model.toml``."""
        data = self._data()
        return toml_text({"format": FORMAT, "checksum": self.checksum, **data})


class _Reader:
    """Takes values out of one TOML table and says where one is missing or wrong."""

    def __init__(self, path: str, section: str, data: Any) -> None:
        self.path, self.section = path, section
        if not isinstance(data, Mapping):
            raise self._error(f"no section [{section}]", "one")
        self.data = data

    def _error(self, found: str, expected: str) -> FormatError:
        return FormatError(self.path, found, expected, _REMEDY)

    def take(self, name: str, kind: type[Any]) -> Any:
        """Return the value called ``name``, a finite number or of type ``kind``."""
        value: Any = self.data.get(name)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not kind or (kind is float and not math.isfinite(value)) or (kind is int and value < 0):
            where = f"{self.section}.{name}" if self.section else name
            raise self._error(f"{where} = {value!r}" if name in self.data else f"no {where}", f"a value of type {kind.__name__}")
        return value


def _table(path: str, section: str, data: Any) -> TableInfo:
    take = _Reader(path, section, data).take
    table = TableInfo(
        **{name: take(name, str) for name in ("name", "kind", "licence", "origin")},
        **{name: take(name, int) for name in ("pairs", "phrases")},
        floor=take("floor", float),
        syntax=take("syntax", str) if "syntax" in data else None,
    )
    if table.syntax not in (None, *SYNTAX):
        raise FormatError(path, f"{section}.syntax = {table.syntax!r}", f"one of {', '.join(SYNTAX)}", _REMEDY)
    if table.floor > 0:
        raise FormatError(path, f"{section}.floor = {table.floor}", "0 or less, a natural logarithm", _REMEDY)
    return table


def _lm(path: str, data: Any) -> LanguageModelInfo:
    take = _Reader(path, "lm", data).take
    ngrams = take("ngrams", list)
    if not all(type(n) is int and n >= 0 for n in ngrams):
        raise FormatError(path, f"lm.ngrams = {ngrams!r}", "numbers", _REMEDY)
    return LanguageModelInfo(take("origin", str), take("order", int), tuple(ngrams))


def read_description(path: StrPath) -> tuple[Description, str]:
    """Read ``model.toml``; return it and the checksum it states.

    Raises
    ------
    FormatError : not a description, or one written by a newer program.
    """
    path = os.fspath(path)
    data = read_toml(path, _EXPECTED)
    top = _Reader(path, "", data)
    version = top.take("format", int)
    if version != FORMAT:
        remedy = "Upgrade paragen." if version > FORMAT else _REMEDY
        raise FormatError(path, f"format version {version}", f"version {FORMAT}", remedy)
    text = _Reader(path, "text", data.get("text"))
    tables = data.get("tables", [])
    if not isinstance(tables, list):
        raise FormatError(path, "tables that are no list", "[[tables]]", _REMEDY)
    files = _Reader(path, "files", data.get("files"))
    description = Description(
        program=top.take("program", str),
        tokenized=text.take("tokenized", bool),
        self_paraphrase=text.take("self", bool),
        tables=tuple(_table(path, f"tables.{i}", table) for i, table in enumerate(tables)),
        lm=_lm(path, data.get("lm")),
        digests={name: files.take(name, str) for name in files.data},
        language=top.take("language", str) if "language" in data else "en",
    )
    try:
        language(description.language)
    except ConfigError:
        raise FormatError(path, f"language = {description.language!r}", "a code of BCP 47, as en, de or fr", _REMEDY) from None
    check_table_names([table.name for table in description.tables])
    return description, top.take("checksum", str)


def describe(
    tables: list[TableInfo], lm: LanguageModelInfo, digests: dict[str, str], *, tokenized: bool, self_paraphrase: bool,
    language: str = "en",
) -> Description:
    """Return the description of a model that this program packs.

    File names may contain bytes that text cannot: invalid UTF-8 and NUL are escaped.
    """
    infos = tuple(info._replace(kind=_text(info.kind), licence=_text(info.licence), origin=_text(info.origin)) for info in tables)
    lm = lm._replace(origin=_text(lm.origin))
    return Description(__version__, tokenized, self_paraphrase, infos, lm, digests, language)


def _text(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
