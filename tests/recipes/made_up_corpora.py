"""Made-up corpora, of each kind that the recipes of the papers ask for: a few words that mean the same in pairs."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

SYNONYMS = (("car", "automobile"), ("firm", "company"), ("house", "home"))
OTHERS = [f"{a}{b}{c}" for a in "bdgklm" for b in "aeo" for c in ("n", "rt")]
FOREIGN = {"car": "wagen", "automobile": "wagen", "firm": "firma", "company": "firma", "house": "haus", "home": "haus"}
VERBS = [f"{word}s" for word in OTHERS[:24]]


def write_text(path: Path, rng: random.Random) -> None:
    """Write sentences whose words and phrases are as unequally frequent as those of a language, n-grams of every count."""
    words = [word for pair in SYNONYMS for word in pair] + [f"{word}{number}" for number in range(20) for word in OTHERS]
    phrases = [" ".join(rng.choices(words, weights=zipf(len(words)), k=6)) for _ in range(500)]
    with open(path, "w") as file:
        for _ in range(1000):
            file.write(" ".join(rng.choices(phrases, weights=zipf(len(phrases)), k=rng.randint(1, 3))) + "\n")


def zipf(count: int) -> list[float]:
    return [1 / rank for rank in range(1, count + 1)]


def write_parses(path: Path) -> None:
    """Write CoNLL-U in which both words of a pair are objects of the same verbs."""
    lines = []
    for place, pair in enumerate(SYNONYMS):
        for verb in VERBS[place % 2 :: 2] + [f"{word}ed" for word in OTHERS[place::2]]:
            for noun in pair:
                lines += [f"1\t{verb}\t{verb}\tVERB\tVBZ\t_\t0\troot\t_\t_", f"2\t{noun}\t{noun}\tNOUN\tNN\t_\t1\tobj\t_\t_", ""]
    path.write_text("\n".join(lines) + "\n")


def write_trees(folder: Path) -> None:
    """Write two texts in Penn brackets that differ in one noun of each line."""
    for side in (0, 1):
        lines = [
            f"(S (NP (DT the) (JJ {adjective}) (NN {pair[side]})) (VP (VBZ stands) (PP (IN near) (NP (DT the) (NN river)))))"
            for pair in SYNONYMS for adjective in OTHERS[:4]
        ]  # fmt: skip
        (folder / f"{side}.trees").write_text("\n".join(lines) + "\n")


def write_articles(path: Path) -> None:
    """Write two articles of one day, with the same sentences but for one noun in each."""
    texts = [
        " ".join(f"The {pair[side]} was seen near {word} river on {word} road." for pair in SYNONYMS for word in OTHERS[:5])
        for side in (0, 1)
    ]
    articles = [{"id": str(n), "date": "1987-02-26", "title": "", "text": text} for n, text in enumerate(texts)]
    path.write_text("".join(json.dumps(article) + "\n" for article in articles))


def write_bitext(stem: Path, rng: random.Random) -> None:
    """Write sentence pairs in which both words of a pair have one translation, and all others one of their own."""
    words = [*FOREIGN] * 3 + OTHERS
    with open(f"{stem}.foreign", "w") as foreign, open(f"{stem}.english", "w") as english:
        for _ in range(400):
            line = rng.choices(words, k=rng.randint(2, 7))
            english.write(" ".join(line) + "\n")
            foreign.write(" ".join(FOREIGN.get(word, f"x{word}") for word in line) + "\n")


def write_corpora_of_z08(folder: Path) -> None:
    """Write what ``resources/recipes/z08.toml`` asks for."""
    rng = random.Random(8)
    for name in ("text", "thesaurus", "parallel", "articles", "dictionary", "queries"):
        (folder / name).mkdir(parents=True)
    write_text(folder / "text" / "english.txt", rng)
    write_parses(folder / "thesaurus" / "english.conllu")
    write_trees(folder / "parallel")
    write_articles(folder / "articles" / "day.jsonl")
    write_bitext(folder / "bitext", rng)
    (folder / "dictionary" / "small.tsv").write_text("clever\tadj\tintelligent\ntravel\tv\tgo on a journey\n")
    clicks = [f"cheap {word}\t{place}.example\t3\n" for place, pair in enumerate(SYNONYMS) for word in pair]
    (folder / "queries" / "clicks.tsv").write_text("".join(clicks))


def write_corpora_of_bc05(folder: Path) -> None:
    """Write what ``resources/recipes/bc05.toml`` asks for."""
    folder.mkdir()
    for seed, name in enumerate(("first", "second", "third", "fourth")):
        write_bitext(folder / name, random.Random(seed))
    write_text(folder / "text", random.Random(5))  # without translation: text for the language model
    lines = (folder / "text").read_text()
    with open(folder / "first.english", "a") as english, open(folder / "first.foreign", "a") as foreign:
        english.write(lines)
        foreign.write("\n" * lines.count("\n"))


def write_corpora_of_cb08(folder: Path) -> None:
    """Write what ``resources/recipes/cb08.toml`` asks for: the bitexts above, in which every word is an object of its own."""
    write_corpora_of_bc05(folder)
    for name in ("first", "second", "third", "fourth"):
        lines = (folder / f"{name}.english").read_text().splitlines()
        foreign = (folder / f"{name}.foreign").read_text().splitlines()
        with open(folder / f"{name}.trees", "w") as trees:
            for line, translation in zip(lines, foreign, strict=True):
                objects = " ".join(f"(NP (NN {word}))" for word in line.split())
                trees.write(f"(S (VP {objects}))\n" if translation else "()\n")


def write_corpora_of_mm12(folder: Path) -> None:
    """Write what ``resources/recipes/mm12.toml`` asks for: the first of the bitexts above, and parses of it."""
    write_corpora_of_bc05(folder)
    for side in ("foreign", "english"):
        (folder / f"first.{side}").rename(folder / f"bitext.{side}")
    write_parses_of(folder / "bitext")


def write_corpora_of_z09(folder: Path) -> None:
    """Write what ``resources/recipes/z09.toml`` asks for: the bitexts above; each second word depends on the one before."""
    write_corpora_of_bc05(folder)
    for name in ("first", "second", "third", "fourth"):
        write_parses_of(folder / name, pairs=True)


def write_parses_of(stem: Path, pairs: bool = False) -> None:
    """Write parses of the English sentences of a bitext, in which the first word is the head of all others, or of all pairs."""
    with gzip.open(f"{stem}.conllu.gz", "wt") as parses:
        for line in sorted(set(Path(f"{stem}.english").read_text().splitlines())):
            for place, word in enumerate(line.split(), 1):
                head = place - 1 if pairs and place % 2 == 0 else int(place > 1)
                parses.write(f"{place}\t{word}\t_\tNOUN\tNN\t_\t{head}\tdep\t_\t_\n")
            parses.write("\n")
