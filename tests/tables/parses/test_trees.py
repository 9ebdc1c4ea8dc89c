"""Trees in Penn brackets: reading them, and finding the words of a sentence in them."""

from __future__ import annotations

import gzip
import pickle
import re
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.tables.parses.trees import Tree, bracket_balance, read_trees, tree_texts

PLAIN = "(S (NP (DT The) (NN king)) (VP (VBD spoke)) (. .))"


def read(path, text: str | bytes) -> list[str]:
    """The trees of a file."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(map(str, read_trees(path)))


def test_a_tree():
    tree = Tree(PLAIN)
    assert (len(tree), tree.leaves, tree.tags) == (4, ["The", "king", "spoke", "."], ["DT", "NN", "VBD", "."])
    assert tree.nodes == [
        ("S", 0, 4, -1), ("NP", 0, 2, 0), ("DT", 0, 1, 1), ("NN", 1, 2, 1), ("VP", 2, 3, 0), ("VBD", 2, 3, 4), (".", 3, 4, 0),
    ]  # fmt: skip
    assert str(tree) == PLAIN


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (f"( {PLAIN} )", PLAIN),
        (f"(ROOT\n  {PLAIN})\r\n", PLAIN),
        (f"(TOP(ROOT ({PLAIN}) ) )", PLAIN),
        ("( S( NP( DT The)(NN  king ) ) (VP\t(VBD\nspoke)\v)\f(. .))", PLAIN),
        (
            "(S (NP-SBJ-1 (DT The) (NN king) (SBAR (WHNP-2 (-NONE- 0)) (-NONE- *T*-2))) (VP=3 (VBD|VBN spoke) (NP (-NONE- *)))"
            " (NP) (. .))",
            PLAIN,
        ),
        ("(S (-LRB- -LRB-) (-RRB-=1 -RRB-) (-NONE-|X a))", "(S (-LRB- -LRB-) (-RRB-=1 -RRB-) (-NONE-|X a))"),
        ("(S (: () (: )) (-LRB- ())", "(S (: () (: )) (-LRB- ())"),
        ("(NP (NN a)) (NP (NN b))", "(NP (NN a)) (NP (NN b))"),
        ("(S (ROOT (NN a)) (, ,) (TOP (NP (NN b)) (NP (NN c))))", "(S (NN a) (, ,) (NP (NN b)) (NP (NN c)))"),
        ("(ROOT (ROOT a))", "(ROOT a)"),
        ("(X (NN 10\u00a0000))", "(X (NN 10\u00a0000))"),
        ("( () (S (-NONE- *)) ((())) )", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_what_is_left_of_a_tree(text, plain):
    assert str(Tree(text)) == plain
    assert Tree(plain).nodes == Tree(text).nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(NP (NN a)", "x:7: found a tree that does not end, expected trees in Penn treebank brackets, .* Is the line complete?"),
        ("(NN a", "found a tree that does not end"),
        ("(NP", "found a tree that does not end"),
        ("(", "found a tree that does not end"),
        ("(NN a))", r"found '\)' outside of brackets"),
        ("(NN a) house (NN b)", "found 'house' outside of brackets"),
        ("(NN a b c)", r"found '\(NN a b', expected a tag and one token, as \(NN house\)\."),
        ("(NN a (NN b))", r"found '\(NN a \('"),
        ("(NP (NN a) b)", "found 'b' outside of brackets"),
        ("(NN\x01 a)", r"found the label 'NN\\x01', expected labels of at most 100 bytes without control characters"),
        (f"({'N' * 101} a)", "found the label 'N+…', expected labels of at most 100 bytes"),
        ("(NN \0)", "found broken UTF-8 or NUL, expected UTF-8 text. Convert it with iconv."),
        ("(NN \ud800)", "found half a surrogate pair"),
        ("(S " + "(NN a)" * 100_001 + ")", "found more than 100000 tokens, expected a sentence a tree"),
        ("(S " + " " * (1 << 24), "found more than 16 MB, expected a sentence a tree"),
    ],
)  # fmt: skip
def test_what_is_no_tree(text, message):
    with pytest.raises(FormatError, match=message):
        Tree(text, "x:7")


def test_what_stands_between_a_token_and_its_bracket_is_an_error():
    with pytest.raises(FormatError, match="found 'b' outside of brackets"):
        Tree("(NP (NN a) b)")


def test_long_and_deep_trees():
    depth = 100_000
    deep = Tree("(NP " * depth + "(NN a)" + ")" * depth)
    assert len(deep) == 1 and len(deep.nodes) == depth + 1 and deep.nodes[-1] == ("NN", 0, 1, depth - 1)
    assert len(Tree("(" * depth + "(NN a)" + ")" * depth).nodes) == 1
    assert len(Tree("(NP " * depth + "(-NONE- a)" + ")" * depth).nodes) == 0
    right = Tree("".join(f"(VP (V{i % 10} w{i}) " for i in range(300)) + "(NN end)" + ")" * 300)
    assert len(right) == 301 and right.nodes[-1][3] == 598
    assert len(Tree("(S " + "(NN a)" * 100_000 + ")")) == 100_000
    assert len(Tree(f"({'N' * 100} a)")) == 1


def test_brackets_that_are_tokens_do_not_count():
    assert [bracket_balance(text) for text in ("(S (: () (: ))", "(S (: ( ))", "))", "")] == [1, 1, -2, 0]


def test_files(tmp_path):
    path = tmp_path / "trees"
    a, b, c = "(NP (NN a))", "(NP (NN b))", "(NP (NN c))"
    assert read(path, f"\n{a}\n\n{b} {c}\r\n()\n{c}") == ["", a, "", f"{b} {c}", "", c]
    assert read(path, gzip.compress(f"\n(ROOT\n  {a})\n\n\n{b}\n(NP\n(NN c)\n)\n".encode())) == [a, b, c]
    assert [number for number, _ in tree_texts(path)] == [2, 6, 7]
    assert read(path, f"{a}\n\n(ROOT\n  {b})\n\n{c}\n") == [a, b, c]
    assert read(path, "") == []
    assert read(path, "\n\n") == ["", ""]
    assert read(path, "( (: () (NN a) (: )) )\n") == ["(: () (NN a) (: ))"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(NP (NN a))\n(NP (NN a)\n", "trees:2: found a tree that does not end"),
        ("(NP\n(NN a)))\n", "trees:2: found a bracket that closes nothing"),
        ("\n(NP\n(NN a))\n(NP\n(NN b c))\n", r"trees:4: found '\(NN b c'"),
        ("(NP\n(NN a))\n\n\n(NP\n(NN b)\n", r"trees:5: found a tree that does not end, .* Is the file complete\?"),
        ("(NP\n" + "(NN a)\n" * 3_000_000, "trees:1: found a tree that does not end"),
        ("house\n", "trees:1: found 'house' outside of brackets"),
        (b"(NP (NN a))\n(NP (NN \xff))\n", "trees:2: found broken UTF-8"),
        (b"(NP (NN a\0))\n", "trees:1: found NUL"),
        (gzip.compress(b"(NP (NN a))\n" * 1000, mtime=0)[:-9], "damaged gzip"),
        ("(" * 200_000, "trees:1: found a tree that does not end"),
    ],
)  # fmt: skip
def test_bad_files(tmp_path, text, found):
    with pytest.raises(FormatError, match=found):
        read(tmp_path / "trees", text)


def test_words_that_are_the_leaves():
    assert Tree(PLAIN).match(["the", "king", "spoke", "."]).tolist() == [0, 1, 2, 3, 4]
    assert Tree("").match([]).tolist() == [0]


@pytest.mark.parametrize(
    ("leaves", "words", "boundaries"),
    [
        ("do n't go", "don't go", [0, 2, 3]),
        ("cannot go", "can not go", [0, -1, 1, 2]),
        ("`` No '' , -LRB- he -RRB- said", '" no " , ( he ) said', [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("“ No ”", "' ' no \"", [0, -1, 1, 2, 3]),
        ("`` No ''", "`` No ''", [0, 1, 2, 3]),
        ("He said `Yes'", "he said ‘ yes ’", [0, 1, 2, -1, -1, 3]),
        ("-LCB- a -RCB- -LSB- b -RSB-", "{ a } [ b ]", [0, 1, 2, 3, 4, 5, 6]),
        ("( a )", "-lrb- a - rrb -", [0, 1, 2, -1, -1, 3]),
        (r"3\/4 \* 2", "3/4 * 2", [0, 1, 2, 3]),
        (r"3\/4", r"3 \ / 4", [0, -1, -1, -1, 1]),
        ("a -- b ... c", "a — b … c", [0, 1, 2, 3, 4, 5]),
        ("co‑op - in", "co-op – in", [0, 1, 2, 3]),
        ("a -- -LRB- -- b", "a - ( — b", [0, 1, 2, 3, 4, 5]),
        ("a --b", "a - - b", [0, 1, -1, -1, 2]),
        ("a -- b", "a - - b", [0, 1, -1, 2, 3]),
        ("10\u00a0000 so\u00adft", "10000 soft", [0, 1, 2]),
        ("cafe\u0301 Å", "caf\u00e9 a\u030a", [0, 1, 2]),
        ("ΟΔΟΣ İstanbul Čech", "οδος i\u0307stanbul čech", [0, 1, 2, 3]),
        ("the dog 's & co. | \"", "the dog &apos;s &amp; co. &#124; &quot;", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("the dog 's", "the dog & apos ; s", [0, 1, 2, -1, -1, -1, 3]),
        ("the dog & apos ; s", "the dog ' s", [0, 1, 2, 5, 6]),
        ("a b c", "abc", [0, 3]),
        ("abc", "a b c", [0, -1, -1, 1]),
    ],
)
def test_words_cut_in_other_ways(leaves, words, boundaries):
    tree = Tree("(S " + " ".join(f"(X {leaf})" for leaf in leaves.split(" ")) + ")")
    assert tree.match(words.split(" ")).tolist() == boundaries


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("the queen spoke .", "t:3: found 'king' as token 2, expected 'queen' as word 2 of the sentence. Is it the tree of"),
        ("the king spoke", "found '.' as token 4, expected 3 words of the sentence"),
        ("the king spoke . he", "found 4 tokens, expected 'he' as word 5 of the sentence"),
        ("thekin spoke .", "found 'king' as token 2, expected 'spoke' as word 2 of the sentence"),
        ("", "found 'The' as token 1, expected 0 words of the sentence"),
    ],
)
def test_other_words(words, message):
    with pytest.raises(FormatError, match=message.replace("?", r"\?")):
        Tree(PLAIN, "t:3").match(words.split())


def test_words_have_no_half_characters():
    with pytest.raises(UnicodeEncodeError):
        Tree(PLAIN).match(["\ud800"])


def test_trees_are_pickled():
    tree = pickle.loads(pickle.dumps(Tree(f"( {PLAIN} (: () (X (Y a)) )", "x:7")))
    assert (str(tree), tree.where) == (f"{PLAIN} (: () (X (Y a))", "x:7")


@given(st.lists(st.sampled_from(["(", ")", "\n", " ", "\n ", "(NP ", "(NN a)", "(: ()", "b", "\r\n", "()", "é"]), max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_file_is_trees_or_an_error(pieces):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trees"
        path.write_bytes("".join(pieces).encode())
        try:
            trees = list(read_trees(path))
        except FormatError as error:
            assert re.match(rf"{re.escape(str(path))}(:\d+)?: found ", str(error))
        else:
            assert len(trees) <= "".join(pieces).count("\n") + 1


@given(st.text(alphabet="()NP V-=|a \t\n\0é", max_size=60))
@settings(max_examples=500, deadline=None)
def test_any_text_is_a_tree_or_an_error(text):
    try:
        tree = Tree(text)
    except FormatError:
        return
    assert len(tree.tags) == len(tree.leaves) == len(tree)
    for i, (label, begin, end, parent) in enumerate(tree.nodes):
        assert label and 0 <= begin < end <= len(tree) and -1 <= parent < i
        assert parent < 0 or (tree.nodes[parent][1] <= begin and end <= tree.nodes[parent][2])
    assert Tree(str(tree)).nodes == tree.nodes
    if "-" not in text:
        assert tree.match(tree.leaves).tolist() == list(range(len(tree) + 1))


@given(st.lists(st.text(max_size=6), max_size=6), st.data())
@settings(max_examples=300, deadline=None)
def test_any_cut_of_the_same_text_matches(words, data):
    words = ["".join(c for c in word if not c.isspace() and c not in "()\0") for word in words]
    try:
        "".join(words).encode()
    except UnicodeEncodeError:
        return
    text = "".join(words)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)) | {0, len(text)})
    leaves = [text[a:b] for a, b in zip(cuts, cuts[1:], strict=False)]
    tree = Tree("".join(f"(X {leaf})" for leaf in leaves))
    boundaries = tree.match(words).tolist()
    assert len(boundaries) == len(words) + 1
    known = [boundary for boundary in boundaries if boundary >= 0]
    assert known == sorted(known) and all(boundary <= len(leaves) for boundary in known)


@pytest.mark.shared
def test_real_trees(shared):
    """Each tree that goes with a text has its words, as the tokeniser cuts them."""
    from paragen.text import Tokenizer

    words = Tokenizer().words
    for name in ("swords_dev", "coinco_dev", "edinburgh_pp_train", "newstest2015_en", "multi30k_val_en", "tatoeba_en"):
        with gzip.open(shared / f"data/trees/{name}.txt.gz", "rt", encoding="utf-8") as file:
            texts = file.read().splitlines()
        trees = list(read_trees(shared / f"data/trees/{name}.trees.gz"))
        assert len(trees) == len(texts)
        inside = total = 0
        for text, tree in zip(texts, trees, strict=True):
            boundaries = tree.match(words(text))
            inside += int((boundaries < 0).sum())
            total += len(boundaries)
        assert inside < total / 50, name


@pytest.mark.shared
def test_treebanks(shared, tmp_path):
    """GUM and the Penn sample, whose trees take several lines; as many trees and tokens as NLTK reads."""
    with tarfile.open(shared / "data/ud_gum/gum_const_ptb_by_doc.tar.gz") as archive:
        documents = [archive.extractfile(member).read() for member in archive if member.isfile()]
    with zipfile.ZipFile(shared / "data/nltk/treebank.zip") as archive:
        penn = [archive.read(name) for name in archive.namelist() if name.endswith(".mrg")]
    for files, trees, leaves in ((documents, 14597, 251_725), (penn, 3914, 94_084)):
        found = []
        for number, content in enumerate(files):
            path = tmp_path / f"{number}.mrg"
            path.write_bytes(content)
            found += read_trees(path)
        assert all(len(tree) for tree in found)
        assert not {label for tree in found for label, *_ in tree.nodes} & {"-NONE-", "ROOT", "", "NP-SBJ"}
        assert (len(found), sum(map(len, found))) == (trees, leaves)
