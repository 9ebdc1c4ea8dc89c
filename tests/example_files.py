"""Small files of every kind that the examples of the documentation name."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import paragen

Row = tuple[str, str, str, int, str]
"""Form, universal and Penn part of speech, number of its head from 1 (0: root), relation."""


def conllu(sentences: list[list[Row]]) -> str:
    """Return sentences as CoNLL-U, numbered as ``paragen parse`` does."""
    blocks = []
    for number, rows in enumerate(sentences, 1):
        lines = [f"# sent_id = {number}"]
        for i, (form, upos, xpos, head, relation) in enumerate(rows, 1):
            lines.append("\t".join([str(i), form, form.lower(), upos, xpos, "_", str(head), relation, "_", "_"]))
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


def clause(subject: str, verb: str, adjective: str, noun: str) -> list[Row]:
    """Return a parsed clause: the SUBJECT VERB the ADJECTIVE NOUN."""
    return [
        ("the", "DET", "DT", 2, "det"), (subject, "NOUN", "NN", 3, "nsubj"), (verb, "VERB", "VBD", 0, "root"),
        ("the", "DET", "DT", 6, "det"), (adjective, "ADJ", "JJ", 6, "amod"), (noun, "NOUN", "NN", 3, "obj"),
    ]  # fmt: skip


HOUSE: list[Row] = [
    ("The", "DET", "DT", 2, "det"), ("house", "NOUN", "NN", 4, "nsubj"), ("is", "AUX", "VBZ", 4, "cop"),
    ("big", "ADJ", "JJ", 0, "root"), (".", "PUNCT", ".", 4, "punct"),
]  # fmt: skip


def parsed_text() -> str:
    """Clauses in which houses and homes are alike, and men and women."""
    verbs = "bought sold saw left built found lost liked entered cleaned".split()
    adjectives = "big old white small new empty dark warm quiet strange".split()
    buildings = product(["man", "woman"], verbs, adjectives, ["house", "home"])
    meals = product(["man", "woman", "dog"], ["ate", "cooked"], ["fresh", "cold"], ["bread", "fish"])
    return conllu([HOUSE, *(clause(*words) for words in [*buildings, *meals, *meals])])


def news() -> str:
    """Articles of one day that tell the same."""
    stories = [
        "The firm said it will {} the old mill near the river.", "Its workers want to {} shares of the firm soon.",
        "The council wants to {} the land beside the new road.",
    ]  # fmt: skip
    articles = [{"date": "1987-02-26", "text": story.format(verb)} for story in stories for verb in ("buy", "purchase")]
    return "".join(json.dumps({"id": number, **article}) + "\n" for number, article in enumerate(articles))


def swords() -> str:
    """A judged word in the form of SWORDS."""
    text = "The house is big."
    return json.dumps({
        "contexts": {"c": {"context": text, "extra": {}}},
        "targets": {"t": {"context_id": "c", "target": "big", "offset": text.index("big"), "pos": "ADJ", "extra": {}}},
        "substitutes": {"s": {"target_id": "t", "substitute": "large"}},
        "substitute_labels": {"s": ["TRUE", "TRUE", "FALSE"]},
    })  # fmt: skip


def judgements(model: Path, sentences: list[str]) -> dict[str, str]:
    """Return the items of sentences, and two annotators' labels of them, which differ in one of five."""
    items = [item for sentence in sentences for item in paragen.load(model).substitutes(sentence)]
    found = {"items.jsonl": "".join(json.dumps({"sentence": 1, **item.to_dict()}) + "\n" for item in items)}
    for name, twist in (("anna", 1), ("ben", 5)):
        labels = []
        for number, item in enumerate(items):
            correct = (number % 3 > 0) != (number % 5 == 0 and twist == 5)
            labels.append({
                "id": item.id, "label": "correct" if correct else "incorrect", "reason": None, "annotator": name,
                "time": "2026-01-01T00:00:00Z", "text": item.sentence, "begin": item.begin, "end": item.end, "after": item.after,
            })  # fmt: skip
        found[f"{name}.jsonl"] = "".join(json.dumps(label) + "\n" for label in labels)
    return found | {"labels.jsonl": found["anna.jsonl"]}


def files() -> dict[str, str]:
    """Return the files by name."""
    return {
        "news.conllu.gz": parsed_text(),
        "novels.conllu.gz": parsed_text(),
        "kjv.conllu.gz": conllu([clause("man", "took", "great", "stone")]),
        "web.conllu.gz": conllu([clause("man", "took", "large", "stone")]),
        "bbe.conllu.gz": conllu([clause("man", "took", "big", "stone")]),
        "news.jsonl.gz": news(),
        "dictionary.tsv": "amnesia\tnoun\tmemory loss\n",
        "phrases.tsv": "big\tlarge\tadj\t0.9\n",
        "more.tsv": "commence\tbegin\tv\t0.9\n",
        "clicks.tsv": "".join(
            f"{query}\t{page}\t3\n" for page in "abc" for query in ("cheap flights paris", "low cost flights paris")
        ),
        "pairs.tsv": "source\ttarget\toverlap\tlabel\n"
        + "".join(f"a\tb\t{i / 40}\t{int(i > 20 or i % 7 == 0)}\n" for i in range(1, 40)),
        "tatoeba.tsv.gz": "The house is big.\tDas Haus ist groß.\n",
        "mine.txt": "big ||| large ||| 0.9\n",
        "answers.jsonl": "",
        "swords-v1.1_dev.json.gz": swords(),
        "zipf.tsv": "the\t7.7\nhouse\t5.7\n",
    }
