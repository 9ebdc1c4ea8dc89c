"""Makes a paraphrase table of phrase tables by commute times, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

from paragen.base.destination import StrPath, check_destinations
from paragen.base.steps import file_digest
from paragen.tables.bilingual.graph.bipartite import ReadGraph, read_graph
from paragen.tables.bilingual.graph.count import PairCounts, count_pairs
from paragen.tables.bilingual.graph.decompose import Clusters, Decomposition, cocluster, decompose
from paragen.tables.bilingual.graph.features import Features, Tag, read_features, stemmer_of
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.ranking import Interpolation, interpolate, write_paraphrases
from paragen.tables.bilingual.graph.steps import ORDER, Steps, step_key
from paragen.tables.builder import Run, TableSummary
from paragen.tables.io.writing import check_destination


@dataclass(frozen=True, kw_only=True)
class GraphSummary(TableSummary):
    """What graphs were built from, and what came of them.

    Attributes
    ----------
    entries, one_to_one : phrase pairs of all tables together, and those of them that were left out because they are 1-1.
    components, decomposed : sub-phrase-tables, and how many of them giant components were decomposed into.
    largest : phrases of the largest component, pivot phrases included.
    graphs, too_large, unsettled : graphs whose commute times were counted; those discarded for having too many phrases; those
        whose counts have no fixed point.
    """

    entries: int
    one_to_one: int
    components: int
    decomposed: int
    largest: int
    graphs: int
    too_large: int
    unsettled: int

    def __str__(self) -> str:
        text = (
            f"{self.entries} phrase pairs, {self.one_to_one} of them 1-1, in {self.components} components, {self.decomposed} of "
            f"them of giant ones\n{self.pairs} paraphrases of {self.phrases} phrases in {self.graphs} graphs; {self.too_large} "
            "more have too many phrases"
        )
        return text + f", and the counts of {self.unsettled} do not settle" * (self.unsettled > 0)


def build_graph_table(
    tables: Sequence[StrPath], destination: StrPath, options: GraphOptions | None = None, run: Run | None = None, *,
    parses: Sequence[StrPath] = (), tag: Tag | None = None, steps: StrPath | None = None,
) -> GraphSummary:  # fmt: skip
    """Make a paraphrase table of phrase tables by the commute times between phrases that share translations [MM12]_.

    Parameters
    ----------
    tables : phrase tables with counts, as `extract_phrases` writes them: Parquet, or Moses' text; counts of a pair are added.
    destination : the paraphrases, each phrase's best first: ``source ||| target ||| score`` where the name ends in .txt or
        .txt.gz, else Parquet. It appears whole or not at all.
    options : how phrase tables are decomposed and clustered, and what is kept.
    run : threads, memory, temporary folder, engine, progress.
    parses : CoNLL-U files with sentences of the side to paraphrase: tags and lemmas of its phrases.
    tag : gives the tags of the words of a phrase that does not occur in the parses.
    steps : folder that keeps the result of each step, so that an interrupted build resumes from there, and one with other options
        reuses what does not depend on them; None: nothing is kept.

    Raises
    ------
    ConfigError : no table, an unusable destination, a folder that holds something else.
    FormatError : a file is malformed.
    ParagenError : nothing can be paraphrased.
    MissingPackageError : a package of the extra ``bitext`` is not installed.
    """
    options, run = options or GraphOptions(), run or Run()
    inputs = [*tables, *parses]
    check_destinations((), inputs, folders=[destination, steps])
    check_destination(destination, options.replace, inputs)
    stemmer_of(options.language)  # refuse a bad language now, not after reading the tables
    kept = None if steps is None else Steps(steps)
    with kept.locked("name another folder with --steps") if kept else nullcontext():
        return _Build(tables, options, run, parses, tag, kept).write(destination)


@dataclass(frozen=True)
class _Step:
    """How a step is made.

    Parameters
    ----------
    type_ : the type of its result.
    needs : the steps whose results ``make`` gets, in this order.
    of : what else it depends on, plain data.
    """

    type_: type[Any]
    needs: tuple[str, ...]
    of: Mapping[str, Any]
    make: Callable[..., Any]


_ONCE = {"clusters", "counts"}
"""Steps whose results only one other step needs: they are freed when it is done."""


class _Build:
    """The steps of a build. Kept results are read only when needed: for a step that is not kept yet, or at the end."""

    def __init__(
        self, tables: Sequence[StrPath], options: GraphOptions, run: Run, parses: Sequence[StrPath], tag: Tag | None,
        steps: Steps | None,
    ) -> None:  # fmt: skip
        self._tables, self._options, self._run = tables, options, run
        self._parses, self._tag, self._kept = parses, tag, steps
        self._made: dict[str, Any] = {}
        self._keys: dict[str, str] = {}
        self._steps = self._plan()
        if steps is not None:
            for name in ORDER:
                self._keys[name] = step_key(name, self._depends_on(name))

    def write(self, destination: StrPath) -> GraphSummary:
        """Make or take each step, and write the paraphrases."""
        run = self._run
        found: Interpolation = self._get("distributions")
        graph: ReadGraph = self._get("graph")
        components = self._get("components").components
        written = write_paraphrases(graph.graph, self._get("features"), found.distributions, destination, self._options, run)
        return GraphSummary(
            pairs=written.pairs, phrases=written.phrases, entries=graph.entries, one_to_one=graph.one_to_one,
            components=len(components), decomposed=int(components.decomposed.sum()), largest=int(components.sizes.max()),
            graphs=found.graphs, too_large=found.too_large, unsettled=found.unsettled, skips=run.skips,
        )  # fmt: skip

    def _plan(self) -> dict[str, _Step]:
        options, run = self._options, self._run
        tables = {"tables": self._digests(self._tables), "side": options.side}
        parses = {"parses": self._digests(self._parses), "tag": self._tag is not None, "language": options.language}
        return {
            "graph": _Step(ReadGraph, (), tables, self._read),
            "features": _Step(
                Features, ("graph",), parses,
                lambda graph: read_features(graph.graph, self._parses, self._tag, run, options.language),
            ),
            "components": _Step(
                Decomposition, ("graph",), self._chosen("giant", "cut_share", "merge", "bridge"),
                lambda graph: decompose(graph.graph, options, run),
            ),
            "clusters": _Step(
                Clusters, ("graph", "components"), self._chosen("smoothing", "soft", "soft_share"),
                lambda graph, decomposed: cocluster(graph.graph, decomposed.components, options, run),
            ),
            "counts": _Step(
                PairCounts, ("graph", "features", "components", "clusters"), self._chosen("min_idf", "max_phrases", "inflation"),
                lambda graph, features, decomposed, clusters: count_pairs(
                    graph.graph, decomposed.components, clusters, features, options, run
                ),
            ),
            "distributions": _Step(Interpolation, ("counts",), {}, lambda counts: interpolate(counts, run)),
        }  # fmt: skip

    def _read(self) -> ReadGraph:
        with self._run.open_engine() as engine:
            return read_graph(engine, self._tables, self._options.side)

    def _digests(self, paths: Sequence[StrPath]) -> list[str]:
        """Return the digests of files that a kept step depends on."""
        return [] if self._kept is None else sorted(map(file_digest, paths))

    def _depends_on(self, name: str) -> dict[str, Any]:
        step = self._steps[name]
        return {"needs": [self._keys[each] for each in step.needs], **step.of}

    def _get(self, name: str) -> Any:
        """Make a step, or reuse its result."""
        if name in self._made:
            return self._made[name]
        step = self._steps[name]
        if self._kept is not None and self._kept.key(name) == self._keys[name]:
            made = self._kept.read(name, step.type_)
        else:
            needed = [self._get(each) for each in step.needs]
            if self._kept is None:
                made = step.make(*needed)
            else:
                made = self._kept.make(name, step.type_, self._depends_on(name), partial(step.make, *needed), self._keys)
        if name not in _ONCE:
            self._made[name] = made
        return made

    def _chosen(self, *names: str) -> dict[str, Any]:
        return {name: getattr(self._options, name) for name in names}
