"""What requests may vary of a model, and how many variants are kept."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError
from paragen.server.state import Served
from paragen.web.refusals import Refusal


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
    one = served.variant("one", {"min_confidence": 0.1, "table_limit": 2})
    assert served.variant("one", {"table_limit": 2, "min_confidence": 0.1}) is one, "in any order"


def test_what_is_forced_and_floors_are_added():
    served = Served({"one": Recorder(always={"a": "b"}, floors={"x": -1, "y": -2}), "two": Recorder()}, 4)
    given = {"always": {"c": "d", "a": "b"}, "floors": {"x": -3}}
    assert served.variant("one", given) == {"always": {"a": "b", "c": "d"}, "floors": {"x": -3, "y": -2}}
    assert served.variant("two", given) == given
    assert served.variant("two", {"always": {}, "blocked": ["a"]}) == {"always": {}, "blocked": ["a"]}
    with pytest.raises(ConfigError) as error:
        served.variant("one", {"always": {"a": "c"}})
    assert str(error.value) == "always: 'a' must become 'b' on this server, not 'c'. Leave it out."


def test_models_by_name():
    served = Served({"one": Recorder(), "two": Recorder()}, 1)
    assert [served.name(given) for given in (None, "one", "two")] == ["one", "one", "two"]
    with pytest.raises(Refusal) as error:
        served.name("x" * 101)
    message = f"model: there is no model {'x' * 100!r}. The models are one, two."
    assert (error.value.status, error.value.message, error.value.reason) == (404, message, "model")


def test_the_latest_variants_are_kept():
    model = Recorder()
    served = Served({"one": model}, 2)
    for top in (1, 2, 1, 3, 1, 2):
        served.variant("one", {"table_limit": top})
    assert [made["table_limit"] for made in model.made] == [1, 2, 3, 2]
    with pytest.raises(ConfigError) as error:
        Served({}, 1)
    assert str(error.value) == "models: found none, expected one at least."
