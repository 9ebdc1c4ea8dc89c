"""What the tests of documents share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import paragen
from paragen.documents import rewrite


@pytest.fixture(scope="session")
def changed(english_model) -> Callable[..., str]:
    """Returns a document with every "big", "house" and "car" of its prose changed to "large", "building" and "automobile"."""
    paraphraser = paragen.load(
        english_model, use_tables=["thesaurus", "phrases"], blocked=["'s"], quotes="keep", any_language=True
    )

    def change(text: str, form: str, **options: str) -> str:
        return rewrite(paraphraser.changed(**options) if options else paraphraser, text, form, min_edits=99)

    return change
