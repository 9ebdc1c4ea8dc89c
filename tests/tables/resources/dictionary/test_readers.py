"""Every kind of dictionary is known by its content, read, and refused where it is damaged."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress

import pytest

pytest.importorskip("lemminflect")

from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.input_files import Skips
from paragen.tables.resources.dictionary.gcide import read_article
from paragen.tables.resources.dictionary.sense import PARTS
from paragen.tables.resources.dictionary.sources import read_dictionary

from .making import base64, dictd, tsv

TRUSS = r"""Truss \Truss\, v. t. [imp. & p. p. {Trussed}; p. pr. & vb. n.
   {Trussing}.] [F. trousser. See {Truss}, n.]
   1. To bind or pack close; to make into a
      truss. --Shak.
      [1913 Webster]

            It [his hood] was trussed up in his wallet.
                                                  --Chaucer.
      [1913 Webster]

   2. (Mach.) (a) To skewer.
      (b) To hang. [Obs.]

   Syn: To bind.

   {To truss up}, to strain; to make close or tight.

   {Trussed beam} (Arch.), a beam which is stiffened.
"""
STORM = r"""Hurricane \Hur"ri*cane\ (h[^u]r), n.; pl. {Hurricanes}. [Sp. hurracan [a word].]
   A na["i]ve storm.
   [1913 Webster]
"""


def read(path) -> tuple[list[tuple[str, str, str]], dict[str, int]]:
    skips = Skips()
    return [(sense.headword, sense.part, sense.text) for sense in read_dictionary(path, skips)], skips.counts


@pytest.mark.parametrize("zipped", [True, False])
def test_gcide_for_dictd(tmp_path, zipped):
    index = dictd(tmp_path, {"00-database-info": "about", "Truss": TRUSS, "Hurricane": STORM}, zipped)
    expected = [
        ("Truss", "vt", "To bind or pack close; to make into a truss. --Shak."), ("Truss", "vt", "(Mach.)"), ("Truss",
        "vt", "To skewer."),
        ("Truss", "vt", "(b) To hang. [Obs.]"), ("truss up", "v", "to strain; to make close or tight."),
        ("Trussed beam", "n", "(Arch.) a beam which is stiffened."), ("Hurricane", "n", "A naive storm."),
    ]  # fmt: skip
    found, counts = read(index)
    assert [(word, part, text.removeprefix("(b) ")) for word, part, text in found] == [
        (word, part, text.removeprefix("(b) ")) for word, part, text in expected
    ]
    assert counts == {}
    assert read(tmp_path / ("d.dict.dz" if zipped else "d.dict"))[0] == found


HEADS = {
    "n.": "n", "a.": "adj", "v. i.": "vi", "v. t. & i.": "v", "adv.": "adv", "n. pl.": "nm", "n. sing. & pl.": "n",
    "prop. n.": None,
    "prep.": None, "n. & v.": "", "p. p. & a.": "", "adj.": "adj", "interj.": None, "suff.": None,
}  # fmt: skip


@pytest.mark.parametrize("name", HEADS)
def test_parts_of_speech_of_gcide(name):
    senses = list(read_article("here", f"Word \\Word\\ (w[^u]rd), {name} [OE.]\n   A thing said.\n", Skips()))
    assert [sense.part for sense in senses] == ([] if HEADS[name] is None else [HEADS[name]])
    assert all(sense.text == "A thing said." for sense in senses)


def test_several_headwords_and_labels():
    senses = list(read_article("here", "Gage \\Gage\\, Gauge \\Gauge\\, v. t. [Obs.] To measure.\n", Skips()))
    assert [(sense.headword, sense.text) for sense in senses] == [("Gage", "[Obs.] To measure."), ("Gauge", "[Obs.] To measure.")]


def test_bad_articles_are_counted(tmp_path):
    index = dictd(tmp_path, {"a": "no headword here\n", "b": b"\xff\xfe\\", "c": " \n", "Hurricane": STORM})
    with open(index, "a", encoding="utf-8") as file:
        file.write(f"zzz\t{base64(10**6)}\tB\n")
    found, counts = read(index)
    assert [word for word, _, _ in found] == ["Hurricane"]
    assert counts == {
        "articles without a headword": 1, "articles that are not UTF-8": 1, "articles without text": 1,
        "articles that the index places beyond the end of the file": 1,
    }  # fmt: skip


def test_damaged_dictd(tmp_path):
    index = dictd(tmp_path, {"Hurricane": STORM * 50})
    whole = (tmp_path / "d.dict.dz").read_bytes()
    (tmp_path / "d.dict.dz").write_bytes(whole[:-20])
    with pytest.raises(FormatError, match="damaged gzip"):
        read(index)
    (tmp_path / "d.dict.dz").unlink()
    with pytest.raises(FormatError, match=r"no .*d\.dict\.dz or .*d\.dict beside it"):
        read(index)
    (tmp_path / "d.dict").write_text(STORM)
    index.write_text("Hurricane\tB\tC\nHurricane\tB!\tC\n")
    with pytest.raises(FormatError, match=r"d\.index:2: found"):
        read(index)


def test_json_of_gcide(tmp_path):
    path = tmp_path / "b.json.gz"
    path.write_bytes(
        gzip.compress(b'{"bam": ["A cheat", "To cheat"],\n "bam": "a hoax", "bad": [1, null, {"x": 2}], "odd": 3, "see": []}')
    )
    found, counts = read(path)
    assert found == [("bam", "", "A cheat"), ("bam", "", "To cheat"), ("bam", "", "a hoax")]
    assert counts == {"definitions that are not text": 4}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["a", "b"]', "JSON that is not an object"), ("[1,\n2]", "JSON that is not an object"), ('{"a": ["b"]', "invalid JSON"),
        ("{" * 10**5, "invalid JSON"), ('{"a": ' + "9" * 10_000 + "}", "a number is too long"),
        ("[" * 10**5, "invalid JSON"), ('{"word": "a"}\n{"word": ', "invalid JSON"), ('{"word": "a"}\n[1]',
        "JSON that is not an object"),
        ("a\tn\tb\na\tb\n", "d:2: found 2 columns"), ("just text\n", "found 1 column"), ("", "found no text"), ("\n\n",
        "found no text"),
        ("a\tn\tb\nc\0d\tn\te\n", "NUL"), ("%PDF-1.5 x", "a PDF file"),
    ],
)  # fmt: skip
def test_wrong_files(tmp_path, text, said):
    (tmp_path / "d").write_text(text)
    with pytest.raises(FormatError, match="d") as caught:
        read(tmp_path / "d")
    assert said in str(caught.value)


def test_a_short_table_is_no_index(tmp_path):
    assert read(tsv(tmp_path, "hurricane | n | storm", "big | adj | large"))[0] == [
        ("hurricane", "n", "storm"),
        ("big", "adj", "large"),
    ]


def test_broken_bytes(tmp_path):
    (tmp_path / "d").write_bytes(b"a\tn\tb\n\xff\xfe\tn\tb\n")
    with pytest.raises(FormatError, match="broken UTF-8"):
        read(tmp_path / "d")
    (tmp_path / "d").write_bytes(gzip.compress(b"a\tn\tb\n" * 1000)[:-10])
    with pytest.raises(FormatError, match="damaged gzip"):
        read(tmp_path / "d")
    with pytest.raises(FormatError, match="directory"):
        read(tmp_path)


WIKTIONARY = [
    {
        "word": "dog",
        "pos": "noun",
        "lang_code": "en",
        "senses": [{"glosses": ["An animal:", "a tame [[wolf]]"]}, {"glosses": ["x"], "tags": ["obsolete"]}],
    },
    {"word": "dogs", "pos": "noun", "lang_code": "en", "senses": [{"glosses": ["plural of dog"], "tags": ["form-of", "plural"]}]},
    {
        "word": "colour",
        "pos": "noun",
        "lang_code": "en",
        "senses": [{"glosses": ["Alternative spelling of color"], "alt_of": [{"word": "color"}]}],
    },
    {
        "word": "scorn",
        "pos": "verb",
        "lang_code": "en",
        "senses": [{"glosses": ["to despise"], "tags": ["transitive"]}, {"glosses": ["to mock"]}],
    },
    {"word": "Rex", "pos": "name", "lang_code": "en", "senses": [{"glosses": ["a dog"]}]},
    {"word": "Hund", "pos": "noun", "lang_code": "de", "senses": [{"glosses": ["dog"]}]},
    {"title": "dawg", "redirect": "dog"},
    {
        "word": "water",
        "pos": "noun",
        "lang_code": "en",
        "senses": [{"glosses": ["a liquid"], "tags": ["uncountable"]}, 3, {"glosses": [4]}, {}],
    },
    {"word": 5, "pos": "noun", "senses": []},
]


def test_wiktextract(tmp_path):
    (tmp_path / "d.jsonl").write_text("\n".join(map(json.dumps, WIKTIONARY)) + "\n\n", encoding="utf-8")
    found, counts = read(tmp_path / "d.jsonl")
    assert found == [
        ("dog", "n", "a tame [[wolf]]"), ("colour", "n", "___color"), ("scorn", "vt", "to despise"), ("scorn", "v", "to mock"),
        ("water", "nm", "a liquid"),
    ]  # fmt: skip
    assert counts == {
        "senses out of use, or forms of another word": 2, "words of other languages": 1, "definitions that are not text": 2,
        "words other than nouns, verbs, adjectives and adverbs": 1, "entries without word or senses": 1,
    }  # fmt: skip


def test_tables(tmp_path):
    path = tsv(tmp_path, "headword | part of speech | definition", "# a comment | n | x", "clever | adj | intelligent",
    "in | prep | within",
               "dog |  | a tame wolf", " | n | nothing", "run | Verb | go")  # fmt: skip
    found, counts = read(path)
    assert found == [("clever", "adj", "intelligent"), ("dog", "", "a tame wolf"), ("run", "v", "go")]
    assert counts == {
        "words other than nouns, verbs, adjectives and adverbs": 1, "definitions without a headword": 1,
    }  # fmt: skip


ANY = st.text(alphabet=st.sampled_from(list('ab \\{}[]().,;:"-&0123\n\tnvtpl')), max_size=120)


@settings(deadline=None, max_examples=150)
@given(ANY)
def test_any_article_is_read(text):
    for prefix in ("", "Word \\W\\, n. ", "Word \\W\\ [", "Word \\W\\, v. t.\n   1. "):
        for sense in read_article("here", prefix + text, Skips()):
            assert sense.headword and sense.part in PARTS and sense.text.strip()


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["word", "pos", "senses", "glosses", "tags", "alt_of", "lang_code", "redirect", "x"]), inner,
        max_size=4), max_leaves=12
)  # fmt: skip


@settings(deadline=None, max_examples=150)
@given(JSON, JSON)
def test_any_json_is_read_or_refused(tmp_path_factory, first, second):
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n", encoding="utf-8")
    try:
        found, _ = read(path)
    except FormatError:
        return
    assert all(isinstance(text, str) for sense in found for text in sense)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(b"word\tn\t" + data)
    with suppress(FormatError):
        read(path)
