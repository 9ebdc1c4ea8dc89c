"""What may be set of a model that is packed, and of each of its tables."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import Settings, flag, number, text, whole


@dataclass(frozen=True, kw_only=True)
class PackOptions(Settings):
    """What may be set of a model; see :func:`paragen.packing.pack`."""

    lm_origin: str = text(help="Where the language model is from.  [default: its file's name]")
    self_paraphrase: bool = flag(
        True, option="--no-self", help="Leave out self-paraphrase: a word no chosen pair covers counts as unknown."
    )
    language: str = text("en", metavar="CODE", help="Language of the text, as en, de or pt-BR; see docs/languages.md.")
    tokenized: bool = flag(help="Take all text as it is: single spaces separate words.")
    top: int = whole(
        20, 1, 65_535, metavar="N|all",
        help="Options kept of each phrase and table, the best; --table-limit of other verbs uses no more.",
    )


@dataclass(frozen=True)
class TableSource:
    """A table to pack.

    Parameters
    ----------
    path : text (plain or compressed), a Moses phrase table, or Parquet: a file, or a folder of part files; or, if its name ends
        in .csv or .tsv, with two columns or a score as the third, see :func:`paragen.settings.pair_files.read_pair_rows`.
    floor : the value of its feature where none of its pairs is used (natural log, 0 or less; 0: no effect); None:
        the log of its smallest score.
    column : which of several scores to use, from 1; 0: there is only one.
    kind, licence, origin : kept in the model; if empty, the licence is what a Parquet file says, and the origin the name of
        the file. Phrases of tables of the kind "patterns" may have slots: see :mod:`paragen.text.slots`.
    syntax : what a table whose pairs have syntactic labels offers for a sentence that has a tree: one of
        :data:`paragen.settings.syntax.MODES`; "off": its labels are left out. Empty: "average" if there are labels.
    """

    path: StrPath
    floor: float | None = number(
        None, metavar="VALUE",
        help="Value of an unused table's feature, a natural log; 0: no effect.  [default: log of its smallest score]",
    )
    column: int = whole(0, 1, metavar="K", help="Which of several scores to take, from 1.")
    kind: str = text("table", metavar="TEXT", help="What kind of resource a table is.")
    licence: str = text(metavar="TEXT", help="The licence of a table; every edit names it.")
    origin: str = text(metavar="TEXT", help="Where a table is from.  [default: its file's name]")
    syntax: str = text(
        metavar="MODE",
        help="What a table with syntactic labels offers for a sentence that has a tree: best, average, any; off: its labels are "
        "left out.  [default: average]",
    )
