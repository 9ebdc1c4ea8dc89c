"""A readable back-off model, and random ARPA files to hold the kernel to it. All values log10."""

from __future__ import annotations

import random
from dataclasses import dataclass, field


@dataclass
class Arpa:
    """N-grams (tuples of words) with (probability, back-off) by order, from 1."""

    orders: list[dict[tuple[str, ...], tuple[float, float]]] = field(default_factory=list)

    def text(self, tab: str = "\t", newline: str = "\n") -> str:
        lines = ["\\data\\", *(f"ngram {n}={len(grams)}" for n, grams in enumerate(self.orders, 1)), ""]
        for n, grams in enumerate(self.orders, 1):
            lines.append(f"\\{n}-grams:")
            for words, (prob, backoff) in grams.items():
                tail = f"{tab}{backoff!r}" if n < len(self.orders) and backoff != 0 else ""
                lines.append(f"{prob!r}{tab}{' '.join(words)}{tail}")
            lines.append("")
        return newline.join([*lines, "\\end\\", ""])

    def score(self, context: tuple[str, ...], word: str) -> tuple[float, int]:
        """Return log10 p(word | context) and the length of the n-gram that gave it, by the definition."""
        known = tuple(w if (w,) in self.orders[0] else "<unk>" for w in (*context, word))
        context, word = known[:-1][-(len(self.orders) - 1) :] if len(self.orders) > 1 else (), known[-1]
        total = 0.0
        while True:
            found = self.orders[len(context)].get((*context, word))
            if found is not None:
                return total + found[0], len(context) + 1
            if not context:
                return total - 100.0, 1
            total += self.orders[len(context) - 1].get(context, (0.0, 0.0))[1]
            context = context[1:]

    def sentence(self, words: list[str]) -> list[tuple[float, int]]:
        """Score each word and the end."""
        full = ["<s>", *words, "</s>"]
        return [self.score(tuple(full[:i]), full[i]) for i in range(1, len(full))]


def random_arpa(rng: random.Random, order: int, n_words: int = 8, unk: bool = True, prune_suffixes: bool = True) -> Arpa:
    """A model whose n-grams have their contexts, but (``prune_suffixes``) not always their suffixes."""
    words = [f"w{i}" for i in range(n_words)]
    specials = (["<unk>"] if unk else []) + ["<s>", "</s>"]

    def values() -> tuple[float, float]:
        return -rng.randint(1, 4000) / 1000, rng.choice([0.0, -rng.randint(1, 2000) / 1000, rng.randint(1, 300) / 1000])

    model = Arpa([{(word,): values() for word in rng.sample(specials + words, len(specials) + n_words)}])
    for _ in range(2, order + 1):
        grams: dict[tuple[str, ...], tuple[float, float]] = {}
        contexts = [gram for gram in model.orders[-1] if gram[-1] != "</s>"]
        following = [word for (word,) in model.orders[0] if word != "<s>"]
        for _ in range(rng.randint(1, 40)):
            gram = (*rng.choice(contexts), rng.choice(following)) if contexts else None
            if gram and (prune_suffixes or gram[1:] in model.orders[-1]):
                grams[gram] = values()
        model.orders.append(grams)
    top = {gram: (prob, 0.0) for gram, (prob, _) in model.orders[-1].items()}
    model.orders[-1] = top
    return model
