"""Makes a model directory: of tables and a language model, or of another model and further tables."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.output_files import staged_directory
from paragen.base.packfile import packfile_digest
from paragen.decoder.features import FIT, FeatureList, fit_features
from paragen.decoder.search import Decoder
from paragen.lm import LanguageModel, pack_lm
from paragen.model import Model
from paragen.model.capitals import CAPITALS, capitals_data, digest_of
from paragen.model.description import PATTERNS, LanguageModelInfo, TableInfo, describe
from paragen.model.directory import CONDITIONS, DESCRIPTION, FIT_FILE, LM, TABLES, WEIGHTS, foreign_files, open_fit
from paragen.model.weights import check_table_names, check_weights, default_weights, read_weights, weights_text
from paragen.packing.options import PackOptions, TableSource
from paragen.packing.sources import PairColumns, check_language, checked_sources, file_size, read_source, table_info
from paragen.settings.resolved import chosen_weights
from paragen.tables.store.store import LABEL_MARK, MAX_TOP, Packer, TableStore
from paragen.text.languages import language as rules_of
from paragen.text.slots import slot_parts
from paragen.text.tokenizer import Tokenizer
from paragen.text.written import WrittenForms


def pack(
    destination: StrPath,
    lm: StrPath,
    tables: Mapping[str, TableSource | StrPath],
    *,
    weights: Mapping[str, float] | StrPath | None = None,
    fit: StrPath | None = None,
    conditions: Sequence[StrPath] = (),
    self_paraphrase: bool = PackOptions.self_paraphrase,
    tokenized: bool = PackOptions.tokenized,
    language: str = PackOptions.language,
    lm_origin: str = PackOptions.lm_origin,
    top: int = PackOptions.top,
    force: bool = False,
    progress: Callable[[int], object] | None = None,
    notice: Callable[[str], object] | None = None,
) -> Path:
    """Assemble a model directory from a language model and interchange tables, and publish it in one step.

    Parameters
    ----------
    destination : the directory to make.
    lm : an ARPA file (plain or compressed), a KenLM binary or a packed language model.
    tables : by name, in the model's order.
    weights : by feature, or a file of them; None: see :func:`paragen.model.weights.default_weights`.
    fit : says how sure each edit is, from `paragen fit`; None: no fit.
    conditions : files of what exchanges need around them, see docs/conditions.md; they need `lemminflect`.
    self_paraphrase : whether a word that occurs in a table may stay itself (PT-7).
    tokenized : take all text as it is: single spaces separate words, nothing is lower-cased.
    language : of the text, as a code of BCP 47; see :mod:`paragen.text.languages`.
    lm_origin : where the language model is from; the name of its file if empty.
    top : how many options of each phrase and table are kept, the best; at most 65,535.
    force : replace an existing model.
    progress : called with the number of bytes of the input files read since the last call.
    notice : called with messages for the user, one sentence each.

    Returns
    -------
    The directory.

    Raises
    ------
    FormatError : a file is not what it should be.
    ConfigError : an option cannot be used, the destination is taken, or more tables have a floor than the decoder allows.
    OSError : reading or writing failed. Nothing is left behind.
    """
    PackOptions(self_paraphrase=self_paraphrase, tokenized=tokenized, language=language, lm_origin=lm_origin, top=top)
    sources = checked_sources(tables)
    scorers = () if fit is None else (FIT,)
    rules = rules_of(language)
    check_language(rules, sources, fit)
    if notice and not rules.name:
        notice(f"language {language}: paragen has no rules of it, so neutral ones apply: see docs/languages.md.")
    if fit is not None:
        open_fit(fit, list(sources))
    features = FeatureList(tuple(sources), self_paraphrase, scorers)
    chosen = default_weights(features.names) if weights is None else _given_weights(weights, features.names)
    with staged_directory(destination, replace=force, foreign=foreign_files) as stage:
        lm_info = _pack_lm(lm, stage / LM, lm_origin)
        if progress:
            progress(file_size(lm))
        model = LanguageModel(stage / LM)
        if notice and rules.cased and not tokenized and not _has_capitals(model):
            notice(f"language {language}: its words keep their case, but the language model has none with a capital.")
        infos, written = _pack_tables(sources, stage / TABLES, model, Tokenizer(tokenized, rules), top, progress, notice)
        _pack_conditions(stage, conditions, Tokenizer(tokenized, rules), None, notice)
        made = _complete(stage, infos, written, lm_info, chosen, fit, features, tokenized, language)
        _check_effect(made, conditions, notice)
    return Path(destination)


def _pack_conditions(
    stage: Path, sources: Sequence[StrPath], tokenizer: Tokenizer, base: Model | None, notice: Callable[[str], object] | None
) -> None:
    """Pack conditions, in addition to those of another model."""
    if sources:
        from paragen.packing.packed_conditions import add_conditions  # needs lemminflect

        add_conditions(stage, sources, tokenizer, None if base is None else base.conditions, notice)
    elif base is not None and base.conditions is not None:
        shutil.copyfile(base.path / CONDITIONS, stage / CONDITIONS)


def _check_effect(model: Model, conditions: Sequence[StrPath], notice: Callable[[str], object] | None) -> None:
    """Say so if conditions were given that a model does not heed."""
    if not conditions or notice is None:
        return
    if model.fit is None:
        notice("conditions: they count once the model has a fit, which knows parts of speech: see `paragen fit`.")
    elif not model.fit.has_conditions:
        notice("conditions: they count once the model has a fit that has learnt with them: see `paragen fit`.")


def _complete(
    stage: Path, infos: list[TableInfo], written: Mapping[int, WrittenForms], lm_info: LanguageModelInfo,
    weights: Mapping[str, float], fit: StrPath | None, features: FeatureList, tokenized: bool, language: str,
) -> Model:  # fmt: skip
    """Write the small files of a model, and return it; raise ConfigError for what the decoder cannot work with."""
    digests = {name: packfile_digest(stage / name) for name in (TABLES, LM)}
    if capitals := capitals_data(written):
        _write(stage / CAPITALS, capitals)
        digests[CAPITALS] = digest_of(capitals)
    description = describe(
        infos, lm_info, digests, tokenized=tokenized, self_paraphrase=features.self_paraphrase, language=language
    )
    _write(stage / WEIGHTS, weights_text(weights).encode())
    _write(stage / DESCRIPTION, description.text().encode())
    if fit is not None:
        shutil.copyfile(fit, stage / FIT_FILE)
    model = Model.open(stage)
    Decoder(model.store, model.lm, features, model.weights, {table.name: table.floor for table in model.tables})
    return model


def _has_capitals(lm: LanguageModel) -> bool:
    """Return whether a language model has a word with a capital."""
    return any(not word.islower() and word[:1].isupper() for word in (lm.vocabulary[i] for i in range(len(lm.vocabulary))))


def _pack_lm(source: StrPath, path: Path, origin: str) -> LanguageModelInfo:
    ngrams = pack_lm(source, path)
    return LanguageModelInfo(origin or os.path.basename(os.fspath(source)), len(ngrams), ngrams)


def _pack_tables(
    sources: Mapping[str, TableSource], path: Path, lm: LanguageModel, tokenizer: Tokenizer, top: int,
    progress: Callable[[int], object] | None, notice: Callable[[str], object] | None,
) -> tuple[list[TableInfo], dict[int, WrittenForms]]:
    """Pack tables; return their descriptions, and how the phrases of each are written, by its number."""
    packer = Packer(None if tokenizer.tokenized else tokenizer.words)
    read = [read_source(packer, name, source, top, progress, notice, tokenizer) for name, source in sources.items()]
    packer.write(path, lm.vocabulary)
    found = zip(sources.items(), read, TableStore(path).counts, strict=True)
    infos = [table_info(name, source, each, counts) for (name, source), each, counts in found]
    return infos, {number: each.written for number, each in enumerate(read)}


def _write(path: Path, data: bytes) -> None:
    with open(path, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


_SMALLEST = math.ulp(0.0)


def extend(
    destination: StrPath,
    model: StrPath,
    tables: Mapping[str, TableSource | StrPath],
    *,
    weights: Mapping[str, float] | StrPath | None = None,
    conditions: Sequence[StrPath] = (),
    top: int = PackOptions.top,
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
    conditions : files of conditions, in addition to those of the model, which they override.
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
    PackOptions(top=top)
    sources = checked_sources(tables)
    check_language(opened.language, sources, None)
    scorers = fit_features(bool(sources) or opened.fit.n_tables < len(names)) if opened.fit is not None else ()
    features = FeatureList((*names, *sources), opened.self_paraphrase, scorers)
    chosen = chosen_weights(opened, features, None) if weights is None else _given_weights(weights, features.names)
    sources = {name: source if source.floor is not None else replace(source, floor=0.0) for name, source in sources.items()}
    with staged_directory(destination, replace=force, foreign=foreign_files) as stage:
        shutil.copyfile(opened.path / LM, stage / LM)
        infos, written = _pack(opened, sources, stage / TABLES, top, progress, notice)
        _pack_conditions(stage, conditions, opened.tokenizer, opened, notice)
        fit = None if opened.fit is None else opened.path / FIT_FILE
        made = _complete(stage, infos, written, opened.lm_info, chosen, fit, features, opened.tokenized, opened.language_code)
        _check_effect(made, conditions, notice)
    return Path(destination)


def _given_weights(weights: Mapping[str, float] | StrPath, names: Sequence[str]) -> dict[str, float]:
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
        info._replace(pairs=int(found["pairs"]), phrases=int(found["phrases"]))
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
