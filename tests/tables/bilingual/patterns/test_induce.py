"""Aligned patterns equal the plain Python reference; texts and parses find each other."""

from __future__ import annotations

import random
from functools import partial

import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.patterns import build_patterns, kernel, options
from paragen.tables.bilingual.patterns.induce import read_parses
from paragen.tables.bilingual.patterns.kernel import SLOT_TAGS
from paragen.tables.builder import Run
from paragen.tables.engine.files import text_column
from paragen.text.slots import ADJECTIVES, MAX_SLOTS, NOUNS, VERBS

from .induction_reference import random_sentence, reference_rows
from .parsed import conllu, distinct, induced_lines, parsed_lines
from .parsed import rows as rows_of

pytest.importorskip("duckdb")
parquet = pytest.importorskip("pyarrow.parquet")

# Figure 2 of [Z09], as Universal Dependencies have it
MARKET = [
    ("We", "PRP", 4, "nsubj"), ("should", "MD", 4, "aux"), ("first", "RB", 4, "advmod"), ("take", "VB", 0, "root"),
    ("market", "NN", 6, "compound"), ("demand", "NN", 4, "obj"), ("into", "IN", 8, "case"), ("consideration", "NN", 4, "obl"),
    (".", ".", 4, "punct"),
]  # fmt: skip
# and as a parser trained on the Penn treebank does
MARKET_PENN = [
    (word, tag, head, "dep")
    for (word, tag, *_), head in zip(MARKET, (2, 0, 2, 2, 6, 4, 4, 7, 2), strict=True)
]


@pytest.fixture
def induce(tmp_path):
    """Induce patterns of lines of text; returns the summary and the rows."""
    return partial(induced_lines, tmp_path)


def induced(induce, sentences, **options):
    return induce(*parsed_lines(sentences, options.get("side", "target")), **options)


def same(found, expected):
    assert [row[:3] + row[5:] for row in found] == [row[:3] + row[5:] for row in expected]
    for mine, theirs in zip(found, expected, strict=True):
        assert mine[3:5] == pytest.approx(theirs[3:5], rel=1e-12)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("side", ["target", "source"])
def test_patterns_of_random_trees_are_the_reference(induce, seed, side):
    rng = random.Random(seed)
    sentences = distinct(random_sentence(rng) for _ in range(150))
    sentences += sentences[20:80]  # the same again: counts of two and more
    max_words, max_slots, min_count = [(10, 4, 1), (5, 4, 1), (8, 1, 1), (10, 2, 2), (7, 3, 1), (2, 4, 1)][seed]
    tight = seed % 4 == 0
    expected = reference_rows(sentences, max_words, max_slots, min_count, tight)
    assert len(expected) > 3
    found, rows = induced(
        induce, sentences, side=side, max_words=max_words, max_slots=max_slots, min_count=min_count, tight=tight,
        threads=1 + seed % 2,
    )  # fmt: skip
    same(rows, expected)
    assert (found.aligned, found.instances) == (len(expected), sum(row[2] for row in expected))
    assert (found.patterns, found.pivots) == (len({row[0] for row in expected}), len({row[1] for row in expected}))


@pytest.mark.parametrize("parse", [MARKET, MARKET_PENN])
def test_the_example_of_the_paper(induce, parse):
    english = "we should first take market demand into consideration ."
    _, rows = induce([english], ["我们 首先 应该 考虑 市场 需求"], ["0-0 1-2 2-1 3-3 4-4 5-5 3-6 3-7"], [parse])
    patterns = {(pattern, pivot) for pattern, pivot, *_ in rows}
    assert ("take [NN_1] into consideration", "考虑 [NN_1]") in patterns
    assert ("take [NN_1] demand into consideration", "考虑 [NN_1] 需求") in patterns
    assert ("we should first [VB_1]", "我们 首先 应该 [VB_1]") in patterns


def test_slots_of_one_tag_are_numbered_in_the_order_of_the_pivot(induce):
    parse = [("the", "DT", 2, "det"), ("growth", "NN", 0, "root"), ("of", "IN", 4, "case"), ("trade", "NN", 2, "nmod"),
             ("in", "IN", 6, "case"), ("asia", "NN", 2, "nmod")]  # fmt: skip
    _, rows = induce(["the growth of trade in asia"], ["亚洲 贸易 的 增长"], ["0-5 1-3 2-2 3-1"], [parse])
    assert ("the growth of [NN_2] in [NN_1]", "[NN_1] [NN_2] 的 增长") in {row[:2] for row in rows}


def test_tight_patterns_begin_and_end_with_links(induce):
    parse = [("in", "IN", 3, "case"), ("my", "PRP$", 3, "nmod:poss"), ("opinion", "NN", 0, "root"), ("of", "IN", 5, "case"),
             ("art", "NN", 3, "nmod")]  # fmt: skip
    lines = ["in my opinion of art"], ["meine meinung über kunst"], ["0-1 1-2 2-3 3-4"], [parse]
    loose, tight = ({row[:2] for row in induce(*lines, tight=tight)[1]} for tight in (False, True))
    assert loose - tight == {("in my opinion of [NN_1]", "meine meinung über [NN_1]")}
    assert ("my opinion of [NN_1]", "meine meinung über [NN_1]") in tight


def test_lexical_weights_by_hand(induce):
    """took is linked with 考虑 in one of two lines, with 拿 in the other; consideration has no link."""
    first = [("he", "PRP", 2, "nsubj"), ("took", "VBD", 0, "root"), ("prices", "NNS", 2, "obj"), ("in", "RB", 2, "advmod")]
    second = [("he", "PRP", 2, "nsubj"), ("took", "VBD", 0, "root"), ("books", "NNS", 2, "obj")]
    links = ["0-0 1-1 2-2"] * 2
    _, rows = induce(["he took prices in", "he took books"], ["他 考虑 价格", "他 拿 书"], links, [first, second])
    row = next(row for row in rows if row[0] == "he took [NNS_1] in")
    assert row[1:] == ("他 考虑 [NNS_1]", 1, pytest.approx(1.0), pytest.approx(0.5**0.5), 1)  # (1 * 1 * 1), (1 * 0.5) ^ 1/2


def heads_of(tmp_path, words, line):
    joined, verdicts = read_parses(conllu(tmp_path / "one.conllu", [words])).join(text_column([line]))
    rows, memory = joined.memory()
    import pyarrow as pa

    buffers = [None, *(pa.foreign_buffer(address, size, joined) for address, size in memory[0])]
    assert list(verdicts) == [0]
    return pa.Array.from_buffers(pa.string(), rows, buffers)[0].as_py()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (MARKET, "_/2 _/0 RB/2 VB/2 NN/6 NN/4 _/4 NN/7 ./4"),
        # how old is he: the copula after its predicate
        ([("how", "WRB", 2, "advmod"), ("old", "JJ", 0, "root"), ("is", "VBZ", 2, "cop"), ("he", "PRP", 2, "nsubj")],
         "RB/2 JJ/3 VBZ/0 _/3"),
        # he is in the house: copula, then preposition
        ([("he", "PRP", 5, "nsubj"), ("is", "VBZ", 5, "cop"), ("in", "IN", 5, "case"), ("the", "DT", 5, "det"),
          ("house", "NN", 0, "root")],
         "_/2 VBZ/0 _/2 _/5 NN/3"),
        # Tom 's car: the mark of the possessor comes after it
        ([("Tom", "NNP", 3, "nmod:poss"), ("'s", "POS", 1, "case"), ("car", "NN", 0, "root")], "NNP/2 _/3 NN/0"),
        # that now he can go: what precedes the auxiliary is its own
        ([("that", "IN", 5, "mark"), ("now", "RB", 5, "advmod"), ("he", "PRP", 5, "nsubj"), ("can", "MD", 5, "aux"),
          ("go", "VB", 0, "root")],
         "_/0 RB/4 _/4 _/1 VB/4"),
        # men and women
        ([("men", "NNS", 0, "root"), ("and", "CC", 3, "cc"), ("women", "NNS", 1, "conj")], "NNS/0 _/1 NNS/2"),
        # to boldly go; is very good keeps its adverb
        ([("to", "TO", 3, "mark"), ("boldly", "RB", 3, "advmod"), ("go", "VB", 0, "root")], "_/0 RB/1 VB/1"),
        ([("is", "VBZ", 3, "cop"), ("very", "RB", 3, "advmod"), ("good", "JJ", 0, "root")], "VBZ/0 RB/3 JJ/1"),
    ],
)  # fmt: skip
def test_function_words_head_their_phrases(tmp_path, words, expected):
    assert heads_of(tmp_path, words, " ".join(word[0].lower() for word in words)) == expected


@pytest.mark.parametrize("seed", range(20))
def test_lifted_heads_are_a_tree(tmp_path, seed):
    rng = random.Random(seed)
    sentence = random_sentence(rng, 12)
    relations = ["nsubj", "aux", "cop", "mark", "case", "cc", "obj", "advmod"]
    words = [
        (f"w{i}", "NN", head + 1, rng.choice(relations)) for i, head in enumerate(sentence.heads)
    ]  # fmt: skip
    found = heads_of(tmp_path, words, " ".join(word[0] for word in words)).split(" ")
    heads = [int(word.split("/")[1]) for word in found]
    assert heads.count(0) == sum(head < 0 for head in sentence.heads)
    for word in range(1, len(heads) + 1):
        for _ in heads:
            word = heads[word - 1] if word else 0
        assert word == 0


def test_words_of_the_parse_in_one_word_of_the_bitext(tmp_path):
    words = [("I", "PRP", 4, "nsubj"), ("do", "VBP", 4, "aux"), ("n't", "RB", 4, "advmod"), ("know", "VB", 0, "root")]
    assert heads_of(tmp_path, words, "i don't know") == "_/2 VBP/0 VB/2"


def test_a_line_of_several_sentences_is_one_text(tmp_path):
    path = conllu(tmp_path / "parses.conllu", [[("Go", "VB", 0, "root")], [("Now", "RB", 0, "root")]])
    path.write_text(path.read_text().replace("= 1", "= 7-1").replace("= 2", "= 7-2"))
    joined, verdicts = read_parses(path).join(text_column(["go now", "go", "now"]))
    assert list(verdicts) == [0, 1, 1]


def test_summary_counts_what_is_left_out(induce):
    go = [("Go", "VB", 0, "root"), ("home", "RB", 1, "advmod"), ("men", "NNS", 1, "obj")]
    found, rows = induce(
        ["go home men", "go ho me men", "nothing", "", "go home men"], ["geht heim männer", "x", "y", "z", "q"],
        ["0-0 1-1 2-2", "0-0", "0-0", "", ""], [go],
    )  # fmt: skip
    assert found.skipped == {"empty_target": 1, "none": 1, "other_words": 1}
    assert (found.sentences, found.parsed, found.unlinked) == (5, 2, 1)
    assert [row[0] for row in rows] == ["go home [NNS_1]"]
    assert str(found) == (
        "1 aligned patterns (1 patterns, 1 pivots), 1 instances, from 2 of 5 sentence pairs; skipped: 1 with an empty target, "
        "1 without a parse, 1 that split words of the parse; 1 without a link"
    )


def test_sentences_of_some_lengths_only(induce):
    """Section 4.1 of [Z09]: neither side too short nor too long; nor do the others count in lexical weights."""
    parse = [("he", "PRP", 2, "nsubj"), ("saw", "VBD", 0, "root"), ("men", "NNS", 2, "obj")]
    longer = [*parse, ("there", "RB", 2, "advmod")]
    english = ["he saw men", "he saw men", "he saw men", "he saw men there"]
    foreign = ["er sah männer", "er sah", "er sah dort männer", "er hat männer dort"]
    links = ["0-0 1-1 2-2", "0-0 1-1", "0-0 1-1 3-2", "0-0 1-1 2-2 3-3"]
    found, rows = induce(english, foreign, links, [parse, longer], min_sentence=3, max_sentence=3)
    assert found.skipped == {"too_short": 1, "too_long": 2} and found.sentences == 4 and found.parsed == 1
    assert "1 with too few tokens, 2 with too many tokens" in str(found)
    assert {row[0]: row[3] for row in rows} == {"he saw [NNS_1]": 1.0}
    weights = {row[0]: row[4] for row in induce(english, foreign, links, [parse, longer])[1] if row[1] == "er sah [NNS_1]"}
    assert weights == {"he saw [NNS_1]": pytest.approx((1 * 3 / 4) ** 0.5)}  # w(sah | saw): in three of four sentences


def test_bitexts_of_one_language_are_one_corpus(induce, tmp_path):
    """Counts, lexical weights and lines are those of the bitexts in one file."""
    rng = random.Random(3)
    sentences = distinct(random_sentence(rng) for _ in range(120))
    expected = induced(induce, sentences)
    bitexts, parses = [], []
    for name, part in (("one", sentences[:50]), ("two", sentences[50:])):
        english, foreign, links, parsed = parsed_lines(part)
        (tmp_path / name).mkdir()
        bitexts.append([tmp_path / name / side for side in ("foreign", "english", "links")])
        for path, lines in zip(bitexts[-1], (foreign, english, links), strict=True):
            path.write_text("".join(f"{line}\n" for line in lines))
        parses.append(conllu(tmp_path / name / "parses.conllu", parsed))
    found = build_patterns(bitexts, parses, tmp_path / "pooled.parquet", run=Run(temp=tmp_path))
    assert (found, rows_of(tmp_path / "pooled.parquet")) == expected


# Made-up foreign trees: "er nimmt es in kauf" as nimmt -> er, es, in -> kauf; and one in which kauf does not depend on in.
TAKE = [("he", "PRP", 2, "nsubj"), ("takes", "VBZ", 0, "root"), ("costs", "NNS", 2, "obj"), ("on", "RP", 2, "compound"),
        ("board", "NN", 4, "obj")]  # fmt: skip
FOREIGN = "er nimmt kosten in kauf"
CONNECTED = [("er", "_", 2, "x"), ("nimmt", "_", 0, "x"), ("kosten", "_", 2, "x"), ("in", "_", 2, "x"), ("kauf", "_", 4, "x")]
APART = [*CONNECTED[:4], ("kauf", "_", 3, "x")]  # below the slot


@pytest.mark.parametrize(("tree", "expected"), [(CONNECTED, True), (APART, False), ([], None)])
def test_pivots_that_are_partial_subtrees(induce, tmp_path, tree, expected):
    """Section 4.1 of [Z09]: the words of the pivot are connected in the tree of their sentence."""
    lines = ["he takes costs on board"], [FOREIGN], ["0-0 1-1 2-2 3-3 4-4"], [TAKE]
    pair = ("he takes [NNS_1] on board", "er nimmt [NNS_1] in kauf")
    assert pair in {row[:2] for row in induce(*lines)[1]}
    parses = conllu(tmp_path / "foreign.conllu", [tree or [("kosten", "_", 0, "x")]])
    if expected is None:
        with pytest.raises(ParagenError, match="no pattern occurs"):
            induce(*lines, pivot_parses=parses)
        return
    found, rows = induce(*lines, pivot_parses=parses)
    assert found.parsed == 1 and (pair in {row[:2] for row in rows}) == expected
    assert ("he takes [NNS_1] on [NN_1]", "er nimmt [NNS_1] in [NN_1]") in {row[:2] for row in rows}


@pytest.mark.parametrize("seed", range(3))
def test_subtree_pivots_of_random_trees(induce, tmp_path, seed):
    """Those of all patterns whose foreign words are a tree of their own: all but one depend on another of them."""
    rng = random.Random(seed)
    sentences = [each._replace(foreign=[f"{word}{i}" for i, word in enumerate(each.foreign)])
                 for each in distinct(random_sentence(rng, 6) for _ in range(40))]  # fmt: skip
    every = {"".join(each.foreign): each.foreign for each in sentences}
    heads = {}
    for text, words in every.items():
        order = rng.sample(range(len(words)), len(words))
        heads[text] = [0 if word == order[0] else rng.choice(order[: order.index(word)]) + 1 for word in range(len(words))]
    trees = [[(word, "_", head, "x") for word, head in zip(words, heads[text], strict=True)] for text, words in every.items()]
    parses = conllu(tmp_path / "foreign.conllu", trees)
    for sentence in sentences:
        text = "".join(sentence.foreign)
        of = {f"{word}": head for word, head in zip(sentence.foreign, heads[text], strict=True)}

        def connected(pivot, of=of, words=sentence.foreign):
            inside = {words.index(word) + 1 for word in pivot.split() if word in of}
            return sum(of[words[i - 1]] not in inside for i in inside) == 1

        if not sentence.links:
            continue
        try:
            _, rows = induced(induce, [sentence])
        except ParagenError:
            continue
        expected = [row[:2] for row in rows if connected(row[1])]
        try:
            _, found = induced(induce, [sentence], pivot_parses=parses)
        except ParagenError:
            found = []
        assert [row[:2] for row in found] == expected


GO = [("go", "VB", 0, "root"), ("home", "RB", 1, "advmod"), ("men", "NNS", 1, "obj")]
LINE = (["go home men"], ["geht heim männer"], ["0-0 1-1 2-2"])


@pytest.mark.parametrize(
    ("lines", "parses", "error", "message"),
    [
        (LINE, [[(form, "_", head, "dep") for form, _, head, _ in GO]], FormatError, "'_' in the column XPOS"),
        (LINE, [[(form, "NOUN", head, "dep") for form, _, head, _ in GO]], FormatError, "'_', 'NOUN' in the column XPOS"),
        (LINE, [], FormatError, "no sentence in the column XPOS"),
        ((["stay"], ["bleib"], ["0-0"]), [GO], ParagenError, "no parse of any line of the target"),
        ((["go home m en"], ["geht heim"], ["0-0"]), [GO], ParagenError, "1 lines of the target split words of the parse"),
        ((["go home men"], ["geht heim"], [""]), [GO], ParagenError, "no link in any line"),
        (([""], [""], [""]), [GO], ParagenError, "no link in any line"),
        ((["go home men"], ["geht"], ["0-0"]), [GO], ParagenError, "no pattern occurs 1 times or more"),
        (LINE, [[("go", "VB", 2, "x"), ("home", "RB", 1, "x"), ("men", "NNS", 0, "x")]], FormatError, "lead in a circle"),
    ],
)
def test_errors(induce, lines, parses, error, message):
    with pytest.raises(error, match=message):
        induce(*lines, parses)


def test_a_name_of_text_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="aligned patterns are Parquet"):
        build_patterns([("a", "b", "c")], ["d"], tmp_path / "x.txt.gz")


def test_tags_of_slots_are_those_of_patterns():
    assert (*NOUNS, *VERBS, *ADJECTIVES) == SLOT_TAGS
    assert (options.MAX_WORDS, MAX_SLOTS) == (kernel.MAX_WORDS, kernel.MAX_SLOTS)
