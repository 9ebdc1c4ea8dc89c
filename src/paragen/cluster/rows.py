"""Part files of Parquet: a column of text is processed, the others stay, and columns of results are added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from paragen.base.errors import FormatError
from paragen.cluster.parts import PARQUET, Part, Report
from paragen.decoder.settings import Limits
from paragen.io.shortfall import shortfall
from paragen.results import Candidate, Explanation, Paraphrase
from paragen.settings.request import Ranking, Request
from paragen.tables.engine.files import opened_parquet, write_parquet_rows
from paragen.text.protection import strip_markup

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser

_ROWS = 256  # processed together
_REMEDY = "Name the column of text with --field."
_EDIT = (
    ("begin", "int64"), ("end", "int64"), ("out_begin", "int64"), ("out_end", "int64"), ("before", "string"),
    ("after", "string"), ("table", "string"), ("score", "float64"), ("licence", "string"), ("confidence", "float64"),
    ("id", "string"),
)  # fmt: skip


@dataclass(frozen=True)
class Paraphrases:
    """Columns of paraphrases: ``paraphrase``, ``paraphrase_score``, ``paraphrase_unchanged`` and ``paraphrase_edits``.

    Attributes
    ----------
    limits : of each search. With n > 1, a row is repeated for each of its paraphrases, with ``paraphrase_rank``.
    explain : add the gain of each edit, and the contribution of each feature to the score in ``paraphrase_parts``.
    """

    limits: Limits
    explain: bool = False

    def columns(self) -> list[tuple[str, Any]]:
        """Return the name and type of each column."""
        import pyarrow as pa

        edit = [(name, pa.type_for_alias(kind)) for name, kind in _EDIT]
        edit.append(("pattern", pa.struct({"source": pa.string(), "target": pa.string(), "fillers": pa.list_(pa.string())})))
        if self.explain:
            edit.append(("gain", pa.float64()))
        edits = pa.list_(pa.struct(edit))
        found = [("paraphrase", pa.string()), ("paraphrase_score", pa.float64()), ("paraphrase_unchanged", pa.bool_())]
        found.append(("paraphrase_edits", edits))
        if self.limits.get("n", 1) > 1:
            found.append(("paraphrase_rank", pa.int64()))
        if self.explain:
            found.append(("paraphrase_parts", pa.map_(pa.string(), pa.float64())))
        return found

    def values(self, paraphraser: Paraphraser, requests: Sequence[Request]) -> Iterator[list[tuple[Any, ...]]]:
        """Yield for each sentence the values of the columns, once for each paraphrase."""
        if self.explain:
            for explanations in paraphraser.explain_batch(requests, **self.limits):
                yield [self._explained(explanation, rank) for rank, explanation in enumerate(explanations, 1)]
        else:
            for found in paraphraser.rewrite_batch(requests, **self.limits):
                yield [self._row(paraphrase, rank) for rank, paraphrase in enumerate(found, 1)]

    def none(self) -> list[tuple[Any, ...]]:
        """Return the values for a row without text."""
        return [(None,) * len(self.columns())]

    def counts(self, found: Sequence[tuple[Any, ...]]) -> Mapping[str, int]:
        """Return how many of the paraphrases asked for the values of a sentence are; see `paragen.io.shortfall`."""
        return shortfall(self.limits.get("n", 1), (unchanged for _, _, unchanged, *_ in found))

    def _row(self, paraphrase: Paraphrase, rank: int) -> tuple[Any, ...]:
        edits = [edit.to_dict() for edit in paraphrase.edits]
        row = (paraphrase.text, paraphrase.score, paraphrase.unchanged, edits)
        return (*row, rank) if self.limits.get("n", 1) > 1 else row

    def _explained(self, explanation: Explanation, rank: int) -> tuple[Any, ...]:
        row = self._row(explanation.paraphrase, rank)
        for edit, gain in zip(row[3], explanation.gains, strict=True):
            edit["gain"] = gain
        return *row, list(explanation.parts.items())


@dataclass(frozen=True)
class Substitutes:
    """Columns of single substitutes, each in a row of its own, named ``substitute_…`` for the fields of
    `paragen.results.Candidate`; a row without any is left out."""

    ranking: Ranking

    def columns(self) -> list[tuple[str, Any]]:
        """Return the name and type of each column."""
        import pyarrow as pa

        kinds = {
            "id": pa.string(), "begin": pa.int64(), "end": pa.int64(), "before": pa.string(), "after": pa.string(),
            "result": pa.string(), "phrase": pa.string(), "substitute": pa.string(),
            "tables": pa.map_(pa.string(), pa.float64()), "score": pa.float64(), "lm": pa.float64(),
            "confidence": pa.float64(), "conceivable": pa.float64(),
        }  # fmt: skip
        return [(f"substitute_{name}", kind) for name, kind in kinds.items()]

    def values(self, paraphraser: Paraphraser, requests: Sequence[Request]) -> Iterator[list[tuple[Any, ...]]]:
        """Yield for each sentence the values of the columns, once for each substitute."""
        for found in paraphraser.substitutes_batch(requests, self.ranking):
            yield list(map(self._row, found))

    def none(self) -> list[tuple[Any, ...]]:
        """Return the values for a row without text."""
        return []

    def counts(self, found: Sequence[tuple[Any, ...]]) -> Mapping[str, int]:
        """Return nothing: a sentence may have no substitutes."""
        return {}

    def _row(self, one: Candidate) -> tuple[Any, ...]:
        return (
            one.id, one.begin, one.end, one.before, one.after, one.text, one.phrase, one.substitute, one.tables, one.score,
            one.lm, one.confidence, one.conceivable,
        )  # fmt: skip


def splitter(language: str) -> Callable[[str], Sequence[int]] | None:
    """Return a function that finds where the sentences of a text begin; None for "": texts are not split."""
    if not language:
        return None
    from paragen.documents import sentence_begins

    return lambda text: sentence_begins(text, language)


@dataclass(frozen=True)
class RowAnswer:
    """Answers a column of Parquet files; see `paragen.cluster.work.Answer`.

    Attributes
    ----------
    field : the column.
    results : the columns to add.
    markup : whether ``<keep>…</keep>`` in the text marks what stays.
    options : see `paragen.cluster.work.Answer`.
    language : whose rules split texts into sentences; "": they are not split.
    """

    field: str
    results: Paraphrases | Substitutes
    markup: bool
    options: str
    language: str = ""

    kind = PARQUET
    divides = False

    def check(self, part: Part) -> None:
        """Raise FormatError if the column is missing or is not text."""
        with opened_parquet(part.path) as file:
            self._schema(part, file.schema_arrow)

    def __call__(self, paraphraser: Paraphraser, part: Part, output: IO[bytes], report: Report) -> Mapping[str, int]:
        """Write the rows with their results; return how many sentences (rows) there were, and the counts of the results."""
        with opened_parquet(part.path) as file:
            schema = self._schema(part, file.schema_arrow)
            rows = _Rows(self, paraphraser, part, schema, report)
            write_parquet_rows(rows.answered(file), output)
        return {"sentences": rows.number, **rows.counts}

    def _schema(self, part: Part, given: Any) -> Any:
        """Return the schema of the output; raise FormatError if the text is missing, or a column has the name of a result."""
        import pyarrow as pa

        names = f"the columns {', '.join(given.names) or '(none)'}"
        if self.field not in given.names:
            raise FormatError(part.path, names, f"text in the column {self.field}", _REMEDY)
        kind = given.field(self.field).type
        value = kind.value_type if pa.types.is_dictionary(kind) else kind
        if not (pa.types.is_string(value) or pa.types.is_large_string(value)):
            raise FormatError(part.path, f"{kind} in the column {self.field}", "text", _REMEDY)
        columns = self.results.columns()
        if taken := [name for name, _ in columns if name in given.names]:
            raise FormatError(part.path, f"the column {taken[0]}", "none of that name, as it is for results", "Rename it.")
        for name, type_ in columns:
            given = given.append(pa.field(name, type_))
        return given


class _Rows:
    """The rows of one part, processed batch by batch.

    Attributes
    ----------
    number : how many were read so far.
    counts : of the results for those with words.
    """

    def __init__(self, answer: RowAnswer, paraphraser: Paraphraser, part: Part, schema: Any, report: Report) -> None:
        self._answer, self._paraphraser, self._part, self._schema = answer, paraphraser, part, schema
        self._report = report
        self._begins = splitter(answer.language) or (lambda text: ())
        self.number, self.counts = 0, Counter[str]()

    def answered(self, file: Any) -> Iterator[Any]:
        """Yield record batches with the results, at least one."""
        import pyarrow as pa

        yield pa.RecordBatch.from_pylist([], schema=self._schema)
        share = self._part.size / max(1, file.metadata.num_rows)
        for batch in file.iter_batches(_ROWS):
            yield self._with_results(batch)
            before, self.number = self.number, self.number + batch.num_rows
            self._report(int(self.number * share) - int(before * share))

    def _with_results(self, batch: Any) -> Any:
        import pyarrow as pa

        found = list(self._found(batch.column(self._answer.field).to_pylist()))
        taken = pa.array([row for row, results in enumerate(found) for _ in results], pa.int64())
        results = [result for row in found for result in row]
        names = [name for name, _ in self._answer.results.columns()]
        added = [
            pa.array([result[number] for result in results], self._schema.field(name).type) for number, name in enumerate(names)
        ]
        return pa.RecordBatch.from_arrays([*batch.take(taken).columns, *added], schema=self._schema)

    def _found(self, texts: Sequence[str | None]) -> Iterator[list[tuple[Any, ...]]]:
        requests = [self._request(text, row) for row, text in enumerate(texts, self.number + 1) if text is not None]
        answers = self._answer.results.values(self._paraphraser, requests)
        for text in texts:
            found = self._answer.results.none() if text is None else next(answers)
            if text is not None and text.strip():
                self.counts.update(self._answer.results.counts(found))
            yield found

    def _request(self, text: str, row: int) -> Request:
        where = f"{self._part.path}: row {row}"
        if self._answer.markup:
            text, keep = strip_markup(text, where)
            return Request(text, keep, where=where, breaks=self._begins(text))
        return Request(text, where=where, breaks=self._begins(text))
