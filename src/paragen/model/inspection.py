"""The contents of a model, and what its tables have for a phrase, as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from paragen.model.directory import Model

if TYPE_CHECKING:
    from paragen.tables.store.store import Options


def model_summary(model: Model) -> dict[str, Any]:
    """Describe ``model``: its tables, language model, text options, weights and file sizes in bytes."""
    counts = model.store.counts
    return {
        "path": str(model.path),
        "signature": model.signature,
        "program": model.program,
        "language": model.language_code,
        "text": {"tokenized": model.tokenized, "self": model.self_paraphrase, "cased": model.tokenized or model.language.cased},
        "tables": [table.data() | {"options": count["options"]} for table, count in zip(model.tables, counts, strict=True)],
        "lm": model.lm_info._asdict() | {"ngrams": list(model.lm_info.ngrams), "words": len(model.lm.vocabulary)},
        "words": len(model.store.vocabulary),
        "weights": dict(model.weights),
        "files": {path.name: path.stat().st_size for path in sorted(model.path.iterdir()) if path.is_file()},
    }


def phrase_options(model: Model, phrase: str) -> dict[str, Any]:
    """Return the options of ``phrase`` by table, best first, with score, log score (natural) and licence; for tables with
    syntactic labels, also those under each label."""
    words = model.tokenizer.words(phrase)
    by_label = model.store.labelled_options(words)
    return {
        "phrase": phrase,
        "words": words,
        "tables": [
            {"name": table.name, "licence": table.licence, "options": _listed(options)}
            | ({"labels": _by_label(by_label, number)} if table.syntax else {})
            for number, (table, options) in enumerate(zip(model.tables, model.store.options(words), strict=True))
        ],
    }


def _by_label(by_label: dict[str, Options], table: int) -> dict[str, list[dict[str, Any]]]:
    return {label: _listed(options[table]) for label, options in by_label.items() if options[table]}


def _listed(options: Iterable[tuple[tuple[str, ...], float]]) -> list[dict[str, Any]]:
    return [{"target": " ".join(target), "score": math.exp(logscore), "logscore": logscore} for target, logscore in options]
