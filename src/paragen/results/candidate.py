"""One substitute in one sentence, beside others for the same words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from paragen.results.edit import substitute_id
from paragen.results.fields import Fields
from paragen.results.span_mapping import map_spans


@dataclass(frozen=True, slots=True)
class Candidate:
    """One substitute in one sentence.

    Parameters
    ----------
    sentence : the sentence.
    begin, end : characters of it, half-open.
    before, after : the text there without and with the substitute; longer than the phrase pair if white space had to be
        removed or an article had to agree.
    phrase, substitute : the pair as in the tables.
    tables : (name, score of the pair in (0, 1]) of each table that offers it, in the model's order.
    score : the score it is ranked by, a natural logarithm; higher is better.
    lm : log P(sentence after) - log P(sentence), natural; None if the language model was not queried.
    sense : the foreign phrase f it shares with the original phrase, and p(f | phrase) p(substitute | f), averaged over the
        languages; None if no sense was given.
    confidence : the probability that a strict reader accepts it; None if the model has no fit.
    has_tree : whether the tree of the sentence limited the substitutes; see :class:`paragen.results.Paraphrase`.
    conceivable : the probability that at least one of ten people accepts it, as judged in SWORDS [L21]; None if the model does
        not say.
    """

    sentence: str
    begin: int
    end: int
    before: str
    after: str
    phrase: str
    substitute: str
    tables: tuple[tuple[str, float], ...]
    score: float
    lm: float | None = None
    sense: tuple[str, float] | None = None
    confidence: float | None = None
    has_tree: bool | None = None
    conceivable: float | None = None

    @property
    def text(self) -> str:
        """The sentence with the substitute."""
        return self.sentence[: self.begin] + self.after + self.sentence[self.end :]

    @property
    def id(self) -> str:
        """An id that depends on the sentence, the span and the text put there, and on nothing else."""
        return substitute_id(self.sentence, self.begin, self.end, self.after)

    @property
    def out_begin(self) -> int:
        """Where the replacement begins in :attr:`text`."""
        return self.begin

    @property
    def out_end(self) -> int:
        """Where it ends."""
        return self.begin + len(self.after)

    def map_spans(self, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return where spans of the sentence are in :attr:`text`, as :meth:`paragen.results.Paraphrase.map_spans` does."""
        return map_spans(spans, len(self.sentence), [self])

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the candidate as plain data, ready for JSON."""
        data: dict[str, Any] = {
            "id": self.id,
            "text": self.sentence,
            "begin": self.begin,
            "end": self.end,
            "before": self.before,
            "after": self.after,
            "result": self.text,
            "phrase": self.phrase,
            "substitute": self.substitute,
            "tables": dict(self.tables),
            "score": self.score,
            "lm": self.lm,
        }
        if self.confidence is not None:
            data["confidence"] = self.confidence
        if self.conceivable is not None:
            data["conceivable"] = self.conceivable
        if self.sense is not None:
            data["sense"], data["p_sense"] = self.sense
        if self.has_tree is not None:
            data["has_tree"] = self.has_tree
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Candidate:
        """Return the candidate from the data of :meth:`to_dict`, or of a line of ``paragen substitutes``.

        Raises
        ------
        ConfigError : other data. Additional fields are ignored.
        """
        fields = Fields(data, "Candidate.from_dict")
        return cls(
            sentence=fields.text("text"),
            begin=fields.whole("begin"),
            end=fields.whole("end"),
            before=fields.text("before"),
            after=fields.text("after"),
            phrase=fields.text("phrase"),
            substitute=fields.text("substitute"),
            tables=tuple(fields.numbers("tables").items()),
            score=fields.number("score"),
            lm=fields.number_or_none("lm"),
            sense=(fields.text("sense"), fields.number("p_sense")) if "sense" in fields else None,
            confidence=fields.number_or_none("confidence"),
            conceivable=fields.number_or_none("conceivable"),
            has_tree=fields.flag_or_none("has_tree"),
        )

    def _repr_html_(self) -> str:
        from paragen.results.word_diff import substitute_html

        note = f"score {self.score:.4g}, {', '.join(name for name, _ in self.tables)}"
        return substitute_html(self.before, self.after, note, self.sentence[: self.begin], self.sentence[self.end :])
