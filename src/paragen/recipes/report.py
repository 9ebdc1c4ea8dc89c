"""What a build made and what it cost, as a table beside the paper's figures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from paragen.base.columns import aligned
from paragen.base.output_files import atomic_file
from paragen.model import Model
from paragen.recipes.build_folder import Record
from paragen.recipes.steps import REPORT, SELF, STEP_VERBS, Recipe

_MIB = 1 << 20


@dataclass(frozen=True)
class StepReport:
    """What a step cost when it ran.

    Attributes
    ----------
    name, verb : of the step.
    seconds, cpu : wall-clock and CPU time.
    memory, bytes : peak memory of all its processes together, and size of the output, in bytes.
    ran : whether it ran in this build.
    notices : what the verb reported.
    """

    name: str
    verb: str
    seconds: float
    cpu: float
    memory: int
    bytes: int
    ran: bool
    notices: tuple[str, ...]

    @classmethod
    def of(cls, name: str, verb: str, record: Record, ran: bool) -> StepReport:
        """Return the report of a record."""
        return cls(name, verb, record.seconds, record.cpu, record.memory, record.bytes, ran, record.notices)


@dataclass(frozen=True)
class TableReport:
    """A table of the model.

    Attributes
    ----------
    name, kind : as in the model.
    pairs, phrases : how many distinct ones.
    seconds, memory : total time and peak memory in bytes of the steps that serve this table alone.
    paper, paper_pairs : the table's name in [Z08 section 4] and its number of pairs there; "" and 0 if it is not there.
    """

    name: str
    kind: str
    pairs: int
    phrases: int
    seconds: float
    memory: int
    paper: str
    paper_pairs: int


@dataclass(frozen=True)
class Report:
    """All tables and steps of a build, and the model's ``signature``."""

    model: str
    signature: str
    tables: tuple[TableReport, ...]
    steps: tuple[StepReport, ...]

    @property
    def seconds(self) -> float:
        """Total seconds of all steps, each as of its last run."""
        return sum(step.seconds for step in self.steps)

    @property
    def cpu(self) -> float:
        """Total CPU seconds, likewise."""
        return sum(step.cpu for step in self.steps)

    @property
    def memory(self) -> int:
        """Peak memory in bytes of the step that needed most."""
        return max(step.memory for step in self.steps)

    def lines(self) -> Iterator[str]:
        """Yield the report as lines of text."""
        yield from aligned(
            [("table", "", "pairs", "phrases", "seconds", "memory MiB", "the paper's pairs")]
            + [
                (t.name, t.paper, f"{t.pairs:,}", f"{t.phrases:,}", f"{t.seconds:.1f}", f"{t.memory / _MIB:,.0f}",
                 f"{t.paper_pairs:,}" if t.paper else "")
                for t in self.tables
            ],
            left=2,
        )
        yield ""
        total = self.seconds or 1.0
        rows = [
            (s.name, s.verb, f"{s.seconds:.1f}", f"{s.cpu:.1f}", f"{100 * s.seconds / total:.1f}", f"{s.memory / _MIB:,.0f}",
             f"{s.bytes / _MIB:,.1f}", "" if s.ran else "up to date")
            for s in self.steps
        ]  # fmt: skip
        rows.append(("all", "", f"{self.seconds:.1f}", f"{self.cpu:.1f}", "100.0", f"{self.memory / _MIB:,.0f}", "", ""))
        yield from aligned([("step", "verb", "seconds", "CPU s", "%", "memory MiB", "output MiB", ""), *rows], left=2)
        yield ""
        yield f"{self.model}: {self.signature}"

    def write(self, folder: Path) -> None:
        """Write ``report.json`` into a folder."""
        with atomic_file(folder / f"{REPORT}.json") as file:
            file.write(json.dumps(asdict(self), indent=1, ensure_ascii=False).encode() + b"\n")


def report_of(recipe: Recipe, model: Model, steps: Sequence[StepReport]) -> Report:
    """Return the report of a build."""
    tables = []
    serves = served(recipe)
    for table, info in zip(recipe.tables, model.tables, strict=True):
        own = [step for step in steps if serves.get(step.name) == {table.name}]
        cost = sum(step.seconds for step in own), max((step.memory for step in own), default=0)
        verb = STEP_VERBS[recipe.steps[table.source.step].verb] if table.source.step else None
        paper = (verb.paper if verb else None) or ("", 0)
        tables.append(TableReport(info.name, info.kind, info.pairs, info.phrases, *cost, *paper))
    if model.self_paraphrase:
        words = sum(model.store.in_table)
        tables.append(TableReport("self", "self", words, words, 0.0, 0, *SELF))
    return Report(str(model.path), model.signature, tuple(tables), tuple(steps))


def served(recipe: Recipe) -> dict[str, set[str]]:
    """Return for each step the tables (and "lm") that need it."""
    serves: dict[str, set[str]] = {}

    for table, ref in [("lm", recipe.lm), *((table.name, table.source) for table in recipe.tables)]:
        names = [ref.step] if ref.step else []
        while names:
            name = names.pop()
            if table not in serves.setdefault(name, set()):
                serves[name].add(table)
                names += [ref.step for ref in recipe.steps[name].refs() if ref.step]
    return serves
