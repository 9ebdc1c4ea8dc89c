"""Makes a paraphrase table of phrase tables by commute times, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from paragen.base.destination import StrPath, check_destinations
from paragen.base.digests import file_digest
from paragen.tables.bilingual.graph.clusters import Clusters
from paragen.tables.bilingual.graph.cocluster import cocluster
from paragen.tables.bilingual.graph.count import PairCounts, count_pairs
from paragen.tables.bilingual.graph.decompose import Decomposition, decompose
from paragen.tables.bilingual.graph.features import Features, Tag, read_features, stemmer_of
from paragen.tables.bilingual.graph.interpolation import Distributions, interpolate
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.ranking import write_paraphrases
from paragen.tables.bilingual.graph.reading import ReadGraph, read_graph
from paragen.tables.bilingual.graph.steps import ORDER, Steps
from paragen.tables.builder import Run, TableSummary
from paragen.tables.engine.publish import check_destination

Made = TypeVar("Made")


@dataclass(frozen=True, kw_only=True)
class GraphSummary(TableSummary):
    """What graphs were made of, and what came of them.

    Attributes
    ----------
    entries, one_to_one : phrase pairs of all tables together, and those of them that were left out as they are 1-1.
    components, decomposed : sub-phrase-tables, and how many of them giant components were decomposed into.
    largest : phrases of the largest component, pivot phrases included.
    graphs, too_large, unsettled : graphs whose commute times were counted; those discarded as they have too many phrases; those
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
    tag : tells the tags of the words of a phrase that does not occur in the parses.
    steps : folder that keeps what each step has made, so that a build that was interrupted goes on from there, and one with other
        options takes what does not depend on them; None: nothing is kept.

    Raises
    ------
    ConfigError : no table, a destination that cannot be, a folder that holds something else.
    FormatError : a file is not what it should be.
    ParagenError : nothing can be paraphrased.
    MissingPackageError : a package of the extra ``bitext`` is not installed.
    """
    options, run = options or GraphOptions(), run or Run()
    inputs = [*tables, *parses]
    check_destinations((), inputs, folders=[destination, steps])
    check_destination(destination, options.replace, inputs)
    stemmer_of(options.language)  # refused now, and not when the tables have been read
    return _Build(tables, options, run, parses, tag, None if steps is None else Steps(steps)).write(destination)


class _Build:
    """The steps of a build; each takes what those before it made, and says what its result depends on."""

    def __init__(
        self, tables: Sequence[StrPath], options: GraphOptions, run: Run, parses: Sequence[StrPath], tag: Tag | None,
        steps: Steps | None,
    ) -> None:  # fmt: skip
        self._tables, self._options, self._run = tables, options, run
        self._parses, self._tag, self._steps = parses, tag, steps

    def write(self, destination: StrPath) -> GraphSummary:
        """Make or take each step, and write the paraphrases."""
        graph, options, run = self._read(), self._options, self._run
        features = self._features(graph)
        decomposed = self._decompose(graph)
        components = decomposed.components
        clusters = self._cluster(graph, decomposed)
        counts = self._count(graph, decomposed, clusters, features)
        distributions = self._make("distributions", Distributions, {}, lambda: interpolate(counts, run))
        written = write_paraphrases(graph.graph, features, distributions, destination, options, run)
        return GraphSummary(
            pairs=written.pairs, phrases=written.phrases, entries=graph.entries, one_to_one=graph.one_to_one,
            components=len(components), decomposed=int(components.decomposed.sum()), largest=int(components.sizes.max()),
            graphs=counts.graphs, too_large=counts.too_large, unsettled=counts.unsettled, skips=run.skips,
        )  # fmt: skip

    def _read(self) -> ReadGraph:
        def read() -> ReadGraph:
            with self._run.open_engine() as engine:
                return read_graph(engine, self._tables, self._options.side)

        key = {"tables": sorted(map(file_digest, self._tables)), "side": self._options.side}
        return self._make("graph", ReadGraph, key, read)

    def _features(self, graph: ReadGraph) -> Features:
        def read() -> Features:
            return read_features(graph.graph, self._parses, self._tag, self._run, self._options.language)

        key = {"parses": sorted(map(file_digest, self._parses)), "tag": self._tag is not None, **self._chosen("language")}
        return self._make("features", Features, key, read)

    def _decompose(self, graph: ReadGraph) -> Decomposition:
        key = self._chosen("giant", "cut_share", "merge")
        return self._make("components", Decomposition, key, lambda: decompose(graph.graph, self._options, self._run.report))

    def _cluster(self, graph: ReadGraph, decomposed: Decomposition) -> Clusters:
        key = self._chosen("smoothing", "soft", "soft_share")
        return self._make(
            "clusters", Clusters, key, lambda: cocluster(graph.graph, decomposed.components, self._options, self._run)
        )

    def _count(self, graph: ReadGraph, decomposed: Decomposition, clusters: Clusters, features: Features) -> PairCounts:
        key = self._chosen("min_idf", "max_phrases", "inflation")
        components = decomposed.components
        return self._make(
            "counts", PairCounts, key, lambda: count_pairs(graph.graph, components, clusters, features, self._options, self._run)
        )

    def _make(self, name: str, type_: type[Made], key: Mapping[str, Any], make: Callable[[], Made]) -> Made:
        """Make a step that depends on those before it, or take what was kept."""
        if self._steps is None:
            return make()
        before = [self._steps.key(step) for step in ORDER[: ORDER.index(name)]]
        return self._steps.make(name, type_, {"before": before, **key}, make)

    def _chosen(self, *names: str) -> dict[str, Any]:
        return {name: getattr(self._options, name) for name in names}
