"""Small random problems, both as the reference sees them and packed."""

from __future__ import annotations

import oracle

from paragen.decoder.search import Decoder
from paragen.model import Model
from paragen.packing import TableSource, pack

WORDS = "a b c d e f".split()


def build(folder, rng, *, n_tables=2, order=3, pairs=25, self_paraphrase=True, floors=True, words=WORDS):
    """A random problem, as the reference and as a decoder over a packed model see it."""
    tables = oracle.random_tables(rng, words, n_tables, pairs)
    model = oracle.random_model(rng, words[:-1], order)
    (folder / "lm.arpa").write_text(model.arpa())
    sources = {}
    for number, table in enumerate(tables):
        (folder / f"t{number}.txt").write_text(oracle.interchange(table))
        sources[f"t{number}"] = TableSource(folder / f"t{number}.txt")
    pack(folder / "model", folder / "lm.arpa", sources, self_paraphrase=self_paraphrase, tokenized=True)
    opened = Model.open(folder / "model")
    weights = {"lm": 0.5, "word": rng.uniform(-0.3, 0.3), "edit": rng.uniform(-0.5, 0.5), "unknown": -0.7}
    weights |= {str(number): rng.uniform(0.05, 0.6) for number in range(n_tables)}
    values = [-rng.uniform(0.5, 6) if floors and rng.random() < 0.8 else 0.0 for _ in range(n_tables)]
    problem = oracle.Problem(tables, model, weights, values, self_paraphrase)
    order_of = ["lm", *map(str, range(n_tables)), *(["self"] if self_paraphrase else []), "word", "edit", "unknown"]
    decoder = Decoder(opened.store, opened.lm, [weights.get(name, 0.0) for name in order_of], values, self_paraphrase)
    return problem, decoder
