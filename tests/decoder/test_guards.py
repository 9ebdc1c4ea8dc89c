"""Guards forbid what changes the kinds of words that a span has, and nothing else."""

from __future__ import annotations

import random

import oracle
import pytest
from random_models import build

from paragen.base.errors import ConfigError
from paragen.decoder.features import FeatureList
from paragen.decoder.guards import GUARDS, chosen_guards, kinds
from paragen.decoder.guards.kernel import Guards
from paragen.decoder.search import Decoder, SentenceInput
from paragen.model import Model
from paragen.packing import TableSource, pack

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
    ("hedges", "perhaps", "maybe", True),
    ("hedges", "perhaps", "certainly", False),
    ("hedges", "may", "might", True),
    ("hedges", "claimed", "said", False),
    ("terms", "murdered", "murder", True),
    ("terms", "murdered", "killed", False),
    ("terms", "robbery", "theft", False),
    ("terms", "big house", "large house", True),
]
"""Guard, source, target, and whether it lets the one become the other."""


@pytest.fixture(scope="module")
def decoder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("guards")
    table = {}
    for _, source, target, _ in PAIRS:
        table.setdefault(tuple(source.split()), {})[tuple(target.split())] = 0.5
    (folder / "t.txt").write_text(oracle.interchange(table))
    (folder / "lm.arpa").write_text("\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<unk>\n-9\t<s>\n-1\t</s>\n\n\\end\\\n")
    model = Model.open(pack(folder / "model", folder / "lm.arpa", {"t": TableSource(folder / "t.txt")}))
    features = FeatureList(("t",), True)
    return Decoder(model.store, model.lm, features, dict.fromkeys(features.names, 1.0))


def left(decoder, guards, source: str) -> set[str]:
    options = decoder.options([SentenceInput(["zzz", *source.split()])])
    Guards(decoder, map(kinds, guards)).forbid(options)
    return {" ".join(options[k].words) for k in range(len(options)) if options.allowed(k)}


@pytest.mark.parametrize(("guard", "source", "target", "passes"), PAIRS)
def test_guards_forbid_and_let_pass(decoder, guard, source, target, passes):
    assert target in left(decoder, [], source)
    assert (target in left(decoder, [guard], source)) == passes
    assert (target in left(decoder, GUARDS, source)) == passes


def test_what_was_forbidden_before_stays_so(decoder):
    options = decoder.options([SentenceInput(["perhaps"])])
    options.forbid([1] * len(options))
    Guards(decoder, [kinds("hedges")]).forbid(options)
    assert not any(map(options.allowed, range(len(options)))) and len(options)


def test_lines_are_guarded_by_themselves(decoder):
    options = decoder.options([SentenceInput(["zzz", "not", "perhaps", "may"], None, (1, 2, 3)), SentenceInput(["perhaps"])])
    Guards(decoder, map(kinds, GUARDS)).forbid(options)
    allowed = [(o.begin, o.words) for k in range(len(options)) if options.allowed(k) for o in [options[k]]]
    assert allowed == [(2, ("maybe",)), (3, ("might",)), (0, ("maybe",))]


def test_options_of_another_decoder_are_refused(decoder, tmp_path):
    _, other = build(tmp_path, random.Random(1))
    with pytest.raises(ConfigError, match="another decoder"):
        Guards(decoder, []).forbid(other.options([SentenceInput(["a"])]))


def test_names():
    assert chosen_guards(["terms", "negation", "terms"]) == ("negation", "terms")
    assert chosen_guards([]) == ()
    with pytest.raises(ConfigError, match="guards: no guard 'amounts'. The guards are negation, quantities, hedges, terms."):
        chosen_guards(["negation", "amounts"])


@pytest.mark.parametrize("guard", GUARDS)
def test_a_word_is_of_one_kind(guard):
    words = [word for kind in kinds(guard) for word in kind]
    assert words and len(set(words)) == len(words) and all(word == word.lower() for word in words)
