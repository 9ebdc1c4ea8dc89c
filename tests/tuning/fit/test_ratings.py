"""Ratings of bare exchanges: what a file may say."""

from __future__ import annotations

import pytest

from paragen.base.errors import FormatError
from paragen.text.tokenizer import Tokenizer
from paragen.tuning.fit.samples import read_ratings

WORDS = Tokenizer().words


def test_ratings_are_read(tmp_path):
    (tmp_path / "rated.tsv").write_text("# notes\nin  fact\tIndeed\t58\t90\n\na\tb\t0\t100\nb\ta\t0\t100\n")
    assert read_ratings(tmp_path / "rated.tsv", WORDS) == [("in fact", "indeed", 58, 90), ("a", "b", 0, 100), ("b", "a", 0, 100)]


@pytest.mark.parametrize(
    "line", ["a\tb\t5", "a\tb\t5\t101", "a\tb\t-1\t5", "a\t\t5\t5", " \tb\t5\t5", "a\tb\t5\t5.5", "a\tb\t5\t5\t5", "a\tb\t5\t٥"]
)
def test_a_line_that_is_no_rating_is_an_error(tmp_path, line):
    (tmp_path / "rated.tsv").write_text(f"a\tb\t1\t2\n{line}\n")
    with pytest.raises(FormatError, match=r"rated.tsv:2: found .*, expected source, target and two numbers from 0 to 100"):
        read_ratings(tmp_path / "rated.tsv", WORDS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "a\tb\t1\t2\nc\td\t1\t2\nA\tb\t3\t4\n",
            "rated.tsv:3: found 'a' -> 'b' again, expected each exchange once. Keep one of the lines.",
        ),
        ("The\tthe\t1\t2\n", "rated.tsv:1: found 'the' on both sides, expected an exchange. Leave the line out."),
        ("# nothing\n\n", "rated.tsv: found no ratings, expected lines of source, target and two numbers"),
        ("PAR1", "rated.tsv: found a Parquet file, expected lines of source, target and two numbers"),
    ],
)
def test_a_file_that_cannot_be_is_an_error(tmp_path, text, said):
    (tmp_path / "rated.tsv").write_text(text)
    with pytest.raises(FormatError) as error:
        read_ratings(tmp_path / "rated.tsv", WORDS)
    assert said in str(error.value)
