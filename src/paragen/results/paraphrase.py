"""What a paraphraser returns: paraphrases, and the edits they consist of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paragen.results.edit import Edit
from paragen.results.fields import Fields
from paragen.results.span_mapping import map_spans
from paragen.settings.request import Span


class Wording(NamedTuple):
    """A paraphrase without its edits; ``values`` are the unweighted sums of the features."""

    text: str
    unchanged: bool
    score: float
    values: tuple[float, ...]
    other_language: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """A paraphrase of a sentence.

    Parameters
    ----------
    source : the sentence.
    text : the paraphrase.
    score : of the whole sentence under the model, a natural logarithm; higher is better.
    edits : what was changed, from left to right.
    names, values : the features and their unweighted sums; see :attr:`features`.
    has_tree : whether the tree of the sentence limited its edits; False: a table asks for a tree, but there was none, so its
        pairs under any label were used. None: no table asks for one.
    other_language : the passages of the source that are not in the language of the model, as spans of characters; the tables of
        the model leave them as they are.
    """

    source: str
    text: str
    score: float
    edits: tuple[Edit, ...]
    names: tuple[str, ...] = field(repr=False)
    values: tuple[float, ...] = field(repr=False)
    has_tree: bool | None = None
    other_language: tuple[Span, ...] = ()

    @property
    def features(self) -> dict[str, float]:
        """The unweighted sum of each feature by its name (natural logarithms and counts)."""
        return dict(zip(self.names, self.values, strict=True))

    @property
    def unchanged(self) -> bool:
        """Whether nothing was changed, because no table had anything better."""
        return not self.edits

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the paraphrase as plain data, ready for JSON; with :attr:`has_tree` if a table asks for one, and with
        :attr:`other_language` if there is any."""
        data = {
            "source": self.source,
            "text": self.text,
            "score": self.score,
            "unchanged": self.unchanged,
            "features": self.features,
            "edits": [edit.to_dict() for edit in self.edits],
        }
        if self.has_tree is not None:
            data["has_tree"] = self.has_tree
        if self.other_language:
            data["other_language"] = [list(span) for span in self.other_language]
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Paraphrase:
        """Return the paraphrase from the data of :meth:`to_dict`, or of a line of ``paragen decode --format jsonl``.

        Raises
        ------
        ConfigError : other data. Additional fields are ignored.
        """
        fields = Fields(data, "Paraphrase.from_dict")
        features = fields.numbers("features")
        edits = tuple(map(Edit.from_dict, fields.items("edits")))
        return cls(
            fields.text("source"), fields.text("text"), fields.number("score"), edits, tuple(features),
            tuple(features.values()), fields.flag_or_none("has_tree"), tuple(fields.spans("other_language")),
        )  # fmt: skip

    def map_spans(self, spans: Iterable[Span]) -> list[Span]:
        """Return where spans of the source are in the text.

        Positions outside the edits shift with the text. A span that begins (ends) inside an edit is extended to the beginning
        (end) of the replacement; a span that an edit deleted is empty.

        Parameters
        ----------
        spans : ``(begin, end)`` of :attr:`source`, half-open, in any order.

        Returns
        -------
        ``(begin, end)`` of :attr:`text` for each of them, in the same order.

        Raises
        ------
        ConfigError : one is not a pair of whole numbers, or out of range.
        """
        return map_spans(spans, len(self.source), self.edits)

    def diff(self) -> str:
        """Return the source with its edits shown in place: ``The [purchase -> buy] was easy.``"""
        parts: list[str] = []
        position = 0
        for edit in self.edits:
            before, after = edit.before, edit.after
            lead = before[: _common(before, after)]
            before, after = before[len(lead) :], after[len(lead) :]
            parts += (self.source[position : edit.begin], lead, f"[{before} -> {after}]")
            position = edit.end
        return "".join(parts) + self.source[position:]

    def _repr_html_(self) -> str:
        from paragen.results.word_diff import paraphrase_html

        return paraphrase_html(self)


def _common(before: str, after: str) -> int:
    """Return the length of the white space at the beginning of both."""
    length = 0
    while before[length : length + 1].isspace() and before[length] == after[length : length + 1]:
        length += 1
    return length
