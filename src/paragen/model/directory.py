"""A model directory: tables and language model, opened together.

==================  =====================================================================
``model.toml``      what the model holds: see :mod:`paragen.model.description`
``weights.toml``    one number for each feature: see :mod:`paragen.model.weights`; may be edited
``tables.bin``      all tables, packed: see :mod:`paragen.tables.store.store`
``lm.bin``          the language model, packed: see :mod:`paragen.lm.model`
``fit.bin``         optional: how likely a reader is to accept an edit, see :mod:`paragen.decoder.fit.kernel`
``capitals.jsonl``  optional: phrases that have capitals of their own, see :mod:`paragen.model.capitals`
==================  =====================================================================
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from math import log
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.packfile import packfile_digest
from paragen.decoder.features import FeatureList, fit_features
from paragen.decoder.fit.kernel import Fit, feature_names
from paragen.decoder.fit.knowledge import Conditions
from paragen.lm import LanguageModel
from paragen.model.capitals import CAPITALS, read_capitals
from paragen.model.description import Description, LanguageModelInfo, TableInfo, read_description
from paragen.model.weights import read_weights
from paragen.tables.store.store import TableStore
from paragen.text.languages import Language, language
from paragen.text.languages.english import ENGLISH
from paragen.text.tokenizer import Tokenizer
from paragen.text.written import WrittenForms

DESCRIPTION = "model.toml"
WEIGHTS = "weights.toml"
TABLES = "tables.bin"
LM = "lm.bin"
FIT_FILE = "fit.bin"
CONDITIONS = "conditions.bin"
PARTS = (DESCRIPTION, WEIGHTS, TABLES, LM)

_REMEDY = "Pack one with `paragen pack`."
_NOUN_GAIN = log(4)  # a noun is at least this much likelier after the best article than elsewhere; a name is less


class Model:
    """A model, opened for reading: see :meth:`open`.

    Attributes
    ----------
    path : its directory.
    location : its directory as an absolute path, even if the working directory has changed.
    store : the packed tables.
    lm : the packed language model.
    tables : the description of each table, in order.
    lm_info : the description of the language model.
    language : the rules of the language of its text; language_code : its code, as given at packing.
    tokenized : whether single spaces separate the tokens of its text, taken as they are.
    self_paraphrase : whether a word that occurs in a table may stay itself (PT-7).
    weights : of each feature, in order.
    fit : how likely a reader is to accept an edit; None if the model has no fit.
    conditions : what exchanges need around them; None if the model has none.
    """

    def __init__(
        self, path: Path, description: Description, store: TableStore, lm: LanguageModel, weights: dict[str, float],
        fit: Fit | None = None, conditions: Conditions | None = None,
    ) -> None:
        self.path, self.store, self.lm, self.weights, self.fit, self.conditions = path, store, lm, weights, fit, conditions
        self.location = os.path.abspath(path)
        self._description = description
        self.tables: tuple[TableInfo, ...] = description.tables
        self.lm_info: LanguageModelInfo = description.lm
        self.language_code, self.language = description.language, language(description.language)
        self.tokenized, self.self_paraphrase = description.tokenized, description.self_paraphrase

    def __repr__(self) -> str:
        return f"<paragen.model.Model {str(self.path)!r} {self.signature}>"

    def __reduce__(self) -> tuple[Callable[[str], Model], tuple[str]]:
        return Model.open, (self.location,)  # the parts are mapped: whoever unpickles it maps them again

    @classmethod
    def open(cls, path: StrPath) -> Model:
        """Open the model directory ``path``.

        The parts are mapped, not read: it is checked that all are there, of this version, not truncated, and belong together.
        :meth:`verify` checks the rest.

        Raises
        ------
        FormatError : not a model, or an incomplete one.
        ConfigError : its weights do not fit its features.
        """
        path = Path(path)
        _check_parts(path)
        description, _ = read_description(path / DESCRIPTION)
        store, lm = TableStore(path / TABLES), LanguageModel(path / LM)
        for name in (TABLES, LM):
            if description.digests.get(name) != packfile_digest(path / name):
                raise FormatError(
                    str(path / name), "a file that is not the one packed with this model", f"the one {DESCRIPTION} names",
                    "Pack the model again.",
                )
        _check_fit(path, description, store, lm)
        tables = tuple(table.name for table in description.tables)
        fit = open_fit(path / FIT_FILE, tables) if (path / FIT_FILE).is_file() else None
        if fit is not None and language(description.language) is not ENGLISH:
            found = f"a fit, which knows English only, in a model of {description.language}"
            raise FormatError(str(path / FIT_FILE), found, "none", "Remove it.")
        own = () if fit is None else fit_features(fit.n_tables < len(tables))
        features = FeatureList(tables, description.self_paraphrase, own)
        weights = read_weights(path / WEIGHTS, features.names)
        conditions = Conditions(path / CONDITIONS) if (path / CONDITIONS).is_file() else None
        return cls(path, description, store, lm, weights, fit, conditions)

    @property
    def signature(self) -> str:
        """A short checksum of the model without its weights (hexadecimal)."""
        return self._description.checksum[:12]

    @property
    def program(self) -> str:
        """The version of the program that packed it."""
        return self._description.program

    @property
    def features(self) -> list[str]:
        """The names of its features, in order."""
        return list(self.weights)

    @cached_property
    def tokenizer(self) -> Tokenizer:
        """Splits text the way the model's tables were split."""
        return Tokenizer(self.tokenized, self.language, UsualCase(self.lm, self.language) if self.language.cased else None)

    @cached_property
    def written(self) -> dict[int, WrittenForms]:
        """How the phrases of each table are written that has capitals of its own, by its number; read when first needed.

        Raises
        ------
        FormatError : the file is missing, or not the one packed with the model.
        """
        return self._read_capitals()

    def _read_capitals(self) -> dict[int, WrittenForms]:
        digest = self._description.digests.get(CAPITALS)
        return {} if digest is None else read_capitals(self.path / CAPITALS, digest, len(self.tables))

    def options(self, phrase: str | Sequence[str]) -> list[list[tuple[tuple[str, ...], float]]]:
        """Return the options of a phrase (text or words): for each table a list of (target words, log score), best first."""
        return self.store.options(self.tokenizer.words(phrase) if isinstance(phrase, str) else phrase)

    def verify(self) -> None:
        """Check every checksum and the structure of every part; raise FormatError at the first that is wrong."""
        description, stated = read_description(self.path / DESCRIPTION)
        if description.checksum != stated:
            raise FormatError(
                str(self.path / DESCRIPTION), "a text that does not match its checksum", "the one that was packed",
                "It was edited or damaged: pack the model again.",
            )
        self.store.verify()
        self.lm.verify()
        if self.fit is not None:
            self.fit.verify()
        if self.conditions is not None:
            self.conditions.verify()
        self._read_capitals()
        for table, counts in zip(self.tables, self.store.counts, strict=True):
            if (table.pairs, table.phrases) != (counts["pairs"], counts["phrases"]):
                raise FormatError(str(self.path), f"other counts of table {table.name} than its file", "equal ones", _REMEDY)
        _check_words(self.path, self.store, self.lm)


def open_fit(path: StrPath, tables: Sequence[str]) -> Fit:
    """Return the fit at ``path``; raise FormatError unless the tables it was made for are the first of ``tables``."""
    fit = Fit(path)
    if (names := feature_names(tables[: fit.n_tables], fit.has_conditions)) != fit.features:
        strange = sorted(set(fit.features) ^ set(names))
        raise FormatError(
            os.fspath(path), f"a fit of other features ({', '.join(strange[:4])})", "one made for this model",
            "Make it again with `paragen fit`, or remove it.",
        )
    return fit


def _check_parts(path: Path) -> None:
    if not path.exists():
        raise FormatError(str(path), "nothing", "a model directory", _REMEDY)
    if not path.is_dir():
        raise FormatError(str(path), "a file", "a model directory", _REMEDY)
    if not (path / DESCRIPTION).is_file():
        raise FormatError(str(path), f"no {DESCRIPTION} in it", "a model directory", _REMEDY)
    missing = [name for name in PARTS if not (path / name).is_file()]
    if missing:
        raise FormatError(str(path), f"no {' and no '.join(missing)}", "a whole model", "Pack the model again.")


def _check_fit(path: Path, description: Description, store: TableStore, lm: LanguageModel) -> None:
    if store.n_tables != len(description.tables):
        raise FormatError(
            str(path), f"{store.n_tables} tables in {TABLES}", f"the {len(description.tables)} of {DESCRIPTION}", _REMEDY
        )
    if len(store.vocabulary) < len(lm.vocabulary):
        raise FormatError(str(path), f"{TABLES} and {LM} with other words", "parts of one model", "Pack the model again.")


def _check_words(path: Path, store: TableStore, lm: LanguageModel) -> None:
    for word_id in range(len(lm.vocabulary)):
        if store.vocabulary[word_id] != lm.vocabulary[word_id]:
            raise FormatError(str(path), f"another word {word_id} in {TABLES} than in {LM}", "the same", "Pack the model again.")


def foreign_files(path: Path) -> str:
    """Say what in the directory ``path`` is not part of a model: an empty string for a model, complete or not."""
    names = {entry.name for entry in path.iterdir()}
    if DESCRIPTION not in names:
        return f"files but no {DESCRIPTION}"
    return ", ".join(sorted(names - {*PARTS, FIT_FILE, CONDITIONS, CAPITALS})[:3])


class UsualCase:
    """How words are usually written, by a language model whose words keep their case: with a capital, as a noun or as a name.

    Parameters
    ----------
    lm : the language model.
    language : of its text.
    """

    def __init__(self, lm: LanguageModel, language: Language) -> None:
        self._lm, self._language = lm, language
        self._articles: list[tuple[str, float]] | None = None
        self._names: dict[str, bool] = {}

    def _score(self, *words: str) -> float:
        return self._lm.score(words, bos=False, eos=False)

    def usual(self, word: str) -> str:
        """Return the likeliest mid-sentence form of a word that begins a sentence or is in capitals; an unknown word as it is."""
        known = [form for form in (word.lower(), word.capitalize(), word) if form in self._lm]
        return max(known, key=self._score, default=word)

    def is_name(self, word: str) -> bool:
        """Return whether a capitalised word is a name, in a language that capitalises nouns: no article makes it likelier.

        False if it is unknown, or the language model knows no pairs of words.
        """
        found = self._names.get(word)
        if found is None:
            found = self._names[word] = self._looked_up(word)
        return found

    def _looked_up(self, word: str) -> bool:
        if self._lm.order < 2 or word not in self._lm or word in self._language.polite:
            return False
        if self._articles is None:
            self._articles = [(each, self._score(each)) for each in self._language.articles if each in self._lm]
        alone = self._score(word)
        return bool(self._articles) and all(self._score(each, word) - own - alone < _NOUN_GAIN for each, own in self._articles)
