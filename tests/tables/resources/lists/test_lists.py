"""Ready-made thesauri as pairs."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError, MissingPackageError
from paragen.base.input_files import Skips
from paragen.tables.resources.thesaurus.lists import Listed, read_lin, read_mythes
from paragen.tables.resources.thesaurus.published import KINDS, inflected_alike, kind_of, list_pairs, read_synonyms

from ..wordnet.small_wordnets import SYNSETS, write_archive, write_database, write_yaml

LIN = """\
("give up" (desc 0.0812) (sims
leave\t0.19
"hand over"\t0.125
1970\t0.1
))
(abandon
 (desc 0.08)
 (sims
  ((leave 0.19 forsake 0.18) ("give up" 0.1))
  (quit 0.05)))
"""
MYTHES = """\
UTF-8
car|2
(noun)|automobile|machine|motor vehicle (generic term)
(noun)|rail car|wheeled vehicle (generic term)|locomotive (antonym)
automobile|2
(noun)|car|machine
(verb)|drive (generic term)
paris|1
(noun)|City of Light|city (generic term)
.22 caliber|1
(adj)|.22-caliber|diameter|diam (related term)
.22-caliber|1
(adj)|.22 caliber|diameter|diam (related term)
"""


def write(path: Path, text: str | bytes) -> Path:
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def pairs_of(*paths: Path, skips: Skips | None = None) -> dict[tuple[str, str], float]:
    best: dict[tuple[str, str], float] = {}
    for source, target, score in list_pairs(paths, skips or Skips()):
        best[source, target] = max(score, best.get((source, target), 0.0))
    return best


def test_lin_by_hand(tmp_path):
    found = list(read_lin(write(tmp_path / "simV.lsp", LIN), Skips()))
    assert found == [
        Listed("give up", "leave", "v", 0.19), Listed("give up", "hand over", "v", 0.125), Listed("give up", "1970", "v", 0.1),
        Listed("abandon", "leave", "v", 0.19), Listed("abandon", "forsake", "v", 0.18), Listed("abandon", "give up", "v", 0.1),
        Listed("abandon", "quit", "v", 0.05),
    ]  # fmt: skip
    pairs = pairs_of(tmp_path / "simV.lsp")
    assert pairs["giving up", "handing over"] == 0.125
    assert pairs["gave up", "left"] == pairs["given up", "left"] == 0.19
    assert ("gave up", "leave") not in pairs


@pytest.mark.parametrize(("name", "part"), [("simN.lsp", "n"), ("simA.lsp.gz", "a"), ("list.lsp", "")])
def test_lin_by_part_of_speech(name, part, tmp_path):
    data = b'(big (desc 0.1) (sims "large" 0.5))\n'
    path = write(tmp_path / name, gzip.compress(data) if name.endswith("gz") else data)
    assert kind_of(path) == "lsp"
    assert list(read_lin(path, Skips())) == [Listed("big", "large", part, 0.5)]
    pairs = pairs_of(path)
    assert pairs["big", "large"] == 0.5
    assert (("bigger", "larger") in pairs) == (part == "a")


def test_lin_without_clusters_and_with_them_is_the_same(tmp_path):
    flat = write(tmp_path / "simN.lsp", '(a (desc 0.1) (sims b 0.5 c 0.4 "d e" 0.3))')
    deep = write(tmp_path / "simN2.lsp", '(a (desc 0.1)\n(sims\n((b\n0.5) (c 0.4)\n( ("d e" 0.3) ) )))')
    assert list(read_lin(flat, Skips())) == list(read_lin(deep, Skips()))


def test_lin_scores_out_of_range_are_counted(tmp_path):
    skips = Skips()
    path = write(tmp_path / "sim.lsp", "(a (desc 0.1) (sims b 0 c -0.1 d 1.5 e 1 f 1e999 infinity 0.5 nan 0.25))\n")
    assert [listed.target for listed in read_lin(path, skips)] == ["e", "infinity", "nan"]
    assert skips.messages() == [f"left out: 4 similarities that are not above 0 and at most 1 (first: {path}:1: 'b 0')"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(a (desc 0.1) (sims b 0.5))\n(a (desc 0.1)\n(sims b 0.5)\n", ":2: found an entry with 1 parentheses open at the end"),
        ("(a (desc 0.1) (sims b 0.5)))\n", ":1: found an unmatched closing parenthesis"),
        ('(a (desc 0.1) (sims\n"b 0.5))\n', """:2: found '"b 0.5))', expected a closing quotation mark"""),
        ("(a (desc 0.1) (sims b 0.5))\nb (desc 0.1)\n", ":2: found 'b'"),
        ("(a (desc 0.1) (sims b 0.5))\n(b c (desc 0.1))\n", ":2: found 2 words at the head"),
        ("(a (desc 0.1) (sims b 0.5))\n((desc 0.1))\n", ":2: found 0 words at the head"),
        ("(a (desc 0.1) " + "(" * 200 + "\n", "more than 100 open parentheses"),
    ],
)
def test_bad_lin(text, message, tmp_path):
    path = write(tmp_path / "sim.lsp", text)
    with pytest.raises(FormatError) as error:
        list(read_lin(path, Skips()))
    assert message in str(error.value)


_WORDS = st.text('ab "\\() 1.é', min_size=1, max_size=5)
_SIMS = st.lists(st.tuples(_WORDS, st.integers(1, 10000)), max_size=5)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(entries=st.lists(st.tuples(_WORDS, _SIMS), max_size=4), space=st.sampled_from([" ", "\n", "\t", " \n "]))
def test_what_lisp_writes_is_read(entries, space, tmp_path):
    def quoted(word: str) -> str:
        return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'

    lines = [
        f"({quoted(word)}{space}(desc 0.5){space}(sims{space}"
        + space.join(f"{quoted(other)}\t{score / 10000!r}" for other, score in sims) + "))"
        for word, sims in entries
    ]  # fmt: skip
    path = write(tmp_path / "sim.lsp", "\n".join(lines))
    expected = [Listed(word, other, "", score / 10000) for word, sims in entries for other, score in sims]
    assert list(read_lin(path, Skips())) == expected


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=40), st.text('ab"\\() 1.\n', max_size=40).map(str.encode)))
def test_any_bytes_are_lin_or_an_error(data, tmp_path):
    path = write(tmp_path / "sim.lsp", data)
    try:
        assert all(0 < listed.score <= 1 for listed in read_lin(path, Skips()))
    except FormatError as error:
        assert str(error).startswith(str(path))


def test_mythes_by_hand(tmp_path):
    path, skips = write(tmp_path / "th_en.dat", MYTHES), Skips()
    assert [(source, target, part, round(score, 3)) for source, target, part, score in read_mythes(path, skips)] == [
        ("car", "automobile", "n", 1), ("car", "machine", "n", 1), ("car", "motor vehicle", "n", 0.3),
        ("car", "rail car", "n", 0.9), ("car", "wheeled vehicle", "n", 0.27),
        ("automobile", "car", "n", 1), ("automobile", "machine", "n", 1), ("automobile", "drive", "v", 0.3),
        ("paris", "City of Light", "", 1),
        (".22 caliber", ".22-caliber", "a", 1), (".22 caliber", "diameter", "a", 0.1), (".22 caliber", "diam", "a", 0.1),
        (".22-caliber", ".22 caliber", "a", 1), (".22-caliber", "diameter", "a", 0.1), (".22-caliber", "diam", "a", 0.1),
    ]  # fmt: skip
    assert skips.counts == {"antonyms": 1, "generic terms of names": 1}
    pairs = pairs_of(path)
    assert pairs["cars", "automobiles"] == 1
    assert pairs["paris", "city of light"] == 1
    assert pairs["automobiled", "drove"] == pytest.approx(0.3)


def test_mythes_in_another_encoding_and_zipped(tmp_path):
    text = "ISO8859-1\r\ncafé|1\r\n-|bistro|kneipe (ugs.)\r\n"
    path, skips = write(tmp_path / "th.dat", gzip.compress(text.encode("latin-1"))), Skips()
    assert kind_of(path) == "mythes"
    assert list(read_mythes(path, skips)) == [Listed("café", "bistro", "", 1.0)]
    assert skips.messages() == [f"left out: 1 terms with an unknown remark (first: {path}:3: 'kneipe (ugs.)')"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("UTF-8\ncar|2\n(noun)|auto\n", ":4: found no line, expected sense 2 of 2 of 'car'"),
        ("UTF-8\ncar|2\n(noun)|auto\nbus|1\n(noun)|coach\n", ":4: found 'bus|1', expected sense 2 of 2 of 'car'"),
        ("UTF-8\ncar|1\n(noun)|auto\n(noun)|more\n", ":4: found '(noun)|more', expected `word|number of senses`"),
        ("UTF-8\ncar|1\nauto\n", ":3: found 'auto', expected sense 1 of 1 of 'car'"),
        (b"UTF-8\ncar|1\n(noun)|caf\xe9\n", ":3: found bytes that are not utf-8"),
        ("UTF-8\ncar|1\n(noun)|a\0b\n", ":3: found NUL"),
        (gzip.compress(MYTHES.encode(), mtime=0)[:-12], "a damaged gzip file"),
        ("car|1\n(noun)|auto\n", ":1: found 'car|1', expected the name of an encoding"),
    ],
)
def test_bad_mythes(data, message, tmp_path):
    path = write(tmp_path / "th.dat", data)
    with pytest.raises(FormatError) as error:
        list(read_mythes(path, Skips()))
    assert message in str(error.value)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.one_of(st.binary(max_size=40), st.text("ab|()1 \n-", max_size=40).map(str.encode)))
@example(data=b"a|1\n(noun)|\n")
def test_any_bytes_are_mythes_or_an_error(data, tmp_path):
    path = write(tmp_path / "th.dat", b"UTF-8\n" + data)
    try:
        assert all(0 < listed.score <= 1 and listed.target.strip() for listed in read_mythes(path, Skips()))
    except FormatError as error:
        assert str(error).startswith(str(path))


def test_synonyms_by_hand(tmp_path):
    path = write_database(tmp_path / "wn", SYNSETS)
    found = {(source, target): (part, score) for source, target, part, score in read_synonyms(path)}
    assert found == {
        ("car", "automobile"): ("n", 1), ("automobile", "car"): ("n", 1),
        ("car", "railway car"): ("n", 0.9), ("railway car", "car"): ("n", 0.9),
        ("buy", "take over"): ("v", 1), ("take over", "buy"): ("v", 1),
        ("huge", "Brobdingnagian"): ("a", 1), ("Brobdingnagian", "huge"): ("a", 1),
    }  # fmt: skip


def test_every_form_of_a_wordnet_gives_the_same_pairs(tmp_path):
    archive = write_archive(tmp_path / "x.tgz", SYNSETS)
    paths = write_database(tmp_path / "wn", SYNSETS), write_yaml(tmp_path / "yaml", SYNSETS), archive
    assert [kind_of(path) for path in paths] == ["wordnet", "oewn", "oewn"]
    first, *others = (pairs_of(path) for path in paths)
    assert all(other == first for other in others)
    assert first["bought", "took over"] == first["huge", "brobdingnagian"] == 1


def test_the_same_for_any_hash_seed(tmp_path):
    write(tmp_path / "simV.lsp", LIN)
    write(tmp_path / "th.dat", MYTHES)
    code = (
        "import sys; from paragen.base.input_files import Skips\n"
        "from paragen.tables.resources.thesaurus.published import list_pairs\n"
        "print(list(list_pairs(sys.argv[1:], Skips())))"
    )
    paths = [str(tmp_path / "simV.lsp"), str(tmp_path / "th.dat")]
    other = subprocess.check_output([sys.executable, "-c", code, *paths], env={**os.environ, "PYTHONHASHSEED": "1"}, text=True)
    assert other == f"{list(list_pairs(paths, Skips()))}\n"


def test_several_thesauri_at_once(tmp_path):
    paths = write_database(tmp_path / "wn", SYNSETS), write(tmp_path / "simV.lsp", LIN), write(tmp_path / "th.dat", MYTHES)
    assert {kind_of(path) for path in paths} < set(KINDS)
    pairs = {(source, target) for source, target, _ in list_pairs(paths, Skips())}
    assert pairs == {pair for path in paths for pair in pairs_of(path)}


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        (Listed("car", "automobile", "n", 1), ["car automobile", "cars automobiles"]),
        (Listed("solution", "answer", "n", 1), ["solution answer", "solutions answers"]),  # not solution -> answers
        (Listed("man of letters", "scholar", "n", 1), ["man of letters scholar", "men of letters scholars"]),
        (Listed("husbandman", "farmer", "n", 1), ["husbandman farmer"]),  # the rules say husbandmans
        (Listed("sheep", "lamb", "n", 1), ["sheep lamb"]),
        (Listed("lawyers", "attorney", "n", 1), ["lawyers attorney"]),
        (Listed("Den Haag", "The Hague", "n", 1), ["den haag the hague"]),
        (Listed("big", "huge", "a", 1), ["big huge", "bigger huger", "biggest hugest"]),
        (Listed("big", "important", "a", 1), ["big important"]),
        (Listed("soon", "shortly", "r", 1), ["soon shortly"]),
        (Listed("give up", "quit", "", 1), ["give up quit"]),
        (Listed("exist", "be", "v", 1), ["exist be", "exists is", "existing being", "existed been"]),
        (Listed("learn", "take in", "v", 1),
         ["learn take in", "learns takes in", "learning taking in", "learned took in", "learnt took in",
          "learned taken in", "learnt taken in"]),
        (Listed("-", "plus", "n", 1), ["- plus"]),
        (Listed(" ", "plus", "n", 1), []),
    ],
)  # fmt: skip
def test_both_sides_inflected_alike(listed, expected):
    assert [f"{source} {target}" for source, target, _ in inflected_alike(Skips())(listed)] == expected


def test_phrases_with_a_place_for_others_are_left_out():
    skips = Skips()
    alike = inflected_alike(skips)
    assert list(alike(Listed("bribe", "grease one's palms", "v", 1))) == []
    assert list(alike(Listed("somebody", "person", "n", 1)))
    assert skips.messages() == ['left out: 1 pairs with a slot for other words (first: grease one\'s palms)']


def test_what_is_no_thesaurus(tmp_path):
    for name, data in (("empty", b""), ("text", b"a b\nc\n"), ("table", b"a ||| b ||| 1\n")):
        path = write(tmp_path / name, data)
        assert kind_of(path) is None
        with pytest.raises(FormatError, match="found something else, expected one of: one of Lin's"):
            list(list_pairs([path], Skips()))
    with pytest.raises(FormatError, match="cut.gz: found a damaged gzip file"):
        kind_of(write(tmp_path / "cut.gz", gzip.compress(b"x" * 99)[:9]))
    assert kind_of(tmp_path) is None
    with pytest.raises(FileNotFoundError):
        kind_of(tmp_path / "nothing")


def test_without_the_lexicon(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "lemminflect", None)
    with pytest.raises(MissingPackageError, match="pip install .*lemminflect"):
        list(list_pairs([write(tmp_path / "simV.lsp", LIN)], Skips()))


@pytest.mark.skipif(not Path("/usr/share/mythes/th_en_US_v2.dat").is_file(), reason="needs Debian's mythes-en-us")
def test_the_beginning_of_mythes_of_debian(tmp_path):
    lines = Path("/usr/share/mythes/th_en_US_v2.dat").read_text(encoding="utf-8").split("\n")
    end = next(i for i in range(40_000, len(lines)) if lines[i][:1] not in "(")
    path, skips = write(tmp_path / "th.dat", "\n".join(lines[:end])), Skips()
    found = {(source, target): score for source, target, _, score in read_mythes(path, skips)}
    assert len(found) > 50_000
    assert found["abandon", "forsake"] == pytest.approx(0.9**3)
    assert found[".22 caliber", "diameter"] == pytest.approx(0.1)
    assert skips.counts["antonyms"] > 500 and "terms with an unknown remark" not in skips.counts
