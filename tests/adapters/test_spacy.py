"""The component of spaCy."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from packages import Later, need

import paragen
from paragen import ConfigError, FormatError

need("spacy")
spacy, adapter = Later("spacy"), Later("paragen.adapters.spacy")

TEXT = "They made a purchase. The big house has a big car."
GROUP = "cargo"


@pytest.fixture(scope="module")
def pipeline(english_model):
    """A pipeline that knows sentences and one entity, and gives two paraphrases."""
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": "PLACE", "pattern": [{"LOWER": "big"}, {"LOWER": "house"}]}])
    nlp.add_pipe("paragen", config={"model": str(english_model), "n": 2, "options": {"strength": "strong"}})
    return nlp


def texts(paraphrases):
    return [paraphrase.text for paraphrase in paraphrases]


def test_documents_and_sentences(pipeline, english_model):
    doc = pipeline(TEXT)
    paraphraser = paragen.load(english_model, strength="strong")
    keep = [(26, 35)]
    assert doc.text[26:35] == "big house" == doc.ents[0].text
    assert doc._.paraphrases == paraphraser.rewrite(paragen.Request(TEXT, keep, breaks=[22]), 2)
    first, second = doc.sents
    assert first._.paraphrases == paraphraser.rewrite(first.text, 2)
    assert second._.paraphrases == paraphraser.rewrite(second.text, 2, keep=[(4, 13)])
    best = [sentence._.paraphrases[0] for sentence in doc.sents]
    assert all(one.edits for one in best) and doc._.paraphrases[0].text == " ".join(texts(best))


def test_nothing_is_there_before_the_component_or_for_other_spans(pipeline):
    doc = pipeline(TEXT)
    assert doc[1:3]._.paraphrases is None
    assert pipeline.make_doc(TEXT)._.paraphrases is None and pipeline.make_doc(TEXT)[:]._.paraphrases is None


@pytest.mark.parametrize("text", ["", " ", "\n\n", "x", "A big house.\n\nA big house."])
def test_small_and_odd_documents(pipeline, text):
    doc = pipeline(text)
    assert doc._.paraphrases[-1].source == text
    assert [sentence._.paraphrases[0].source for sentence in doc.sents] == [sentence.text for sentence in doc.sents]


def test_documents_without_sentences_are_one(english_model):
    nlp = spacy.blank("en")
    nlp.add_pipe("paragen", config={"model": str(english_model)})
    doc = nlp(TEXT)
    assert doc._.paraphrases == paragen.load(english_model).rewrite(TEXT)
    assert doc[:]._.paraphrases is None


def test_options_are_those_of_a_search(english_model):
    limits = {"n": 3, "min_edits": 1, "max_edits": 2, "distinct_by": "edits"}
    nlp, paraphraser = spacy.blank("en"), paragen.load(english_model)
    nlp.add_pipe("paragen", config={"model": str(english_model), **limits})
    found = nlp(TEXT)._.paraphrases
    assert found == paraphraser.rewrite(TEXT, **limits)
    assert found != paraphraser.rewrite(TEXT, **{**limits, "distinct_by": "text"})


def test_an_entity_of_two_sentences_stays_in_both(english_model):
    nlp, paraphraser = spacy.blank("en"), paragen.load(english_model)
    component = nlp.add_pipe("paragen", config={"model": str(english_model)})
    words = "The car is a big house . The big car is a car .".split()
    doc = spacy.tokens.Doc(nlp.vocab, words, sent_starts=[number in (0, 7) for number in range(len(words))])
    doc.set_ents([spacy.tokens.Span(doc, 5, 9, "X")])
    first, second = component(doc).sents
    assert first._.paraphrases == paraphraser.rewrite(first.text, keep=[(17, 24)])
    assert second._.paraphrases == paraphraser.rewrite(second.text, keep=[(0, 7)])
    doc.set_ents([spacy.tokens.Span(doc, 4, 6, "X")])
    assert component(doc)._.paraphrases == paraphraser.rewrite(paragen.Request(doc.text, [(13, 22)], breaks=[25]))


def test_spans_are_where_their_words_are_now(english_model):
    nlp = spacy.blank("en")
    component = nlp.add_pipe("paragen", config={"model": str(english_model), "keep_ents": False})
    words = ["They", "made", "a", "purchase", "in", "do", "main", "a", "big", "house"]
    doc = spacy.tokens.Doc(nlp.vocab, words, [word != "do" for word in words])
    groups = [(1, 3, "X", "k1", "i1"), (3, 4, "Y", "k2", "i2"), (5, 6, "Z", "k3", "i3"), (8, 10, "H", "k4", "i4")]
    spans = [spacy.tokens.Span(doc, begin, end, label, kb_id=kb, span_id=one) for begin, end, label, kb, one in groups]
    doc.set_ents(spans)
    doc.spans[GROUP] = spans
    [new] = adapter.paraphrased(nlp, component(doc))
    expected = [
        ("bought something", "X", "k1", "i1"), ("bought something", "Y", "k2", "i2"), ("domain", "Z", "k3", "i3"),
        ("large house", "H", "k4", "i4"),
    ]  # fmt: skip
    assert [(span.text, span.label_, span.kb_id_, span.id_) for span in new.spans[GROUP]] == expected
    assert [(ent.text, ent.label_, ent.kb_id_, ent.id_) for ent in new.ents] == [expected[0], *expected[2:]]


def test_entities_may_change_and_groups_of_spans_may_stay(english_model):
    nlp = spacy.blank("en")
    nlp.add_pipe("paragen", config={"model": str(english_model), "keep_ents": False, "keep_spans": [GROUP, "other"]})
    doc = nlp.make_doc(TEXT)
    doc.set_ents([spacy.tokens.Span(doc, 6, 8, "PLACE", span_id="h1"), spacy.tokens.Span(doc, 0, 4, "DEAL")])
    doc.spans[GROUP] = [spacy.tokens.Span(doc, 10, 12, "CAR")]
    doc.cats = {"news": 1.0}
    doc = nlp(doc)
    [new] = adapter.paraphrased(nlp, doc)
    assert new.text == doc._.paraphrases[0].text == "They bought something. The large house has a big car."
    assert [(ent.text, ent.label_, ent.id_) for ent in new.ents] == [
        ("They bought something", "DEAL", ""), ("large house", "PLACE", "h1"),
    ]  # fmt: skip
    assert [(span.text, span.label_) for span in new.spans[GROUP]] == [("big car", "CAR")] and new.cats == doc.cats
    assert adapter.paraphrased(nlp, nlp.make_doc(TEXT)) == []


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_along(pipeline, processes):
    stream = list(pipeline.pipe([TEXT, "", "The car is big."] * 2, n_process=processes, batch_size=2))
    expected = [pipeline(doc.text) for doc in stream]
    assert len(stream) == 6
    [*binned] = spacy.tokens.DocBin(store_user_data=True, docs=stream).get_docs(pipeline.vocab)
    for docs in (stream, binned):
        assert [doc._.paraphrases for doc in docs] == [doc._.paraphrases for doc in expected]
    assert [sent._.paraphrases for sent in stream[0].sents] == [sent._.paraphrases for sent in expected[0].sents]


def test_pipelines_are_written_and_read(pipeline, tmp_path):
    pipeline.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    bytes_only = spacy.blank("en").from_config(pipeline.config).from_bytes(pipeline.to_bytes())
    for nlp in (again, bytes_only):
        assert nlp(TEXT)._.paraphrases == pipeline(TEXT)._.paraphrases
    weaker = spacy.load(tmp_path / "pipeline", config={"components.paragen.options": {"strength": "light"}})
    assert weaker.get_pipe("paragen").paraphraser.options["strength"] == "light"


def test_a_model_that_has_changed_is_an_error(pipeline, tmp_path):
    component, folder = pipeline.get_pipe("paragen"), tmp_path / "new" / "paragen"
    for _ in range(2):
        component.to_disk(folder)
    assert component.from_disk(folder) is component
    saved = json.loads((folder / adapter.STATE).read_text())
    assert saved == json.loads(component.to_bytes())
    remedy = "The model, its weights or tables have changed since the pipeline was saved: add the component again."
    for changed, then in (({"model": "another"}, saved["signature"]), ({"signature": "stack:7"}, "stack:7")):
        (folder / adapter.STATE).write_text(json.dumps({**saved, **changed}))
        for where, read in ((folder / adapter.STATE, lambda: component.from_disk(folder)),
                            ("paragen", lambda: component.from_bytes((folder / adapter.STATE).read_bytes()))):  # fmt: skip
            with pytest.raises(FormatError) as caught:
                read()
            assert str(caught.value) == f"{where}: found {saved['signature']}, expected {then}. {remedy}"
        other = json.dumps({**saved, **changed, "options": {}}).encode()
        assert component.from_bytes(other) is component  # other options lead elsewhere


def test_unusable_options_are_errors_when_it_is_added(english_model):
    nlp = spacy.blank("en")
    with pytest.raises(ConfigError, match="n: found 0"):
        nlp.add_pipe("paragen", config={"model": str(english_model), "n": 0})
    with pytest.raises(TypeError, match="wieght"):
        nlp.add_pipe("paragen", config={"model": str(english_model), "options": {"wieght": {}}})
    with pytest.raises(FormatError, match="expected a model directory"):
        nlp.add_pipe("paragen", config={"model": "/nowhere"})


def test_spacy_finds_the_component_by_itself():
    project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    named = project["project"]["entry-points"]["spacy_factories"]["paragen"]
    found = entry_points(group="spacy_factories", name="paragen")
    if not found:
        pytest.skip("this installation of paragen is older than its entry points")
    [point] = found
    assert point.value == named and spacy.Language.get_factory_meta("paragen").factory == "paragen"
    assert point.load() is spacy.registry.factories.get("paragen")
