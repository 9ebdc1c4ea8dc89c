"""Edits inside what patterns move: against every way to say a sentence, with bounds, and what results tell of them."""

from __future__ import annotations

import math
import random
from array import array

import pytest

from paragen.decoder.features import FeatureList
from paragen.decoder.search import Decoder, SearchSettings, SentenceInput
from paragen.lm import LanguageModel, pack_lm
from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer, TableStore
from paragen.text.slots import SLOT_TAGS

ARPA = "\\data\\\nngram 1=5\n\n\\1-grams:\n-9\t<s>\n-1\t</s>\n-1\t<unk>\n-.7\ta\n-1.3\td\n\n\\end\\\n"

PATTERNS = [("g [N_1] t [N_2]", "g [N_2] [N_1]"), ("t [N_1] i", "c [N_1]"), ("[N_1] p [N_2]", "[N_2] q [N_1] r")]
WEIGHTS = {"lm": 0.5, "phrases": 0.7, "patterns": 0.9, "self": 0.0, "word": 0.2, "edit": 0.4, "unknown": -0.6}


def decoder_of(folder, patterns, phrases, weights=None, floors=None):
    folder.mkdir(parents=True)
    (folder / "lm.arpa").write_text(ARPA)
    for name, rows in (("phrases", phrases), ("patterns", patterns)):
        (folder / f"{name}.txt").write_text("".join(f"{one} ||| {other} ||| {score}\n" for one, other, score in rows))
    pack_lm(folder / "lm.arpa", folder / "lm.bin")
    lm, packer = LanguageModel(folder / "lm.bin"), Packer(str.split)
    read_table(packer, folder / "phrases.txt")
    read_table(packer, folder / "patterns.txt", patterns=True)
    packer.write(folder / "tables.bin", lm.vocabulary)
    features = FeatureList(("phrases", "patterns"), True, ())
    weights = weights or {name: 1.0 if name in ("patterns", "phrases", "edit") else 0.0 for name in features.names}
    return Decoder(TableStore(folder / "tables.bin"), lm, features, weights, floors)


def sentence(text, fillers):
    """fillers: (begin, end, tag, edges) each."""
    flat = [number for begin, end, tag, edges in sorted(fillers) for number in (begin, end, SLOT_TAGS.index(tag), edges)]
    return SentenceInput(text.split(), fillers=array("I", flat))


def random_problem(folder, rng):
    words = "a b d e".split()
    rows = {tuple(rng.choices(words, k=rng.choice([1, 1, 2]))): rng.choices(words, k=rng.choice([1, 2])) for _ in range(7)}
    phrases = [(" ".join(one), " ".join(other), round(rng.uniform(0.2, 1), 2)) for one, other in rows.items() if [*one] != other]
    patterns = [(one, other, round(rng.uniform(0.2, 1), 2)) for one, other in PATTERNS]
    floors = {"phrases": rng.choice([0.0, -2.0]), "patterns": rng.choice([0.0, -1.5])}
    decoder = decoder_of(folder, patterns, phrases, WEIGHTS, floors)
    known = {word for one, other, _ in (*phrases, *patterns) for word in (*one.split(), *other.split())}
    return decoder, floors, known


def random_sentence(rng):
    """A sentence in which patterns match: fillers of one to three words between their words."""
    text, fillers = [], []
    for word in rng.choice(["g * t *", "t * i", "* p *", "b g * t * i", "t * i p *"]).split():
        if word == "*":
            begin = len(text)
            text += rng.choices("a b d e u".split(), k=rng.choice([1, 2, 3]))
            fillers.append((begin, len(text), "NN", 3))
        else:
            text.append(word)
    return sentence(" ".join(text), fillers)


def moved_words(words, one):
    """For each word of a rewriting the word of its span that it is and the filler it is of, or None."""
    slots = [word for word in one.pattern.split() if word.startswith("[")]
    fillers = dict(zip(slots, one.fillers, strict=True))
    begin = one.fillers[0][0] - one.pattern.split().index(slots[0])
    full = []
    for word in one.target.split():
        full += [(i, word) for i in range(*fillers[word])] if word in fillers else [None]
    words = full[one.begin - begin :][: len(one.words)]
    return [word if word is not None and one.begin <= word[0] < one.end else None for word in words]


def choices(options, allowed):
    """Every choice of options without overlaps, of those allowed, left to right."""
    def chosen(at, left):
        yield []
        for k, option in enumerate(left):
            if option[0] >= at:
                for rest in chosen(option[1], left[k + 1 :]):
                    yield [option, *rest]
    return chosen(0, sorted(option for option in options if allowed(option)))


def every_way(decoder, floors, known, given, least=0, most=None):
    """Score of the best derivation of each text, by all ways to choose options, and a structure with options inside."""
    words, made = list(given.words), decoder.options([given])
    options = [(one.begin, one.end, table, one.words, score) for one in map(made.__getitem__, range(len(made)))
               for table, score in one.offers]  # fmt: skip
    found = [score_of(decoder, floors, known, words, chosen, None, []) for chosen in choices(options, lambda _: True)]
    for one in decoder.rewritings(given):
        of = moved_words(words, one)

        def place(option, of=of):
            ends = [k for k, word in enumerate(of) if word is not None and word[0] == option[0]]
            covered = of[ends[0] : ends[0] + option[1] - option[0]] if ends else []
            whole = [word and word[0] for word in covered] == list(range(option[0], option[1]))
            return ends[0] if whole and len({word[1] for word in covered}) == 1 else None

        def beside(option, one=one):
            return option[1] <= one.begin or option[0] >= one.end

        for inside in filter(None, choices(options, lambda option: place(option) is not None)):
            for outside in choices(options, beside):
                found.append(score_of(decoder, floors, known, words, outside, one, [(place(o), o) for o in inside]))
    attainable = max(edits for _, _, edits in found)
    best: dict[str, float] = {}
    for score, text, edits in found:
        if edits >= min(least, attainable) and (most is None or edits <= most):
            best[text] = max(score, best.get(text, -math.inf))
    return best


def score_of(decoder, floors, known, words, outside, structure, inside):
    used, text, at, unknown = set(), [], 0, 0
    steps = [(begin, end, target) for begin, end, _, target, _ in outside]
    used.update(table for _, _, table, _, _ in outside)
    total = sum(WEIGHTS[("phrases", "patterns")[option[2]]] * option[4] for option in (*outside, *(o for _, o in inside)))
    if structure is not None:
        target = list(structure.words)
        for position, option in sorted(inside, reverse=True):
            target[position : position + option[1] - option[0]] = option[3]
        steps.append((structure.begin, structure.end, target))
        used.update((structure.table, *(option[2] for _, option in inside)))
        total += WEIGHTS["patterns"] * structure.score
    for begin, end, target in sorted(steps):
        unknown += sum(word not in known for word in words[at:begin])
        text += [*words[at:begin], *target]
        at = end
    unknown += sum(word not in known for word in words[at:])
    text += words[at:]
    edits = len(outside) + len(inside) + (structure is not None)
    total += WEIGHTS["lm"] * decoder.lm.score(text) + WEIGHTS["word"] * len(text) + WEIGHTS["edit"] * edits
    total += WEIGHTS["unknown"] * unknown
    total += sum(WEIGHTS[name] * floors[name] for table, name in enumerate(("phrases", "patterns")) if table not in used)
    return total, " ".join(text), edits


def text(words, derivation):
    out, at = [], 0
    for step in derivation.steps:
        out += [*words[at : step.begin], *step.words]
        at = step.end
    return " ".join([*out, *words[at:]])


@pytest.mark.parametrize("seed", range(12))
def test_equals_every_way_to_choose_a_structure_and_edits_in_and_around_it(tmp_path, seed):
    rng = random.Random(seed)
    decoder, floors, known = random_problem(tmp_path / "model", rng)
    with_parts = 0
    for _ in range(6):
        given = random_sentence(rng)
        for least, most in ((0, None), (0, 1), (0, 2), (2, 3), (4, None)):
            expected = every_way(decoder, floors, known, given, least, most)
            best = sorted(expected.values(), reverse=True)
            for n in (1, 3, 1000):
                settings = SearchSettings(n=n, min_edits=least, max_edits=most, stack=100_000, beam_threshold=0)
                [found] = decoder.decode([given], settings)
                texts = [text(given.words, one) for one in found]
                assert len(set(texts)) == len(texts)
                assert [one.score for one in found] == pytest.approx(best[:n], abs=1e-4)
                for one, made in zip(found, texts, strict=True):
                    assert one.score == pytest.approx(expected[made], abs=1e-4)
                    again = decoder.rescore(given, one.steps)
                    assert (again.score, *again.features) == pytest.approx((one.score, *one.features), abs=1e-4)
                    assert most is None or one.n_edits <= most
                    with_parts += any(step.parts for step in one.edits)
    assert with_parts


def test_parts_can_be_taken_away_and_gains_are_of_the_whole(tmp_path):
    decoder = decoder_of(tmp_path / "m", [("g [N_1] t [N_2]", "g [N_2] [N_1]", 0.5)], [("b", "d d", 0.9), ("a", "e", 0.8)])
    given = sentence("we g a b t u", [(2, 4, "NN", 3), (5, 6, "NN", 3)])
    [best] = decoder.decode([given], SearchSettings())[0]
    [step] = best.edits
    assert (step.begin, step.end, step.words) == (2, 6, ("u", "e", "d", "d"))
    assert [(part.begin, part.end, part.words, part.at) for part in step.parts] == [(2, 3, ("e",), 1), (3, 4, ("d", "d"), 2)]
    assert step.alone(given.words).words == ("u", "a", "b")
    first, second = step.parts
    assert step.without([first], given.words)[3:] == (("u", "a", "d", "d"), step.score, (), (second,))
    assert step.without([second], given.words).words == ("u", "e", "b")
    [gain] = decoder.gains(given, best)
    assert gain == pytest.approx(best.score - decoder.rescore(given, ()).score, abs=1e-5)
    assert best.n_edits == 3


def test_lines_and_kept_words(tmp_path):
    decoder = decoder_of(tmp_path / "m", [("t [N_1] i", "c [N_1]", 0.5)], [("b", "d", 0.9)])
    one, two = sentence("t b i t b i", [(1, 2, "NN", 3), (4, 5, "NN", 3)]), "t b i t b i".split()
    lines = SentenceInput(two, line_ends=(3,), fillers=one.fillers)
    for most, made in ((None, "c d c d"), (1, "t d i t d i"), (2, "c d c d")):
        [best] = decoder.decode([lines], SearchSettings(max_edits=most))[0]
        assert text(two, best) == made
    kept = SentenceInput(two, keep=b"\0\2\0\0\0\0", line_ends=(3,), fillers=one.fillers)
    assert text(two, decoder.decode([kept], SearchSettings())[0][0]) == "c b c d"


def test_no_word_of_a_pattern_is_said_twice(tmp_path):
    decoder = decoder_of(tmp_path / "m", [("t [N_1] i", "[N_1] c", 0.5)], [("b", "d c", 0.9), ("b", "e", 0.8)])
    [best] = decoder.decode([sentence("t b i", [(1, 2, "NN", 3)])], SearchSettings())[0]
    assert text("t b i".split(), best) == "e c"
