"""Adds tables to a packed model: its own tables, its language model and its fit stay as they are."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.output_files import staged_directory
from paragen.base.packfile import packfile_digest
from paragen.decoder.features import FeatureList, fit_features
from paragen.model import Model
from paragen.model.description import PATTERNS, TableInfo, describe
from paragen.model.directory import DESCRIPTION, FIT_FILE, LM, TABLES, WEIGHTS, foreign_files
from paragen.model.weights import check_table_names, check_weights, read_weights, weights_text
from paragen.packing.assembly import check_model, write_capitals, write_text
from paragen.packing.sources import PairColumns, TableSource, check_language, checked_sources, read_source, table_info
from paragen.settings.resolved import chosen_weights
from paragen.tables.store.store import LABEL_MARK, MAX_TOP, TOP, Packer, TableStore
from paragen.text.slots import slot_parts
from paragen.text.written import WrittenForms

_SMALLEST = math.ulp(0.0)


def extend(
    destination: StrPath,
    model: StrPath,
    tables: Mapping[str, TableSource | StrPath],
    *,
    weights: Mapping[str, float] | StrPath | None = None,
    top: int = TOP,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
    notice: Callable[[str], object] | None = None,
) -> Path:
    """Make a model from another one and further tables, and publish it in one step.

    The new tables work as tables given at load time: their weight, floor and capitals are the same. The fit of the model, if it
    has one, does not know them: the score of their pairs is the confidence, guards ignore them unless named, and the feature
    ``added`` gives each edit a reward.

    Parameters
    ----------
    destination : the directory to make.
    model : the model directory to begin with.
    tables : by name, in order, after those of the model. A floor that is not given is 0.
    weights : by feature, or a file of them; None: those of the model, and for new tables those of tables given at load time.
    top, force, progress, notice : as for :func:`paragen.packing.pack`.

    Returns
    -------
    The directory.

    Raises
    ------
    FormatError : a file is not what it should be.
    ConfigError : a name that the model has already, an option that cannot be used, or the destination is taken.
    OSError : reading or writing failed. Nothing is left behind.
    """
    opened = Model.open(model)
    names = [table.name for table in opened.tables]
    check_table_names([*names, *tables])
    sources = checked_sources(tables, top)
    check_language(opened.language, sources, None)
    scorers = fit_features(bool(sources) or opened.fit.n_tables < len(names)) if opened.fit is not None else ()
    features = FeatureList((*names, *sources), opened.self_paraphrase, scorers)
    chosen = chosen_weights(opened, features, None) if weights is None else _given_weights(weights, features.names)
    sources = {name: source if source.floor is not None else replace(source, floor=0.0) for name, source in sources.items()}
    with staged_directory(destination, replace=force, foreign=foreign_files) as stage:
        shutil.copyfile(opened.path / LM, stage / LM)
        infos, written = _pack(opened, sources, stage / TABLES, top, progress, notice)
        digests = {name: packfile_digest(stage / name) for name in (TABLES, LM)} | write_capitals(stage, written)
        description = describe(
            infos, opened.lm_info, digests, tokenized=opened.tokenized, self_paraphrase=opened.self_paraphrase,
            language=opened.language_code,
        )  # fmt: skip
        write_text(stage / WEIGHTS, weights_text(chosen))
        write_text(stage / DESCRIPTION, description.text())
        if opened.fit is not None:
            shutil.copyfile(opened.path / FIT_FILE, stage / FIT_FILE)
        check_model(stage, features)
    return Path(destination)


def _given_weights(weights: Mapping[str, float] | StrPath, names: tuple[str, ...]) -> dict[str, float]:
    return check_weights(weights, names) if isinstance(weights, Mapping) else read_weights(weights, names)


def _pack(
    model: Model, sources: Mapping[str, TableSource], path: Path, top: int, progress: Callable[[int], object] | None,
    notice: Callable[[str], object] | None,
) -> tuple[list[TableInfo], dict[int, WrittenForms]]:
    """Pack the tables of a model and new ones; return their descriptions, and how the phrases of each are written, by number."""
    cutting: list[Callable[[str], list[str]]] = [_by_spaces]
    packer = Packer(lambda phrase: cutting[0](phrase))
    for columns in _columns(model):
        columns.add(packer)
        packer.end_table(MAX_TOP)
    if not model.tokenized:
        cutting[0] = model.tokenizer.words
    read = [read_source(packer, name, source, top, progress, notice, model.tokenizer) for name, source in sources.items()]
    packer.write(path, model.lm.vocabulary)
    counts = TableStore(path).counts
    own = [
        replace(info, pairs=int(found["pairs"]), phrases=int(found["phrases"]))
        for info, found in zip(model.tables, counts, strict=False)
    ]
    found = zip(sources.items(), read, counts[len(own) :], strict=True)
    new = [table_info(name, source, each, count) for (name, source), each, count in found]
    return own + new, {**model.written, **{number: each.written for number, each in enumerate(read, len(own))}}


def _by_spaces(phrase: str) -> list[str]:
    return [word for word in phrase.split(" ") if word]


def _columns(model: Model) -> list[PairColumns]:
    """Return the pairs of each table of a model."""
    found = [PairColumns(table.kind == PATTERNS) for table in model.tables]
    for words, by_table in model.store.phrases():
        last = words[-1]
        label = last[1:].replace(LABEL_MARK, " ") if last.startswith(LABEL_MARK) and not slot_parts(last[1:]) else ""
        source = _joined(words[:-1] if label else words)
        for columns, options in zip(found, by_table, strict=True):
            for target, logscore in options:
                columns.append(source, _joined(target), max(min(math.exp(logscore), 1.0), _SMALLEST), label)
    return found


def _joined(words: Sequence[str]) -> str:
    """Return a phrase as text; a pattern with its slots."""
    return " ".join([word.removeprefix(LABEL_MARK) for word in words])
