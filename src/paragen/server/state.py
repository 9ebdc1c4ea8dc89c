"""What outlives a request: the models that are served, what the routes share, and the token that requests must present."""

from __future__ import annotations

import hmac
import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any

from fastapi import Depends
from starlette.requests import Request

from paragen.base.errors import ConfigError
from paragen.io.substitute_formats import check_listing
from paragen.paraphraser import Paraphraser
from paragen.server.metrics import Metrics
from paragen.server.pool import WorkPool
from paragen.server.settings import Settings
from paragen.settings.blocked import inflects
from paragen.settings.given import GivenSettings
from paragen.settings.strength import MEDIUM
from paragen.web.limits import BodyReader
from paragen.web.refusals import Refusal


class Served:
    """Models by name; the first answers requests without a name.

    Parameters
    ----------
    paraphrasers : by name; their options are the defaults of requests.
    variants : how many paraphrasers with other options are kept open.

    Raises
    ------
    ConfigError : there is none.
    """

    def __init__(self, paraphrasers: Mapping[str, Paraphraser], variants: int) -> None:
        if not paraphrasers:
            raise ConfigError("models: found none, expected one at least.")
        self.paraphrasers = dict(paraphrasers)
        self.default = next(iter(self.paraphrasers))
        self._most, self._lock = variants, Lock()
        self._variants: OrderedDict[tuple[str, str], Paraphraser] = OrderedDict()

    def name(self, given: str | None) -> str:
        """Return the name of a model, by default the first; raise Refusal if there is no such model."""
        if given is None:
            return self.default
        if given not in self.paraphrasers:
            names = ", ".join(self.paraphrasers)
            raise Refusal(404, f"model: there is no model {given[:100]!r}. The models are {names}.", "model")
        return given

    def variant(self, name: str, options: GivenSettings) -> Paraphraser:
        """Return the paraphraser of a model with some options changed; may be called on any thread.

        Raises
        ------
        ConfigError : an option that cannot be used.
        """
        if not options:
            return self.paraphrasers[name]
        key = name, json.dumps(options, sort_keys=True)
        with self._lock:
            if key in self._variants:
                self._variants.move_to_end(key)
                return self._variants[key]
        made = _changed(self.paraphrasers[name], options)
        with self._lock:
            self._variants[key] = made
            while len(self._variants) > self._most:
                self._variants.popitem(last=False)
        return made

    def for_substitutes(self, name: str, options: GivenSettings, least: float | None) -> Paraphraser:
        """Return the paraphraser of a model with some options changed, for listing single substitutes.

        Parameters
        ----------
        least : the least confidence of those listed, unless the options set one directly or by a strength; None: what the
            model asks for.

        Raises
        ------
        ConfigError : an option that cannot be used.
        """
        if least is not None and "strength" not in options:
            options.setdefault("min_confidence", least)
        found = self.variant(name, options)
        check_listing(found, options.get("strength"))
        return found

    def describe(self) -> list[dict[str, Any]]:
        """Return the description of each model for clients."""
        return [
            {
                "name": name,
                "default": name == self.default,
                "signature": one.signature(),
                "language": one.model.language_code,
                "confidence": one.has_fit,
                "min_confidence": one.options.get("min_confidence"),
                "inflects": inflects(one.model.tokenizer),
                "strength": one.options.get("strength") or MEDIUM,
                "features": one.weights,
                "tables": [
                    {"name": table.name, "kind": table.kind, "pairs": table.pairs, "licence": table.licence}
                    for table in one.model.tables
                ],
            }
            for name, one in self.paraphrasers.items()
        ]


def _changed(paraphraser: Paraphraser, options: GivenSettings) -> Paraphraser:
    """Return a paraphraser with some options changed; forced, blocked and kept wording is added to the existing.

    Raises
    ------
    ConfigError : an option that cannot be used, or a phrase that is already forced to become something else.
    """
    changed: Any = options.copy()
    before: Any = paraphraser.options
    for name in ("blocked", "keep_phrases"):
        if name in changed:
            changed[name] = [*before.get(name, ()), *changed[name]]
    if before.get("block_inflections"):
        changed["block_inflections"] = True
    if "floors" in changed:
        changed["floors"] = {**(before.get("floors") or {}), **changed["floors"]}
    if changed.get("always"):
        changed["always"] = _added(before.get("always") or {}, changed["always"])
    return paraphraser.changed(**changed)


def _added(before: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    """Return forced wordings with others added; raise ConfigError for a phrase with two different ones."""
    for phrase, wording in more.items():
        if before.get(phrase, wording) != wording:
            raise ConfigError(f"always: {phrase!r} must become {before[phrase]!r} on this server, not {wording!r}. Leave it out.")
    return {**before, **more}


@dataclass
class State:
    """Everything that outlives a request.

    Parameters
    ----------
    stopping : whether the server is shutting down.
    """

    settings: Settings
    served: Served
    metrics: Metrics
    pool: WorkPool
    bodies: BodyReader
    stopping: bool = False

    def stop(self) -> None:
        """Mark the server as shutting down."""
        self.stopping = True


def state_of(request: Request) -> State:
    """Return the state of the server that a request came to."""
    state: State = request.app.state.paragen
    return state


def check_token(request: Request, token: str, also: Iterable[str] = ()) -> None:
    """Raise Refusal unless a request presents the token, as a bearer token or in one of the places of another protocol.

    Comparisons take constant time.
    """
    if not token:
        return
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    given = [shown.strip() if kind.lower() == "bearer" else "", *also]
    if not any([hmac.compare_digest(one.encode(), token.encode()) for one in given]):
        message = "token: this server asks for one. Send it as `Authorization: Bearer TOKEN`."
        raise Refusal(401, message, "token", {"WWW-Authenticate": "Bearer"})


def _check(request: Request) -> None:
    check_token(request, state_of(request).settings.token)


token_needed = Depends(_check)
"""The dependency of routes that require the token as a bearer token."""
