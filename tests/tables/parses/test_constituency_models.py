"""Stanza and benepar themselves, on small models: what they write are trees of the words they were given."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError
from paragen.tables.parses.options import ParseOptions
from paragen.tables.parses.parse import build_parses
from paragen.tables.parses.pipeline import open_parser
from paragen.tables.parses.trees import Tree, read_trees

from . import small_parsers

SENTENCES = ["The dog ( barks ) .", "", "I like dogs . Dogs bark ."]


@pytest.fixture(scope="module")
def stanza_folder(tmp_path_factory):
    pytest.importorskip("stanza", reason="Stanza is not installed: pip install '.[stanza]'")
    return small_parsers.stanza_resources(tmp_path_factory.mktemp("stanza"))


@pytest.fixture(scope="module")
def benepar_models(tmp_path_factory):
    pytest.importorskip("benepar", reason="benepar is not installed: pip install '.[benepar]'")
    folder = tmp_path_factory.mktemp("benepar")
    return small_parsers.spacy_sentences(folder / "spacy"), small_parsers.benepar_model(folder / "tiny.pt")


def test_stanza(stanza_folder, tmp_path):
    spec = f"stanza:{stanza_folder}"
    trees = open_parser(spec, tokenized=True)(SENTENCES)
    for tree, sentence in zip(trees, SENTENCES, strict=True):
        assert Tree(tree).match(sentence.split()).tolist() == list(range(len(sentence.split()) + 1))
    (tmp_path / "text").write_text("\n".join(SENTENCES) + "\n")
    options = ParseOptions(pipeline=spec, trees=True, tokenized=True)
    build_parses([tmp_path / "text"], tmp_path / "trees", options)
    assert (tmp_path / "trees").read_text() == "".join(f"{tree}\n" for tree in trees)


def test_stanza_cuts_the_text_itself(stanza_folder):
    trees = open_parser(f"stanza:{stanza_folder}")(SENTENCES)
    assert [bool(tree) for tree in trees] == [True, False, True]
    for tree, sentence in zip(trees, SENTENCES, strict=True):
        Tree(tree).match(sentence.split())  # or it is an error: however little the model knows, the characters are all there


def test_stanza_without_models(stanza_folder):
    with pytest.raises(ConfigError, match=r"Are its models there\? Install them: python -c .*download\('fr'\)"):
        open_parser(f"stanza:{stanza_folder.parent / 'fr'}", tokenized=True)


@pytest.mark.parametrize("tokenized", [False, True])
def test_benepar(benepar_models, tmp_path, tokenized):
    spacy, model = benepar_models
    spec = f"benepar:{spacy}:{model}"
    trees = open_parser(spec, tokenized)(SENTENCES)
    for tree, sentence in zip(trees, SENTENCES, strict=True):
        assert Tree(tree).match(sentence.split()).tolist() == list(range(len(sentence.split()) + 1))
    assert [parent for *_, parent in Tree(trees[2]).nodes].count(-1) == 2  # a tree for each of its sentences
    (tmp_path / "text").write_text("\n".join(SENTENCES) + "\n")
    build_parses([tmp_path / "text"], tmp_path / "trees", ParseOptions(pipeline=spec, trees=True, tokenized=tokenized))
    assert [len(tree) for tree in read_trees(tmp_path / "trees")] == [6, 0, 7]


def test_benepar_that_cannot_be_used(benepar_models, tmp_path):
    spacy, model = benepar_models
    with pytest.raises(ConfigError, match="^benepar_none: this benepar model is not there. Install it: .*download"):
        open_parser(f"benepar:{spacy}:benepar_none")
    (tmp_path / "broken.pt").write_bytes(b"no model")
    with pytest.raises(ConfigError, match=r"broken.pt: benepar cannot load this model: .*Is it complete"):
        open_parser(f"benepar:{spacy}:{tmp_path / 'broken.pt'}")
    with pytest.raises(ConfigError, match="en_none: this spaCy pipeline is not installed"):
        open_parser(f"benepar:en_none:{model}")
    import spacy as package

    package.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigError, match=r"blank: found a pipeline that does not find sentences \(no components\)"):
        open_parser(f"benepar:{tmp_path / 'blank'}:{model}")
