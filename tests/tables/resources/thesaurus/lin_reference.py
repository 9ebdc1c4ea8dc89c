"""Lin's thesaurus, slowly and readably: triples, their information, the similarity of two words."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import log

from paragen.tables.resources.thesaurus.triples import LEFT_OUT
from paragen.tables.resources.thesaurus.words import Word

Row = tuple[str, str, str, int, str]
"""Form, lemma, Penn tag, head (from 1, 0 for the root), relation."""

PART = {"NN": "n", "NNS": "n", "VB": "v", "VBD": "v", "JJ": "a", "RB": "r", "PRP": "x"}


def triples(sentences: list[list[Row]]) -> Counter:
    """Return how often (word, relation, word) occurs; a word is (part, lemma)."""
    found: Counter = Counter()
    for rows in sentences:
        words = [
            Word(PART[tag], lemma if PART[tag] != "x" else form) if tag in PART else None for form, lemma, tag, _, _ in rows
        ]
        for i, (_, _, _, head, relation) in enumerate(rows):
            own = relation.split(":")[0]
            if own in ("obl", "nmod"):
                cases = [row[0] for row in rows if row[3] == i + 1 and row[4].split(":")[0] == "case"]
                relation += f":{cases[0]}" if cases else ""
            if own in ("pobj", "pcomp") and head and rows[head - 1][4] in ("prep", "agent"):
                form, _, _, head, relation = rows[head - 1]
                relation += f":{form}"
            elif own in LEFT_OUT:
                continue
            if head and words[i] and words[head - 1]:
                found[words[head - 1], relation, words[i]] += 1
    return found


def information(counts: Counter) -> dict:
    """Return what each feature, (direction, relation, other word), tells of each word: word -> feature -> I, if above 0."""
    by_head, by_dependent, by_relation = Counter(), Counter(), Counter()
    for (head, relation, dependent), count in counts.items():
        by_head[head, relation] += count
        by_dependent[relation, dependent] += count
        by_relation[relation] += count
    told: dict = defaultdict(dict)
    for (head, relation, dependent), count in counts.items():
        value = log(count * by_relation[relation] / (by_head[head, relation] * by_dependent[relation, dependent]))
        if value > 0:
            told[head]["has", relation, dependent] = value
            told[dependent]["of", relation, head] = value
    return told


def similarity(one: dict, other: dict) -> float:
    """[Z08] eq. 5 of the features of two words."""
    shared = sum(one[feature] + other[feature] for feature in one.keys() & other.keys())
    return shared / (sum(one.values()) + sum(other.values()))
