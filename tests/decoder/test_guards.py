"""Guards forbid what changes the kinds of words that a span has, and nothing else."""

from __future__ import annotations

import random

import oracle
import pytest
from random_models import build

from paragen.base.errors import ConfigError
from paragen.decoder.features import FeatureList
from paragen.decoder.fit.knowledge import COMPANIONS, LABELS, NEVER, Knowledge, write_knowledge
from paragen.decoder.guards import GUARDS, OPPOSITES, SYNTAX, VARIETY, chosen_guards, kinds, varieties
from paragen.decoder.search import Decoder, SentenceInput
from paragen.decoder.sentence import Around
from paragen.decoder.substitutes import Guards
from paragen.model import Model
from paragen.packing import TableSource, pack
from paragen.tables.inflection.opposites import opposites
from paragen.text.analysis import CAPITAL
from paragen.text.kernel import train
from paragen.text.languages.english import ENGLISH
from paragen.text.opposites import entries, forms

PAIRS = [
    ("negation", "did not go", "never went", True),
    ("negation", "did not go", "stayed", False),
    ("negation", "went", "did not stay", False),
    ("negation", "cannot", "is unable to", True),
    ("negation", "not without reason", "with reason", False),
    ("negation", "not without reason", "without no reason", True),
    ("negation", "not", "not not", False),
    ("quantities", "twelve eggs", "dozen eggs", True),
    ("quantities", "twelve eggs", "several eggs", False),
    ("quantities", "two of three", "three of two", True),
    ("quantities", "two of three", "two of two", False),
    ("quantities", "most people", "majority of people", True),
    ("quantities", "most people", "some people", False),
    ("quantities", "each house", "every house", True),
    ("quantities", "okay", "all right", True),
    ("quantities", "okay", "all", False),
    ("quantities", "the latest", "the most recent", True),
    ("quantities", "the most recent", "the latest", True),
    ("quantities", "the latest", "most of the recent", False),
    ("quantities", "per cent", "percent", True),
    ("negation", "at least", "no fewer than", True),
    ("negation", "at least", "no fewer", False),
    ("negation", "okay", "no doubt", True),
    ("hedges", "perhaps", "maybe", True),
    ("hedges", "perhaps", "certainly", False),
    ("hedges", "may", "might", True),
    ("hedges", "claimed", "said", False),
    ("terms", "murdered", "murder", True),
    ("terms", "murdered", "killed", False),
    ("terms", "robbery", "theft", False),
    ("terms", "big house", "large house", True),
    ("opposites", "rose", "fell", False),
    ("opposites", "rose", "climbed", True),
    ("opposites", "prices rose", "falling prices", False),
    ("opposites", "her hand", "his hand", False),
    ("opposites", "included", "excluded them", False),
    ("opposites", "beginning to end", "end to beginning", True),
    ("opposites", "months", "years", False),
]
"""Guard, source, target, and whether it lets the one become the other."""


TAGGED = [
    "they/PRP want/VBP to/TO help/VB ./.", "prices/NNS rose/VBD sharply/RB ./.", "these/DT people/NNS are/VBP old/JJ ./.",
    "the/DT rose/NN is/VBZ old/JJ ./.", "people/NNS talks/VBZ of/IN it/PRP", "they/PRP will/MD help/VB people/NNS",
    "he/PRP was/VBD helped/VBN", "prices/NNS have/VBP sharply/RB helped/VBN",
    "of/IN the/DT old/JJ people/NNS rose/VBD", "the/DT people/NNS service/NN",
    "the/DT help/NN of/IN many/JJ people/NNS service/NN",
]  # fmt: skip
TAGS = {
    "PRP": "pronoun", "VBP": "present", "TO": "to", "VB": "base", ".": "other", "NNS": "plural", "VBD": "past", "RB": "adverb",
    "DT": "determiner", "JJ": "adjective", "NN": "singular", "VBZ": "third", "IN": "preposition", "MD": "modal",
    "VBN": "participle", "WDT": "other",
}  # fmt: skip
USAGE = {
    "help": (0, "base present singular"), "aid": (0, "base present singular"), "assistance": (0, "singular"),
    "helpful": (0, "adjective"), "gladly": (0, "adverb"), "rose": (0, "past"), "climbed": (0, "past participle"),
    "growth": (0, "singular"), "have": (2, "base present"), "people": (0, "plural"), "person": (0, "singular"),
    "folk": (0, "plural"), "these": (1, "determiner"), "many": (1, "adjective"), "are": (2, "present"),
    "talks": (0, "third plural"), "negotiations": (0, "plural"), "speaks": (0, "third"), "speech": (0, "singular"),
    "helped": (0, "past participle"),
    "sheep": (0, "singular plural"), "want": (0, "base present"), "prices": (0, "plural"), "service": (0, "singular"),
}  # fmt: skip
"""Of words, the number of their group or 0, and what they may be."""

SYNTACTIC = [
    ("they want to [help]", "aid", True),
    ("they want to [help]", "gladly help", True),  # an adverb may stand between
    ("they want to [help]", "assistance", False),  # although both may be nouns: to says that this one is none
    ("they want to [help people]", "assistance of people", False),
    ("they will [help] people", "helped", False),
    ("the [help] of people", "assistance", True),
    ("they want to [help]", "zounds", True),  # nobody knows
    ("prices [rose] .", "climbed", True),
    ("prices [rose] .", "have climbed", True),
    ("prices [rose] .", "growth", False),
    ("people [talks] of it", "speaks", True),
    ("people [talks] of it", "speech", False),
    ("people [talks] of it", "negotiations", True),  # talks may be a noun, and the tagger wrong
    ("these [people] .", "folk", True),
    ("these [people] .", "sheep", True),
    ("these [people] .", "person", False),
    ("these [people] service", "person", True),
    ("the [people] .", "person", True),
    ("the [people] are old", "person", False),
    ("the [people] are old", "person of age", True),
    ("the [old] people", "helpful", True),
    ("he was [helped]", "helpful", True),
    ("he was [helped]", "assistance", False),
    ("prices have [climbed] .", "rose", False),
    ("prices have [climbed] .", "helped", True),
    ("prices have sharply [climbed] .", "rose", False),  # an adverb may stand between
    ("prices [climbed] .", "rose", True),
    ("they have [talks] .", "rose", True),  # no participle
    ("as [he was] , they", "he 's", False),
    ("as [he was]", "he 's", False),
    ("[he was] helpful", "he 's", True),
    ("[he was] .", "he had", True),
]
"""A sentence and a span, what may stand there, and whether the guard lets it."""


TAGGED_BESIDES = [
    "do/VBP they/PRP want/VB to/TO help/VB", "they/PRP want/VBP to/TO help/VB", "people/NNS were/VBD old/JJ ./.",
    "he/PRP was/VBD old/JJ ./.", "they/PRP helped/VBD ./.", "prices/NNS which/WDT rose/VBD ./.", "he/PRP helped/VBD ./.",
    "help/NN of/IN people/NNS rose/VBD ./.", "people/NNS helped/VBD them/PRP", "people/NNS helped/VBD people/NNS",
    "a/DT service/NN ./.", "the/DT service/NN ./.", "the/DT help/NN of/IN people/NNS ./.", "the/DT help/NN ,/. people/NNS ./.",
    "he/PRP also/RB was/VBD helped/VBN ./.",
]  # fmt: skip
SYNTACTIC_BESIDES = [
    ("do they [want] to help", "are", False),
    ("do they [want] to help", "help", True),
    ("they [want] to help", "are", True),
    ("people [were] old .", "was", False),
    ("he [was] old .", "were", False),
    ("they [helped] .", "was old", False),
    ("prices which [rose] .", "was old", False),
    ("prices [which rose] .", "which was old", False),
    ("prices [which rose] .", "which were old", True),
    ("help of people [rose] .", "was old", True),  # it is the help that rose
    ("he [helped] .", "were old", False),
    ("people [helped] them", "climbed up", False),
    ("people [helped] people", "climbed up", True),
    ("a [service] .", "prices", False),
    ("a [service] .", "sheep", True),
    ("the [service] .", "prices", True),
    ("the help of [people] .", "help", False),
    ("the help , [people] .", "help", True),
    ("he also was [helped] .", "also climbed", False),
    ("he [helped about] eighteen", "helped approximately", True),
    ("he [helped about] twenty-five", "helped some", True),
    ("he [helped about] people", "helped some", False),
    ("[he 's] better", "he is", True),
    ("[he 'd] better", "he would", False),
    ("he [helped] .", "also climbed", True),
]


def knowledge(folder, tagged) -> Knowledge:
    sentences = [[word.rsplit("/", 1) for word in line.split()] for line in tagged]
    tagger = train([([w for w, _ in line], bytes(len(line)), [tag for _, tag in line]) for line in sentences], list(TAGS))
    path = folder / "english.bin"
    rows = {
        word: bytes([group, *(0 if name in names.split() else NEVER for name in LABELS), *bytes(2 * COMPANIONS)])
        for word, (group, names) in USAGE.items()
    }
    write_knowledge(path, tagger, [], {}, (), [LABELS.index(name) for name in TAGS.values()], rows)
    return Knowledge.open(path)


@pytest.fixture(scope="module")
def english(tmp_path_factory) -> Knowledge:
    return knowledge(tmp_path_factory.mktemp("english"), TAGGED)


@pytest.mark.parametrize("tagged, cases", [(TAGGED, SYNTACTIC), (TAGGED_BESIDES, SYNTACTIC_BESIDES)])
def test_syntax(tmp_path, tagged, cases):
    english = knowledge(tmp_path, tagged)
    spans = [place.partition("[")[2].partition("]")[0] for place, *_ in cases]
    decoder = decoder_of(tmp_path, [(span, target) for span, (_, target, _) in zip(spans, cases, strict=True)])
    for span, (place, target, passes) in zip(spans, cases, strict=True):
        options = decoder.options([SentenceInput(["zzz"]), SentenceInput(place.replace("[", "").replace("]", "").split())])
        Guards(decoder, [SYNTAX], english).forbid(options)
        begin = len(place.partition("[")[0].split())
        found = [k for k in range(len(options)) if options[k].begin == begin and options[k].words == tuple(target.split())
                 and options[k].end == begin + len(span.split())]  # fmt: skip
        assert [options.allowed(k) for k in found] == [passes], place


VARIETIES = [
    ("they [saw] it", "realised", False), ("they [saw] it", "realized", True), ("they [saw] the colour", "realised", True),
    ("they [saw] the colour", "at gasoline", False), ("they [saw] the color", "at gasoline", True),
    ("they [saw] the color of colour", "realised", False), ("they saw [colour]", "colours", True),
    ("they saw [colour]", "color", False), ("they saw [color]", "colour", False), ("they [saw] it", "at some stage", False),
    ("they [saw] it", "at some", True), ("they [saw] it whilst it", "at some stage", True),
    ("they [saw] the <colour>", "realised", False),  # a name
]  # fmt: skip
"""A sentence and a span, what may stand there, and whether the guard lets it."""


def test_one_variety_of_english(tmp_path):
    spans = [place.partition("[")[2].partition("]")[0] for place, *_ in VARIETIES]
    known = " ".join(place.replace("[", "").replace("]", "").replace("<", "").replace(">", "") for place, *_ in VARIETIES)
    pairs = [(span, target) for span, (_, target, _) in zip(spans, VARIETIES, strict=True)]
    decoder = decoder_of(tmp_path, [*pairs, (known, "whilst")])
    guards = Guards(decoder, [VARIETY])
    for span, (place, target, passes) in zip(spans, VARIETIES, strict=True):
        words = place.replace("[", "").replace("]", "").split()
        marks = bytes(CAPITAL * word.startswith("<") for word in words)
        words = [word.strip("<>") for word in words]
        nothing = SentenceInput(["zzz"])
        around = SentenceInput([span], None, (), bytes(1), None, None, Around(words, marks), Around(["zzz"], bytes(1)))
        lines = SentenceInput([span, *words], None, (1,), bytes(1) + marks)
        for sentence in (SentenceInput(words, None, (), marks), around, lines):
            options = decoder.options([nothing, sentence, nothing])
            guards.forbid(options)
            found = [k for k in range(len(options)) if options[k].words == tuple(target.split())]
            assert found and {options.allowed(k) for k in found} == {passes}, place


def test_each_word_is_of_one_variety():
    american, british = map(set, varieties())
    assert len(american) > 300 and len(british) > 400 and not american & british
    assert all(word == word.lower() for word in american | british)
    assert "color" in american and "at_some_stage" in british and not {"program", "organize"} & american


def test_syntax_asks_for_english(decoder):
    with pytest.raises(ConfigError, match="guards: syntax asks for parts of speech, which this model, without a fit"):
        Guards(decoder, GUARDS)


def decoder_of(folder, pairs):
    table = {}
    for source, target in pairs:
        table.setdefault(tuple(source.split()), {})[tuple(target.split())] = 0.5
    (folder / "t.txt").write_text(oracle.interchange(table))
    (folder / "lm.arpa").write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-9\t<s>\n-1\t</s>\n\n\\end\\\n")
    model = Model.open(pack(folder / "model", folder / "lm.arpa", {"t": TableSource(folder / "t.txt")}))
    features = FeatureList(("t",), True)
    return Decoder(model.store, model.lm, features, dict.fromkeys(features.names, 1.0))


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    return decoder_of(tmp_path_factory.mktemp("guards"), [(source, target) for _, source, target, _ in PAIRS])


def left(decoder, guards, source: str, english=None) -> set[str]:
    options = decoder.options([SentenceInput(["zzz", *source.split()])])
    Guards(decoder, guards, english).forbid(options)
    return {" ".join(options[k].words) for k in range(len(options)) if options.allowed(k)}


@pytest.mark.parametrize(("guard", "source", "target", "passes"), PAIRS)
def test_guards_forbid_and_let_pass(decoder, english, guard, source, target, passes):
    assert target in left(decoder, [], source)
    assert (target in left(decoder, [guard], source)) == passes
    assert (target in left(decoder, GUARDS, source, english)) == passes


def test_opposites_are_those_that_tables_leave_out(tmp_path):
    """Random phrases of words of a few entries, negations and others: the words alone, negated twice, beside their opposites."""
    rng = random.Random(1)
    pairs = set()
    while len(pairs) < 500:
        entry = rng.choice(entries())
        chosen = [rng.choice(group) for group in rng.choices(entry.groups, k=3)]
        words = [rng.choice(sorted(forms().get((entry.parts[0], word), (word,)))) for word in chosen]
        words += words + ["not", "isn't", "refuses", "of", "house"]
        source, target = (" ".join(rng.choices(words, k=rng.choice([1, 1, 2, 3]))) for _ in range(2))
        if source != target:
            pairs.add((source, target))
    decoder = decoder_of(tmp_path, sorted(pairs))
    opposed = {(source, target) for source, target in pairs if opposites().opposed(source, target)}
    assert 30 < len(opposed) < 450
    assert any(" not " in f" {' '.join(pair)} " for pair in opposed)
    sources = sorted({source for source, _ in pairs})
    free = {(source, target) for source in sources for target in left(decoder, [], source)} & pairs
    guarded = {(source, target) for source in sources for target in left(decoder, ["opposites"], source)} & pairs
    assert free - guarded == opposed & free and len(opposed & free) > 25


def test_what_was_forbidden_before_stays_so(decoder):
    options = decoder.options([SentenceInput(["perhaps"])])
    options.forbid([1] * len(options))
    Guards(decoder, ["hedges"]).forbid(options)
    assert not any(map(options.allowed, range(len(options)))) and len(options)


def test_lines_are_guarded_by_themselves(decoder, english):
    options = decoder.options([SentenceInput(["zzz", "not", "perhaps", "may"], None, (1, 2, 3)), SentenceInput(["perhaps"])])
    Guards(decoder, GUARDS, english).forbid(options)
    allowed = [(o.begin, o.words) for k in range(len(options)) if options.allowed(k) for o in [options[k]]]
    assert allowed == [(2, ("maybe",)), (3, ("might",)), (0, ("maybe",))]


def test_options_of_another_decoder_are_refused(decoder, tmp_path):
    _, other = build(tmp_path, random.Random(1))
    with pytest.raises(ConfigError, match="another decoder"):
        Guards(decoder, []).forbid(other.options([SentenceInput(["a"])]))


def test_names():
    assert chosen_guards(["terms", "negation", "terms"], ENGLISH) == ("negation", "terms")
    assert chosen_guards([], ENGLISH) == ()
    with pytest.raises(ConfigError, match="guards: no guard 'amounts'. The guards are negation, opposites, quantities, hedges, "):
        chosen_guards(["negation", "amounts"], ENGLISH)


@pytest.mark.parametrize("guard", [guard for guard in GUARDS if guard not in (OPPOSITES, SYNTAX, VARIETY)])
def test_a_word_is_of_one_kind(guard):
    words = [word for kind in kinds(guard) for word in kind]
    assert words and len(set(words)) == len(words) and all(word == word.lower() for word in words)
