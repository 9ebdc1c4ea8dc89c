"""Counts and times of requests, for Prometheus.

Written by hand: prometheus_client would be another package to serve with, for fifty lines, and write every count as a float. All
methods are called on the event loop's thread, so no locks are needed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from starlette.types import ASGIApp, Message, Receive, Scope, Send

Labels = tuple[tuple[str, str], ...]

_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_HELP = {
    "paragen_requests_total": ("counter", "Answers by route and status."),
    "paragen_refusals_total": ("counter", "Requests that were refused, by reason."),
    "paragen_sentences_total": ("counter", "Sentences answered, by model."),
    "paragen_request_seconds": ("histogram", "From the headers of a request to the end of its answer."),
    "paragen_running": ("gauge", "Requests that a thread works on."),
    "paragen_waiting": ("gauge", "Requests that wait for a thread."),
    "paragen_body_bytes": ("gauge", "Bytes of requests that are being read or answered."),
    "paragen_model_info": ("gauge", "The models that are served."),
    "process_resident_memory_bytes": ("gauge", "Memory in use."),
}


class Metrics:
    """Counters, gauges and request times of a server."""

    def __init__(self) -> None:
        self._values: dict[str, dict[Labels, float]] = {}
        self._gauges: dict[str, Callable[[], float]] = {}
        self._times: dict[str, list[float]] = {}  # route: counts by bucket, then the sum and the count

    def count(self, name: str, amount: float = 1, **labels: str) -> None:
        """Add to a counter."""
        of_name, key = self._values.setdefault(name, {}), tuple(labels.items())
        of_name[key] = of_name.get(key, 0) + amount

    def gauge(self, name: str, value: Callable[[], float]) -> None:
        """Let a function return the value of a gauge."""
        self._gauges[name] = value

    def time(self, route: str, seconds: float) -> None:
        """Add the time of one request."""
        times = self._times.setdefault(route, [0.0] * (len(_BUCKETS) + 2))
        for i, bound in enumerate(_BUCKETS):
            times[i] += seconds <= bound
        times[-2] += seconds
        times[-1] += 1

    def text(self) -> str:
        """Return everything in Prometheus' text format."""
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, (kind, description) in _HELP.items():
            samples = [*self._samples(name)]
            if samples:
                yield f"# HELP {name} {description}"
                yield f"# TYPE {name} {kind}"
                yield from samples

    def _samples(self, name: str) -> Iterator[str]:
        if name == "paragen_request_seconds":
            for route, times in self._times.items():
                for bound, count in zip((*map(str, _BUCKETS), "+Inf"), (*times[:-2], times[-1]), strict=True):
                    yield f"{name}_bucket{_braces((('route', route), ('le', bound)))} {count:.0f}"
                yield f"{name}_sum{_braces((('route', route),))} {times[-2]!r}"
                yield f"{name}_count{_braces((('route', route),))} {times[-1]:.0f}"
        for labels, value in self._values.get(name, {}).items():
            yield f"{name}{_braces(labels)} {value:.0f}"
        if name in self._gauges:
            yield f"{name} {self._gauges[name]():.0f}"


def _braces(labels: Labels) -> str:
    pairs = (f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{','.join(pairs)}}}" if labels else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def resident_bytes() -> float:
    """Return the resident memory of this process; 0 if the system does not tell."""
    import os

    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return float(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, IndexError):
        return 0.0


class Measured:
    """Reports every request to ``metrics``, by the route that answered it, or "none"."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            route = getattr(scope.get("route"), "path", "none")  # never a string made up by a client
            self._metrics.count("paragen_requests_total", route=route, status=str(status))
            self._metrics.time(route, time.perf_counter() - begin)
