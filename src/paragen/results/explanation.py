"""Why a paraphrase has the score it has: the gain of each edit, each feature's part, what conditions say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from paragen.results.fields import Fields
from paragen.results.paraphrase import Paraphrase
from paragen.settings.request import Span


class Held(NamedTuple):
    """What conditions say of an edit: see docs/conditions.md.

    Attributes
    ----------
    usual : in what percentage of places the exchange is right where none of its conditions holds.
    here : in what percentage of places like this one.
    conditions : those that hold: how each is written, and the percentage where it alone holds.
    """

    usual: int
    here: int
    conditions: tuple[tuple[str, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, ready for JSON."""
        held = [{"condition": name, "right": share} for name, share in self.conditions]
        return {"usual": self.usual, "here": self.here, "held": held}

    @classmethod
    def from_dict(cls, data: Any) -> Held:
        """Return it from the data of :meth:`to_dict`; raise ConfigError for other data."""
        fields = Fields(data, "Explanation.from_dict: conditions")
        held = [Fields(one, "Explanation.from_dict: held") for one in fields.items("held")]
        conditions = tuple((one.text("condition"), int(one.number("right"))) for one in held)
        return cls(int(fields.number("usual")), int(fields.number("here")), conditions)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a paraphrase has the score it has.

    Parameters
    ----------
    paraphrase : what is explained.
    gains : for each edit, how much lower the score of the whole would be without it.
    parts : the contribution of each feature to the score: its weight times its value.
    conditions : for each edit, what conditions say of it; None where nobody wrote any. Empty: the model has none.
    """

    paraphrase: Paraphrase
    gains: tuple[float, ...]
    parts: dict[str, float]
    conditions: tuple[Held | None, ...] = ()

    @property
    def unchanged(self) -> bool:
        """Whether nothing was changed."""
        return self.paraphrase.unchanged

    @property
    def other_language(self) -> tuple[Span, ...]:
        """The passages of the source that are not in the language of the model."""
        return self.paraphrase.other_language

    def to_dict(self) -> dict[str, Any]:
        """Return the paraphrase as plain data, ready for JSON, with the ``gain`` of each edit, and ``parts``."""
        data = self.paraphrase.to_dict() | {"parts": self.parts}
        for edit, gain in zip(data["edits"], self.gains, strict=True):
            edit["gain"] = gain
        for edit, held in zip(data["edits"], self.conditions, strict=False):
            if held is not None:
                edit["conditions"] = held.to_dict()
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Explanation:
        """Return the explanation from the data of :meth:`to_dict`; raise ConfigError for other data."""
        fields = Fields(data, "Explanation.from_dict")
        edits = list(fields.items("edits"))
        gains = tuple(Fields(edit, "Explanation.from_dict: edits").number("gain") for edit in edits)
        held = tuple(None if edit.get("conditions") is None else Held.from_dict(edit["conditions"]) for edit in edits)
        return cls(Paraphrase.from_dict(data), gains, fields.numbers("parts"), held if any(held) else ())

    def _repr_html_(self) -> str:
        from paragen.results.word_diff import explanation_html

        return explanation_html(self)
