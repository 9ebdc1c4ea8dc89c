"""Small random problems, both as the reference sees them and packed."""

from __future__ import annotations

import random

import oracle

from paragen.decoder.search import Decoder, FeatureList
from paragen.model import Model
from paragen.packing import TableSource, pack

WORDS = "a b c d e f".split()
STRANGE = "zzz qqq".split()  # no table and no language model of a packed model knows them


def build(folder, rng, *, n_tables=2, order=3, pairs=25, self_paraphrase=True, floors=True, words=WORDS, given=0, scorers=()):
    """A random problem, as the reference and as a decoder over a packed model see it.

    given : tables that are not packed but given to the decoder, with words that the packed model does not know.
    """
    tables = oracle.random_tables(rng, words, n_tables, pairs)
    model = oracle.random_model(rng, words[:-1], order)
    (folder / "lm.arpa").write_text(model.arpa())
    sources = {}
    for number, table in enumerate(tables):
        (folder / f"t{number}.txt").write_text(oracle.interchange(table))
        sources[f"t{number}"] = TableSource(folder / f"t{number}.txt")
    pack(folder / "model", folder / "lm.arpa", sources, self_paraphrase=self_paraphrase, tokenized=True)
    opened = Model.open(folder / "model")
    tables += oracle.random_tables(rng, [*words, *STRANGE], given, pairs)
    weights = random_weights(rng, len(tables), scorers)
    values = [-rng.uniform(0.5, 6) if floors and rng.random() < 0.8 else 0.0 for _ in tables]
    problem = oracle.Problem(tables, model, weights, values, self_paraphrase)
    features = FeatureList(tuple(map(str, range(len(tables)))), self_paraphrase, tuple(scorers))
    decoder = Decoder(
        opened.store, opened.lm, features, weights | ({"self": 0.0} if self_paraphrase else {}),
        dict(zip(features.tables, values, strict=True)), pairs=[rows(table) for table in tables[n_tables:]],
    )
    return problem, decoder


def random_weights(rng, n_tables, scorers=()):
    """Weights of every feature but ``self``."""
    weights = {"lm": 0.5, "word": rng.uniform(-0.3, 0.3), "edit": rng.uniform(-0.5, 0.5), "unknown": -0.7}
    weights |= {str(number): rng.uniform(0.05, 0.6) for number in range(n_tables)}
    weights |= {scorer: rng.uniform(-0.2, 0.8) for scorer in scorers}
    apart = random.Random(repr(weights))  # so that a feature more does not change the other numbers of a problem
    return weights | {name: apart.uniform(-0.6, 0.6) for name in FeatureList().names if name not in (*weights, "self")}


def rows(table):
    """A table as the decoder takes pairs."""
    return [(source, target, score) for source, targets in table.items() for target, score in targets.items()]
