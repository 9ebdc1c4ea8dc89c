"""What a paraphraser returns: paraphrases, and the edits they consist of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paragen.plain_data import Fields
from paragen.request import Span
from paragen.spans.mapping import map_spans

FORCED = ("forced", 1.0)
"""Table and score of an edit whose wording the request forced."""


class Pattern(NamedTuple):
    """The pattern that an edit is from, as *give [NN_1] to [NNP_1]*, what it becomes, and the text that fills its slots, in its
    order."""

    source: str
    target: str
    fillers: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"source": self.source, "target": self.target, "fillers": list(self.fillers)}

    @classmethod
    def from_dict(cls, data: Any) -> Pattern:
        """Return the pattern that :meth:`to_dict` made the data of."""
        fields = Fields(data, "Pattern.from_dict")
        return cls(fields.text("source"), fields.text("target"), tuple(map(str, fields.items("fillers"))))


Origin = tuple[str, float, str, float | None, str, Pattern | None]
"""What an edit says of where it is from: the last fields of :class:`Edit`, from ``table`` on."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One substitute, with its place in the input and in the output.

    Replacing ``[begin, end)`` of the input by ``after``, for every edit of a paraphrase, gives its text.

    Parameters
    ----------
    begin, end : characters of the input, half-open.
    out_begin, out_end : characters of the output.
    before, after : the text there in the input and in the output. Longer than the phrase pair where white space had to be
        removed or an article had to agree.
    table : the name of the table that has the pair; "forced" if the request forced the wording.
    score : the score of the pair in its table, in (0, 1].
    licence : the licence of that table, as given when the model was packed; empty for pairs given at load time.
    confidence : the probability that a reader accepts it as the only change to its sentence; None if the model has no fit.
    id : a name of the substitute, the same as in a list of single substitutes, whatever other edits there are; see
        :func:`paragen.substitutes.substitute_id`. "" for a forced wording.
    pattern : with slots, which it is from; None if it is from a phrase.
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
        """Return the edit as plain data; with its pattern where it is from one."""
        data = {name: getattr(self, name) for name in self.__slots__[:-1]}
        if self.pattern is not None:
            data["pattern"] = self.pattern.to_dict()
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Edit:
        """Return the edit that :meth:`to_dict` made the data of; raise ConfigError for other data. More fields do not matter."""
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
        from paragen.html import substitute_html

        return substitute_html(self.before, self.after, f"characters {self.begin} to {self.end}, table {self.table}")


@dataclass(frozen=True, slots=True)
class Paraphrase:
    """One way to say a sentence.

    Parameters
    ----------
    source : the sentence.
    text : the paraphrase.
    score : of the whole sentence under the model, a natural logarithm; higher is better.
    edits : what was changed, from left to right.
    names, values : the features and their unweighted sums; see :attr:`features`.
    has_tree : whether the tree of the sentence limited its edits; False: a table asks for a tree, and there was none, so that
        it offered what it has under any label. None: no table asks for one.
    """

    source: str
    text: str
    score: float
    edits: tuple[Edit, ...]
    names: tuple[str, ...] = field(repr=False)
    values: tuple[float, ...] = field(repr=False)
    has_tree: bool | None = None

    @property
    def features(self) -> dict[str, float]:
        """The unweighted sum of each feature by its name (natural logarithms and counts)."""
        return dict(zip(self.names, self.values, strict=True))

    @property
    def unchanged(self) -> bool:
        """Whether nothing was changed, as no table had anything better for this sentence."""
        return not self.edits

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the paraphrase as plain data, ready for JSON; with :attr:`has_tree` where a table asks for one."""
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
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Paraphrase:
        """Return the paraphrase that :meth:`to_dict` made the data of, or that a line of ``paragen decode --format jsonl`` holds.

        Raises
        ------
        ConfigError : other data. More fields do not matter.
        """
        fields = Fields(data, "Paraphrase.from_dict")
        features = fields.numbers("features")
        edits = tuple(map(Edit.from_dict, fields.items("edits")))
        return cls(
            fields.text("source"), fields.text("text"), fields.number("score"), edits, tuple(features),
            tuple(features.values()), fields.flag_or_none("has_tree"),
        )  # fmt: skip

    def map_spans(self, spans: Iterable[Span]) -> list[Span]:
        """Return where spans of the source are in the text.

        What stands outside the edits moves with the text. A span that begins (ends) inside an edit grows to the beginning (end)
        of what took its place; what an edit deleted is an empty span.

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
        from paragen.html import paraphrase_html

        return paraphrase_html(self)


def _common(before: str, after: str) -> int:
    """Return the length of the white space that both have at the beginning."""
    length = 0
    while before[length : length + 1].isspace() and before[length] == after[length : length + 1]:
        length += 1
    return length


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a paraphrase has the score it has.

    Parameters
    ----------
    paraphrase : what is explained.
    gains : for each edit, how much lower the score of the whole would be without it.
    parts : what each feature adds to the score: its weight times its value.
    """

    paraphrase: Paraphrase
    gains: tuple[float, ...]
    parts: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return the paraphrase as plain data, ready for JSON, with the ``gain`` of each edit, and ``parts``."""
        data = self.paraphrase.to_dict() | {"parts": self.parts}
        for edit, gain in zip(data["edits"], self.gains, strict=True):
            edit["gain"] = gain
        return data

    @classmethod
    def from_dict(cls, data: Any) -> Explanation:
        """Return the explanation that :meth:`to_dict` made the data of; raise ConfigError for other data."""
        fields = Fields(data, "Explanation.from_dict")
        gains = tuple(Fields(edit, "Explanation.from_dict: edits").number("gain") for edit in fields.items("edits"))
        return cls(Paraphrase.from_dict(data), gains, fields.numbers("parts"))

    def _repr_html_(self) -> str:
        from paragen.html import explanation_html

        return explanation_html(self)
