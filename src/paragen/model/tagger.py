"""What tells parts of speech in the text of a model."""

from __future__ import annotations

from paragen.decoder.fit.kernel import Fit
from paragen.model.bundled import starter_path
from paragen.model.directory import FIT_FILE, Model
from paragen.text.tagger import Tagger


def english_tagger() -> Tagger:
    """Return what tells parts of speech in English: that of the starter pack."""
    return Fit(starter_path() / FIT_FILE).knowledge.tagger


def model_tagger(model: Model) -> Tagger:
    """Return what tells parts of speech in a model's text: its fit, or else that of the starter pack."""
    return model.fit.knowledge.tagger if model.fit else english_tagger()
