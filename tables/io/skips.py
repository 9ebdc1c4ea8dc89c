"""What a table builder leaves out: how often, why, and where first."""

from __future__ import annotations

_SHOWN = 60


class Skips:
    """Counts what is left out, by reason.

    Attributes
    ----------
    counts : reason -> how often.
    """

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self._first: dict[str, str] = {}

    def add(self, reason: str, where: str, found: str = "") -> None:
        """Count one: ``reason`` as "articles without text", ``where`` as "news.jsonl:7", and what was ``found`` there."""
        if reason not in self.counts:
            shown = found if len(found) <= _SHOWN else found[:_SHOWN] + "…"
            self._first[reason] = f"{where}: {shown!r}" if found else where
        self.counts[reason] = self.counts.get(reason, 0) + 1

    def messages(self) -> list[str]:
        """Return a sentence for each reason, in the order of their first cases."""
        return [f"left out: {count} {reason} (first: {self._first[reason]})" for reason, count in self.counts.items()]
