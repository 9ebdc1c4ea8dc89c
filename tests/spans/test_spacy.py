"""Documents of spaCy's as JSON."""

from __future__ import annotations

from packages import need

import paragen
from paragen.settings.request import Request
from paragen.spans.fields import Labels, Names

need("spacy")


def test_what_spacy_writes_comes_back(english_model):
    import spacy

    pipeline = spacy.blank("en")
    pipeline.add_pipe("sentencizer")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PLACE", "pattern": "big house"}, {"label": "THING", "pattern": "car"}])
    record = pipeline("They made a purchase. The big house has a car and a lot of x.").to_json()
    assert len(record["ents"]) == len(record["sents"]) == 2
    labels = Labels(record, Names("text", ["ents"], ["sents"]), "")
    assert labels.unnamed() == [("tokens", True)]
    [best] = paragen.load(english_model).rewrite(Request(labels.text, labels.keep))
    assert len(best.edits) == 2 and best.text.startswith("They bought something. The")
    found = labels.fields(best)
    new = pipeline(found["text"])  # cut and labelled by spaCy
    assert [(span.start_char, span.end_char) for span in new.sents] == [(one["start"], one["end"]) for one in found["sents"]]
    assert [(ent.start_char, ent.end_char, ent.label_) for ent in new.ents] == [
        (one["start"], one["end"], one["label"]) for one in found["ents"]
    ]
