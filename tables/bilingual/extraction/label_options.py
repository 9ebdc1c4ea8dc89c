"""Options of the syntactic labels of phrases."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import Settings, flag, one_of, whole


@dataclass(frozen=True, kw_only=True)
class LabelOptions(Settings):
    """Which syntactic labels the phrases of one side get from the trees of its sentences [CB08 sec. 3.1].

    Parameters
    ----------
    trees : a file of trees in Penn brackets, one for each line of the bitext, ``()`` for a sentence without one.
    side : "target" or "source": the side that the trees are of, which is to be paraphrased.
    kind : "simple": of constituents only; "complex": of other phrases too, as ``VP/(NP/NNS)``.
    levels : how many of the nodes that cover a phrase, innermost first, give complex labels; 0: all.
    skip_bad_trees : whether sentences with a broken tree, or one of other words, count as having none; else that is an error.
    """

    trees: StrPath
    side: str = one_of("target", ("target", "source"))
    kind: str = one_of("complex", ("simple", "complex"))
    levels: int = whole(0, 0, (1 << 32) - 1)
    skip_bad_trees: bool = flag()
