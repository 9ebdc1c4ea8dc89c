"""How much changes, as a single knob: what each strength means for a model with a fit, and for one without."""

from __future__ import annotations

from typing import NamedTuple

MEDIUM = "medium"


class Strength(NamedTuple):
    """The effect of a strength.

    Attributes
    ----------
    min_confidence, min_sentence_confidence : with a fit, bounds on the model's own least confidence of an edit, and of all
        edits of a sentence together: lower bounds, or upper bounds if ``more``; None: the model's own values.
    most_new : with a fit, after how many edits that bring new content words a sentence gets no more; 0: no limit.
    edit : without a fit, added to the weight of ``edit``, in multiples of the language model's weight: how many more natural
        logs of probability an edit may cost.
    floors : without a fit, a factor for the floors of the tables.
    """

    min_confidence: float | None = None
    min_sentence_confidence: float | None = None
    most_new: int = 0
    edit: float = 0.0
    floors: float = 1.0
    more: bool = False

    def bounds(self, least: float, together: float) -> tuple[float, float]:
        """Return the least confidences at this strength, given the model's own."""
        if self.min_confidence is None or self.min_sentence_confidence is None:
            return least, together
        choose = min if self.more else max
        return choose(least, self.min_confidence), choose(together, self.min_sentence_confidence)


STRENGTHS = {
    "light": Strength(min_confidence=0.85, min_sentence_confidence=0.85, most_new=1, edit=-3.0, floors=0.5),
    MEDIUM: Strength(),
    "strong": Strength(min_confidence=0.5, min_sentence_confidence=0.6, edit=3.0, floors=2.0, more=True),
}
