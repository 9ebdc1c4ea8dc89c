"""The verbs that the steps of a build run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Verb:
    """A verb as a step.

    Parameters
    ----------
    suffix : of its output file.
    output : the option that names that file.
    files : options whose values are files or steps.
    sides : options whose values belong to a side: ``SIDE=FILE`` or ``SIDE=words``.
    writes : options that name further output files, which a recipe may not set.
    sets : options that the build sets.
    kind : of the tables it makes; "" if it makes none, or tables of any kind.
    paper : the corresponding table in [Z08 section 4] and its number of pairs; None if there is none.
    """

    suffix: str
    output: str = "output"
    files: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    kind: str = ""
    paper: tuple[str, int] | None = None

    @property
    def reserved(self) -> tuple[str, ...]:
        """Options that a recipe may not set: the build sets them, or they write files or keep the verb from running."""
        return (self.output, *self.sets, *self.writes, "log", "quiet", "debug", "help")


STEP_VERBS = {
    "text": Verb(".txt.gz"),
    "parse": Verb(".conllu.gz"),
    "align": Verb(".links", files=("forward", "backward"), sides=("segment",), writes=("train-segmenter",)),
    "extract": Verb(".parquet", files=("trees",), sides=("segment",)),
    "thesaurus": Verb(".parquet", kind="thesaurus", paper=("PT-1", 502_305)),
    "parallel": Verb(".parquet", kind="parallel", writes=("candidates",), paper=("PT-2", 18_698)),
    "comparable": Verb(".parquet", kind="comparable", writes=("candidates", "sentences"), paper=("PT-3", 100_621)),
    "pivot": Verb(".parquet", kind="pivot", paper=("PT-4", 3_177_600)),
    "graph build": Verb(".parquet", files=("parses",), kind="pivot", writes=("steps",)),
    "definitions": Verb(".parquet", kind="definitions", paper=("PT-5", 159_456)),
    "queries": Verb(".parquet", kind="queries", writes=("candidates",), paper=("PT-6", 395_284)),
    "patterns induce": Verb(".parquet", files=("parses",), sides=("segment",)),
    "patterns extract": Verb(".parquet", files=("parameters",), kind="patterns"),
    "patterns dirt": Verb(".parquet", kind="patterns"),
    "entries": Verb(".txt"),
    "lm": Verb(".arpa", output="arpa"),
    "mix": Verb(".arpa", output="arpa", files=("frequencies", "words")),
}
"""The verbs that a recipe may name; those of a group with the action."""

MODEL_VERBS = {
    "pack": Verb("", files=("lm", "table", "weights", "fit", "from")),
    "fit": Verb(".bin", files=("labels", "background", "conceivable", "documents", "english", "ratings"), sets=("model",)),
}
"""The verbs that the build runs once the tables are made."""

VERBS = {**STEP_VERBS, **MODEL_VERBS}

SELF = ("PT-7", 110_403)
"""Self-paraphrase in the paper: words of all other tables."""

TABLE_VERBS = tuple(name for name, verb in STEP_VERBS.items() if verb.kind) + ("entries",)
"""The verbs that make paraphrase tables."""
