"""What a user may set for a paraphraser, declared once, by group; limits of the search are in :mod:`paragen.decoder.settings`.

A paraphraser keeps its settings, for other processes too, without iterators, which can be read only once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paragen.base.destination import StrPath
from paragen.base.settings import Settings, flag, group, number, one_of, strings, text
from paragen.decoder.guards import GUARDS
from paragen.decoder.settings import SearchArguments, SearchSettings
from paragen.settings.strength import STRENGTHS
from paragen.settings.syntax import MODES

if TYPE_CHECKING:
    from paragen.settings.forced import AlwaysWording
    from paragen.settings.own_pairs import PairTable
    from paragen.settings.scorers import Scorer
    from paragen.settings.syntax import Parse, Parser

QUOTES = ("keep", "change")
"""What happens to words between quotation marks."""


@group
class Confidence(Settings):
    """How much changes, and which edits may be made."""

    strength: str | None = one_of(
        None, tuple(STRENGTHS),
        help="How much changes: fewer and surer edits, what the model says, or more; other options that say so take its place.  "
        "[default: medium]",
        field="How much changes.",
    )
    min_confidence: float | None = number(
        None, least=0, most=1, metavar="P",
        help="Make no edit that is less sure, where the model says how sure an edit is.  [default: the model's]",
        field="The least confidence of an edit.",
    )
    min_sentence_confidence: float | None = number(
        None, least=0, most=1, metavar="P",
        help="Make more edits of a sentence than the surest only as long as the product of their confidences is no less.  "
        "[default: the model's; 0 with --min-confidence]",
        field="The least product of the confidences of a sentence's edits.",
    )
    new_word_bonus: float = number(
        1.15, least=1, metavar="X",
        help="Choose an edit that brings a new content word as if it were so many times as sure; 1: no bonus.",
        field="How many times surer an edit that brings a new content word counts when the edits of a sentence are chosen.",
    )
    fit: bool = flag(
        True, help="Leave how sure edits are out of account.", field="Whether to use the model's fit, if it has one."
    )
    guards: Iterable[str] | None = one_of(
        None, GUARDS, many="list", option="--guard",
        help="Forbid edits that change these, however good their score.  [default: all, if the model says how sure an edit is]",
        field="Guards, which forbid edits whatever their score; [] for none.",
    )
    quotes: str = one_of(
        "", QUOTES,
        help="Whether what stands in quotation marks stays.  [default: keep, if the model says how sure an edit is]",
        field="Whether quotations stay or may change.",
    )
    any_language: bool = flag(
        help="Change text that is not in the model's language, too; else such lines and passages stay, but for --always and "
        "--table.",
        field="Whether text that is not in the language of the model may change.",
    )


@group
class Tables(Settings):
    """Which tables offer substitutes, and what they count."""

    tables: Mapping[str, PairTable] | None = text(
        None, many="names", file=True, option="--table",
        help="A further table: CSV, TSV or source ||| target, and a score where there is one; plain or compressed.",
    )
    use_tables: Iterable[str] | None = text(
        None, many="list", option="--use-table", metavar="NAME",
        help="Let only these tables offer substitutes, of the model or of --table.  [default: all]",
        field="The tables that offer substitutes; all if null.",
    )
    weights: Mapping[str, float] | StrPath | None = text(
        None, many="any", file=True, metavar="FILE", help="Weights of the features.  [default: the model's]"
    )
    weight: Mapping[str, float] | None = number(
        None, many="names", help="One weight, in place of the file's.", field="Weights of single features."
    )
    floors: Mapping[str, float] | None = number(
        None, many="names", option="--floor",
        help="Value of an unused table's feature, a natural log; 0: no effect.  [default: the model's]",
        field="By table, the value of its feature where it is unused: a natural log; 0: no effect.",
    )
    scorers: Mapping[str, Scorer] | None = text(None, many="names", option="-")


@group
class Trees(Settings):
    """How the trees of sentences limit tables that have syntactic labels."""

    syntax: Mapping[str, str] | str | None = one_of(
        None, MODES, many="any", metavar="[NAME=]best|average|any|off",
        help="What tables with syntactic labels offer for a sentence that has a tree: what they have under the best of the "
        "span's labels, under all of them on average, or under any label; all such tables, or one.  [default: the model's]",
        field="What tables with syntactic labels offer for a sentence with a tree: one mode, or by table.",
    )
    parser: Parser | Parse | str | None = text(
        None, many="any", metavar="NAME",
        help="Parse sentences that come without a tree, if a table asks for trees: stanza:LANGUAGE, benepar:SPACY_MODEL or a "
        "function, package.module:name.",
    )


@group
class Protection(Settings):
    """What stays as it is, what is never produced, and what must be."""

    keep_patterns: Sequence[str] = text(
        (), many="list", option="--keep-regex", metavar="REGEX", help="What matches stays as it is."
    )
    keep_phrases: Iterable[str] = text(
        (), many="list", file=True, option="--keep-file", metavar="FILE", help="Phrases that stay as they are, one a line.",
        field="Phrases that stay as they are.",
    )
    keep_defaults: bool = flag(
        True, help="Let names, numbers, addresses, paths and code change too.",
        field="Whether names, numbers, addresses, paths and code stay.",
    )
    blocked: Iterable[str] = text(
        (), many="list", file=True, option="--block-file", metavar="FILE",
        help="Words, phrases, and exchanges (phrase -> phrase) never to be made, one a line.",
        field="Words and phrases that are never produced, and exchanges (this -> that) that are never made.",
    )
    block_inflections: bool = flag(
        help="Of each word in a --block-file, block all forms.", field="Block all forms of the blocked words."
    )
    always: AlwaysWording | None = text(
        None, many="list", file=True, metavar="FILE",
        help="Phrases that must become others wherever they stand: two columns, as CSV, TSV or phrase ||| phrase.",
        field="Phrases that must be replaced wherever they occur, with their replacements.",
    )


GROUPS = (SearchSettings, Confidence, Tables, Trees, Protection)


class GivenSettings(SearchArguments, total=False):
    """Keyword arguments of :class:`paragen.Paraphraser`: the settings of all groups, as type checkers read them.

    Parameters
    ----------
    weights : by feature, or a file of them; None: those of the model.
    weight : single weights by feature, which override those.
    floors : by table, the value of its feature where none of its pairs is used (natural log; 0: no effect), in place of
        the model's.
    strength : how much changes: "light", "medium" (what the model says) or "strong"; see
        :data:`paragen.settings.strength.STRENGTHS`. More specific options override it.
    stack and other limits of the search : see :class:`paragen.decoder.settings.SearchSettings`.
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
    new_word_bonus : how many times surer an edit that brings a new content word counts when the edits of a sentence are chosen,
        as long as there is a minimum for the sentence; 1: not at all.
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

    strength: str | None
    min_confidence: float | None
    min_sentence_confidence: float | None
    new_word_bonus: float
    fit: bool
    guards: Iterable[str] | None
    quotes: str
    any_language: bool
    tables: Mapping[str, PairTable] | None
    use_tables: Iterable[str] | None
    weights: Mapping[str, float] | StrPath | None
    weight: Mapping[str, float] | None
    floors: Mapping[str, float] | None
    scorers: Mapping[str, Scorer] | None
    syntax: Mapping[str, str] | str | None
    parser: Parser | Parse | str | None
    keep_patterns: Sequence[str]
    keep_phrases: Iterable[str]
    keep_defaults: bool
    blocked: Iterable[str]
    block_inflections: bool
    always: AlwaysWording | None


def checked(given: Mapping[str, Any]) -> GivenSettings:
    """Return keyword arguments in a form that can be used again; raise TypeError for an unknown name."""
    for name in given:
        if name not in GivenSettings.__annotations__:
            raise TypeError(f"paragen.load() got an unexpected keyword argument {name!r}")
    lists = ("keep_patterns", "keep_phrases", "blocked", "use_tables", "guards")
    once = {name: strings(name, given[name]) for name in lists if given.get(name) is not None}
    copies = {name: dict(value) for name, value in given.items() if isinstance(value, Mapping)}
    tables = {"tables": held_tables(given["tables"])} if "tables" in given else {}
    return GivenSettings(**{**given, **copies, **once, **tables})  # type: ignore[typeddict-item]


def changed(options: GivenSettings, changes: GivenSettings) -> GivenSettings:
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
