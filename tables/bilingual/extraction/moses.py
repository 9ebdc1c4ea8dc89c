"""Phrase tables as text in Moses' format: written from record batches, and read into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import OpenedFile
from paragen.tables.bilingual.extraction.batches import batch_of, phrase_schema
from paragen.tables.bilingual.extraction.kernel import MAX_LINE, BadMosesLine, MosesReader, write_rows
from paragen.tables.engine import Batches
from paragen.tables.engine.files import texts_of
from paragen.tables.io.writing import text_file

_LINE = "`source ||| target ||| p(s|t) lex(s|t) p(t|s) lex(t|s) ||| alignment ||| counts`"
_SCORES = ("p_source", "lex_source", "p_target", "lex_target")
_COUNTS = ("count_target", "count_source", "count")
_EXPECTED = "a Moses phrase table: lines `source ||| target ||| four scores`, plain or compressed"


def write_moses(batches: Iterable[Any], path: StrPath) -> int:
    """Write the rows of a phrase table, batches of :func:`phrase_schema`, as Moses prints them; gzip where ``path`` ends in .gz.

    The file appears whole or not at all. Numbers have six digits. A ``|`` in a phrase becomes ``&#124;``, as Moses escapes
    it. Returns how many pairs had one.
    """
    escaped = 0
    with text_file(path) as file:
        for batch in batches:
            lines, bars = write_rows(*_columns(batch))
            file.write(lines)
            escaped += bars
    return escaped


def read_moses(path: StrPath) -> tuple[Batches, Any]:
    """Open a Moses phrase table, plain or compressed.

    The first four scores of a line are taken. The alignment is empty and counts are null where a line has none; ``&#124;``
    in a phrase is read as ``|``.

    Returns
    -------
    batches : function that gives the rows as record batches, from the first, each time it is called; it raises FormatError
        at a malformed line.
    schema : of those batches, :func:`phrase_schema`.

    Raises
    ------
    FormatError : the file is no such table.
    """
    with OpenedFile(path, _EXPECTED) as file:
        return partial(_read, file.path), phrase_schema()


def _read(path: str) -> Iterator[Any]:
    reader = MosesReader()
    with OpenedFile(path, _EXPECTED) as file:
        try:
            for piece in file.pieces():
                yield from _batches(reader.feed(piece))
            yield from _batches(reader.end())
        except BadMosesLine as bad:
            raise _explain(path, bad) from None
    if not reader.lines:
        raise FormatError(path, "no phrase pair", _EXPECTED)


def _batches(rows: Any) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.compute as pc

    batch = batch_of(rows, phrase_schema())
    if not batch.num_rows:
        return
    arrays = dict(zip(batch.schema.names, batch.columns, strict=True))
    for name in _COUNTS:
        if pc.min(arrays[name]).as_py() < 0:
            arrays[name] = pc.if_else(pc.less(arrays[name], 0), pa.scalar(None, pa.int64()), arrays[name])
    yield pa.RecordBatch.from_arrays(list(arrays.values()), schema=batch.schema)


def _columns(batch: Any) -> tuple[Any, ...]:
    texts = [texts_of(batch.column(name)) for name in ("source", "target", "alignment")]
    scores = np.array([batch.column(name).to_numpy(zero_copy_only=False) for name in _SCORES], np.float64)
    counts = np.array([batch.column(name).fill_null(-1).to_numpy(zero_copy_only=False) for name in _COUNTS], np.int64)
    return *texts, scores, counts


def _explain(path: str, bad: BadMosesLine) -> FormatError:
    return FormatError(f"{path}:{bad.line}", *_EXPLAIN[bad.problem](bad))


def _few_scores(bad: BadMosesLine) -> tuple[str, str, str]:
    found = f"{bad.number} score{'s' * (bad.number != 1)} in {shown(bad.found)}"
    return found, f"4 or more, {_LINE}", "Is this a paraphrase table?"


def _fields(bad: BadMosesLine) -> tuple[str, str, str]:
    if not bad.found.strip():
        return "an empty line", _LINE, "Remove it."
    remedy = "Are the fields separated by tabs? Put ` ||| ` there." if "\t" in bad.found else ""
    return f"{bad.number} field{'s' * (bad.number != 1)} in {shown(bad.found)}", _LINE, remedy


def _number(bad: BadMosesLine) -> tuple[str, str, str]:
    remedy = ""
    if re.fullmatch(r"[-\d.]+,[\de-]+", bad.found):
        remedy = "Write decimals with a point."
    return f"the score {shown(bad.found)}", "a number", remedy


def _range(bad: BadMosesLine) -> tuple[str, str, str]:
    lowest = "from 0" if bad.number in (2, 4) else "above 0"
    return f"the score {bad.found} in place {bad.number}", f"a probability {lowest} to 1", "Scores are no logarithms here."


_EXPLAIN = {
    "too_long": lambda bad: (f"a line of more than {MAX_LINE} bytes", f"{_LINE}, a phrase pair a line", ""),
    "not_text": lambda bad: (f"broken UTF-8 or NUL in {shown(bad.found)}", "UTF-8 text", "Convert it with iconv."),
    "fields": _fields,
    "empty_source": lambda bad: (f"an empty source in {shown(bad.found)}", _LINE, "Leave such pairs out."),
    "empty_target": lambda bad: (f"an empty target in {shown(bad.found)}", _LINE, "Leave such pairs out."),
    "few_scores": _few_scores,
    "not_a_number": _number,
    "out_of_range": _range,
}
