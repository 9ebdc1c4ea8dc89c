"""The shipped model rewrites ordinary sentences sensibly."""

from __future__ import annotations

import pytest

import paragen
from paragen.model.bundled import starter_path


@pytest.fixture(scope="module")
def paraphraser():
    if not starter_path().is_dir():
        pytest.skip("built without the starter pack")
    return paragen.load()


SENTENCES = """
It was an enormous mistake. | a huge
He made a purchase. | bought
She was unable to attend the meeting. | could not
They decided to postpone the wedding. | put off
In order to win, we need to work harder. | To win
For example, many people enjoy music. | For instance
He has started to write a book. | begun
I don't know the answer. | do not
It is not easy to say. | It's not
The doctor gave up smoking. | quit
The children were afraid of the dog. | scared of
Perhaps it will rain tomorrow. | Maybe
"""


@pytest.mark.parametrize("row", SENTENCES.strip().splitlines())
def test_an_ordinary_sentence_gets_a_good_paraphrase(paraphraser, row):
    sentence, expected = row.split(" | ")
    found = paraphraser.rewrite(sentence, n=20)
    assert found[0].edits
    assert any(expected in paraphrase.text for paraphrase in found), [paraphrase.text for paraphrase in found]


@pytest.mark.parametrize(
    "sentence",
    [
        "It was an enormous mistake.",
        "That is a huge problem.",
        "He bought an automobile and a tiny house.",
        "An hour later he vanished.",
    ],
)
def test_articles_agree(paraphraser, sentence):
    for paraphrase in paraphraser.rewrite(sentence, n=20):
        words = paraphrase.text.lower().split()
        for article, word in zip(words, words[1:], strict=False):
            if article in ("a", "an"):
                assert (article == "an") == (word[0] in "aeiou" or word == "hour"), paraphrase.text


def test_names_and_numbers_stay(paraphraser):
    sentence = "Prime Minister Smith crossed the Pacific Ocean in 12 days with Big Business Ltd."
    for paraphrase in paraphraser.rewrite(sentence, n=10):
        for kept in ("Prime Minister Smith", "Pacific Ocean", "12 days", "Big Business Ltd."):
            assert kept in paraphrase.text


def test_case_is_carried_over(paraphraser):
    assert all(paraphrase.text[0].isupper() for paraphrase in paraphraser.rewrite("Perhaps he is right.", n=10))
    assert all(paraphrase.text.isupper() for paraphrase in paraphraser.rewrite("PERHAPS HE IS RIGHT.", n=10))


def test_every_edit_tells_its_table_and_licence(paraphraser):
    licences = {table.name: table.licence for table in paraphraser.model.tables}
    assert {licences[name] for name in ("thesaurus", "phrases", "definitions", "queries")} == {"Apache-2.0"}
    assert all(licences.values())
    edits = paraphraser.rewrite("He made a purchase and was unable to leave.")[0].edits
    assert edits and all(edit.licence == licences[edit.table] for edit in edits)


def test_few_edits(paraphraser):
    """One to four for a sentence of twenty words."""
    sentence = "The government said it had decided to delay the new law because many people were afraid of losing their jobs."
    assert 1 <= len(paraphraser.rewrite(sentence)[0].edits) <= 4


@pytest.mark.parametrize(
    ("text", "is_name"),
    [
        ("Thailand sold rice, the minister said.", True), ("Bill sold rice, the minister said.", True),
        ("Foreman said it fell.", True), ("S and P said it fell.", True), ("Inflation rose, the minister said.", False),
        ("Prices rose, the minister said.", False), ("Reduction in the dividend was small.", False),
    ],
)  # fmt: skip
def test_a_word_that_begins_a_sentence_keeps_its_capital_where_it_moves_if_it_is_a_name(paraphraser, text, is_name):
    [sentence] = paraphraser.steps.prepare([text])
    assert (0 in sentence.analysis.names) == is_name
