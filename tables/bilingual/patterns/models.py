"""Makes pattern pairs from aligned patterns: those that share a pivot pattern are paraphrases [Z09]."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ParagenError
from paragen.base.packages import optional_package
from paragen.tables.bilingual.alignment.hmm import alignment_scores, numbered
from paragen.tables.bilingual.patterns.options import Parameters, PathOptions, PatternModelOptions, default_parameters
from paragen.tables.bilingual.patterns.reading import read_aligned, sql
from paragen.tables.bilingual.patterns.unlike import unlike
from paragen.tables.builder import Run, TableSummary
from paragen.tables.engine import Engine, numbers
from paragen.tables.engine.files import as_it_is
from paragen.tables.io.writing import check_destination, publish_table
from paragen.text.slots import pattern_pair

_UNIT = 10**15  # likelihoods of paths are summed as whole numbers of its inverse
_ALIGNED = default_parameters("2")  # of the pairs that the word alignment of Model 3 is learnt from
_CANDIDATES = 5  # times as many pairs of a pattern as are wanted are scored by word alignment


@dataclass(frozen=True, kw_only=True)
class PatternPairsSummary(TableSummary):
    """What was made.

    Attributes
    ----------
    aligned, patterns : rows of aligned patterns, and distinct English patterns in them.
    paraphrase_pivots : pairs of paraphrase pivots that were followed; None except for Models 2 and 3.
    """

    aligned: int
    patterns: int
    paraphrase_pivots: int | None = None

    def __str__(self) -> str:
        made = f"{self.pairs} paraphrases of {self.phrases} patterns, of {self.patterns} in {self.aligned} aligned patterns"
        return made if self.paraphrase_pivots is None else f"{made}; {self.paraphrase_pivots} pairs of paraphrase pivots"


def build_pattern_pairs(
    aligned: Sequence[StrPath], destination: StrPath, options: PatternModelOptions | None = None, run: Run | None = None
) -> PatternPairsSummary:
    """Make pattern pairs with an engine of the run; see `extract_pattern_pairs`."""
    run = run or Run()
    with run.open_engine() as engine:
        return extract_pattern_pairs(aligned, destination, options or PatternModelOptions(), engine, run.workers)


def extract_pattern_pairs(
    aligned: Sequence[StrPath], destination: StrPath, options: PatternModelOptions, engine: Engine, threads: int = 1
) -> PatternPairsSummary:
    """Make pattern pairs from aligned patterns: score(e2|e1) of [Z09]_ eq. 3, 7 or 8, the mean of the bitexts that have e1.

    Parameters
    ----------
    aligned : Parquet files, one a bitext, of ``paragen patterns induce``.
    destination : the pairs, each pattern's best first: ``source ||| target ||| score`` where the name ends in .txt or .txt.gz,
        else Parquet with the columns source, target, score, likelihood, line and bitext (where the source occurs first, both
        counted from 1, 0 if unknown). It appears whole or not at all.
    options : the model, and what is left out.
    engine : runs the SQL; it must have no tables yet.
    threads : how many align words.

    Raises
    ------
    ConfigError : no file, or an unusable destination.
    FormatError : a file is malformed.
    MissingPackageError : lemminflect is not installed, and `unlike` pairs are to be left out.
    ParagenError : no pair reaches the threshold.
    """
    check_destination(destination, options.replace, aligned)
    if not options.keep_unlike:
        optional_package("lemminflect", "leaving out patterns that differ in the form of a word", "bitext")
    parameters = options.parameters
    paths = open_paths(engine, aligned, parameters, options)
    considered = options.top * (_CANDIDATES if parameters.has_word_alignment else 1)
    best = paths.best("best", parameters.weights, parameters.threshold, considered)
    if parameters.has_word_alignment:
        align_pairs(paths, [f"SELECT x1, x2 FROM {table}" for table in best], threads)
        there, back = parameters.weights[5:]
        weighed = [sql("weighed", best=table, weight_there=there, weight_back=back) for table in best]
    else:
        weighed = [sql("unweighed", best=table) for table in best]
    named = sql("named", weighed="\nUNION ALL\n".join(weighed), threshold=parameters.threshold)
    engine.table("named", named, drop=best)
    engine.map("canonical", "named", partial(canonical, keep_unlike=options.keep_unlike), _schema())
    select = "SELECT source, target, likelihood, line, bitext FROM canonical"
    engine.table("pairs", sql("pairs", canonical=select, top=options.top))
    found, phrases = numbers(engine, "SELECT count(*), count(DISTINCT source) FROM pairs")
    if not found:
        listed = ", ".join(os.fspath(file) for file in aligned)
        raise ParagenError(
            f"{listed}: no two patterns have a likelihood of {parameters.threshold:g} by Model {parameters.model}. "
            "Lower --threshold, or give more bitexts."
        )
    ordered = "FROM pairs ORDER BY source, likelihood DESC, target"
    publish_table(
        destination, lambda: engine.batches(f"SELECT source, target, score {ordered}"),
        partial(engine.write, [f"SELECT source, target, score, likelihood, line, bitext {ordered}"]), replace=options.replace,
    )  # fmt: skip
    return PatternPairsSummary(
        pairs=found, phrases=phrases, aligned=paths.aligned, patterns=paths.patterns, paraphrase_pivots=paths.paraphrase_pivots
    )


@dataclass
class Paths:
    """The paths from patterns to patterns over pivots, in an engine.

    Attributes
    ----------
    aligned, patterns : rows of aligned patterns, and distinct patterns.
    paraphrase_pivots : how many pairs of pivots are followed as paraphrases; None where only the same pivot is.
    """

    engine: Engine
    fan_out: int
    inner_top: int
    aligned: int
    patterns: int
    paraphrase_pivots: int | None = None

    def connect(self, prefix: str, sides: tuple[str, str], weights: Sequence[float]) -> tuple[str, str]:
        """Make the tables of the paths from one side, and return their names: up to the last pivot, and from there."""
        x, y = sides
        inward, outward, reached = (f"{prefix}_{name}" for name in ("inward", "outward", "reached"))
        h1, h2, h3, h4, *h5 = (float(weight) for weight in weights[:5])
        places: dict[str, str | int] = {"x": x, "y": y, "fan_out": self.fan_out}
        self.engine.table(inward, sql("inward", weight_p=h1, weight_lex=h3, **places))
        self.engine.table(outward, sql("outward", weight_p=h2, weight_lex=h4, **places))
        select = sql("reached", inward=inward, weight_pp=h5[0]) if h5 else sql("same", inward=inward)
        self.engine.table(reached, select, drop=[inward])
        return reached, outward

    def sum(self, prefix: str, sides: tuple[str, str], weights: Sequence[float], least: float, top: int) -> list[str]:
        """Sum the likelihoods of all paths of each pair, in as many slices as memory requires; return the tables of the best."""
        reached, outward = self.connect(prefix, sides, weights)
        corpora = f"corpora_{sides[0]}"
        tables = []
        for part, (begin, end) in enumerate(pairwise(self._bounds(reached, outward))):
            sums = sql("sums", reached=reached, outward=outward, begin=begin, end=end)
            tables.append(f"{prefix}_{part}")
            least_total = max(1, math.ceil(least * _UNIT))
            self.engine.table(tables[-1], sql("best", sums=sums, corpora=corpora, min_total=least_total, top=top))
        self.engine.drop(reached, outward)
        return tables

    def best(self, prefix: str, weights: Sequence[float], least: float, top: int) -> list[str]:
        """Return the tables of the best pairs of patterns: x1, x2, total (of 1e-15) and n (bitexts with x1)."""
        return self.sum(prefix, ("e", "f"), weights, least, top)

    def _bounds(self, reached: str, outward: str) -> list[int]:
        [paths] = numbers(self.engine, sql("paths", reached=reached, outward=outward))
        [last] = numbers(self.engine, f"SELECT coalesce(max(x), 0) FROM {reached}")
        slices = max(1, -(-paths // self.engine.group_rows)) if self.engine.group_rows else 1
        return sorted({(last + 1) * part // slices for part in range(slices + 1)})


def open_paths(engine: Engine, aligned: Sequence[StrPath], parameters: Parameters, options: PathOptions) -> Paths:
    """Read aligned patterns, and find paraphrase pivots if the model has them."""
    count = read_aligned(engine, aligned, options.min_count)
    engine.number("patterns", sql("patterns"))
    engine.number("pivots", sql("pivots"))
    engine.table("links", sql("links"), drop=["aligned", "pivots"])
    engine.table("examples", sql("examples"))
    for side in ("e", "f"):
        engine.table(f"corpora_{side}", sql("corpora", x=side))
    [patterns] = numbers(engine, "SELECT count(*) FROM patterns")
    paths = Paths(engine, options.fan_out, options.inner_top, count, patterns)
    if parameters.has_paraphrase_pivots:
        swapped, least = parameters.pivot_weights, parameters.pivot_threshold
        tables = paths.sum("pivot", ("f", "e"), swapped, least, options.inner_top)
        engine.table("steps", "\nUNION ALL\n".join(sql("steps", best=table) for table in tables), drop=tables)
        [paths.paraphrase_pivots] = numbers(engine, "SELECT count(*) FROM steps")
    return paths


def align_pairs(paths: Paths, selects: Sequence[str], threads: int) -> None:
    """Make the table ``word_alignment`` of the pairs of SELECTs: x1, x2, and in both directions h6 and h7 [Z09]_ eq. 8.

    The alignment is learnt from the pairs of Model 2 with the parameters it has by default, whatever those of Model 3 are.
    """
    engine = paths.engine
    learnt = paths.best("learnt", _ALIGNED.weights, _ALIGNED.threshold, paths.inner_top)
    pairs = [f"SELECT x1, x2, 1 AS learnt FROM {table}" for table in learnt]
    pairs += [f"SELECT x1, x2, 0 AS learnt FROM ({select}) AS others" for select in selects]
    engine.table("to_align", sql("to_align", pairs="\nUNION ALL\n".join(pairs)), drop=learnt)
    engine.source("scores", partial(_scores, engine, threads))
    engine.map("word_alignment", "scores", as_it_is, _scores_schema())
    engine.drop("to_align")


def _scores(engine: Engine, threads: int) -> Iterator[Any]:
    import pyarrow

    read = engine.batches("SELECT x1, x2, source, target, learnt FROM to_align ORDER BY learnt DESC, x1, x2")
    table = pyarrow.Table.from_batches(read)
    if not len(table):
        return
    [learnt] = numbers(engine, "SELECT CAST(coalesce(sum(learnt), 0) AS BIGINT) FROM to_align")
    there, back = alignment_scores(numbered(table["source"], table["target"], learnt), learnt, threads)
    columns = [table["x1"].combine_chunks(), table["x2"].combine_chunks(), pyarrow.array(there), pyarrow.array(back)]
    yield from pyarrow.Table.from_arrays(columns, schema=_scores_schema()).to_batches(max_chunksize=1 << 17)


def canonical(batch: Any, keep_unlike: bool = False) -> Any:
    """Return pairs with their slots numbered in the order of the source, without those that are `unlike` unless they are kept."""
    import pyarrow

    texts = [batch.column(name).to_pylist() for name in ("source", "target")]
    for row, source in enumerate(texts[0]):
        if "_2]" in source:  # else there is one slot of each tag: number 1
            pair = pattern_pair(source, texts[1][row])
            texts[0][row], texts[1][row] = (" ".join(words) for words in pair)
    columns = [pyarrow.array(side, pyarrow.string()) for side in texts]
    columns += [batch.column(name).cast(_schema().field(name).type) for name in ("likelihood", "line", "bitext")]
    pairs = pyarrow.RecordBatch.from_arrays(columns, schema=_schema())
    return pairs if keep_unlike else pairs.filter(pyarrow.array([not unlike(*pair) for pair in zip(*texts, strict=True)]))


def _schema() -> Any:
    import pyarrow

    texts = [("source", pyarrow.string()), ("target", pyarrow.string())]
    return pyarrow.schema([*texts, ("likelihood", pyarrow.float64()), ("line", pyarrow.int64()), ("bitext", pyarrow.int64())])


def _scores_schema() -> Any:
    import pyarrow

    pair = [("x1", pyarrow.int64()), ("x2", pyarrow.int64())]
    return pyarrow.schema([*pair, ("there", pyarrow.float64()), ("back", pyarrow.float64())])
