"""What each table with syntactic labels offers for a sentence that has a tree [CB08 section 3.2]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paragen.base.errors import ConfigError
from paragen.decoder.sentence import SYNTAX

MODES = (*SYNTAX, "off")


def chosen_syntax(labelled: Mapping[str, str], tables: Sequence[str], syntax: Mapping[str, str] | str | None) -> dict[str, str]:
    """Return the mode of each table whose pairs have labels: the one given, or else the model's.

    Parameters
    ----------
    labelled : by table, the model's.
    tables : the names of all tables.
    syntax : by table, or one for all that have labels: one of :data:`MODES`.

    Raises
    ------
    ConfigError : an unknown mode or table, or a limiting mode for a table without labels.
    """
    if syntax is None:
        return dict(labelled)
    given: dict[str, Any] = dict.fromkeys(labelled, syntax) if isinstance(syntax, str) else dict(syntax)
    for mode in (syntax,) if isinstance(syntax, str) else given.values():
        if mode not in MODES:
            raise ConfigError(f"syntax: found {mode!r}, expected {', '.join(MODES)}.")
    if isinstance(syntax, str) and not labelled and syntax not in ("any", "off"):
        raise ConfigError(f"syntax: found {syntax}, but no table of the model has labels. Pack one that has.")
    for name, mode in given.items():
        if name not in tables:
            raise ConfigError(f"syntax: no table {name!r}. The tables are {', '.join(tables) or 'none'}.")
        if name not in labelled and mode not in ("any", "off"):
            raise ConfigError(f"syntax: found {mode} for table {name}, whose pairs have no labels, expected any or off.")
    modes = {**labelled, **given}
    return {name: "any" if modes[name] == "off" else modes[name] for name in labelled}
