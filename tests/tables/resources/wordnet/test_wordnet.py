"""Both forms of a wordnet give the same synsets; files that are none, or not whole, are told."""

from __future__ import annotations

import gzip
import re
import string
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.tables.resources.oewn import Synset, parse_yaml
from paragen.tables.resources.wordnet import _gloss, kind_of_wordnet, read_wordnet

from .small_wordnets import BIG, CAR, HUGE, SYNSETS, senses, write_archive, write_database, write_yaml, yaml_files

FORMS = {
    "database": lambda folder, synsets: write_database(folder / "wn", synsets),
    "database with markers": lambda folder, synsets: write_database(folder / "wn", synsets, markers=True),
    "yaml": lambda folder, synsets: write_yaml(folder / "oewn", synsets),
    "yaml in src": lambda folder, synsets: _in_src(folder, synsets),
    "archive": lambda folder, synsets: write_archive(folder / "oewn.tar.gz", synsets),
}


def _in_src(folder: Path, synsets: list[Synset]) -> Path:
    (folder / "english-wordnet" / "src").mkdir(parents=True, exist_ok=True)
    write_yaml(folder / "english-wordnet" / "src" / "yaml", synsets)
    return folder / "english-wordnet"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_synsets(form, tmp_path):
    path = FORMS[form](tmp_path, SYNSETS)
    assert list(read_wordnet(path)) == SYNSETS
    assert kind_of_wordnet(path) == ("wordnet" if "database" in form else "oewn")


_WORDS = st.text(string.ascii_letters + " '-é", min_size=1, max_size=6).map(lambda word: " ".join(word.split())).filter(bool)
_TEXTS = st.text(string.ascii_letters + " ,;()éß", min_size=1, max_size=12).map(lambda text: " ".join(text.split()))


@st.composite
def wordnets(draw) -> list[Synset]:
    """Synsets of all parts of speech, their words each in some order of senses."""
    synsets: list[Synset] = []
    for part in "arnv":
        for _ in range(draw(st.integers(1, 3))):
            words = tuple(draw(st.lists(_WORDS, min_size=1, max_size=3, unique_by=str.lower)))
            words = tuple(map(str.lower, words))
            definition = draw(_TEXTS.map(lambda text: text.strip("; ")).filter(lambda text: text and ";" not in text))
            examples = tuple(draw(st.lists(_TEXTS.filter(bool), max_size=2)))
            number = f"{len(synsets) + 1:08}"
            synsets.append(Synset(f"{number}-{part}", part, words, (), (definition,), examples, (), ()))
    counts: Counter[tuple[str, str]] = Counter()
    for at, synset in enumerate(synsets):
        counts.update((word, synset.part) for word in synset.words)
        synsets[at] = synset._replace(ranks=tuple(counts[word, synset.part] for word in synset.words))
    return synsets


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(synsets=wordnets())
def test_what_is_written_is_read(synsets, tmp_path):
    assert list(read_wordnet(write_database(tmp_path / "wn", synsets))) == synsets
    assert list(read_wordnet(write_yaml(tmp_path / "oewn", synsets))) == synsets


@pytest.mark.parametrize(
    ("gloss", "definitions", "examples"),
    [
        ("plain", ["plain"], []),
        ('one; two; "an example"; "another; of it" - Poe', ["one; two"], ["an example", "another; of it"]),
        ('one; "an example"; and two; more', ["one", "and two; more"], ["an example"]),
        ('named "it"; or not', ['named "it"; or not'], []),
        ('one; "an example"; it lost its mark"', ["one"], ["an example", "it lost its mark"]),
        ("one; \"an example\"; (`it' is archaic)", ["one"], ["an example"]),
        ('one; "it goes on', ["one"], ["it goes on"]),
        ('"only an example"', [], ["only an example"]),
        ("", [], []),
        (';;"";', [], []),
    ],
)
def test_glosses(gloss, definitions, examples):
    assert _gloss(gloss) == (tuple(definitions), tuple(examples))


@settings(max_examples=300, deadline=None)
@given(st.text('ab";( )', max_size=30))
def test_any_gloss_keeps_its_letters(gloss):
    definitions, examples = _gloss(gloss)
    kept = Counter("".join(definitions + examples))
    assert all(kept[letter] <= gloss.count(letter) for letter in "ab")
    assert all(map(str.strip, definitions + examples))


def test_words_that_yaml_would_take_for_something_else():
    assert parse_yaml("x", b"no: [1, 1.0, null, off, 2001-01-01]\n~: {1: yes}\n") == {
        "no": ["1", "1.0", "null", "off", "2001-01-01"], "~": {"1": "yes"},
    }  # fmt: skip
    assert parse_yaml("x", b"") is None


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=40), st.text("ab:-[]{}'\"&*!|> \n#,?%", max_size=40).map(str.encode)))
def test_any_bytes_are_yaml_or_an_error(data):
    try:
        parse_yaml("file", data)
    except FormatError as error:
        assert str(error).startswith("file")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: [1\nb: 2\n", r"file:\d+: "),
        (b"a: 1\n\xff: 2\n", "file:2: found broken UTF-8"),
        (b"a: 1\nb: 2\na: 3\n", "'a' twice in one mapping"),
        (b"a: &x 1\nb: *x\n", r"a reference \*x"),
        (b"[a]: 1\n", "as a name"),
    ],
)
def test_bad_yaml(data, message):
    with pytest.raises(FormatError, match=message):
        parse_yaml("file", data)


_VEHICLE = "00000003 03 n 01 vehicle 0 001 + 00000001 n 0101 | a conveyance  \n"


def _spoil(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("data.noun", " | ", " ", r"data.noun:3: found '00000001 03 n 02 car"),
        ("data.noun", "n 02 car", "n 0z car", "data.noun:3: "),
        ("data.noun", "n 02 car", "n 09 car", "data.noun:3: "),
        ("data.noun", "n 02 car", "q 02 car", "data.noun:3: "),
        ("data.noun", "n 02 car", "n 00 car", "data.noun:3: "),
        ("data.noun", "002 @", "020 @", "data.noun:3: "),
        ("data.noun", "00000001 03", "0000001 03", "data.noun:3: "),
        ("data.noun", "car 0 automobile 0", "car 0 motorcar 0", "'motorcar' in a synset that its index does not list"),
        ("data.noun", _VEHICLE, "", "no synset 00000003, expected every"),
        ("data.noun", _VEHICLE, _VEHICLE[:20], "data.noun:5: "),
        ("data.noun", _VEHICLE, _VEHICLE * 2, "data.noun:6: found the synset 00000003 again"),
        ("data.noun", "a conveyance", "a \0 conveyance", "data.noun:5: found NUL"),
        ("index.noun", "vehicle n 1 2 @ + 1 0 00000003", "vehicle n 1 2 @", "index.noun:6: found 'vehicle n 1 2 @"),
        ("index.noun", "vehicle n 1 2 @ + 1 0 00000003", "vehicle n 1 2 @ + 1 0 3", "index.noun:6: "),
        ("index.noun", "vehicle n 1 2", "vehicle n 2 2", "index.noun:6: "),
        ("index.noun", "vehicle n 1 2", "vehicle n x 2", "index.noun:6: "),
        ("index.noun", "vehicle n 1 2 @", "\nvehicle n 1 2 @", "index.noun:6: found ''"),
    ],
)
def test_a_database_that_is_not_whole(name, old, new, message, tmp_path):
    folder = write_database(tmp_path / "wn", SYNSETS)
    _spoil(folder / name, old, new)
    with pytest.raises(FormatError, match=message):
        list(read_wordnet(folder))


def test_a_database_without_some_files(tmp_path):
    folder = write_database(tmp_path / "wn", SYNSETS)
    (folder / "data.adv").unlink()
    (folder / "index.verb").unlink()
    with pytest.raises(FormatError, match="no data.adv, index.verb in it"):
        read_wordnet(folder)
    for name in ("data.adj", "data.noun", "data.verb"):
        (folder / name).unlink()
    with pytest.raises(FormatError, match="a folder without such files.*wordnet-base"):
        read_wordnet(folder)


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("entries-a.yaml", "synset: 00000003-n", "synset: 00000001-n", "'vehicle', whose entry has no such sense"),
        ("entries-a.yaml", "synset: 00000003-n", "sinset: 00000003-n", "entries-a.yaml: vehicle: found an entry without senses"),
        ("entries-a.yaml", "synset: 00000003-n", "synset: 00000003-n\n    - synset: 00000009-n", "found no synset 00000009-n"),
        ("noun.all.yaml", "members:\n  - 'vehicle'", "members: vehicle", "no list of strings under `members`"),
        ("noun.all.yaml", "members:\n  - 'vehicle'", "members: []", "no words or no part of speech"),
        ("verb.all.yaml", "partOfSpeech: v", "partOfSpeech: x", "no words or no part of speech"),
        ("verb.all.yaml", "  partOfSpeech: v", " partOfSpeech: v", "verb.all.yaml:3: "),
        ("verb.all.yaml", "  - 'buy a car'", "  - source: Poe", "no list of strings under `example`"),
    ],
)
def test_yaml_that_is_not_whole(name, old, new, message, tmp_path):
    folder = write_yaml(tmp_path / "oewn", SYNSETS)
    _spoil(folder / name, old, new)
    with pytest.raises(FormatError, match=message):
        list(read_wordnet(folder))


def test_a_synset_in_two_files(tmp_path):
    folder = write_yaml(tmp_path / "oewn", SYNSETS)
    (folder / "verb.more.yaml").write_text((folder / "verb.all.yaml").read_text())
    with pytest.raises(FormatError, match="verb.more.yaml: found the synset 00000004-v again"):
        list(read_wordnet(folder))


def test_yaml_files_of_another_shape(tmp_path):
    folder = write_yaml(tmp_path / "oewn", SYNSETS)
    (folder / "noun.all.yaml").write_text("- a\n- b\n")
    with pytest.raises(FormatError, match="noun.all.yaml: found no names with values"):
        list(read_wordnet(folder))
    for path in folder.glob("verb.*"):
        path.unlink()
    with pytest.raises(FormatError, match=r"no files verb\.\*\.yaml"):
        read_wordnet(folder)


def test_quoted_examples_and_homographs(tmp_path):
    folder = write_yaml(tmp_path / "oewn", SYNSETS)
    _spoil(folder / "verb.all.yaml", "  - 'buy a car'", "  - source: Poe\n    text: buy a car")
    _spoil(folder / "entries-a.yaml", "  n:\n    sense:\n    - id: x\n      synset: 00000001-n\n    - id: x\n",
           "  n-1:\n    sense:\n    - id: x\n      synset: 00000001-n\n  n-2:\n    sense:\n    - id: x\n")  # fmt: skip
    assert list(read_wordnet(folder)) == SYNSETS


def test_other_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_wordnet(tmp_path / "nothing")
    zipped = gzip.compress(b"a\n" * 999)
    for name, data in (("empty", b""), ("text", b"a\n"), ("zipped", zipped), ("cut", zipped[:-9])):
        (tmp_path / name).write_bytes(data)
        assert kind_of_wordnet(tmp_path / name) is None
        with pytest.raises(FormatError, match="found another file, expected a wordnet"):
            read_wordnet(tmp_path / name)


def test_an_archive_cut_short(tmp_path):
    path = write_archive(tmp_path / "oewn.tar.gz", SYNSETS)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) - 100])
    with pytest.raises(FormatError, match="damaged archive|another file"):
        list(read_wordnet(path))


def test_without_the_yaml_package(tmp_path, monkeypatch):
    folder = write_yaml(tmp_path / "oewn", SYNSETS)
    monkeypatch.setitem(sys.modules, "yaml", None)
    with pytest.raises(MissingPackageError, match=re.escape(install_hint("mine"))):
        list(read_wordnet(folder))


def test_without_the_quick_parser(tmp_path, monkeypatch):
    yaml = pytest.importorskip("yaml")
    monkeypatch.delattr(yaml, "CBaseLoader", raising=False)
    assert list(read_wordnet(write_yaml(tmp_path / "oewn", SYNSETS))) == SYNSETS


def test_the_small_wordnets_are_as_they_say():
    assert senses(SYNSETS)["car", "n"] == ["00000001-n", "00000002-n"]
    assert "partOfSpeech: s" in yaml_files([BIG, HUGE])["adj.all.yaml"]
    assert CAR.words == ("car", "automobile")


def _check_real(synsets: list[Synset], count: int) -> None:
    assert len(synsets) > count
    assert len({synset.id for synset in synsets}) == len(synsets)
    ids = {synset.id for synset in synsets}
    assert all(id_ in ids for synset in synsets for id_ in synset.hypernyms + synset.similar)
    assert all(synset.definitions and not synset.definitions[0].startswith('"') for synset in synsets)
    first = {part: [synset for synset in synsets if synset.part == part] for part in "nvar"}
    assert all(len(of) > 3000 for of in first.values())
    [buy] = [synset for synset in synsets if synset.part == "v" and ("buy", 1) in zip(synset.words, synset.ranks, strict=True)]
    assert "purchase" in buy.words


@pytest.mark.shared
@pytest.mark.long
def test_open_english_wordnet(shared):
    _check_real(list(read_wordnet(shared / "data" / "oewn" / "oewn_yaml.tar.gz")), 100_000)


@pytest.mark.long
@pytest.mark.skipif(not Path("/usr/share/wordnet").is_dir(), reason="needs Debian's wordnet-base")
def test_wordnet_of_debian():
    _check_real(list(read_wordnet("/usr/share/wordnet")), 117_000)
