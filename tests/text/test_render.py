"""Edits written into text: offsets, case, spacing, articles."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from written import written

from paragen.text.analysis import Analysis
from paragen.text.languages import language
from paragen.text.languages.english import agreed, article
from paragen.text.spacing import joined
from paragen.text.tokenizer import Tokenizer
from paragen.text.writing import Style, Writer

TOKENIZER = Tokenizer()


class Step(NamedTuple):
    begin: int
    end: int
    words: tuple[str, ...]
    parts: tuple[()] = ()


def rewritten(text: str, *pairs: tuple[str, str], tokenizer: Tokenizer = TOKENIZER, keep: bytes | None = None, blocked=()):
    """Replace each source phrase by its target, in order; return the output and the placed edits."""
    spans = tokenizer.tokens(text)
    forms = tokenizer.forms(text, spans)
    steps, position = [], 0
    for source, target in pairs:
        words = tokenizer.words(source)
        begin = next(i for i in range(position, len(forms)) if forms[i : i + len(words)] == words)
        position = begin + len(words)
        steps.append(Step(begin, position, tuple(tokenizer.words(target))))
    return written(Writer(Analysis(text, spans, forms, keep=keep, tokenized=tokenizer.tokenized), Style(blocked)), steps)


def writer_of(text: str, spans: list[tuple[int, int]], tokenized: bool = False) -> Writer:
    return Writer(Analysis(text, spans, TOKENIZER.forms(text, spans), tokenized=tokenized))


@pytest.mark.parametrize(
    ("text", "pairs", "expected"),
    [
        # case
        ("Buy it now", [("buy", "purchase")], "Purchase it now"),
        ("THIS IS A BIG HOUSE", [("big", "enormous"), ("house", "building")], "THIS IS AN ENORMOUS BUILDING"),
        ("This is VERY good", [("very", "extremely")], "This is EXTREMELY good"),
        ("A few men", [("a few", "some")], "Some men"),
        ("I think so, and I think not", [("i think", "we feel"), ("i think", "we feel")], "We feel so, and we feel not"),
        ("Prime Minister Blair", [("prime minister", "head of the government")], "Head of the Government Blair"),
        ("Storm Hits Western Islands Again", [("hits", "comes down on")], "Storm Comes Down on Western Islands Again"),
        ("we met then", [("then", "on monday")], "we met on Monday"),
        ("He met us on Monday", [("us on monday", "me and i on tuesday")], "He met me and I on Tuesday"),
        ("The UK said", [("uk", "united kingdom")], "The United Kingdom said"),
        ("The United Kingdom said", [("united kingdom", "uk")], "The UK said"),
        ("The Swiss bank said", [("the swiss bank", "the bank of the swiss")], "The bank of the Swiss said"),
        ("«Good» he said. Now go", [("good", "fine"), ("now", "so now")], "«Fine» he said. So now go"),
        ("iPhone users agree", [("users agree", "owners say so")], "iPhone owners say so"),
        ("I saw it", [("i", "we")], "We saw it"),
        ("He chose X", [("x", "option ten")], "He chose Option ten"),
        ("He ran on foot", [("on foot", "f")], "He ran f"),
        ("and I went", [("i", "inside")], "and inside went"),
        ("Big Match Here", [("big match", "red vs. blue")], "Red vs. Blue Here"),
        ("The E.U. said", [("e.u.", "member states")], "The Member States said"),
        ("The E.U said", [("e.u", "member states")], "The Member States said"),
        ("The XU said", [("xu", "x-ray unit")], "The X-ray Unit said"),
        ("This is VERY good", [("very", "so very")], "This is SO VERY good"),
        ("the world bank said", [("world bank", "w.b.")], "the W.B. said"),
        ("two sets", [("sets", "tvs")], "two TVs"),
        ("The World Bank said", [("world bank", "wb")], "The WB said"),
        ("Our old Smith came", [("our old smith", "my smith")], "My Smith came"),
        # spacing
        ("  very nice day", [("very", "")], "   nice day"),
        ("  however he went", [("however", ", but")], "  , but he went"),
        ("one\n however he went", [("however", ", but")], "one\n, but he went"),
        ("He said ", [("said", "said (")], "He said ( "),
        ("It's so", [("it", "he"), ("'s", "is")], "He is so"),
        ("the big $5 red box", [("big", "huge"), ("$", "euro"), ("red", "blue")], "the huge euro 5 blue box"),
        ("it's fine", [("'s", "is")], "it is fine"),
        ("the boy is here", [("is", "'s")], "the boy's here"),
        ("He went, however, home", [("however", "as it were")], "He went, as it were, home"),
        ("He went, however, home", [(", however ,", "but")], "He went but home"),
        ("He went (slowly) home", [("( slowly )", ", slowly ,")], "He went, slowly, home"),
        ("He went home", [("went", "( slowly ) went")], "He (slowly) went home"),
        ("an old-fashioned man", [("man", 'so-called " man "')], 'an old-fashioned so-called "man"'),
        ("very nice day", [("very", "")], "nice day"),
        ("a very nice day", [("very", "")], "a nice day"),
        ("a very nice day", [("day", "")], "a very nice"),
        ("He came today, then left", [("today", "")], "He came, then left"),
        ("He came (really) late", [("really", "")], "He came () late"),
        ("(very nice)", [("very", "")], "(nice)"),
        ("one or two", [("or", "and / or")], "one and/or two"),
        ("one two", [("one", "one (")], "one (two"),
        ("the $5 box", [("$", "a 我")], "the a 我5 box"),
        ("the $(5) box ($)", [("$", "euro"), ("$", "euro")], "the euro (5) box (euro)"),
        ("我爱你。", [("爱", "喜 欢")], "我喜欢你。"),
        ("apples, etc.", [("etc.", "and so on")], "apples, and so on."),
        ("apples and so on.", [("and so on", "etc.")], "apples etc."),
        ("in the U.S. now", [("the u.s.", "america")], "in America now"),
        ("It’s late", [("late", "late , isn't it")], "It’s late, isn’t it"),
        ("Don’t say the boy is here", [("is", "'s")], "Don’t say the boy’s here"),
        # articles
        ("He made an acquisition.", [("acquisition", "purchase")], "He made a purchase."),
        ("A house", [("house", "old building")], "An old building"),
        ("An owl", [("owl", "house")], "A house"),
        ("He saw it", [("it", "an")], "He saw an"),
        ('He is a "good" man', [("good", "excellent")], 'He is an "excellent" man'),
        ("many an evening", [("many an", "such a")], "such an evening"),
        ("one big owl", [("one", "a"), ("big", "enormous")], "an enormous owl"),
        ("a very old man", [("very", "")], "an old man"),
        ("an unrelated big house", [("big", "large")], "an unrelated large house"),
        ("vitamin A deficiency, hepatitis a types", [("deficiency", "intake"), ("types", "aids")], None),
        ("AN OLD MAN", [("old", "big")], "A BIG MAN"),
        ("THAT IS A BIG NUMBER", [("big", "8")], "THAT IS AN 8 NUMBER"),
    ],
)
def test_rewritten(text, pairs, expected):
    if expected is None:
        expected = "vitamin A intake, hepatitis a aids"
    output, placed = rewritten(text, *pairs)
    assert output == expected
    _assert_placed(text, output, placed)


def test_the_edit_grows_to_the_article():
    _, placed = rewritten("He made an acquisition.", ("acquisition", "purchase"))
    assert [tuple(place) for place in placed] == [(8, 22, 8, 18, "a purchase")]


def test_a_letter_at_the_end_of_an_edit_is_no_article():
    text = "See it early"
    spans = TOKENIZER.tokens(text)
    assert written(writer_of(text, spans), [Step(1, 2, ("mister", "A"))])[0] == "See mister A early"


def test_a_no_break_space_after_a_quotation_mark_of_an_edit():
    text, french = "il dit bonjour", Tokenizer(language=language("fr"))
    spans = french.tokens(text)
    writer = Writer(Analysis(text, spans, french.forms(text, spans), french.language))
    assert written(writer, [Step(1, 2, ("dit", "«"))])[0] == "il dit «\u00a0bonjour"


def test_the_space_between_two_edits_is_of_the_later():
    output, placed = rewritten("the $5 box", ("$", "euro"), ("5", "ten"))
    assert (output, [place.after for place in placed]) == ("the euro ten box", ["euro", " ten"])


def test_a_kept_article_stays():
    assert rewritten("an acquisition", ("acquisition", "purchase"), keep=b"\1\0")[0] == "an purchase"


def test_blocked_articles_are_not_produced():
    awful = ("It was AN awful, awful thing", ("awful", "terrible"), ("awful thing", "thing"))
    assert (
        rewritten(*awful)[0] == "It was A terrible, thing" and rewritten(*awful, blocked={"a"})[0] == "It was AN terrible, thing"
    )
    assert rewritten("I saw it once", ("saw", "made a"), ("it", "error"))[0] == "I made an error once"
    assert rewritten("I saw it once", ("saw", "made a"), ("it", "error"), blocked={"an"})[0] == "I made a error once"


def test_tokenized_repairs_nothing():
    output, _ = rewritten("An  Owl 's", ("Owl", "house ,"), tokenizer=Tokenizer(tokenized=True))
    assert output == "An  house , 's"


AN = """apple hour honest honor heir MBA 8 11 18 8,000 80th 18th 11th umbrella uninformed unimportant unidentified uncle X-ray
F FBI NGO élan American EU NHS SMS HIV urge utter onerous 8-year-old mp LED unusual urban M&A A-level ugly HTML FAO
x f r.v""".split()
A = """purchase university one one-way once European 1 10 12 100 180 1,100 110 1800 user usual uniform unit US UK U.S. UFO
U-turn utopia utility ubiquitous Ukrainian uranium eulogy NATO NASA yellow hotel house unanimous Uganda union 7 PhD DVD
BBC UN FAQ my N.A.T.O.""".split()


@pytest.mark.parametrize("word", AN)
def test_an(word):
    assert article(word) == "an"


@pytest.mark.parametrize("word", A)
def test_a(word):
    assert article(word) == "a"


@pytest.mark.parametrize("word", ["", "...", "我", "herb", "'"])
def test_no_article_is_known(word):
    assert article(word) is None
    assert agreed("An", word) == "An"
    assert agreed("aN", "egg") == "aN" and agreed("A", "OWL") == "AN" and agreed("A", "owl") == "An"


def test_joined():
    assert joined('he said , " it \'s $ 5 ( or 6 % ) " , did n\'t he ?'.split()) == 'he said, "it\'s $5 (or 6%)", didn\'t he?'
    assert joined("so ... what !! a 我 爱 b".split()) == "so... what!! a 我爱 b"


WORDS = st.sampled_from("the a an Old house MAN I It's U.S. one hour big, very. \"go\" (so) Go! etc. 3.5 and/or 我爱 é".split())
TARGETS = st.sampled_from("a an the old house hour , . 's ( ) \" is n't i u.s. / $ 我 é uk".split())
PUNCTUATION_GAP = re.compile(r"\s[,.;:!?](?!\w)")


SENTENCES = st.lists(WORDS, max_size=9).map(" ".join)


@st.composite
def problems(draw, texts=SENTENCES):
    text = draw(texts)
    spans = TOKENIZER.tokens(text)
    cuts = sorted(draw(st.lists(st.integers(0, len(spans)), max_size=6, unique=True)))
    steps = [
        Step(begin, end, tuple(draw(st.lists(TARGETS, max_size=3))))
        for begin, end in list(pairwise(cuts))[:: draw(st.integers(1, 2))]
    ]
    return text, spans, steps


@given(problems())
def test_spaces_are_never_doubled(problem):
    text, spans, steps = problem
    output, placed = written(writer_of(text, spans), steps)
    _assert_placed(text, output, placed)
    assert "  " not in output
    if all(step.words for step in steps):  # as those of tables; of several that leave gaps side by side a space may stay
        assert output.strip() == output or not text
        joined_marks = any(step.words[0] in ",." for step in steps)
        assert joined_marks or not PUNCTUATION_GAP.search(output)


def test_a_substitute_alone():
    """Each is written as if it were the only change, article and all."""
    text = "He bought an old house."
    spans = TOKENIZER.tokens(text)
    writer = writer_of(text, spans)
    assert writer.alone(Step(3, 4, ("big",))) == (10, 16, 10, 15, "a big")
    assert writer.alone(Step(4, 5, ("home",))) == (17, 22, 17, 21, "home")
    assert writer.alone(Step(3, 4, ("big",)))._fields == ("begin", "end", "out_begin", "out_end", "after")


def test_an_edit_between_two_others_counts_for_how_they_are_written():
    writer = writer_of("one two three", [(0, 3), (4, 7), (8, 13)])
    for middle, expected in [("uncle", "an uncle four"), ("house", "a house four")] * 2:
        assert written(writer, [Step(0, 1, ("an",)), Step(1, 2, (middle,)), Step(2, 3, ("four",))])[0] == expected


@given(problems(), st.data())
def test_the_derivations_of_an_nbest_list(problem, data):
    """What one derivation left behind does not change how the next is written."""
    text, spans, steps = problem
    writer = writer_of(text, spans)
    for _ in range(4):
        chosen = [step for step in steps if data.draw(st.booleans())]
        chosen = [step._replace(words=data.draw(st.sampled_from([step.words, ("an",), ("'s", "uncle")]))) for step in chosen]
        assert written(writer, chosen) == written(writer_of(text, spans), chosen)


@given(problems(st.text()))
def test_any_text(problem):
    text, spans, steps = problem
    for tokenized in False, True:
        output, placed = written(writer_of(text, spans, tokenized), steps)
        _assert_placed(text, output, placed)
        if not steps:
            assert output == text


def _assert_placed(text, output, placed):
    """Replacing each span by what stands there gives the output; nothing overlaps; offsets are right on both sides."""
    position = out_position = 0
    for place in placed:
        assert position <= place.begin <= place.end and out_position <= place.out_begin <= place.out_end
        assert text[position : place.begin] == output[out_position : place.out_begin]
        assert output[place.out_begin : place.out_end] == place.after
        position, out_position = place.end, place.out_end
    assert text[position:] == output[out_position:]
