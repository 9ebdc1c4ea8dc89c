"""What a recipe says: steps, each a verb with what it reads and its options, and the tables of a model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

Value = str | int | float | bool

MODEL = "model"
"""The step name of the packed model."""
REPORT = "report"
"""The name of a build's report, beside the records of its steps."""
FIT, UNFITTED = "fit", "unfitted"
"""The step names of the fit, which is learnt from labels, and of the model without a fit that it is learnt with."""


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
    "patterns induce": Verb(".parquet", files=("parses", "pivot-parses"), sides=("segment",)),
    "patterns extract": Verb(".parquet", files=("parameters", "pivot-parameters"), kind="patterns"),
    "patterns dirt": Verb(".parquet", kind="patterns"),
    "entries": Verb(".txt"),
    "lm": Verb(".arpa", output="arpa"),
    "mix": Verb(".arpa", output="arpa", files=("frequencies", "words")),
}
"""The verbs that a recipe may name; those of a group with the action."""

MODEL_VERBS = {
    "pack": Verb("", files=("lm", "table", "weights", "fit", "conditions", "from")),
    "fit": Verb(".bin", files=("labels", "background", "conceivable", "documents", "english", "ratings"), sets=("model",)),
}
"""The verbs that the build runs once the tables are made."""

VERBS = {**STEP_VERBS, **MODEL_VERBS}

SELF = ("PT-7", 110_403)
"""Self-paraphrase in the paper: words of all other tables."""

TABLE_VERBS = tuple(name for name, verb in STEP_VERBS.items() if verb.kind) + ("entries",)
"""The verbs that make paraphrase tables."""


@dataclass(frozen=True)
class Ref:
    """What a step reads: the output of another ``step``, or the file or folder ``path``; ``get`` says how to obtain it."""

    path: str = ""
    step: str = ""
    get: str = ""

    @property
    def shown(self) -> str:
        """The reference as written in a recipe."""
        return f"@{self.step}" if self.step else self.path


@dataclass(frozen=True)
class Step:
    """One verb to run.

    Parameters
    ----------
    name : of its section, and of the file it makes.
    where : the section, for messages.
    verb : a key of VERBS.
    inputs : the arguments; those of a group are joined by commas.
    options : the verb's long options, with values as on the command line.
    files : options whose values are files.
    """

    name: str
    where: str
    verb: str
    inputs: tuple[tuple[Ref, ...], ...]
    options: tuple[tuple[str, Value], ...] = ()
    files: tuple[tuple[str, Ref], ...] = ()

    @property
    def output(self) -> str:
        """The name of its output file."""
        suffix = VERBS[self.verb].suffix
        return f"{self.name.removesuffix(suffix)}{suffix}"

    def refs(self) -> Iterator[Ref]:
        """Yield everything it reads."""
        for group in self.inputs:
            yield from group
        yield from (ref for _, ref in self.files)


@dataclass(frozen=True)
class Table:
    """A table of the model: what it is made from, and the options for packing it."""

    name: str
    source: Ref
    options: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Recipe:
    """A whole recipe. ``lm`` is a step or a language model file; ``model`` is the step that packs the model."""

    path: Path
    steps: Mapping[str, Step]
    tables: tuple[Table, ...]
    lm: Ref
    model: Step
