"""What a pivot leaves out."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.errors import ConfigError

# Words of an alignment "0-0 1-2", spaced; {n} stands for how many spaces a phrase has: the number of its last word.
_LINKED_ENDS = {
    "source": ("concat(' ', alignment) LIKE '% 0-%'", "concat(' ', alignment) LIKE concat('% ', CAST({n} AS STRING), '-%')"),
    "target": ("concat(alignment, ' ') LIKE '%-0 %'", "concat(alignment, ' ') LIKE concat('%-', CAST({n} AS STRING), ' %')"),
}


@dataclass(frozen=True)
class Limits:
    """What is left out of a pivot.

    Parameters
    ----------
    top : paraphrases a phrase, best first.
    min_count : a pair of phrases must have been extracted as often.
    min_probability : p(f|e1), p(e2|f) and p(e2|e1) must be as large.
    min_lexical : both lexical weights of a pair that was extracted once must be as large.
    fan_out : of the translations of a phrase, either way, only so many are followed, most probable first.
    tight : whether the first and the last word of the phrases to paraphrase must be aligned.
    containment : whether a paraphrase may contain its phrase, or lie within it.
    """

    top: int = 20
    min_count: int = 1
    min_probability: float = 0.0
    min_lexical: float = 0.0
    fan_out: int = 100
    tight: bool = False
    containment: bool = True

    def check(self) -> None:
        """Raise ConfigError for a limit out of range."""
        for name in ("top", "min_count", "fan_out"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name)}, expected 1 or more.")
        for name in ("min_probability", "min_lexical"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name):g}, expected 0 or more and less than 1.")

    @property
    def by_count(self) -> bool:
        """Whether counts of pairs are needed."""
        return self.min_count > 1 or self.min_lexical > 0

    def condition(self, side: str) -> str:
        """Return what a row of a phrase table must satisfy, in SQL; ``side`` is the column of the phrases to paraphrase."""
        conditions = ["1 = 1"]
        if self.min_count > 1:
            conditions.append(f"count >= {self.min_count}")
        if self.min_lexical:
            conditions.append(f"(count > 1 OR (lex_source >= {self.min_lexical!r} AND lex_target >= {self.min_lexical!r}))")
        if self.tight:
            last = f"length({side}) - length(replace({side}, ' ', ''))"
            conditions += [end.format(n=last) for end in _LINKED_ENDS[side]]
        return " AND ".join(conditions)
