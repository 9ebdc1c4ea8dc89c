"""The tables written by hand: what their lines must be, and what they make of a few sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

import paragen
from paragen.packing import TableSource, pack
from paragen.settings.pair_files import read_pair_rows
from paragen.text.languages import language
from paragen.text.tokenizer import Tokenizer

TABLES = Path(__file__).resolve().parents[2] / "resources" / "languages"
SENTENCES = {
    "de": {
        "Außerdem war der Weg wegen des Regens gesperrt.": "Zudem war der Weg aufgrund des Regens gesperrt.",
        "Sie hat im vergangenen Jahr mehrmals geschrieben.": "Sie hat im letzten Jahr mehrfach geschrieben.",
        "Dass die Forscher recht haben, ist offenbar so.": "Dass die Wissenschaftler recht haben, ist anscheinend so.",
        "Am Abend regnete es.": "Am Abend regnete es.",
    },
    "fr": {
        "Cependant, il a essayé d'ouvrir à plusieurs reprises.": "Toutefois, il a tenté d'ouvrir plusieurs fois.",
        "Nous partons afin d'arriver avant elle.": "Nous partons pour arriver avant elle.",
        "Elle sort tous les jours, en dépit du froid !": "Elle sort chaque jour, malgré le froid !",
        "Je crois qu'il a de nouveau appelé.": "Je pense qu'il a à nouveau appelé.",
        "Elle est à nouveau absente.": "Elle est de nouveau absente.",
    },
}


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_line_is_a_pair_of_its_own(code):
    rows = list(read_pair_rows(TABLES / f"{code}.tsv"))
    tokenizer = Tokenizer(language=language(code))
    assert 600 <= len(rows) < 5000
    seen = set()
    for row in rows:
        sides = [tuple(map(str.casefold, tokenizer.words(side))) for side in (row.source, row.target)]
        assert sides[0] != sides[1], row
        assert (row.source, row.target) not in seen, row
        assert row.score is not None and 0.9 <= row.score < 1, row
        assert not any(char.isdigit() or char in '"()' for char in row.source + row.target), row
        seen.add((row.source, row.target))
    assert [(row.source, row.target) for row in rows] == sorted(seen)


@pytest.fixture(scope="module")
def models(tmp_path_factory):
    """Models of the tables with their weights, and a language model to which every word of the sentences is as likely."""
    folder = tmp_path_factory.mktemp("languages")
    return {code: model(folder, code) for code in SENTENCES}


def model(folder: Path, code: str) -> Path:
    tokenizer = Tokenizer(language=language(code))
    texts = [text for pair in SENTENCES[code].items() for text in pair]
    words = sorted({word for text in texts for word in tokenizer.words(text[0].lower() + text[1:])})
    unigrams = [f"-3\t{word}" for word in words]
    head = f"\\data\\\nngram 1={len(words) + 3}\n\n\\1-grams:\n-5\t<unk>\n-99\t<s>\n-1\t</s>"
    arpa = folder / f"{code}.arpa"
    arpa.write_text("\n".join([head, *unigrams, "", "\\end\\", ""]), encoding="utf-8")
    tables = {"hand": TableSource(TABLES / f"{code}.tsv", floor=0)}
    return pack(folder / code, arpa, tables, language=code, weights=TABLES / "weights.toml")


@pytest.mark.parametrize(("code", "text"), [(code, text) for code in SENTENCES for text in SENTENCES[code]])
def test_sentences(models, code, text):
    assert paragen.load(models[code]).rewrite(text)[0].text == SENTENCES[code][text]
