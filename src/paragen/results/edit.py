"""One substitute of a paraphrase, with its place in the input and in the output; and the pattern with slots that made it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from paragen.base.digests import blake2b
from paragen.results.fields import Fields

FORCED = ("forced", 1.0)
"""Table and score of an edit whose wording the request forced."""


class Pattern(NamedTuple):
    """The pattern that made an edit, such as *give [NN_1] to [NNP_1]*, its replacement, and the text that fills its slots, in
    order."""

    source: str
    target: str
    fillers: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"source": self.source, "target": self.target, "fillers": list(self.fillers)}

    @classmethod
    def from_dict(cls, data: Any) -> Pattern:
        """Return the pattern from the data of :meth:`to_dict`."""
        fields = Fields(data, "Pattern.from_dict")
        return cls(fields.text("source"), fields.text("target"), tuple(map(str, fields.items("fillers"))))


class EditPart(NamedTuple):
    """An edit inside what a pattern moves or surrounds.

    ``begin``, ``end``, ``before`` and ``out_begin``, ``out_end``, ``after``: characters of the input and of the output, and the
    text there, as those of :class:`Edit`; ``table``, ``score``, ``licence``, ``confidence``: its own.
    """

    begin: int
    end: int
    out_begin: int
    out_end: int
    before: str
    after: str
    table: str
    score: float
    licence: str = ""
    confidence: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()

    @classmethod
    def from_dict(cls, data: Any) -> EditPart:
        """Return it from the data of :meth:`to_dict`."""
        return cls(**_change(Fields(data, "Edit.from_dict: parts")))


def _change(fields: Fields) -> dict[str, Any]:
    """Return the fields that edits and their parts have in common."""
    whole = {name: fields.whole(name) for name in ("begin", "end", "out_begin", "out_end")}
    text = {name: fields.text(name) for name in ("before", "after", "table")}
    confidence = fields.number_or_none("confidence")
    return {**whole, **text, "score": fields.number("score"), "licence": fields.text("licence", ""), "confidence": confidence}


Origin = tuple[str, float, str, float | None, str, Pattern | None]
"""The origin of an edit: the fields of :class:`Edit` from ``table`` to ``pattern``."""


@lru_cache(maxsize=256)  # the paraphrases of a list share most substitutes
def substitute_id(sentence: str, begin: int, end: int, after: str) -> str:
    """Return the id of the substitute that replaces characters ``begin`` to ``end`` of a sentence by ``after``.

    Span and text are those of the substitute as the only change to the sentence; other edits of a paraphrase do not affect
    the id.
    """
    name = _sentence_hash(sentence).copy()
    name.update(f"{begin}\0{end}\0{after}".encode("utf-8", "surrogatepass"))
    return name.hexdigest()


@lru_cache(maxsize=8)  # a long line may have thousands of substitutes
def _sentence_hash(sentence: str) -> blake2b:
    return blake2b(f"{len(sentence)}\0{sentence}".encode("utf-8", "surrogatepass"), digest_size=10)


@dataclass(frozen=True, slots=True)
class Edit:
    """One substitute, with its place in the input and in the output.

    Replacing ``[begin, end)`` of the input by ``after``, for every edit of a paraphrase, gives its text.

    Parameters
    ----------
    begin, end : characters of the input, half-open.
    out_begin, out_end : characters of the output.
    before, after : the text there in the input and in the output; longer than the phrase pair if white space had to be
        removed or an article had to agree.
    table : the name of the table that has the pair; "forced" if the request forced the wording.
    score : the score of the pair in its table, in (0, 1].
    licence : the licence of that table, as given when the model was packed; empty for pairs given at load time.
    confidence : the probability that a reader accepts it as the only change to its sentence, with all its parts; None if the
        model has no fit.
    id : identifies the substitute as in a list of single substitutes, whatever other edits there are; see
        :func:`paragen.results.substitute_id`. "" for a forced wording.
    pattern : the pattern with slots that made it; None if it comes from a phrase.
    parts : the edits inside what the pattern moves or surrounds, in the order of the output.
    """

    begin: int
    end: int
    out_begin: int
    out_end: int
    before: str
    after: str
    table: str
    score: float
    licence: str = ""
    confidence: float | None = None
    id: str = field(default="", repr=False)
    pattern: Pattern | None = None
    parts: tuple[EditPart, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as plain data, with its pattern and its parts if it has any."""
        data = {name: getattr(self, name) for name in self.__slots__[:-2]}
        if self.pattern is not None:
            data["pattern"] = self.pattern.to_dict()
        if self.parts:
            data["parts"] = [part.to_dict() for part in self.parts]
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Edit:
        """Return the edit from the data of :meth:`to_dict`; raise ConfigError for other data. Additional fields are ignored."""
        fields = Fields(data, "Edit.from_dict")
        return cls(
            **_change(fields),
            id=fields.text("id", ""),
            pattern=Pattern.from_dict(data["pattern"]) if "pattern" in fields else None,
            parts=tuple(map(EditPart.from_dict, fields.items("parts"))) if "parts" in fields else (),
        )

    def _repr_html_(self) -> str:
        from paragen.results.word_diff import substitute_html

        return substitute_html(self.before, self.after, f"characters {self.begin} to {self.end}, table {self.table}")
