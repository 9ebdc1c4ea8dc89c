"""The tagger learns tags, keeps them in a file, and takes whatever it is given."""

from __future__ import annotations

import pytest
from fuzzing import sections_begin, sign
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import write_packfile
from paragen.text.analysis import CAPITAL, UPPER
from paragen.text.kernel import KIND, VERSION, Tagger, train

TAGS = ("DET", "NOUN", "VERB", "ADJ", "NAME")
SENTENCES = [
    ("the dog saw a cat", "DET NOUN VERB DET NOUN", 0),
    ("a man made the old house", "DET NOUN VERB DET ADJ NOUN", 0),
    ("the old man liked a big dog", "DET ADJ NOUN VERB DET ADJ NOUN", 0),
    ("a saw cut the big tree", "DET NOUN VERB DET ADJ NOUN", 0),
    ("the cut hurt the man", "DET NOUN VERB DET NOUN", 0),
    ("rose saw the rose", "NAME VERB DET NOUN", CAPITAL),
    ("rose liked a rose", "NAME VERB DET NOUN", CAPITAL),
]


def taught(sentences=SENTENCES):
    return [(words.split(), bytes([mark, *bytes(len(words.split()) - 1)]), tags.split()) for words, tags, mark in sentences]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return train(taught(), TAGS)


def test_it_knows_what_it_was_taught(tagger):
    for words, marks, tags in taught():
        assert tagger.tag(words, marks) == tags


def test_words_around_and_capitals_count(tagger):
    assert tagger.tag("a saw saw the cut".split()) == "DET NOUN VERB DET NOUN".split()
    assert tagger.tag(["rose"], bytes([CAPITAL])) != tagger.tag(["the", "rose"])[1:]


def test_training_again_gives_the_same(tagger, tmp_path):
    tagger.write(tmp_path / "one")
    train(taught(), TAGS).write(tmp_path / "other")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


def test_written_and_opened_it_is_the_same(tagger, tmp_path):
    tagger.write(tmp_path / "tagger.bin")
    opened = Tagger.open(tmp_path / "tagger.bin")
    assert opened.tags == TAGS
    for words, marks, _ in taught():
        assert opened.tag(words, marks) == tagger.tag(words, marks)


@given(st.lists(st.tuples(st.text(max_size=12), st.integers(0, 255)), max_size=12))
@settings(max_examples=150, deadline=None)
def test_any_words_have_tags(tagger, words):
    found = tagger.tag([word.encode("utf-8", "replace").decode() for word, _ in words], bytes(mark for _, mark in words))
    assert len(found) == len(words) and set(found) <= set(TAGS)


@given(st.binary(min_size=48, max_size=48))
@settings(max_examples=100, deadline=None)
def test_any_weights_tag(weights):
    names = [f"tag{number}" for number in range(48)]
    assert set(Tagger(names, weights).tag(["a", "b-c", "42"], [UPPER, 0, 0])) <= set(names)


def test_marks_of_another_number_of_words_are_refused(tagger):
    with pytest.raises(ConfigError, match="found 1 marks, expected 2"):
        tagger.tag(["a", "b"], b"\0")


def test_as_many_tags_as_words_are_taught():
    with pytest.raises(ConfigError, match="and 1 tags, expected 2"):
        train([(["a", "b"], bytes(2), ["DET"])], TAGS)


def test_as_many_marks_as_words_are_taught():
    with pytest.raises(ConfigError, match="found 1 marks and 2 tags, expected 2"):
        train([(["a", "b"], bytes(1), ["DET", "NOUN"])], TAGS)


def test_a_tag_that_is_not_among_them_is_refused():
    with pytest.raises(ConfigError, match="'ADV'"):
        train([(["a"], bytes(1), ["ADV"])], TAGS)


@pytest.mark.parametrize("tags", [[], [str(number) for number in range(49)], ["a", "a"]])
def test_too_few_or_too_many_tags_are_not_taught(tags):
    with pytest.raises(ConfigError, match="1 to 48"):
        train([(["a"], bytes(1), tags[-1:])], tags)


@pytest.mark.parametrize("epochs", [0, 101, -1, 2**31 - 1])
def test_training_ends(epochs):
    with pytest.raises(ConfigError, match="1 to 100"):
        train(taught(), TAGS, epochs)


@pytest.mark.parametrize(("tags", "weights"), [([], 48), (["a"] * 49, 48), (["a"], 0), (["a"], 47), (["a"], 3 * 48)])
def test_weights_that_make_no_rows_are_refused(tags, weights):
    with pytest.raises(ConfigError, match="tagger: found"):
        Tagger(tags, bytes(weights))


@pytest.mark.parametrize(
    "sections", [[("tags", b"a\nb")], [("weights", bytes(48))], [("tags", b"\xff"), ("weights", bytes(48))],
                 [("tags", b"a"), ("weights", bytes(50))]],
)  # fmt: skip
def test_a_file_without_its_parts_is_refused(tmp_path, sections):
    write_packfile(tmp_path / "tagger.bin", KIND, VERSION, sections)
    with pytest.raises(FormatError):
        Tagger.open(tmp_path / "tagger.bin")


@pytest.mark.parametrize(("kind", "version"), [("lm", VERSION), (KIND, VERSION + 1)])
def test_a_file_of_another_kind_or_version_is_refused(tmp_path, kind, version):
    write_packfile(tmp_path / "tagger.bin", kind, version, [("tags", b"a"), ("weights", bytes(48))])
    with pytest.raises(FormatError):
        Tagger.open(tmp_path / "tagger.bin")


def test_a_cut_file_is_refused_and_altered_weights_only_tag_otherwise(tagger, tmp_path):
    tagger.write(tmp_path / "tagger.bin")
    data = (tmp_path / "tagger.bin").read_bytes()
    (tmp_path / "tagger.bin").write_bytes(data[:-1])
    with pytest.raises(FormatError):
        Tagger.open(tmp_path / "tagger.bin")
    begin = sections_begin(data)
    (tmp_path / "tagger.bin").write_bytes(sign(data[:begin] + bytes(255 - byte for byte in data[begin:])))
    with pytest.raises(FormatError):  # the names of the tags are no text any more
        Tagger.open(tmp_path / "tagger.bin")
