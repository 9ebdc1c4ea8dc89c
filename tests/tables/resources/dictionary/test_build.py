"""Definitions become a table: ranks and scores as in [Z08 eq. 9], the same bytes every time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lemminflect")

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.resources.dictionary import DefinitionsOptions, build_definitions

from .making import dictd, tsv


def table(destination: Path) -> dict[tuple[str, str], float]:
    rows = (line.split(" ||| ") for line in destination.read_text(encoding="utf-8").splitlines())
    return {(source, target): float(score) for source, target, score in rows}


def built(tmp_path: Path, *inputs: Path, **options) -> dict[tuple[str, str], float]:
    build_definitions(inputs, tmp_path / "out.txt", DefinitionsOptions(**options))
    return table(tmp_path / "out.txt")


def test_the_examples_of_the_paper(tmp_path):
    path = tsv(tmp_path, "hurricane | n | a severe storm", "clever | adj | intelligent", "travel | v | to go on journey",
               "amnesia | nm | memory loss", "heat shield | n | protective barrier against heat")  # fmt: skip
    found = built(tmp_path, path)
    assert found["hurricane", "severe storm"] == found["hurricanes", "severe storms"] == 1
    assert found["clever", "intelligent"] == found["amnesia", "memory loss"] == 1
    assert found["travels", "goes on journey"] == found["traveled", "went on journey"] == 1
    assert found["heat shields", "protective barriers against heat"] == 1


def reference(files: list[list[tuple[str, list[str]]]], gamma: float, top: int) -> dict[tuple[str, str], float]:
    """Score = gamma^(rank-1): the definitions of a word in the order of files, lines and semicolons, each counted once."""
    ranked: dict[str, list[str]] = {}
    for file in files:
        for word, definitions in file:
            for definition in definitions:
                if definition not in ranked.setdefault(word, []):
                    ranked[word].append(definition)
    return {(word, found): gamma**i for word in ranked for i, found in enumerate(ranked[word][:top])}


@pytest.mark.parametrize("seed", range(5))
def test_equals_the_reference(tmp_path, seed):
    rng = random.Random(seed)
    heads, others = ["za" + letter * 2 for letter in "bdfg"], ["xo" + letter * 2 for letter in "klmnprtv"]
    files = [
        [(rng.choice(heads), rng.sample(others, rng.randint(1, 3))) for _ in range(rng.randint(1, 9))]
        for _ in range(rng.randint(1, 3))
    ]
    paths = [
        tsv(tmp_path, *(f"{word} | nm | {'; '.join(given)}" for word, given in file), name=f"{i}") for i, file in enumerate(files)
    ]
    gamma, top = rng.choice([0.9, 0.5]), rng.choice([1, 3, 20])
    assert built(tmp_path, *paths, gamma=gamma, top=top) == pytest.approx(reference(files, gamma, top), rel=1e-8)


def test_ranks_by_hand(tmp_path):
    """What is left out keeps its rank; what comes again does not get another; the second dictionary comes after the first."""
    first = tsv(
        tmp_path,
        "gloomy | adj | sad; dark",
        "gloomy | adj | of or relating to caves",
        "gloomy | adj | dim, dark or joyless",
        name="1",
    )
    second = tsv(tmp_path, "gloomy | adj | sullen", name="2")
    found = built(tmp_path, first, second)
    scores = {target: score for (source, target), score in found.items() if source == "gloomy"}
    assert scores == pytest.approx({"sad": 1, "dark": 0.9, "dim": 0.9**3, "joyless": 0.9**4, "sullen": 0.9**5})


def test_summary_and_skips(tmp_path):
    path = tsv(
        tmp_path,
        "dog | n | a tame wolf",
        "dog | n | ",
        "dog | n | a dog",
        "-ness | n | a state",
        "of | n | a thing",
        "DOG | n | a cur",
    )
    found = build_definitions([path], tmp_path / "out.txt")
    assert (found.senses, found.headwords, found.pairs, found.phrases) == (6, 1, 4, 2)
    assert found.skips.counts == {
        "empty definitions": 1, "definitions that contain their headword": 1, "headwords that are not a word, or part of one": 1,
        "definitions of function words": 1,
    }  # fmt: skip


def test_scores_that_vanish_are_no_pairs(tmp_path):
    found = built(tmp_path, tsv(tmp_path, "zabb | nm | xoda; xodb; xodc; xodd; xode"), gamma=1e-100)
    assert len(found) == 4
    assert min(found.values()) > 0


def test_options(tmp_path):
    path = tsv(tmp_path, "dog | n | a tame wolf")
    for options, said in [
        ({"gamma": 0}, "gamma"),
        ({"gamma": 1.1}, "gamma"),
        ({"max_words": 0}, "max_words"),
        ({"top": 0}, "top"),
    ]:
        with pytest.raises(ConfigError, match=said):
            build_definitions([path], tmp_path / "out.txt", DefinitionsOptions(**options))
    with pytest.raises(ConfigError, match="no dictionary"):
        build_definitions([], tmp_path / "out.txt")
    with pytest.raises(ConfigError, match="there is no folder"):
        build_definitions([path], tmp_path / "no" / "out.txt")
    with pytest.raises(ParagenError, match="no pair of phrases"):
        build_definitions([path], tmp_path / "out.txt", DefinitionsOptions(max_words=1))
    with pytest.raises(FormatError, match="no definition"):
        build_definitions([tsv(tmp_path, "word | part | definition", name="e")], tmp_path / "out.txt")
    with pytest.raises(FileNotFoundError):
        build_definitions([tmp_path / "none"], tmp_path / "out.txt")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["d.tsv", "e"]


def test_wordnet(tmp_path):
    """First senses of all parts come before second ones; names are left out."""
    from paragen.base.input_files import Skips
    from paragen.tables.resources.dictionary import sources
    from paragen.tables.resources.oewn import Synset

    def synset(part, words, ranks, definition):
        return Synset("1", part, words, ranks, (definition,), (), (), ())

    synsets = [
        synset("n", ("dog",), (2,), "a frump"), synset("n", ("dog", "Rex"), (1, 1), "a tame wolf"), synset("v", ("dog",),
        (1,), "follow"),
        synset("a", ("doggy",), (1,), "like a cur"), synset("r", ("doggedly",), (1,), "stubbornly"),
    ]  # fmt: skip
    skips = Skips()
    sources.read_wordnet, kept = (lambda path: iter(synsets)), sources.read_wordnet
    try:
        found = [(sense.headword, sense.part, sense.text) for sense in sources.read_glosses("wn", skips)]
    finally:
        sources.read_wordnet = kept
    assert found == [
        ("dog", "n", "a tame wolf"), ("dog", "v", "follow"), ("doggy", "adj", "like a cur"), ("doggedly", "adv", "stubbornly"),
        ("dog", "n", "a frump"),
    ]  # fmt: skip
    assert skips.counts == {"names, and other words with capitals": 1}


def test_the_same_bytes_under_any_hash_seed(tmp_path):
    article = "Bam \\Bam\\, n.\n   1. An imposition; a cheat; a hoax; a trick or jest.\n\n   2. Same as {Bang}.\n"
    inputs = [
        dictd(tmp_path, {"bam": article, "bang": "Bang \\Bang\\, n.\n   A loud noise; a stroke.\n"}),
        tsv(tmp_path, "bam | v | to cheat"),
    ]
    code = (
        "import sys; from paragen.tables.resources.dictionary import *; "
        "build_definitions(sys.argv[2:], sys.argv[1], DefinitionsOptions(licence='x'))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "1.parquet"), *map(str, inputs)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "1"})
    build_definitions(inputs, tmp_path / "2.parquet", DefinitionsOptions(licence="x"))
    assert (tmp_path / "1.parquet").read_bytes() == (tmp_path / "2.parquet").read_bytes()


@pytest.mark.shared
def test_a_real_dictionary(shared, tmp_path):
    """GCIDE's letters J and Q: most of what comes out is short, and common synonyms are among it."""
    letters = [shared / "data" / "gcide_json" / f"gcide_{letter}.json.gz" for letter in "jq"]
    summary = build_definitions(letters, tmp_path / "out.txt")
    found = table(tmp_path / "out.txt")
    assert 3_000 < summary.pairs < 20_000
    assert summary.headwords > 0.2 * summary.senses / 2
    assert sum(" " not in target for _, target in found) > 0.4 * len(found)
    assert all(1 <= len(target.split(" ")) <= 5 for _, target in found)
    for pair in [
        ("quarrels", "contends"),
        ("quaking", "trembling"),
        ("juvenile", "young"),
        ("jollity", "mirth"),
        ("quarry", "prey"),
    ]:
        assert pair in found or any(source == pair[0] for source, _ in found), pair
    assert ("juvenile", "young") in found
