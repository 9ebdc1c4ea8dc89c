"""Part-of-speech taggers for the text of models."""

from __future__ import annotations

from paragen.decoder.fit.kernel import Fit
from paragen.model.bundled import starter_path
from paragen.model.directory import FIT_FILE, Model
from paragen.text.tagger import Tagger


def english_tagger() -> Tagger:
    """Return the English tagger: that of the starter pack."""
    return Fit(starter_path() / FIT_FILE).knowledge.tagger


def model_tagger(model: Model) -> Tagger:
    """Return the tagger for a model's text: that of its fit, or else of the starter pack."""
    return model.fit.knowledge.tagger if model.fit else english_tagger()
