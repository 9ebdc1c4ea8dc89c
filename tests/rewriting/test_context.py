"""The text around a sentence: who gives it, what reads it, and that it changes nothing else."""

from __future__ import annotations

import pickle

import pytest

import paragen
from paragen.documents import Document
from paragen.server.schemas import Paraphrases
from paragen.server.settings import Limits
from paragen.settings.request import CONTEXT, Request
from paragen.web.refusals import Refusal

TEXT = "They saw the center of the town."
BRITISH, AMERICAN = "I love the colour and the flavour of it.", "I love the color and the flavor of it."


@pytest.fixture(scope="module")
def paraphraser():
    return paragen.load(min_confidence=0.5)


def shows(found):
    """Return whether British spelling is offered."""
    return any("centre" in candidate.after for candidate in found)


def test_a_text_keeps_its_variety(paraphraser):
    assert not shows(paraphraser.substitutes(TEXT)) and not shows(paraphraser.substitutes(TEXT, before=AMERICAN))
    assert shows(paraphraser.substitutes(TEXT, before=BRITISH)) and shows(paraphraser.substitutes(TEXT, after=BRITISH))
    assert not shows(paraphraser.substitutes(TEXT, before="The Colour And Flavour Of It"))  # names
    assert shows(paraphraser.substitutes(f"{TEXT}\n{BRITISH}"))
    assert shows(paraphraser.substitutes(Request(f"{TEXT} {BRITISH}", breaks=[len(TEXT) + 1])))
    assert shows(paragen.load(min_confidence=0.5, guards=["negation"]).substitutes(TEXT))


def test_what_is_around_comes_back_unread_where_nothing_reads_it(english_model):
    one = paragen.load(english_model)
    assert one.rewrite("They made a purchase.", before=BRITISH, after="\ud800") == one.rewrite("They made a purchase.")


def test_batches_and_threads_do_not_matter(paraphraser):
    requests = [Request(TEXT, before=BRITISH), Request(TEXT), Request(BRITISH, after=TEXT), Request(TEXT, after=BRITISH)] * 3
    alone = [paraphraser.rewrite(one) for one in requests]
    assert list(paraphraser.pipe(requests, threads=2)) == paraphraser.rewrite_batch(requests) == alone
    assert pickle.loads(pickle.dumps(requests)) == requests


def test_only_so_much_is_read(paraphraser):
    filler = "and so it was " * (CONTEXT // 10)
    assert not shows(paraphraser.substitutes(TEXT, before=BRITISH + filler, after=filler + BRITISH))
    assert shows(paraphraser.substitutes(TEXT, before=filler + BRITISH))
    whole = "colour flavour" + f" {'x' * 16}" * ((CONTEXT - 14) // 17)
    assert shows(paraphraser.substitutes(TEXT, before=whole))
    assert not shows(paraphraser.substitutes(TEXT, before=f"{whole} {'x' * 16}"))  # a word that is cut is none
    assert shows(paraphraser.substitutes(TEXT, after=" ".join(reversed(whole.split()))))
    assert not shows(paraphraser.substitutes(TEXT, after=" ".join(reversed(f"{whole} {'x' * 16}".split()))))


@pytest.mark.parametrize("around", [{"before": 1}, {"after": b"x"}, {"before": ["x"]}])
def test_what_is_around_is_text(paraphraser, around):
    with pytest.raises(TypeError, match="before and after must be str, not "):
        paraphraser.rewrite(TEXT, **around)


def test_odd_texts_around(paraphraser):
    for text in ("\ud800", "\0", " ", "\n\n", "é" * 5000, "'" * 3000, "💥 " * 900):
        assert paraphraser.rewrite(TEXT, before=text, after=text) == paraphraser.rewrite(TEXT)


def test_paragraphs_of_a_document_are_around_each_other(paraphraser):
    document = Document(f"{AMERICAN}\n\n{TEXT}\n\n* {BRITISH}\n* two\n", "markdown")
    requests = document.requests()
    assert [(one.before, one.after) for one in requests] == [
        ("", f"{TEXT} {BRITISH} two"), (AMERICAN, f"{BRITISH} two"), (f"{AMERICAN} {TEXT}", "two"),
        (f"{AMERICAN} {TEXT} {BRITISH}", ""),
    ]  # fmt: skip
    [(_, within, _)] = document.requests_within(document.text.index("They"), document.text.index("They"))
    assert within == requests[1]
    long = Document("\n\n".join(f"{i} {'so ' * 200}" for i in range(9)), "plain").requests()
    assert long[4].before.startswith("2 so") and "7 so" not in long[4].after and len(long[4].before) > CONTEXT


def test_the_server_takes_what_is_around():
    asked = Paraphrases.model_validate({"texts": [{"text": TEXT, "before": BRITISH, "after": "Yes."}, TEXT]})
    (one, _), (other, _) = asked.requests(Limits(), "en")
    assert (one.before, one.after, other.before) == (BRITISH, "Yes.", "")
    with pytest.raises(Refusal, match="texts: found "):
        Paraphrases.model_validate({"texts": [{"text": TEXT, "before": "x" * 10**7}]}).requests(Limits(), "en")
