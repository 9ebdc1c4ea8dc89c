"""The pickled state of a paraphraser: where its model is, its options as plain data, and what its output depends on.

The same options give the same bytes in every process, so that caches which hash them find what they made. Equal strings that are
not the same object would pickle differently: hence one text for all options that JSON can hold.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError, FormatError
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.options.arguments import Options


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
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def pickled(model: Model, options: Options, signature: str) -> Pickled:
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


def opened(state: Pickled) -> tuple[Model, Options]:
    """Return the model and the options of a pickled state; raise FormatError if the model has changed since."""
    options = json.loads(state.options)
    options.update((name, dict(value) if isinstance(value, tuple) else value) for name, value in state.others)
    model = Model.open(state.path or starter_path())
    if model.signature != state.model:
        raise _changed(model, f"the model {model.signature}", f"the model {state.model}")
    return model, options


def check_signature(model: Model, signature: str, state: Pickled) -> None:
    """Raise FormatError if a reopened paraphraser depends on something other than when it was pickled."""
    if (found := _dependencies(signature)) != state.signature:
        raise _changed(model, found, state.signature)


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
