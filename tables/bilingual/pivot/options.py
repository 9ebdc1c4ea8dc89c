"""Options of a pivot."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.tables.builder import Options, flag, number, one_of, whole
from paragen.tables.io.writing import TOP

# Words of an alignment "0-0 1-2", spaced; {n} stands for how many spaces a phrase has: the number of its last word.
_LINKED_ENDS = {
    "source": ("concat(' ', alignment) LIKE '% 0-%'", "concat(' ', alignment) LIKE concat('% ', CAST({n} AS STRING), '-%')"),
    "target": ("concat(alignment, ' ') LIKE '%-0 %'", "concat(alignment, ' ') LIKE concat('%-', CAST({n} AS STRING), ' %')"),
}


@dataclass(frozen=True, kw_only=True)
class PivotOptions(Options):
    """What is pivoted, and what is left out.

    Parameters
    ----------
    side : "target" or "source", the side to paraphrase; the other is the pivot.
    top : paraphrases a phrase, best first.
    min_count : a pair of phrases must have been extracted this often.
    min_probability : p(f|e1), p(e2|f) and p(e2|e1) must be at least this.
    min_lexical : both lexical weights of a pair that was extracted once must be at least this.
    fan_out : how many translations of a phrase, either way, are followed, most probable first.
    tight : whether the first and the last word of the phrases to paraphrase must be aligned.
    containment : whether a paraphrase may contain its phrase, or lie within it.
    replace : whether a folder of part files at the destination may be replaced; a file always is.
    """

    side: str = one_of("target", ("target", "source"))
    top: int = whole(TOP, 1)
    min_count: int = whole(1, 1)
    min_probability: float = number(0.0, least=0, below=1)
    min_lexical: float = number(0.0, least=0, below=1)
    fan_out: int = whole(100, 1)
    tight: bool = flag()
    containment: bool = flag(True)
    replace: bool = flag()

    @property
    def by_count(self) -> bool:
        """Whether counts of pairs are needed."""
        return self.min_count > 1 or self.min_lexical > 0

    @property
    def condition(self) -> str:
        """What a row of a phrase table must satisfy, in SQL."""
        conditions = ["1 = 1"]
        if self.min_count > 1:
            conditions.append(f"count >= {self.min_count}")
        if self.min_lexical:
            conditions.append(f"(count > 1 OR (lex_source >= {self.min_lexical!r} AND lex_target >= {self.min_lexical!r}))")
        if self.tight:
            last = f"length({self.side}) - length(replace({self.side}, ' ', ''))"
            conditions += [end.format(n=last) for end in _LINKED_ENDS[self.side]]
        return " AND ".join(conditions)
