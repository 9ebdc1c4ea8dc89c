"""Lists of paraphrases: with a fit, each has a content word of its own, as long as there are any."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import paragen as command
from english import FUNCTION_WORDS, MOVED, stems

import paragen
from paragen.decoder.fit import kernel

ROOT = Path(__file__).parents[2]
TEXTS = [
    "They made a purchase.", "The big house is red, and they made a big purchase.", "A big car is a big house.", "Not here.", "",
    "We need a lot of big cars as soon as possible.",
]  # fmt: skip


@pytest.fixture(scope="module")
def starter():
    return paragen.load()


@pytest.fixture(params=["made up", "starter pack"])
def opened(request, fitted_model):
    """A function that opens a model, and texts for it."""
    if request.param == "made up":
        return lambda **options: paragen.load(fitted_model, min_confidence=0.2, guards=[], **options), TEXTS
    return paragen.load, (ROOT / "docs/examples.txt").read_text(encoding="utf-8").splitlines()


def test_function_words_are_in_order():
    assert sorted(set(FUNCTION_WORDS)) == FUNCTION_WORDS and len(FUNCTION_WORDS) > 100


@pytest.mark.parametrize("words", ["", "the", "don't n't", "Purchases of €5 , 1999 2nd", "naïve façade été größe", "a-b 's it"])
def test_stems_are_first_letters_of_content_words(fitted_model, words):
    table = {"big": " ".join(["big", *words.split()])}
    paraphraser = paragen.load(fitted_model, min_confidence=0, guards=[], tables={"own": table})
    sentence = paraphraser.steps.prepare(["big x"])
    options = paraphraser.steps.lookup.options(sentence)
    brought = {edit.words[1:]: edit.stems for edit in kernel.single_edits(options, 0)}
    lowered = tuple(paraphraser.model.tokenizer.words(words))
    assert not words or brought[lowered] == stems(lowered) - {"big", "x"}


@pytest.mark.parametrize(
    ("target", "expected"),
    [("x big", {MOVED}), ("x of the big", {MOVED}), ("x great", {"grea"}), ("big the x", set()), ("x big big", set())],
)
def test_another_order_of_content_words_says_something_too(fitted_model, target, expected):
    paraphraser = paragen.load(fitted_model, min_confidence=0, guards=[], tables={"own": {"big x": target}})
    options = paraphraser.steps.lookup.options(paraphraser.steps.prepare(["the big x"]))
    assert {edit.words: edit.stems for edit in kernel.single_edits(options, 0)}[tuple(target.split())] == expected


@pytest.mark.parametrize("n", [2, 3, 5, 20])
@pytest.mark.parametrize("together", [0.0, 0.5, 0.85])
def test_each_has_a_content_word_of_its_own(opened, n, together):
    load, texts = opened
    paraphraser = load(min_sentence_confidence=together)
    tokens, all_own = paraphraser.model.tokenizer.words, 0
    for text in texts:
        [best] = paraphraser.rewrite(text)
        found = paraphraser.rewrite(text, n)
        assert len({one.text for one in found}) == len(found) <= n
        each_edit = [each for one in found for edit in one.edits for each in (edit.parts or [edit])]  # of parts it is the product
        assert all(each.confidence >= paraphraser.min_confidence for each in each_edit)
        source = stems(tokens(text))
        new = [set().union(*[stems(tokens(edit.after)) for edit in one.edits], set()) - source for one in found]
        own = [each - set().union(*new[:i], *new[i + 1 :]) for i, each in enumerate(new)]
        if found[0].text != best.text:  # it has given up edits, so that all have words of their own
            print(text, found[0], best)
            assert {edit.id for edit in found[0].edits} < {edit.id for edit in best.edits}
            assert len(found) == n and all(own)
        listed = set(new[0]).union(*(each for each, one in zip(new, found, strict=True) if len(one.edits) == 1))
        if len(found) < n:  # nothing is left that would have one
            for each in paraphraser.substitutes(text):
                said = stems(tokens(each.after)) - source
                assert not said or said & listed
                assert each.text in {one.text for one in found}
        all_own += len(found) == n and all(own)
    assert all_own or n == 20 or texts is TEXTS


def test_what_has_one_comes_before_what_has_none(starter):
    text = "Many people wanted to buy the huge house, and the company said it would purchase a new car."
    first, *others = starter.rewrite(text, 40)
    assert first.text == starter.rewrite(text)[0].text
    tokens = starter.model.tokenizer.words
    source = stems(tokens(text))
    taken = {stem for edit in first.edits for stem in stems(tokens(edit.after))}
    own = []
    for one in others:
        new = stems(tokens(one.edits[0].after)) - source if len(one.edits) == 1 else set()
        own.append(bool(new) and not new & taken)
        taken |= new
    assert own == sorted(own, reverse=True) and own[0] and not own[-1]


@pytest.mark.parametrize(
    "options", [{"distinct_by": "text"}, {"distinct_by": "words", "min_edits": 2}, {"distinct_by": "words", "max_edits": 0}]
)
def test_other_lists_are_the_n_best(starter, options):
    text = "Many people wanted to buy the huge house."
    found = starter.rewrite(text, 5, **options)
    assert found == starter.rewrite(text, 5, **{**options, "distinct_by": "text"})
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def test_without_a_fit_and_of_several_lines_lists_are_the_n_best(starter):
    text = "Many people wanted to buy the huge house."
    for paraphraser, asked in (paragen.load(fit=False), text), (starter, f"{text}\n{text}"):
        assert paraphraser.rewrite(asked, 5) == paraphraser.rewrite(asked, 5, distinct_by="text")


def test_nothing_blocked_is_in_a_list(starter):
    text = "Many people wanted to buy the huge house."
    made = {edit.after for one in starter.rewrite(text, 8) for edit in one.edits}
    for word in ("big", "numerous", "lots of"):
        blocking = paragen.load(blocked=[word, "massive house"])
        assert all(word not in one.text and "massive house" not in one.text for one in blocking.rewrite(text, 8))
    assert made


@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_lists_do_not_depend_on_threads_or_company(form):
    texts = (ROOT / "docs/examples.txt").read_text(encoding="utf-8")
    one, two = (command("decode", "-n", "4", "--format", form, "--threads", k, input=texts * 3).stdout for k in "12")
    alone = [command("decode", "-n", "4", input=line).stdout for line in texts.splitlines(keepends=True)]
    assert one == two and (form == "jsonl" or one == "".join(alone) * 3)


def test_moses_lists_are_those_of_the_search():
    texts = (ROOT / "docs/examples.txt").read_text(encoding="utf-8")
    options = ("decode", "-n", "4", "--format", "nbest")
    plain, asked = (command(*options, *more, input=texts).stdout for more in ([], ["--distinct-by", "text"]))
    assert plain == asked
    listed = command("decode", "-n", "4", input=texts).stdout.split("\n")
    assert [line.split(" ||| ")[1] for line in plain.splitlines()] != list(filter(None, listed))
