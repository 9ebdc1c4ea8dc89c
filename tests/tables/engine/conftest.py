"""An engine on the cluster that the tests share."""

from __future__ import annotations

import pytest

from paragen.tables.builder import open_engine


@pytest.fixture
def spark(cluster, tmp_path):
    """An engine on the cluster, without tables; its files have names that Spark takes as patterns."""
    folder = tmp_path / "a [b] {c,d} *"
    folder.mkdir()
    with open_engine("spark", memory="1G", temp=folder) as engine:
        yield engine
