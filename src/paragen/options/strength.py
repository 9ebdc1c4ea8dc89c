"""How much changes, as a single knob: what each strength means for a model with a fit, and for one without."""

from __future__ import annotations

from typing import NamedTuple

from paragen.base.errors import ConfigError

MEDIUM = "medium"


class Strength(NamedTuple):
    """The effect of a strength.

    Attributes
    ----------
    least, together : with a fit, the least confidence of an edit, and the least product of those of a sentence: lower bounds of
        the model's own values where ``more`` is false, upper bounds where it is true; None: the model's own.
    edit : without a fit, what is added to the weight of ``edit``, in weights of the language model: how many natural logs of
        probability an edit may cost more.
    floors : without a fit, what the floors of the tables are multiplied by.
    """

    least: float | None = None
    together: float | None = None
    edit: float = 0.0
    floors: float = 1.0
    more: bool = False

    def bounds(self, least: float, together: float) -> tuple[float, float]:
        """Return the least confidences at this strength, given the model's own."""
        if self.least is None or self.together is None:
            return least, together
        choose = min if self.more else max
        return choose(least, self.least), choose(together, self.together)


STRENGTHS = {
    "light": Strength(least=0.9, together=0.9, edit=-3.0, floors=0.5),
    MEDIUM: Strength(),
    "strong": Strength(least=0.5, together=0.6, edit=3.0, floors=2.0, more=True),
}


def chosen_strength(name: str | None) -> Strength:
    """Return the strength of that name; raise ConfigError if there is none."""
    if not isinstance(name or MEDIUM, str) or (name or MEDIUM) not in STRENGTHS:
        raise ConfigError(f"strength: found {name!r}, expected {', '.join(STRENGTHS)}.")
    return STRENGTHS[name or MEDIUM]
