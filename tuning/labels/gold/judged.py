"""A target in its sentence, and people's judgements of substitutes for it.

The lists give substitutes as lemmas, whatever the form of the target: *push* for *drove*. A candidate matches a substitute if
each of its words is that of the substitute or has it as a lemma. The target's own forms, which some lists include (*day* for
*day*), are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from paragen.text import Tokenizer
from paragen.tuning.labels.gold.lemmas import lemmas, plain

words = Tokenizer().words
_NOT = re.compile(r" (?=n't\b)")


def joined(tokens: Iterable[str]) -> str:
    """Return Penn Treebank tokens as text; *could n't* is one word to us."""
    return _NOT.sub("", " ".join(tokens))


@dataclass(frozen=True)
class JudgedTarget:
    """A target in its sentence.

    Parameters
    ----------
    before, after : lookup forms of what stands on either side of it.
    target : its lookup form, words joined by spaces.
    substitutes : what people said of each substitute: in SWORDS the share of the judges who accept it, in the other lists
        how many annotators gave it. The substitutes are written as :func:`plain` does.
    """

    before: tuple[str, ...]
    target: str
    after: tuple[str, ...]
    substitutes: dict[str, float]

    def sentence(self, phrase: str) -> list[str]:
        """Return the words of the sentence with ``phrase`` in the target's place."""
        return [*self.before, *phrase.split(" "), *self.after]

    def verdict(self, candidate: str) -> float | None:
        """Return people's verdict on a candidate; None if there is none."""
        forms = map(lemmas, plain(candidate).split(" "))
        found = (self.substitutes.get(" ".join(chosen)) for chosen in product(*forms))
        return max((verdict for verdict in found if verdict is not None), default=None)

    def has_form(self, candidate: str) -> bool:
        """Return whether a candidate is the target in another form."""
        ours, theirs = plain(self.target).split(" "), plain(candidate).split(" ")
        pairs = zip(ours, theirs, strict=False)
        return len(ours) == len(theirs) and all(set(lemmas(one)) & set(lemmas(other)) for one, other in pairs)


def other_words(substitutes: dict[str, float], target: str) -> dict[str, float]:
    """Return ``substitutes`` without the target's own lemmas."""
    own = lemmas(plain(target))
    return {text: verdict for text, verdict in substitutes.items() if text not in own}
