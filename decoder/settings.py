"""What a user can set for a search."""

from __future__ import annotations

from typing import TypedDict

from paragen.base.settings import Settings, group, number, one_of, whole

WORDS, TEXT = "words", "text"
DISTINCT = (WORDS, TEXT, "edits")
OF_REQUEST = ("n", "min_edits", "max_edits", "distinct_by")
"""The settings that may differ from sentence to sentence."""


@group
class SearchSettings(Settings):
    """Limits of a search and of its n-best list.

    Parameters
    ----------
    stack : hypotheses kept for each number of covered words (histogram pruning).
    beam_threshold : a hypothesis is dropped when its probability is below this share of its stack's best; 0: never.
    table_limit : options used of each phrase and table, best first.
    phrase_limit : substitutes used of each phrase, the best over all tables, as Pharaoh limits translation options; None: all
        that ``table_limit`` leaves.
    n : length of the n-best list.
    min_edits, max_edits : bounds on the number of edits; a sentence that offers fewer than ``min_edits`` gets as many as
        it offers.
    distinct_by : ``"text"``: no two of a list have the same words; ``"edits"``: moreover each brings at least one
        substitute that none before it had; ``"words"``: each brings a content word that neither the sentence nor the others have,
        as long as there are any, if a fit says how sure edits are (see docs/fit.md); to the decoder it is as ``"text"``.

    Raises
    ------
    ConfigError : a value out of range.
    """

    stack: int = whole(100, 1, 1_000_000, help="Hypotheses kept for each covered word.", signature=True)
    beam_threshold: float = number(
        1e-5, least=0, most=1, help="Drop hypotheses this much less probable than the best.", signature=True
    )
    table_limit: int = whole(
        20, 1, 65_535, help="Options used of each phrase and table.", field="Substitutes used for each phrase and table.",
        signature=True,
    )
    n: int = whole(
        1, 1, 1_000_000, option="-n", help="Paraphrases of each sentence, all different.",
        field="Paraphrases of each text, all different.",
    )
    distinct_by: str = one_of(
        WORDS, DISTINCT,
        help="How the paraphrases of a list differ: each by a content word, if the model says how sure an edit is (not in "
        "nbest); in their text; or each by an edit that none before has.",
        field="How the paraphrases of a text differ.",
    )
    min_edits: int = whole(
        0, 0, 255, help="Make so many edits where the sentence offers them.", field="Minimum number of edits, if possible."
    )
    max_edits: int | None = whole(
        None, 0, 255, at_least="min_edits", help="Make no more edits than this.", field="Maximum number of edits."
    )
    phrase_limit: int | None = whole(
        None, 1, 65_535, help="Options used of each phrase, the best of all tables by their weights.  [default: no limit]",
        field="Substitutes used for each phrase.", signature=True,
    )


class SearchArguments(TypedDict, total=False):
    """Keyword arguments for the limits of a search; see :class:`SearchSettings`."""

    stack: int
    beam_threshold: float
    table_limit: int
    phrase_limit: int | None


class Bounds(TypedDict, total=False):
    """How many edits, and how the paraphrases of a list differ; see :class:`SearchSettings`."""

    min_edits: int
    max_edits: int | None
    distinct_by: str


class Limits(Bounds, total=False):
    """Those, and how many paraphrases of a sentence."""

    n: int
