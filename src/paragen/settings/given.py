"""The options of a paraphraser, as given, and as it keeps them for other processes: no iterators, which are read only once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from paragen.base.destination import StrPath
from paragen.base.option_values import strings
from paragen.settings.scorers import Scorer
from paragen.settings.syntax import Parse, Parser

if TYPE_CHECKING:
    from paragen.settings.forced import AlwaysWording
    from paragen.settings.own_pairs import PairTable

QUOTES = ("keep", "change")
"""What happens to words between quotation marks."""


class Options(TypedDict, total=False):
    """Keyword arguments of :class:`paragen.Paraphraser`.

    Parameters
    ----------
    weights : by feature, or a file of them; None: those of the model.
    weight : single weights by feature, which override those.
    floors : by table, the value of its feature where none of its pairs is used (natural log; 0: no effect), in place of
        the model's.
    strength : how much changes: "light", "medium" (what the model says) or "strong"; see
        :data:`paragen.settings.strength.STRENGTHS`. More specific options override it.
    stack, beam_threshold, table_limit, phrase_limit : limits of the search; see :class:`paragen.decoder.settings.Settings`.
    keep_patterns : regular expressions; what they match stays as it is.
    keep_phrases : phrases that stay as they are.
    keep_defaults : keep numbers, addresses, paths, code and the like (never for models packed with ``--tokenized``).
    blocked : words and phrases never to be produced, and exchanges never to be made, as ``"purchase -> buy"``; see
        :mod:`paragen.settings.blocked`.
    block_inflections : whether each word of ``blocked`` stands for all its forms.
    always : phrases that must become others wherever they stand: a dictionary, the file of such pairs, or several files; see
        :class:`paragen.settings.forced.Always`. Substitutes of single spans are not listed for them.
    tables : further tables by name: dictionaries from a phrase to one, to several, or to several with scores in (0, 1]; or
        files of pairs, see :func:`paragen.settings.pair_files.read_pair_rows`. Their floor is 0 and their weight 1; if the
        model has a fit, the weight is as low as that of its own tables, and the score is the confidence of the edit.
    use_tables : the tables that may offer substitutes; the others are never used, and their floors are off. None: all.
    scorers : what scores or forbids options before the search, by name; see :mod:`paragen.settings.scorers`. Each is a feature,
        whose weight is 1 unless another is given.
    fit : whether the model says how sure each edit is, where it can.
    min_confidence : edits that are less sure are never made; None: what the model asks for.
    min_sentence_confidence : edits beyond the surest one of a sentence are made only while the product of all confidences is
        no less; None: what the model asks for, or 0 (no limit) if ``min_confidence`` is given.
    guards : names of :data:`paragen.decoder.guards.GUARDS`, which forbid edits whatever their score; None: if the model has a
        fit, all of them (but not for pairs of the ``tables`` given here), otherwise none. "syntax" needs a model with a fit.
    quotes : "keep": words between quotation marks stay; "change": they may change; "": as "keep" if the model has a fit, or else
        as "change".
    syntax : by table, or for all whose pairs have syntactic labels: which options they offer for a sentence with a tree (the
        annotation "tree" of its request): "best" or "average", only those under the labels of the span in that tree; "any" or
        "off", those under any label. None: as the model says.
    parser : parses sentences that come without a tree, if a table asks for trees: a name that
        :func:`paragen.tables.parses.pipeline.open_parser` knows, or a function from texts to Penn brackets.
    any_language : whether text may change that is not in the language of the model. If not, and if the language is one of
        :data:`paragen.text.language_guard.GUARDED`, such lines and passages are held back: only ``always`` and ``tables`` change
        them; see :attr:`paragen.Paraphrase.other_language`.
    """

    weights: Mapping[str, float] | StrPath | None
    weight: Mapping[str, float] | None
    floors: Mapping[str, float] | None
    stack: int
    beam_threshold: float
    table_limit: int
    phrase_limit: int | None
    keep_patterns: Sequence[str]
    keep_phrases: Iterable[str]
    keep_defaults: bool
    blocked: Iterable[str]
    block_inflections: bool
    always: AlwaysWording | None
    strength: str | None
    tables: Mapping[str, PairTable] | None
    use_tables: Iterable[str] | None
    scorers: Mapping[str, Scorer] | None
    fit: bool
    min_confidence: float | None
    min_sentence_confidence: float | None
    guards: Iterable[str] | None
    quotes: str
    syntax: Mapping[str, str] | str | None
    parser: Parser | Parse | str | None
    any_language: bool


def checked_options(options: Mapping[str, Any]) -> Options:
    """Return keyword arguments as reusable options; raise TypeError for an unknown name."""
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"paragen.load() got an unexpected keyword argument {name!r}")
    lists = ("keep_patterns", "keep_phrases", "blocked", "use_tables", "guards")
    once = {name: strings(name, options[name]) for name in lists if options.get(name) is not None}
    copies = {name: dict(value) for name, value in options.items() if isinstance(value, Mapping)}
    tables = {"tables": held_tables(options["tables"])} if "tables" in options else {}
    return Options(**{**options, **copies, **once, **tables})  # type: ignore[typeddict-item]


def changed_options(options: Options, changes: Options) -> Options:
    """Return options with changes: single weights add to those that were given, unless all weights are given anew."""
    changed = options.copy()
    if "weights" in changes:
        changed["weight"] = None
    if (single := changes.get("weight")) is not None:
        changes["weight"] = {**(changed.get("weight") or {}), **single}
    changed.update(changes)
    return changed


def held_tables(tables: Any) -> Any:
    """Return tables by name with their pairs as lists and dictionaries of their own, in an order that no hash seed changes.

    Anything other than a dictionary of tables is returned unchanged, for its reader to refuse.
    """
    if not isinstance(tables, Mapping):
        return tables
    return {name: _held_pairs(table) if isinstance(table, Mapping) else table for name, table in tables.items()}


def located_tables(tables: Any) -> Any:
    """Return held tables with the files among them by their absolute paths."""
    if not isinstance(tables, Mapping):
        return tables
    files = {name: os.path.abspath(table) for name, table in tables.items() if isinstance(table, (str, os.PathLike))}
    return {**tables, **files}


def _held_pairs(pairs: Mapping[Any, Any]) -> dict[Any, Any]:
    return {source: _held(targets) for source, targets in pairs.items()}


def _held(targets: Any) -> Any:
    if isinstance(targets, (str, bytes)) or not isinstance(targets, Iterable):
        return targets
    if isinstance(targets, Mapping):
        return dict(targets)
    return sorted(targets, key=repr) if isinstance(targets, (set, frozenset)) else list(targets)
