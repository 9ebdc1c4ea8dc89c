from __future__ import annotations

import pytest

import paragen

from .running import running


@pytest.fixture(scope="package")
def english(english_model):
    """A server of one model, which asks for no token."""
    with running(paragen.load(english_model)) as found:
        yield found
