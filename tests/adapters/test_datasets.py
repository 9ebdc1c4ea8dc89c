"""Hugging Face's datasets."""

from __future__ import annotations

import pytest

import paragen
from paragen import ConfigError

datasets = pytest.importorskip("datasets", reason="needs the package datasets")
from datasets.fingerprint import Hasher  # noqa: E402

from paragen.adapters.datasets import Rewrite  # noqa: E402

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
    found = data.map(Rewrite(paraphraser), batched=True, batch_size=3, num_proc=processes)
    assert found["paraphrase"][:] == [several and several[0] for several in lists(paraphraser, 1)]
    assert found["text"][:] == TEXTS and found["label"][:] == [1, 2, 3, 4]


def test_lists_in_place_of_the_texts(data, paraphraser):
    found = data.map(Rewrite(paraphraser, into="text", n=3), batched=True)
    assert found.column_names == ["text", "label"] and found["text"][:] == lists(paraphraser, 3)
    assert data.map(Rewrite(paraphraser, max_edits=1), batched=True)["paraphrase"][0] != TEXTS[0]


def test_caches_are_found_again(data, english_model, paraphraser):
    first = data.map(Rewrite(paraphraser), batched=True)
    again = data.map(Rewrite(paragen.load(english_model)), batched=True)
    assert first.cache_files == again.cache_files != []
    hashes = [
        Hasher.hash(one)
        for one in (
            Rewrite(paraphraser), Rewrite(paragen.load(english_model)), Rewrite(paraphraser, n=2),
            Rewrite(paraphraser, max_edits=1), Rewrite(paraphraser, "label"), Rewrite(paragen.load(english_model, stack=7)),
        )
    ]  # fmt: skip
    assert hashes[0] == hashes[1] and len(set(hashes)) == 5


def test_streams(data, paraphraser):
    found = [row["paraphrase"] for row in data.to_iterable_dataset().map(Rewrite(paraphraser), batched=True)]
    assert found == [several and several[0] for several in lists(paraphraser, 1)]


def test_errors_name_column_and_row(data, paraphraser):
    with pytest.raises(ConfigError, match="no column 'x'. The columns are 'text', 'label'"):
        data.map(Rewrite(paraphraser, "x"), batched=True)
    with pytest.raises(ConfigError, match="row 0 of its batch: found int"):
        data.map(Rewrite(paraphraser, "label"), batched=True)
    with pytest.raises(ConfigError, match="column 'label', row 2: found int"):
        Rewrite(paraphraser, "label")({"label": [None, 3]}, [1, 2])
    with pytest.raises(ConfigError, match="batched=True"):
        data.map(Rewrite(paraphraser))
    with pytest.raises(ConfigError, match="n: found 0"):
        Rewrite(paraphraser, n=0)
