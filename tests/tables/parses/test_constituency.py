"""Text into trees: parsers of others, and what goes wrong."""

from __future__ import annotations

import gzip
import re
import sys

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
from paragen.base.packages import install_hint
from paragen.tables.builder import Run
from paragen.tables.parses.options import ParseOptions
from paragen.tables.parses.parse import LONGEST, build_parses
from paragen.tables.parses.pipeline import open_parser
from paragen.tables.parses.trees import read_trees


def flat(*sentences: str) -> str:
    """What the stand-in for Stanza makes of sentences."""
    return " ".join(f"(ROOT (S {' '.join(f'(NN {word})' for word in sentence.split())}))" for sentence in sentences)


@pytest.fixture
def functions(tmp_path, monkeypatch) -> str:
    """The name of a module whose functions parse."""
    (tmp_path / "my_parsers.py").write_text(
        "from collections import UserString\n"
        "def flat(sentences):\n    return [f'(S\\n  (X {s}))\\n' if s else '' for s in sentences]\n"
        "def objects(sentences):\n    return [UserString('(S (X a))') for _ in sentences]\n"
        "def few(sentences):\n    return []\n"
        "def broken(sentences):\n    return ['(S (X a))', '(S (X b)'][: len(sentences)]\n"
        "def failing(sentences):\n    raise KeyError('no such word')\n"
        "number = 7\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield "my_parsers"
    sys.modules.pop("my_parsers", None)


def test_by_hand(tmp_path, stanza):
    (tmp_path / "a").write_text("The dog barks . It sleeps\n\nend\n" + "b " * LONGEST + "\n")
    (tmp_path / "b").write_text("one\n\n")
    for threads in (1, 2):
        for batch in (1, 2, 500):
            options = ParseOptions(pipeline=stanza, trees=True, batch=batch)
            done = build_parses([tmp_path / "a", tmp_path / "b"], tmp_path / "out", options, Run(threads=threads))
            assert (tmp_path / "out").read_text().split("\n") == [
                flat("The dog barks .", "It sleeps"), "", flat("end"), "", flat("one"), "", "",
            ]  # fmt: skip
            assert (done.lines, done.sentences, done.words) == (6, 4, 8)
            assert done.skips.messages() == [f"left out: 1 lines of more than {LONGEST} characters (first: {tmp_path / 'a'}:4)"]
    assert [len(tree) for tree in read_trees(tmp_path / "out")] == [6, 0, 1, 0, 1, 0]


def test_tokenized(tmp_path, stanza):
    (tmp_path / "a").write_text("a . b\u00a0c \t d\n \n")
    build_parses([tmp_path / "a"], tmp_path / "out.gz", ParseOptions(pipeline=stanza, trees=True, tokenized=True))
    assert gzip.decompress((tmp_path / "out.gz").read_bytes()).decode() == "(ROOT (S (NN a) (NN .) (NN b\u00a0c) (NN d)))\n\n"
    assert open_parser(stanza, tokenized=True)(["", " "]) == ["", ""]
    expected = "(ROOT (S (NN -LRB-) (NN a\u00a0b) (NN -RRB-)))"
    assert open_parser(stanza, tokenized=True)(["( a\u2003b )"]) == [expected]  # Stanza has tokens with spaces


def test_functions(functions):
    assert open_parser(f"{functions}:flat")(["a", "", "b"]) == ["(S (X a))", "", "(S (X b))"]
    assert open_parser(f"{functions}:objects")(["a"]) == ["(S (X a))"]
    with pytest.raises(ParagenError, match="parser: found 0 trees, expected 1, one for each sentence"):
        open_parser(f"{functions}:few")(["a"])
    message = r"sentence 2 of the parser: found a tree that does not end, .*\. The parser is to write"
    with pytest.raises(FormatError, match=message):
        open_parser(f"{functions}:broken")(["a", "b"])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("failing", "lines 1 to 2: the pipeline failed: KeyError: 'no such word'. Does it take such text?"),
        ("broken", "lines 1 to 2: sentence 2 of the parser: found a tree that does not end"),
        ("few", "lines 1 to 2: parser: found 0 trees, expected 2"),
    ],
)
def test_functions_that_fail(tmp_path, functions, name, message, threads):
    (tmp_path / "a").write_text("a\nb\n")
    options = ParseOptions(pipeline=f"{functions}:{name}", trees=True)
    with pytest.raises(ParagenError) as caught:
        build_parses([tmp_path / "a"], tmp_path / "out", options, Run(threads=threads))
    assert str(caught.value).startswith(message)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("en", "parser: found 'en', expected stanza:LANGUAGE, benepar:SPACY_MODEL, "),
        ("stanza:", "parser: found 'stanza:', expected"),
        (":x", "parser: found ':x', expected"),
        ("spacy:en_core_web_sm", "parser: found 'spacy:en_core_web_sm', expected stanza:LANGUAGE, "),
        ("no.such.module:parse", "parser: found 'no.such.module:parse', .* Python says: No module named 'no'"),
        ("my_parsers:none", "parser: my_parsers has no none. Name the function that parses."),
        ("my_parsers:number", "parser: my_parsers:number is not a function. Name the function of my_parsers that parses."),
        ("stanza:xx", r"no models for xx. Are its models there\? Install them: python -c .*download\('xx'\)"),
    ],
)
def test_what_is_no_parser(functions, stanza, spec, message):
    with pytest.raises(ConfigError, match=message):
        open_parser(spec)


@pytest.mark.parametrize(("spec", "package"), [("stanza:en", "stanza"), ("benepar:en_core_web_md", "benepar")])
def test_missing_packages(monkeypatch, spec, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackageError, match=f"the package {package}. {re.escape(install_hint(package))}$"):
        open_parser(spec)
