"""Examples of requests, by what they show."""

from __future__ import annotations

from typing import Any

_TEXT = "They made a purchase as soon as possible."
_WORDING = {
    "always": {"purchase": "acquisition"},
    "blocked": ["quickly", "at the earliest opportunity", "made -> produced"],
    "keep_phrases": ["They made"],
}

PARAPHRASES: dict[str, dict[str, Any]] = {
    "The two best": {"text": _TEXT, "n": 2},
    "More changes": {"text": _TEXT, "strength": "strong"},
    "Forced, blocked and kept wording": {"text": _TEXT, **_WORDING, "block_inflections": True},
    "Spans that stay, or have a given wording": {"texts": [{"text": _TEXT, "keep": [[0, 4]], "force": [[12, 20, "deal"]]}]},
    "Several sentences": {"text": "They met Dr. Miller. It was a big house.", "split": "sentences", "max_edits": 1},
}
SUBSTITUTES: dict[str, dict[str, Any]] = {
    "The two best of each span": {"text": _TEXT, "rank": "lm", "top": 2},
    "Forced, blocked and kept wording": {"text": _TEXT, **_WORDING},
}
