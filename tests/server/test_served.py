"""What requests may vary of a model, and how many variants are kept."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError
from paragen.server.served import Served


class Recorder:
    """Stands for a paraphraser: notes with which options it was changed."""

    def __init__(self, **options):
        self.options, self.made = options, []

    def changed(self, **options):
        self.made.append(options)
        return options


def test_what_is_blocked_or_kept_stays_so():
    model = Recorder(blocked=["big"], keep_phrases=["New York"], block_inflections=True, min_confidence=0.5)
    served = Served({"one": model}, 4)
    assert served.variant("one", {}) is model
    assert served.variant("one", {"blocked": ["car"], "block_inflections": False, "keep_phrases": ["a b"]}) == {
        "blocked": ["big", "car"], "block_inflections": True, "keep_phrases": ["New York", "a b"],
    }  # fmt: skip
    assert served.variant("one", {"min_confidence": 0.1}) == {"min_confidence": 0.1, "block_inflections": True}


def test_the_latest_variants_are_kept():
    model = Recorder()
    served = Served({"one": model}, 2)
    for top in (1, 2, 1, 3, 1, 2):
        served.variant("one", {"table_limit": top})
    assert [made["table_limit"] for made in model.made] == [1, 2, 3, 2]
    with pytest.raises(ConfigError, match="models: found none"):
        Served({}, 1)
