"""One substitute of a paraphrase, with its place in the input and in the output; patterns with slots that make or match one."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from paragen.base.settings import Settings, group, number, one_of, whole
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


SHARE = 0.1
"""Share of a pattern's own score in the ranking in context: lambda of eq. 13, with the paper's value."""
Origin = tuple[str, float, str, float | None, str, Pattern | None]
"""The origin of an edit: the last fields of :class:`Edit`, from ``table`` on."""


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
def _sentence_hash(sentence: str) -> hashlib.blake2b:
    return hashlib.blake2b(f"{len(sentence)}\0{sentence}".encode("utf-8", "surrogatepass"), digest_size=10)


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
    confidence : the probability that a reader accepts it as the only change to its sentence; None if the model has no fit.
    id : identifies the substitute as in a list of single substitutes, whatever other edits there are; see
        :func:`paragen.results.substitute_id`. "" for a forced wording.
    pattern : the pattern with slots that made it; None if it comes from a phrase.
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

    def to_dict(self) -> dict[str, Any]:
        """Return the edit as plain data, with its pattern if it has one."""
        data = {name: getattr(self, name) for name in self.__slots__[:-1]}
        if self.pattern is not None:
            data["pattern"] = self.pattern.to_dict()
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Edit:
        """Return the edit from the data of :meth:`to_dict`; raise ConfigError for other data. Additional fields are ignored."""
        fields = Fields(data, "Edit.from_dict")
        return cls(
            begin=fields.whole("begin"),
            end=fields.whole("end"),
            out_begin=fields.whole("out_begin"),
            out_end=fields.whole("out_end"),
            before=fields.text("before"),
            after=fields.text("after"),
            table=fields.text("table"),
            score=fields.number("score"),
            licence=fields.text("licence", ""),
            confidence=fields.number_or_none("confidence"),
            id=fields.text("id", ""),
            pattern=Pattern.from_dict(data["pattern"]) if "pattern" in fields else None,
        )

    def _repr_html_(self) -> str:
        from paragen.results.word_diff import substitute_html

        return substitute_html(self.before, self.after, f"characters {self.begin} to {self.end}, table {self.table}")


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that matches a sentence, and its output.

    Parameters
    ----------
    begin, end : characters of the sentence that it changes.
    before, after : the text there, and its replacement.
    pattern : the pattern with the fillers of its slots.
    table : the name of the table that has it.
    score : in that table, a natural logarithm.
    lm : log probability per word of the resulting sentence (natural), its end included [Z09 eq. 14].
    text : the resulting sentence.
    """

    begin: int
    end: int
    before: str
    after: str
    pattern: Pattern
    table: str
    score: float
    lm: float
    text: str

    def in_context(self, share: float = SHARE) -> float:
        """Return its score in the sentence: its own with weight ``share``, the rest from the language model [Z09 eq. 13]."""
        return share * self.score + (1 - share) * self.lm

    def to_dict(self, share: float = SHARE) -> dict[str, Any]:
        """Return it as plain data, with its score :meth:`in_context`."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return {**data, "pattern": self.pattern.to_dict(), "in_context": self.in_context(share)}


@group
class MatchRanking(Settings):
    """Which matches of a sentence come first; see `paragen patterns match --help`."""

    rank: str = one_of(
        "text", ("text", "table", "context"),
        help="Order: of the text; best score first; or best in its sentence first, by the language model and the score.",
    )
    share: float = number(
        SHARE, least=0, most=1, metavar="S",
        help="The part of the pattern's own score in --rank context; the rest is the language model's.",
    )
    top: int | None = whole(None, 1, metavar="N", help="Matches listed of each sentence, the first.  [default: all]")

    def ranked(self, matches: list[Match]) -> list[Match]:
        """Return the first of the matches of a sentence, which are in the order of the text."""
        if self.rank == "text":
            return matches[: self.top]
        return sorted(matches, key=lambda one: -(one.score if self.rank == "table" else one.in_context(self.share)))[: self.top]
