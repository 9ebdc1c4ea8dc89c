"""Fixtures every test may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real corpora and reference outputs beside the checkout; skips where it is absent."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the real data in {SHARED.parent.name}/{SHARED.name}")
    return SHARED
