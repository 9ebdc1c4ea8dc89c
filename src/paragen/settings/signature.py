"""What the output of a paraphraser depends on, in one line, and its pickled state: where its model is, its options as plain data,
and that line.

The same options give the same bytes in every process, so that caches which hash them find what they made. Equal strings that are
not the same object would pickle differently: hence one text for all options that JSON can hold.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, cast

from paragen.base.digests import blake2b
from paragen.base.errors import ConfigError, FormatError
from paragen.base.packages import __version__
from paragen.base.settings import declared, digest
from paragen.decoder.settings import SearchSettings
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.settings.given import Confidence, GivenSettings
from paragen.settings.resolved import ResolvedSettings, guarded_language
from paragen.settings.strength import MEDIUM

if TYPE_CHECKING:
    from paragen.settings.own_pairs import GivenTable


class _Signed(Protocol):
    def signature(self) -> str: ...


Reopened = TypeVar("Reopened", bound=_Signed)


def signature(model: Model, chosen: ResolvedSettings) -> str:
    """Return version, model, weights, floors, limits, and how many and which patterns, phrases and words are kept or blocked (a
    digest of each list)."""
    return "|".join(f"{name}:{value}" for name, value in _fields(model, chosen) if value not in ("", None))


def _fields(model: Model, chosen: ResolvedSettings) -> Iterator[tuple[str, object]]:
    """Yield the fields in order; an empty one is left out."""
    yield "version", __version__
    yield "model", model.signature
    yield "strength", "" if chosen.strength == MEDIUM else chosen.strength
    yield "weights", ",".join(f"{name}={value:g}" for name, value in chosen.weights.items())
    yield "floors", ",".join(f"{name}={value:g}" for name, value in chosen.floors.items()) or "none"
    for name, setting in declared(SearchSettings).items():
        if setting.signature:
            value = getattr(chosen.search, name)
            yield name, f"{value:g}" if isinstance(value, float) else value
    if model.fit is not None:
        bounds = f"{chosen.min_confidence:g},{chosen.min_sentence_confidence:g}"
        yield "fit", f"{model.fit.digest[:12]}>={bounds}" if chosen.fitted else "off"
        if chosen.fitted and chosen.new_word_bonus != Confidence.new_word_bonus:
            yield "new_word_bonus", f"{chosen.new_word_bonus:g}"
        if model.conditions is not None and chosen.fitted:
            yield "conditions", model.conditions.digest[:12]
    yield "guards", ",".join(chosen.guards)
    yield "quotes", "keep" if chosen.keep_quotes else ""
    yield "any_language", "yes" if chosen.guarded_language != guarded_language(model) else ""
    yield "syntax", ",".join(f"{name}={mode}" for name, mode in chosen.syntax.items())
    if chosen.syntax and chosen.parser is not None:
        yield "parser", chosen.parser
    yield "tables", ",".join(f"{name} {_pairs(table)}" for name, table in chosen.given.items())
    if len(chosen.enabled) < len(chosen.features.tables):
        yield "use_tables", ",".join(chosen.enabled) or "none"
    kept = ["" if chosen.keep_defaults else "defaults off"]
    kept += [digest("patterns", chosen.keep_patterns), digest("phrases", chosen.keep_phrases)]
    yield "keep", ",".join(filter(None, kept))
    blocked = chosen.blocked
    found = [digest("words", blocked.words), digest("phrases", map(repr, blocked.phrases))]
    yield "blocked", ",".join(filter(None, [*found, digest("pairs", map(repr, blocked.exchanges))]))
    if chosen.always is not None:
        yield "always", digest("pairs", map(repr, chosen.always.pairs))


def _pairs(table: GivenTable) -> str:
    """Return how many pairs a table has, how many of its phrases have capitals, and a digest of both."""
    return " ".join(filter(None, [digest("pairs", map(repr, table.pairs)), digest("capitals", table.written.described())]))


class Pickled(NamedTuple):
    """A paraphraser that may be opened elsewhere.

    Parameters
    ----------
    path : of the model, absolute; "" for the starter pack, which is elsewhere in every installation.
    model : the checksum of the model.
    options : those that JSON can hold.
    others : the names and values of those that it cannot (scorers, parsers); a dictionary as pairs.
    signature : what its output depends on, except for the version of paragen.
    """

    path: str
    model: str
    options: str
    others: tuple[tuple[str, Any], ...]
    signature: str

    def digest(self) -> int:
        """Return a hash that is the same in every process, as that of a string is not."""
        text = repr((self.path, self.options, self.signature)).encode("utf-8", "surrogatepass")
        return int.from_bytes(blake2b(text, digest_size=8).digest())


def pickled(model: Model, options: GivenSettings, signature: str) -> Pickled:
    """Return the pickled state of a paraphraser with these options."""
    plain: dict[str, Any] = {}
    others: list[tuple[str, Any]] = []
    for name, value in sorted(options.items()):
        try:
            json.dumps(value)
            plain[name] = value
        except (TypeError, ValueError):
            others.append((name, tuple(value.items()) if isinstance(value, Mapping) else value))
    return Pickled(_place(model.location), model.signature, json.dumps(plain), tuple(others), _dependencies(signature))


def reopened(make: Callable[..., Reopened], state: Pickled) -> Reopened:
    """Return the paraphraser of a pickled state, reusing one that this process has opened already.

    Parameters
    ----------
    make : makes it of a model and options.

    Raises
    ------
    FormatError : the model, its weights or a table have changed since.
    """
    try:
        hash(state)
    except TypeError:  # a scorer that cannot be compared
        return _opened(make, state)
    return cast(Reopened, _known(make, state))


@lru_cache(maxsize=8)  # a pool pickles what it calls with every few sentences
def _known(make: Callable[..., Any], state: Pickled) -> Any:
    return _opened(make, state)


def _opened(make: Callable[..., Reopened], state: Pickled) -> Reopened:
    options = json.loads(state.options)
    options.update((name, dict(value) if isinstance(value, tuple) else value) for name, value in state.others)
    model = Model.open(state.path or starter_path())
    if model.signature != state.model:
        raise _changed(model, f"the model {model.signature}", f"the model {state.model}")
    made = make(model, **options)
    if (found := _dependencies(made.signature())) != state.signature:
        raise _changed(model, found, state.signature)
    return made


def _changed(model: Model, found: str, expected: str) -> FormatError:
    remedy = "It has changed since the paraphraser was pickled: load it again."
    return FormatError(str(model.path), found, expected, remedy)


def _place(path: str) -> str:
    """Return where a model is found again."""
    try:
        if os.path.samefile(path, starter_path()):
            return ""
    except (ConfigError, OSError):
        pass
    return path


def _dependencies(signature: str) -> str:
    version, _, others = signature.partition("|")
    return others
