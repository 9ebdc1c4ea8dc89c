"""A stand-in for Stanza, in this process and those it starts."""

from __future__ import annotations

import sys

import pytest

from .fake_stanza import SOURCE


@pytest.fixture
def stanza(tmp_path, monkeypatch) -> str:
    """The name of a pipeline that needs no package."""
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "stanza.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "stanza", raising=False)
    yield "stanza:en"
    sys.modules.pop("stanza", None)
