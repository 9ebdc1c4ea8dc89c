"""The pickled state of a paraphraser: where its model is, its options as plain data, and what its output depends on.

The same options give the same bytes in every process, so that caches which hash them find what they made. Equal strings that are
not the same object would pickle differently: hence one text for all options that JSON can hold.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import ConfigError, FormatError

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


class Pickled(NamedTuple):
    """A paraphraser that may be opened elsewhere.

    Parameters
    ----------
    path : of the model, absolute; "" for the starter pack, which is elsewhere in every installation.
    model : the checksum of the model.
    options : those that JSON can hold.
    others : the names and values of those that it cannot, scorers and parsers; a dictionary as pairs.
    signature : what its output depends on, but for the version of paragen.
    """

    path: str
    model: str
    options: str
    others: tuple[tuple[str, Any], ...]
    signature: str

    def digest(self) -> int:
        """Return a hash that is the same in every process, as that of a string is not."""
        text = repr((self.path, self.options, self.signature)).encode("utf-8", "surrogatepass")
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def pickled(paraphraser: Paraphraser) -> Pickled:
    """Return the pickled state of a paraphraser."""
    plain: dict[str, Any] = {}
    others: list[tuple[str, Any]] = []
    for name, value in sorted(paraphraser.options.items()):
        try:
            json.dumps(value)
            plain[name] = value
        except (TypeError, ValueError):
            others.append((name, tuple(value.items()) if isinstance(value, Mapping) else value))
    model = paraphraser.model
    return Pickled(_place(model.location), model.signature, json.dumps(plain), tuple(others), _dependencies(paraphraser))


def reopened(*fields: Any) -> Paraphraser:
    """Return the paraphraser that pickled as these fields of :class:`Pickled`; one that this process knows already as it is.

    Raises
    ------
    FormatError : the model, its weights or a table have changed since.
    """
    state = Pickled(*fields)
    try:
        hash(state)
    except TypeError:  # a scorer that cannot be compared
        return _opened(state)
    return _known(state)


@lru_cache(maxsize=8)  # a pool pickles what it calls with every few sentences
def _known(state: Pickled) -> Paraphraser:
    return _opened(state)


def _opened(state: Pickled) -> Paraphraser:
    from paragen.model import Model
    from paragen.paraphraser import Paraphraser, starter_path

    options = json.loads(state.options)
    options.update((name, dict(value) if isinstance(value, tuple) else value) for name, value in state.others)
    model = Model.open(state.path or starter_path())
    where, remedy = str(model.path), "It has changed since the paraphraser was pickled: load it again."
    if model.signature != state.model:
        raise FormatError(where, f"the model {model.signature}", f"the model {state.model}", remedy)
    found = Paraphraser(model, **options)
    if (signature := _dependencies(found)) != state.signature:
        raise FormatError(where, signature, state.signature, remedy)
    return found


def _place(path: str) -> str:
    """Return where a model is found again."""
    from paragen.paraphraser import starter_path

    try:
        if os.path.samefile(path, starter_path()):
            return ""
    except (ConfigError, OSError):
        pass
    return path


def _dependencies(paraphraser: Paraphraser) -> str:
    version, _, others = paraphraser.signature().partition("|")
    return others
