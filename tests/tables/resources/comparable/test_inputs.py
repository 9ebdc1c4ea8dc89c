"""Articles and sentence pairs: what is read, what is left out, what is an error."""

from __future__ import annotations

import gzip
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError, ParagenError
from paragen.base.input_files import Skips
from paragen.tables.resources.comparable.corpus import Corpus, Splitter
from paragen.tables.resources.comparable.inputs import Article, is_pairs, read_articles, read_sentence_pairs, write_sentence_pairs
from paragen.tables.resources.comparable.phrases import Names
from paragen.text.tokenizer import Tokenizer

GOOD = {"id": 7, "date": "1987-02-26", "title": "A title", "text": "Some text."}


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "date", "text", "title"]), inner),
    max_leaves=8,
)


def articles(path, skips=None):
    return list(read_articles(path, skips or Skips(), set()))


def lines(*items) -> bytes:
    return "".join((item if isinstance(item, str) else json.dumps(item)) + "\n" for item in items).encode()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("form", ["lines", "array", "blank lines", "windows"])
def test_forms(tmp_path, pack, form):
    other = {"date": "26-FEB-1987 15:01:01.79", "body": "Other text."}
    text = {
        "lines": lines(GOOD, other),
        "array": json.dumps([GOOD, other], indent=2).encode(),
        "blank lines": b"\n" + lines(GOOD, "", other) + b"\n \n",
        "windows": b"\xef\xbb\xbf" + lines(GOOD, other).replace(b"\n", b"\r\n"),
    }[form]
    (tmp_path / "news").write_bytes(pack(text))
    found = articles(tmp_path / "news")
    assert [(a.name, a.title, a.text) for a in found] == [("7", "A title", "Some text."), ("", "", "Other text.")]
    assert found[1].day > found[0].day and int(found[1].day) == found[0].day
    assert not is_pairs(tmp_path / "news")


def test_what_is_left_out_is_counted(tmp_path):
    path = tmp_path / "news"
    without = [{k: v for k, v in GOOD.items() if k != key} for key in ("text", "date", "id")]
    odd = [
        {**GOOD, "date": "gestern"},
        {**GOOD, "date": 5},
        {**GOOD, "text": "  "},
        {**GOOD, "text": 3},
        GOOD,
        GOOD,
        {**GOOD, "id": None},
    ]
    path.write_bytes(lines(*without, *odd))
    skips = Skips()
    assert [article.name for article in articles(path, skips)] == ["", "7", ""]
    assert skips.counts == {
        "articles without text": 3,
        "articles without a date": 1,
        "articles whose date cannot be read": 2,
        "articles with the id of an earlier one": 1,
    }
    assert f"{path}:4: 'gestern'" in skips.messages()[2]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "an empty file"),
        (lines(GOOD) + b'{"id": 1,\n', r"news:2: found invalid JSON \(.*\), expected JSON objects"),
        (lines(GOOD, "[1]"), "news:2: found JSON that is a list, expected an object"),
        (lines(GOOD, "3"), "news:2: found JSON that is a number"),
        (b"[1, 2]", "news: article 1: found JSON that is a number"),
        (b'[{"a": 1}', "news: found invalid JSON"),
        (b"{\n" + b'"id": 1}\n', "news:1: found invalid JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"id": ' + b"9" * 10_000 + b"}", "a number is too long"),
        (b"caf\xe9 {}", "broken UTF-8"),
        (lines(GOOD) + b"{\0}\n", "NUL"),
        (gzip.compress(lines(GOOD) * 1000, mtime=0)[:-20], "damaged gzip"),
        (b"PAR1....", "a Parquet file"),
        (b"just text\n", "'just text', expected articles"),
    ],
)
def test_broken_articles(tmp_path, data, message):
    (tmp_path / "news").write_bytes(data)
    with pytest.raises(FormatError, match=message):
        is_pairs(tmp_path / "news")
        articles(tmp_path / "news")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=60)
@given(st.binary(max_size=60) | st.lists(JSON, max_size=4).map(lambda items: lines(*items)))
def test_any_bytes(tmp_path, data):
    (tmp_path / "any").write_bytes(data)
    try:
        if is_pairs(tmp_path / "any"):
            assert all(a and b for a, b in read_sentence_pairs(tmp_path / "any", Skips()))
        else:
            articles(tmp_path / "any")
    except ParagenError as error:
        assert "any" in str(error)


def test_sentence_pairs(tmp_path):
    path = tmp_path / "pairs"
    skips = Skips()
    path.write_text("One here.\tTwo there.\n\nsame\tsame\n\tempty\n")
    assert is_pairs(path)
    assert list(read_sentence_pairs(path, skips)) == [("One here.", "Two there.")]
    assert skips.counts == {"pairs of identical sentences": 1, "sentence pairs with an empty side": 1}
    path.write_text("overlap\ttarget\tlabel\tsource\n0.5\tb\t1\ta\n0.5\td\t0\tc\n0.5\tf\t\te\n")
    assert list(read_sentence_pairs(path, skips)) == [("a", "b"), ("e", "f")]
    path.write_text('\ufeffQuality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t2\t3\tHe "said.\tHe told.\n0\t2\t3\tx\ty\n')
    assert list(read_sentence_pairs(path, skips)) == [('He "said.', "He told.")]


@pytest.mark.parametrize(
    ("text", "message"), [("a\tb\nc\n", "pairs:2: found 1 column, expected 2"), ("a\tb\tc\n", "pairs:1: found 3 columns")]
)
def test_broken_sentence_pairs(tmp_path, text, message):
    (tmp_path / "pairs").write_text(text)
    with pytest.raises(FormatError, match=message):
        list(read_sentence_pairs(tmp_path / "pairs", Skips()))


@pytest.mark.parametrize("name", ["pairs.tsv", "pairs.tsv.gz"])
def test_written_and_read(tmp_path, name):
    rows = [("Ein Satz.", "Another one.", 0.51234), ("\u2028x", "y", 1.0)]
    assert write_sentence_pairs(rows, tmp_path / name) == 2
    assert list(read_sentence_pairs(tmp_path / name, Skips())) == [("Ein Satz.", "Another one."), ("x", "y")]


def test_sentences_of_a_wire():
    pytest.importorskip("sentencex")
    text = (
        "Mr. Smith of <MTS Acquisition Corp> said U.S. sales\nrose 1.5 pct &amp; more.\n"
        '    "We won," he said. Plessey Plc <PLY.L> lost.\n    Oper shr    5 cts vs     6 cts.\n HEADING\n\n'
        "It ended at 3 p.m. Monday was calm.\n more\n    It went on.\n Reuter\n\x03"
    )
    assert list(Splitter().sentences(text)) == [
        "Mr. Smith of MTS Acquisition Corp said U.S. sales rose 1.5 pct & more.",
        '"We won," he said.',
        "Plessey Plc lost.",
        "It ended at 3 p.m.",
        "Monday was calm.",
        "It went on.",
    ]


@settings(deadline=None, max_examples=60)
@given(st.text(alphabet=st.sampled_from('Ab .\n\t<>&;\r!?"1\u2028\x03'), max_size=80))
def test_any_text_has_sentences(text):
    pytest.importorskip("sentencex")
    for sentence in Splitter().sentences(text):
        assert sentence == sentence.strip() and "\n" not in sentence and "\t" not in sentence


def test_sentences_that_are_worth_comparing():
    """Five to a hundred words, of which three of ten may have a digit."""
    corpus = Corpus(io.BytesIO(), Skips())
    sentences = {
        "The dog sees it .": False, "The dog sees it now .": True, f"The {'dog ' * 99}.": True, f"The {'dog ' * 100}.": False,
        "The dog sees it now and then 1 2 3 .": True, "The dog sees it now and 1 2 3 4 .": False,
    }  # fmt: skip
    for taken, (text, worth) in enumerate(sentences.items()):
        before = corpus.sentences
        corpus.add(Article("here", str(taken), 1.0, "", text))
        assert corpus.sentences == before + worth, text


def test_a_name_has_a_capital_more_often_than_not():
    names, words = Names(), Tokenizer()
    for text in ("It fell in May and in May .", "It may rain .", "In Will we trust .", "It will rain , it will ."):
        names.see(text, words.tokens(text), words.words(text))
    assert names.is_name("may") and not names.is_name("will")
    names.see("It may be , it may .", words.tokens("It may be , it may ."), words.words("It may be , it may ."))
    assert not names.is_name("may")
