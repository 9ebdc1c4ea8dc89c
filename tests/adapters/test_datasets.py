"""Hugging Face's datasets."""

from __future__ import annotations

import re

import pytest
from packages import Later, need

import paragen
from paragen import ConfigError

need("datasets")
datasets, adapter = Later("datasets"), Later("paragen.adapters.datasets")

TEXTS = ["They made a purchase.", None, "The house is big.", ""]


@pytest.fixture(scope="module")
def paraphraser(english_model):
    datasets.disable_progress_bars()
    yield paragen.load(english_model)
    datasets.enable_progress_bars()


@pytest.fixture
def data(tmp_path):
    """A dataset whose caches are files."""
    datasets.Dataset.from_dict({"text": TEXTS, "label": [1, 2, 3, 4]}).save_to_disk(tmp_path)
    return datasets.load_from_disk(tmp_path)


def lists(paraphraser, n):
    return [None if text is None else [one.text for one in paraphraser.rewrite(text, n)] for text in TEXTS]


@pytest.mark.parametrize("processes", [None, 2])
def test_map(data, paraphraser, processes):
    found = data.map(adapter.Rewrite(paraphraser), batched=True, batch_size=3, num_proc=processes)
    assert found["paraphrase"][:] == [several and several[0] for several in lists(paraphraser, 1)]
    assert found["text"][:] == TEXTS and found["label"][:] == [1, 2, 3, 4]


def test_lists_in_place_of_the_texts(data, paraphraser):
    found = data.map(adapter.Rewrite(paraphraser, into="text", n=3), batched=True)
    assert found.column_names == ["text", "label"] and found["text"][:] == lists(paraphraser, 3)
    assert data.map(adapter.Rewrite(paraphraser, max_edits=0), batched=True)["paraphrase"][:] == TEXTS


def test_caches_are_found_again(data, english_model, paraphraser):
    first = data.map(adapter.Rewrite(paraphraser), batched=True)
    again = data.map(adapter.Rewrite(paragen.load(english_model)), batched=True)
    assert first.cache_files == again.cache_files != []
    hashes = [
        datasets.fingerprint.Hasher.hash(one)
        for one in (
            adapter.Rewrite(paraphraser), adapter.Rewrite(paragen.load(english_model)), adapter.Rewrite(paraphraser, n=2),
            adapter.Rewrite(paraphraser, max_edits=1), adapter.Rewrite(paraphraser, "label"),
            adapter.Rewrite(paragen.load(english_model, stack=7)),
        )
    ]  # fmt: skip
    assert hashes[0] == hashes[1] and len(set(hashes)) == 5


def test_streams(data, paraphraser):
    found = [row["paraphrase"] for row in data.to_iterable_dataset().map(adapter.Rewrite(paraphraser), batched=True)]
    assert found == [several and several[0] for several in lists(paraphraser, 1)]


def test_errors_name_column_and_row(data, paraphraser):
    def refused(message, function, **options):
        with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
            data.map(function, **{"batched": True, **options})

    for function in (adapter.Rewrite(paraphraser, "x"), adapter.Rewrite(paraphraser, spans="x")):
        refused("column: no column 'x'. The columns are 'text', 'label'.", function)
    for function in (adapter.Rewrite(paraphraser, "label"), adapter.Rewrite(paraphraser, "label", spans="text")):
        refused("column 'label', row 0 of its batch: found int, expected a text or null.", function)
    with pytest.raises(ConfigError, match="^column 'label', row 2: found int, expected a text or null.$"):
        adapter.Rewrite(paraphraser, "label")({"label": [None, 3]}, [1, 2])
    message = "column 'text': found one text, expected a batch. Use map(…, batched=True)."
    refused(message, adapter.Rewrite(paraphraser), batched=False)


def test_what_cannot_be_is_found_at_once(paraphraser):
    for name, number in (("n", 0), ("max_edits", -1)):
        with pytest.raises(ConfigError, match=f"{name}: found {number}"):
            adapter.Rewrite(paraphraser, **{name: number})
    for options in ({"spans_into": "x"}, {"spans_may_change": True}):
        with pytest.raises(ConfigError, match="^spans_into, spans_may_change: they say how spans are taken: name their column.$"):
            adapter.Rewrite(paraphraser, **options)


def test_spans_stay_and_move(tmp_path, paraphraser):
    ents = [[{"start": 12, "end": 20, "label": "X"}], [], [{"start": 4, "end": 9, "label": "Y"}], None]
    data = datasets.Dataset.from_dict({"text": TEXTS, "ents": ents})
    found = data.map(adapter.Rewrite(paraphraser, spans="ents"), batched=True)
    best = paraphraser.rewrite(TEXTS[2], keep=[(4, 9)])[0]
    [(begin, end)] = best.map_spans([(4, 9)])
    row = found[2]
    assert row["paraphrase"] == best.text != TEXTS[2] and row["ents"] == ents[2]
    assert row["paraphrase_ents"] == [{"start": begin, "end": end, "label": "Y"}] and best.text[begin:end] == "house"
    assert found[1]["paraphrase_ents"] is None and found[3]["paraphrase_ents"] is None
    rewrite = adapter.Rewrite(paraphraser, into="text", spans="ents", spans_may_change=True, min_edits=2)
    replaced = data.map(rewrite, batched=True)
    assert replaced.column_names == ["text", "ents"] and replaced[2]["text"] == "The building is large."
    assert replaced[2]["ents"] == [{"start": 4, "end": 12, "label": "Y"}]
    rewrite = adapter.Rewrite(paraphraser, n=2, spans="ents", spans_into="there")
    several = data.map(rewrite, batched=True, remove_columns=["ents"])
    assert [len(several[2][name]) for name in ("paraphrase", "there")] == [2, 2]
    with pytest.raises(ConfigError, match="^spans: found 1 rows, expected 2, as there are texts.$"):
        adapter.Rewrite(paraphraser, spans="ents")({"text": TEXTS[:2], "ents": [[]]})
