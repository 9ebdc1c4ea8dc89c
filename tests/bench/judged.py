"""Substitutes that people gave or accepted for words in their sentences: SWORDS and CoInCo.

Both were drawn from MASC and hold lemmas as substitutes, whatever the form of the target: for *drove* it is *push*.
A candidate counts as a substitute when, word for word, it is the substitute or has it as a lemma. What nobody judged
counts as not accepted, and so do the target's own forms, which some lists have (*day* for *day*).
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

from paragen.text import Tokenizer

_words = Tokenizer().words
_NOT = re.compile(r" (?=n't\b)")


@dataclass(frozen=True)
class Judged:
    """A target in its sentence.

    Parameters
    ----------
    before, after : lookup forms of what stands on either side of it.
    target : its lookup form, words joined by spaces.
    substitutes : what people said of each substitute: in SWORDS the share of the judges who accept it, in CoInCo how
        many annotators gave it. The substitutes are written as :func:`plain` does.
    """

    before: tuple[str, ...]
    target: str
    after: tuple[str, ...]
    substitutes: dict[str, float]

    def sentence(self, phrase: str) -> list[str]:
        """Return the words of the sentence with ``phrase`` in the target's place."""
        return [*self.before, *phrase.split(" "), *self.after]

    def verdict(self, candidate: str) -> float | None:
        """Return what people said of a candidate; None where they said nothing."""
        forms = map(lemmas, plain(candidate).split(" "))
        found = (self.substitutes.get(" ".join(words)) for words in product(*forms))
        return max((said for said in found if said is not None), default=None)

    def has_form(self, candidate: str) -> bool:
        """Is a candidate the target in another form?"""
        ours, theirs = plain(self.target).split(" "), plain(candidate).split(" ")
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(set(lemmas(one)) & set(lemmas(other)) for one, other in pairs)


def plain(phrase: str) -> str:
    """Return a phrase as the lists write it: no hyphens, no apostrophes (*hush hush*, *give ones word*)."""
    return phrase.lower().replace("-", " ").replace(" '", "").replace("'", "").strip()


@cache
def lemmas(word: str) -> tuple[str, ...]:
    """Return a word and its lemmas as any part of speech."""
    from lemminflect import getAllLemmas

    return tuple(dict.fromkeys([word, *(lemma for found in getAllLemmas(word).values() for lemma in found)]))


def read_swords(path: Path) -> list[Judged]:
    """Read the targets of SWORDS (JSON in .gz), in their order."""
    data = json.loads(gzip.decompress(path.read_bytes()))
    substitutes: dict[str, dict[str, float]] = {}
    for name, substitute in data["substitutes"].items():
        of_target = substitutes.setdefault(substitute["target_id"], {})
        text = plain(substitute["substitute"])
        of_target[text] = max(of_target.get(text, 0.0), accepting(data["substitute_labels"][name]))
    return [
        cut(data["contexts"][target["context_id"]]["context"], target["offset"], target["target"], substitutes.get(name, {}))
        for name, target in data["targets"].items()
    ]


def accepting(labels: Sequence[str]) -> float:
    """Return the share of judges who accept a substitute; the unsure do not."""
    return sum(label.startswith("TRUE") for label in labels) / len(labels)


def cut(context: str, offset: int, target: str, substitutes: dict[str, float]) -> Judged:
    """Cut a text at the characters of a target."""
    if context[offset : offset + len(target)] != target:
        raise ValueError(f"{context!r}: found {context[offset : offset + len(target)]!r} at {offset}, expected {target!r}")
    before, own, after = (tuple(_words(part)) for part in (context[:offset], target, context[offset + len(target) :]))
    return Judged(before, " ".join(own), after, other_words(substitutes, " ".join(own)))


def other_words(substitutes: dict[str, float], target: str) -> dict[str, float]:
    """Leave out the target's own lemmas."""
    own = lemmas(plain(target))
    return {text: said for text, said in substitutes.items() if text not in own}


def read_coinco(gold: Path, sentences: Path) -> list[Judged]:
    """Read CoInCo as Melamud's tools write it: a list of substitutes, and a list of tokenised sentences."""
    given = dict(gold_lines(gold))
    targets = []
    for line in sentences.read_text(encoding="utf-8").splitlines():
        lemma, number, index, sentence = line.split("\t")
        targets.append(cut_tokens(sentence.split(" "), int(index), given[lemma, number]))
    return targets


def gold_lines(path: Path) -> Iterator[tuple[tuple[str, str], dict[str, float]]]:
    """Yield (lemma, number) and the substitutes of each line ``mission.N 4 :: task 2;plan 2;``."""
    for line in path.read_text(encoding="utf-8").splitlines():
        key, _, listed = line.partition(" ::")
        lemma, _, number = key.rpartition(" ")
        pairs = (entry.rpartition(" ") for entry in listed.split(";") if entry.strip())
        substitutes: dict[str, float] = {}
        for text, _, count in pairs:
            substitutes[plain(text.strip())] = substitutes.get(plain(text.strip()), 0.0) + float(count)
        yield (lemma, number), substitutes


def cut_tokens(tokens: Sequence[str], index: int, substitutes: dict[str, float]) -> Judged:
    """Cut a tokenised sentence at one of its tokens; *could n't* is one word to us."""
    before, target, after = (
        tuple(_words(_NOT.sub("", " ".join(part)))) for part in (tokens[:index], tokens[index : index + 1], tokens[index + 1 :])
    )
    return Judged(before, " ".join(target), after, other_words(substitutes, " ".join(target)))
