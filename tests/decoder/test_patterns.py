"""Patterns with slots as options: against a slow reference, and case by case."""

from __future__ import annotations

import math
import random
from array import array
from itertools import product
from pathlib import Path

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.features import FeatureList
from paragen.decoder.search import Decoder, SearchSettings, SentenceInput
from paragen.lm import LanguageModel, pack_lm
from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer, TableStore
from paragen.text.slots import CLASSES, SLOT_TAGS, pattern_pair, slot_parts

WHOLE, CLOSED = 1, 2
ARPA = "\\data\\\nngram 1=4\n\n\\1-grams:\n-9\t<s>\n-1\t</s>\n-1\t<unk>\n-1\tthe\n\n\\end\\\n"


def decoder_of(folder: Path, pairs, others=(), top=20) -> Decoder:
    """Pack a table of patterns, and one of phrases before it."""
    folder.mkdir(exist_ok=True)
    (folder / "lm.arpa").write_text(ARPA)
    for name, rows in (("phrases", [("zz", "yy", 1), *others]), ("patterns", pairs)):
        (folder / f"{name}.txt").write_text("".join(f"{one} ||| {other} ||| {score}\n" for one, other, score in rows))
    pack_lm(folder / "lm.arpa", folder / "lm.bin")
    lm = LanguageModel(folder / "lm.bin")
    packer = Packer(str.split)
    read_table(packer, folder / "phrases.txt")
    read_table(packer, folder / "patterns.txt", patterns=True, top=top)
    packer.write(folder / "tables.bin", lm.vocabulary)
    features = FeatureList(("phrases", "patterns"), True, ())
    weights = {name: 1.0 if name in ("patterns", "phrases", "edit") else 0.0 for name in features.names}
    return Decoder(TableStore(folder / "tables.bin"), lm, features, weights)


def sentence(text: str, fillers, keep=None) -> SentenceInput:
    """fillers: (begin, end, tag, edges) each."""
    rows = sorted(fillers)
    flat = array("I", [number for begin, end, tag, edges in rows for number in (begin, end, SLOT_TAGS.index(tag), edges)])
    return SentenceInput(text.split(), keep, fillers=flat)


def reference(words, fillers, pairs, keep) -> set[tuple[int, int, tuple[str, ...], float]]:
    """Every pattern at every place, with every filler in every slot."""
    found: dict[tuple[int, int, tuple[str, ...]], float] = {}
    for source, target, score in pairs:
        left, right = pattern_pair(source, target)
        slots = [i for i, word in enumerate(left) if slot_parts(word)]
        fitting = [[f for f in fillers if fits(f[2], left[i])] for i in slots]
        for begin in range(len(words)):
            for chosen in product(*fitting) if slots else ():
                made = matched(words, begin, left, right, dict(zip((left[i] for i in slots), chosen, strict=True)))
                cut = made and trimmed(words, begin, *made, keep)
                if cut:
                    found[cut] = max(found.get(cut, 0.0), score)
    return {(*place, score) for place, score in found.items()}


def fits(tag: str, slot: str) -> bool:
    kind = slot_parts(slot)[0]
    return tag == kind or tag in CLASSES.get(kind, ())


def matched(words, begin, left, right, filled):
    at = begin
    for word in left:
        if word in filled:
            if filled[word][0] != at:
                return None
            at = filled[word][1]
        elif at < len(words) and words[at] == word:
            at += 1
        else:
            return None
    after = [one for word in right for one in (words[filled[word][0] : filled[word][1]] if word in filled else [word])]
    first, last = min(filled.values(), key=lambda f: f[0]), max(filled.values(), key=lambda f: f[0])
    return at, after, first if first[0] == begin else None, last if last[1] == at else None


def trimmed(words, begin, end, after, first, last, keep):
    before = words[begin:end]
    least = min(len(before), len(after))
    left = right = 0
    while left < least and before[left] == after[left]:
        left += 1
    while right < least - left and before[-1 - right] == after[-1 - right]:
        right += 1
    if before == after:
        return None
    if left + right == least:
        if left:
            left -= 1
        elif right:
            right -= 1
        else:
            return None
    if first and left < first[1] - first[0] and not first[3] & WHOLE:
        return None
    if last and right < last[1] - last[0] and not last[3] & CLOSED:
        return None
    if any(keep[begin + left : end - right]):
        return None
    return begin + left, end - right, tuple(after[left : len(after) - right])


@pytest.mark.parametrize("seed", range(40))
def test_what_matches_is_what_the_reference_finds(tmp_path, seed):
    rng = random.Random(seed)
    pairs = {}
    while len(pairs) < 60:
        slots = [f"[{rng.choice(('NN', 'NNS', 'N', 'VB', 'JJ'))}_{k}]" for k in range(1, rng.randint(2, 4))]
        source = [*slots, *(rng.choice("abc") for _ in range(rng.randint(1, 3)))]
        target = [*slots, *(rng.choice("abcd") for _ in range(rng.randint(0, 3)))]
        rng.shuffle(source)
        rng.shuffle(target)
        one, other = map(" ".join, pattern_pair(" ".join(source), " ".join(target)))
        pairs[one, other] = round(rng.uniform(0.1, 1), 3)
    pairs = [(*pair, score) for pair, score in pairs.items()]
    decoder = decoder_of(tmp_path, pairs, top=1000)
    for _ in range(20):
        words = [rng.choice("abc") for _ in range(rng.randint(1, 9))]
        fillers = {}
        for _ in range(rng.randint(0, 6)):
            begin = rng.randrange(len(words))
            end = min(len(words), begin + rng.randint(1, 3))
            fillers[begin, end, rng.choice(("NN", "NNS", "VB", "JJR"))] = rng.randrange(4)
        fillers = [(*key, edges) for key, edges in fillers.items()]
        keep = bytes(rng.random() < 0.1 for _ in words)
        given = sentence(" ".join(words), fillers, keep)
        expected = reference(words, fillers, pairs, keep)
        found = decoder.rewritings(given)
        assert {(one.begin, one.end, one.words) for one in found} == {place[:3] for place in expected}
        best = {place[:3]: place[3] for place in expected}
        assert all(math.isclose(one.score, math.log(best[one.begin, one.end, one.words]), rel_tol=1e-6) for one in found)
        offered = decoder.options([given], 1000)
        identical = {place for place in best if list(place[2]) == words[place[0] : place[1]]}
        assert {(o.begin, o.end, o.words) for o in (offered[k] for k in range(len(offered)))} == set(best) - identical


def test_a_rewriting_is_an_edit_of_what_changes_only(tmp_path):
    decoder = decoder_of(tmp_path, [("give [N_1] to [NNP_1]", "give [NNP_1] [N_1]", 0.5)])
    given = sentence("they give a book to mary now", [(2, 4, "NN", 3), (5, 6, "NNP", 3)])
    [one] = decoder.rewritings(given)
    assert (one.begin, one.end, one.words) == (2, 6, ("mary", "a", "book"))
    assert (one.pattern, one.target, one.fillers) == ("give [N_1] to [NNP_1]", "give [NNP_1] [N_1]", ((2, 4), (5, 6)))
    [[best]] = decoder.decode([given], SearchSettings())
    assert [(edit.begin, edit.end, edit.table, edit.words) for edit in best.edits] == [(2, 6, 1, ("mary", "a", "book"))]
    assert decoder.has_patterns


def test_a_pattern_and_a_phrase_that_say_the_same_are_one_substitute_of_two_tables(tmp_path):
    pairs = [("consider [NN_1]", "study [NN_1]", 0.5), ("the [NN_1]", "that [NN_1]", 0.25)]
    decoder = decoder_of(tmp_path, pairs, [("consider", "study", 0.1), ("consider", "see", 0.2)])
    options = decoder.options([sentence("consider tax", [(1, 2, "NN", 3)])])
    offered = [options[k] for k in range(len(options))]
    by_words = {one.words: {table: round(math.exp(score), 6) for table, score in one.offers} for one in offered}
    assert by_words == {("study",): {0: 0.1, 1: 0.5}, ("see",): {0: 0.2}}


def test_limits_count_within_a_place_and_table(tmp_path):
    pairs = [(f"see [NN_{1}]", f"w{k} [NN_1]", 1 / (k + 1)) for k in range(6)] + [("see [N_1]", "w9 [N_1]", 0.3)]
    decoder = decoder_of(tmp_path, pairs)
    options = decoder.options([sentence("see tax", [(1, 2, "NN", 3)])], 3)
    assert [options[k].words for k in range(len(options))] == [("w0",), ("w1",), ("w2",)]


def test_lines_match_by_themselves(tmp_path):
    decoder = decoder_of(tmp_path, [("see [NN_1]", "watch [NN_1]", 0.5)])
    rows = array("I", [1, 2, 0, 3, 3, 4, 0, 3, 5, 6, 0, 3])  # see | tax see | tax see tax
    given = SentenceInput("see tax see tax see tax".split(), line_ends=(1, 3), fillers=rows)
    assert [(one.begin, one.end, one.words) for one in decoder.rewritings(given)] == [(4, 5, ("watch",))]


@pytest.mark.parametrize(
    "rows",
    [[0, 1, 0], [1, 1, 0, 3], [0, 9, 0, 3], [0, 1, SLOT_TAGS.index("N"), 3], [1, 2, 0, 3, 0, 1, 0, 3], [2**32 - 1, 2, 0, 0]],
)
def test_fillers_that_cannot_be_are_refused(tmp_path, rows):
    decoder = decoder_of(tmp_path, [("see [NN_1]", "watch [NN_1]", 0.5)])
    with pytest.raises(ConfigError, match="filler"):
        decoder.options([SentenceInput(["see", "tax"], fillers=array("I", rows))])


def test_a_sentence_without_fillers_has_no_patterns_and_a_table_without_slots_none(tmp_path):
    decoder = decoder_of(tmp_path, [("see [NN_1]", "watch [NN_1]", 0.5)])
    assert decoder.rewritings(SentenceInput(["see", "tax"])) == []
    assert len(decoder.options([SentenceInput(["see", "[NN_1]"])])) == 0  # the text is no slot
    assert not decoder_of(tmp_path / "plain", [("see", "watch", 0.5)]).has_patterns


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("see [XX_1] ||| watch [XX_1] ||| 1", r"patterns.txt:2: found the slot \[XX_1\], expected a tag among"),
        ("see [NN_1 ||| watch ||| 1", r"patterns.txt:2: found '\[NN_1', expected slots as"),
        ("see [NN_1] ||| watch ||| 1", r"patterns.txt:2: found a pair whose sides have other slots"),
        ("[NN_1] [NN_2] ||| [NN_2] [NN_1] ||| 1", r"patterns.txt:2: found a pair whose sides"),
    ],
)
def test_patterns_that_cannot_be_name_their_line(tmp_path, line, says):
    (tmp_path / "patterns.txt").write_text(f"see [NN_1] ||| watch [NN_1] ||| 0.5\n{line}\n")
    for words in (str.split, None):
        with pytest.raises(FormatError, match=says):
            read_table(Packer(words), tmp_path / "patterns.txt", patterns=True)


def test_slots_of_a_table_that_has_none_are_text(tmp_path):
    (tmp_path / "t.txt").write_text("see [NN_1] ||| watch ||| 0.5\n")
    packer = Packer(str.split)
    read_table(packer, tmp_path / "t.txt")
    packer.write(tmp_path / "t.bin")
    assert TableStore(tmp_path / "t.bin").options(["see", "[NN_1]"]) == [[(("watch",), pytest.approx(math.log(0.5)))]]


def test_some_patterns_match_at_the_begin_of_a_sentence_only(tmp_path):
    decoder = decoder_of(tmp_path, [("<s> now , [N_1]", "<s> [N_1] now", 0.5), ("<s> so [N_1]", "<s> thus [N_1]", 0.5)])
    one, *more = decoder.rewritings(sentence("now , tax", [(2, 3, "NN", 3)]))
    assert (one.begin, one.end, one.words, one.pattern, more) == (0, 3, ("tax", "now"), "<s> now , [N_1]", [])
    assert decoder.rewritings(sentence("and now , tax", [(3, 4, "NN", 3)])) == []
    alone = decoder_of(tmp_path / "alone", [("<s> as a result ,", "<s> so ,", 0.5), ("see [NN_1]", "watch [NN_1]", 0.5)])
    assert [one.words for one in alone.rewritings(sentence("as a result , tax", [(4, 5, "NN", 3)]))] == [("so",)]
    assert alone.rewritings(sentence("and as a result , tax", [(5, 6, "NN", 3)])) == []
    lines = SentenceInput("and now , tax so tax".split(), line_ends=(4,), fillers=array("I", [3, 4, 0, 3, 5, 6, 0, 3]))
    assert [(found.begin, found.words) for found in decoder.rewritings(lines)] == [(4, ("thus",))]


def test_some_patterns_match_at_the_end_of_a_sentence_only(tmp_path):
    decoder = decoder_of(tmp_path, [("so [N_1] went </s>", "[N_1] went so </s>", 0.5)])
    [one] = decoder.rewritings(sentence("so tax went", [(1, 2, "NN", 3)]))
    assert (one.begin, one.end, one.words, one.pattern) == (0, 3, ("tax", "went", "so"), "so [N_1] went </s>")
    assert decoder.rewritings(sentence("so tax went off", [(1, 2, "NN", 3)])) == []


def test_a_pattern_without_slots_takes_a_whole_sentence_or_its_end(tmp_path):
    whole, end = ("<s> so it went </s>", "<s> that is how it went </s>", 0.5), ("it went </s>", "it did </s>", 0.5)
    decoder = decoder_of(tmp_path, [whole, end, ("see [NN_1]", "watch [NN_1]", 0.5)])
    found = {(one.begin, one.end, one.words, one.pattern) for one in decoder.rewritings(sentence("so it went", []))}
    assert found == {(0, 1, ("that", "is", "how"), whole[0]), (2, 3, ("did",), end[0])}
    assert decoder.rewritings(sentence("so it went on", [])) == []



def test_numbers_move_in_slots_of_numbers_and_quotations_in_theirs(tmp_path):
    pairs = [("[CD_1] to [CD_2]", "[CD_2] from [CD_1]"), ("said [QUOTE_1] now", "now [QUOTE_1]"), ("see [N_1] now", "now [N_1]")]
    decoder = decoder_of(tmp_path, [(*pair, 0.5) for pair in pairs])
    numbers = [(0, 1, "CD", 3), (2, 3, "CD", 3)]
    for keep, count in ((b"\3\0\3", 1), (b"\3\0\2", 1), (b"\3\0\1", 0), (b"\3\0\4", 0)):
        assert len(decoder.rewritings(sentence("5 to 7", numbers, keep))) == count
    for keep, count in ((b"\0\4\4\0", 1), (b"\0\2\3\0", 1), (b"\0\4\1\0", 0)):
        assert len(decoder.rewritings(sentence("said big 5 now", [(1, 3, "QUOTE", 3)], keep))) == count
    for keep, count in ((b"\0\0\3\0", 0), (b"\0\4\0\0", 0), (b"\0\2\0\0", 1)):
        assert len(decoder.rewritings(sentence("see big 5 now", [(1, 3, "NN", 3)], keep))) == count


def test_a_unit_of_a_number_moves_if_the_target_has_it(tmp_path):
    decoder = decoder_of(tmp_path, [("[CD_1] percent or [CD_2] points", "[CD_2] points or [CD_1] percent", 0.5)])
    fillers = [(0, 1, "CD", 3), (3, 4, "CD", 3)]
    assert len(decoder.rewritings(sentence("5 percent or 7 points", fillers, b"\3\3\0\3\3"))) == 1
    assert len(decoder.rewritings(sentence("5 percent or 7 points", fillers, b"\3\1\0\3\3"))) == 0


def test_names_move_with_what_fills_a_slot_and_nothing_else_that_is_kept(tmp_path):
    decoder = decoder_of(tmp_path, [("give [N_1] to [NNP_1]", "give [NNP_1] [N_1]", 0.5)])
    fillers = [(1, 3, "NN", 3), (4, 5, "NNP", 3)]
    for keep, found in ((b"\0\0\0\0\2", 1), (b"\0\0\0\0\1", 0), (b"\2\0\0\0\0", 1), (b"\0\0\0\2\0", 0), (b"\0\2\2\0\2", 1)):
        assert len(decoder.rewritings(sentence("give a book to mary", fillers, keep))) == found
