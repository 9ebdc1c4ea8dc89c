"""Conditions of an experiment: ways to choose a substitute, as a TOML file names them [CB08 section 4.3]."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.json_and_toml import read_toml
from paragen.model import Model
from paragen.paraphraser import Paraphraser
from paragen.settings.request import Ranking

_EXPECTED = "conditions: [[conditions]] with name, and tables, rank, syntax, weight as needed"


@dataclass(frozen=True)
class Condition:
    """One way to choose the substitute of a phrase.

    Parameters
    ----------
    name : as reports show it.
    tables : those that offer substitutes; None: all.
    rank : "table" or "lm"; see :class:`paragen.settings.request.Ranking`.
    syntax : how tables with labels use the tree of the sentence, see :class:`paragen.Paraphraser`; None: as the model says.
    weight : weights in place of the model's, by feature.

    Raises
    ------
    ConfigError : a rank that does not exist.
    """

    name: str
    tables: tuple[str, ...] | None = None
    rank: str = "table"
    syntax: str | None = None
    weight: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        Ranking(self.rank)

    def paraphraser(self, model: Model) -> Paraphraser:
        """Return the paraphraser that lists the substitutes: all that the tables offer, even for names, however unsure.

        Raises
        ------
        ConfigError : the model has no such table or feature.
        """
        try:
            return Paraphraser(
                model, use_tables=self.tables, weight=self.weight, syntax=self.syntax, fit=False, keep_defaults=False
            )
        except ConfigError as error:
            raise ConfigError(f"condition {self.name!r}: {error}") from None


def read_conditions(path: StrPath) -> list[Condition]:
    """Read conditions, in their order.

    Raises
    ------
    FormatError : the file is not TOML, or has no conditions.
    ConfigError : a condition has an unknown key or value, or a name that another one has.
    """
    data = read_toml(path, _EXPECTED)
    name = os.fspath(path)
    listed = data.get("conditions")
    if not isinstance(listed, list) or not listed:
        raise FormatError(name, "no [[conditions]]", _EXPECTED)
    if unknown := sorted(data.keys() - {"conditions"}):
        raise FormatError(name, f"{unknown[0]!r} beside the conditions", _EXPECTED)
    found = [_condition(item, f"{name}: condition {number}") for number, item in enumerate(listed, 1)]
    names = [condition.name for condition in found]
    for number, own in enumerate(names):
        if own in names[:number]:
            raise ConfigError(f"{name}: condition {number + 1}: found the name {own!r} again, expected one of its own.")
    return found


def _condition(item: Any, where: str) -> Condition:
    if not isinstance(item, Mapping):
        raise ConfigError(f"{where}: found {item!r}, expected a table with name, tables, rank, syntax, weight.")
    if unknown := sorted(item.keys() - {"name", "tables", "rank", "syntax", "weight"}):
        raise ConfigError(f"{where}: found {unknown[0]!r}, expected name, tables, rank, syntax or weight.")
    for key in ("name", "rank", "syntax"):
        if not isinstance(item.get(key, ""), str):
            raise ConfigError(f"{where}: found {item[key]!r} as {key}, expected text.")
    if not item.get("name", "").strip():
        raise ConfigError(f"{where}: found no name, expected one.")
    tables, weight = item.get("tables"), item.get("weight", {})
    if tables is not None and not (isinstance(tables, list) and all(isinstance(table, str) for table in tables)):
        raise ConfigError(f"{where}: found {tables!r} as tables, expected a list of names.")
    if not isinstance(weight, Mapping) or not all(type(value) in (int, float) for value in weight.values()):
        raise ConfigError(f"{where}: found {weight!r} as weight, expected numbers by feature.")
    try:
        return Condition(
            item["name"], None if tables is None else tuple(tables), item.get("rank", "table"), item.get("syntax"),
            {feature: float(value) for feature, value in weight.items()},
        )  # fmt: skip
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None
