"""``paragen entries`` as a user runs it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import paragen

from paragen.base.packages import install_hint

pytest.importorskip("lemminflect")

ENTRIES = (
    "# by hand\ncommence\tbegin\tv\t0.9\nbig house\tpalace\tn\t0.85\nbig house\tmansion\tn\t0.8\n"
    "of course\tnaturally\tx\t0.5\n"
)


def test_entries_in_a_table_out(tmp_path: Path):
    (tmp_path / "entries.tsv").write_text(ENTRIES, encoding="utf-8")
    done = paragen("entries", tmp_path / "entries.tsv", "--min-score", "0.8", "-o", tmp_path / "out.txt")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    assert "commences ||| begins ||| 0.9" in lines
    assert "big houses ||| mansions ||| 0.8" in lines
    assert not [line for line in lines if line.startswith("of course")]
    phrases = {line.partition(" |||")[0] for line in lines}
    best = paragen("entries", tmp_path / "entries.tsv", "--min-score", "0.8", "--top", "1", "-o", tmp_path / "top.txt")
    assert best.returncode == 0 and len((tmp_path / "top.txt").read_text().splitlines()) == len(phrases)
    assert done.stderr == f"paragen: {len(lines)} pairs of {len(phrases)} phrases, from 3 of 4 entries\n"


def test_several_files_best_score_wins_and_parquet_keeps_the_licence(tmp_path: Path):
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "a").write_text("of course\tnaturally\tx\t0.5\n", encoding="utf-8")
    (tmp_path / "b").write_text("of course\tnaturally\tx\t0.75\n", encoding="utf-8")
    for names in ("ab", "ba"):
        inputs = [tmp_path / name for name in names]
        done = paragen("entries", *inputs, "--licence", "CC0-1.0", "-o", tmp_path / f"{names}.parquet", "--quiet")
        assert (done.returncode, done.stderr) == (0, "")
        rows = parquet.read_table(tmp_path / f"{names}.parquet").to_pylist()
        assert rows == [{"source": "of course", "target": "naturally", "score": 0.75, "licence": "CC0-1.0"}]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a\tb\tv\t0\n", "a score in (0, 1]"),
        ("a\tb\tv\n", "bad.tsv:1: found 'a\\tb\\tv', expected source, target, part of speech and score"),
        ("a\tb\tverb\t0.5\n", "expected two different phrases, one of v, n, nm, adj, adv, x"),
        ("a\tb\tv\tnan\n", "a score in (0, 1]"),
        ("a\tb\tv\t1.5\n", "a score in (0, 1]"),
        ("a\t***\tv\t0.5\n", "two different phrases"),
        ("a b\ta  b\tx\t0.5\n", "two different phrases"),
        ("*\tb\tx\t0.5\n", "two different phrases"),
        ("a ||| b\tc\tx\t0.5\n", "two different phrases"),
        ("a\x00b\tc\tx\t0.5\n", "NUL"),
        ("", "no pair of phrases was found"),
        ("# nothing\n", "no pair of phrases was found"),
    ],
)
def test_bad_entries_are_told(tmp_path: Path, text, said):
    (tmp_path / "bad.tsv").write_text(text, encoding="utf-8")
    done = paragen("entries", tmp_path / "bad.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 1
    assert said in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.tsv"]


PATTERNS = (
    "phrasal = pick/up, hand/over\nrelation = president, prime minister\n"
    "<phrasal> <phrasal.2> the [N_1]\t<phrasal> the [N_1] <phrasal.2>\tv\t0.9\n"
    "the <relation NNS> of [NNP_1]\t[NNP_1] 's <relation NNS>\tx\t0.8\n"
    "that [N_2] was <phrasal VBN> <phrasal.2> by [N_1]\tthat [N_1] <phrasal VBD> <phrasal.2> [N_2]\tx\t0.7\n"
)


def test_patterns_keep_their_slots_and_lists_stand_for_each_of_their_words(tmp_path: Path):
    (tmp_path / "patterns.tsv").write_text(PATTERNS, encoding="utf-8")
    done = paragen("entries", tmp_path / "patterns.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    assert {
        "hand over the [N_1] ||| hand the [N_1] over ||| 0.9",
        "picked up the [N_1] ||| picked the [N_1] up ||| 0.9",
        "picking up the [N_1] ||| picking the [N_1] up ||| 0.9",
        "the prime ministers of [NNP_1] ||| [NNP_1] 's prime ministers ||| 0.8",
        "that [N_1] was handed over by [N_2] ||| that [N_2] handed over [N_1] ||| 0.7",
    } <= set(lines)
    assert len(lines) == 2 * 4 + 2 + 2


def test_a_list_gives_each_of_its_words_for_each_other_and_words_that_may_be_absent(tmp_path: Path):
    (tmp_path / "ways.tsv").write_text(
        "ways = make coffee/., i want coffee/., is there coffee/?\nask = _, please\n"
        "<s> <ask> <ways> </s>\t<s> <ask> <ways other> </s>\tx\t0.8\n"
        "<s> <ways> <ways.2> </s>\t<s> <ways other> <ways.2 other> </s>\tx\t0.7\n",
        encoding="utf-8",
    )
    done = paragen("entries", tmp_path / "ways.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    ways = {"make coffee": ".", "i want coffee": ".", "is there coffee": "?"}
    others = [(one, other) for one in ways for other in ways if one != other]
    assert set((tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()) == {
        *(f"<s> {ask}{one} </s> ||| <s> {ask}{other} </s> ||| 0.8" for one, other in others for ask in ("", "please ")),
        *(f"<s> {one} {ways[one]} </s> ||| <s> {other} {ways[other]} </s> ||| 0.7" for one, other in others),
    }


def test_the_begin_of_a_sentence_is_no_list(tmp_path: Path):
    (tmp_path / "openings.tsv").write_text("tie = but, yet\n<s> <tie> [N_1]\t<s> however , [N_1]\tx\t0.8\n", encoding="utf-8")
    done = paragen("entries", tmp_path / "openings.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines() == [
        "<s> but [N_1] ||| <s> however , [N_1] ||| 0.8",
        "<s> yet [N_1] ||| <s> however , [N_1] ||| 0.8",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("eat [NN_1] up\teat up [NN_2]\tv\t0.5\n", "bad.tsv:1: found 'eat [NN_1] up' and 'eat up [NN_2]'"),
        ("take [XX_1]\tgrasp [XX_1]\tv\t0.5\n", "bad.tsv:1: found the slot [XX_1]"),
        ("take [NN-1]\tgrasp [NN-1]\tv\t0.5\n", "bad.tsv:1: found '[NN-1]', expected slots as [NN_1]"),
        ("[NN_1] takes off\t[NN_1] starts\tv\t0.5\n", "* at the verb, as a slot comes first"),
        ("the <kin> of\tthe <kin> to\tx\t0.5\n", "bad.tsv:1: found <kin>, expected a list that a line above defines"),
        ("kin = son, heir\n\nkin = son\n", "bad.tsv:3: found the list kin again, expected each once"),
        ("s = son\n", "bad.tsv:1: found a list s, expected another name: <s> is the start of a sentence"),
        ("kin = son/heir, daughter\n", "bad.tsv:1: found the list kin, expected words separated by commas"),
        ("kin = son,\n", "bad.tsv:1: found the list kin, expected words separated by commas"),
        ("kin = son\nthe <kin.2>\tthe <kin>\tx\t0.5\n", "bad.tsv:2: found <kin.2>, expected a column from 1 to 1"),
        ("kin = son\nthe <kin XX>\tthe <kin>\tx\t0.5\n", "bad.tsv:2: found <kin XX>, expected one of VB VBZ"),
        ("kin = son, heir\nthe <kin other>\tthe one\tx\t0.5\n", "bad.tsv:2: found <kin other>, expected <kin> in the same entry"),
        ("kin = son, heir\n<age other>\t<kin>\tx\t0.5\n", "bad.tsv:2: found <age>, expected a list that a line above defines"),
        ("kin = _, son\n<kin>\ta\tx\t0.5\n", "bad.tsv:2: found '<kin>\\ta\\tx\\t0.5', expected two different phrases"),
        ("kin = a\n<kin>\ta\tx\t0.5\n", "bad.tsv:2: found '<kin>\\ta\\tx\\t0.5', expected two different phrases"),
    ],
)
def test_bad_patterns_and_lists_are_told(tmp_path: Path, text, said):
    (tmp_path / "bad.tsv").write_text(text, encoding="utf-8")
    done = paragen("entries", tmp_path / "bad.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 1
    assert said in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.tsv"]


def test_bytes_that_are_no_text(tmp_path: Path):
    (tmp_path / "bad.tsv").write_bytes(b"a\tb\tx\t0.5\n\xff\xfea\n")
    done = paragen("entries", tmp_path / "bad.tsv", "-o", tmp_path / "out.txt")
    assert done.returncode == 1
    assert done.stderr.startswith(f"paragen: {tmp_path}/bad.tsv")


def test_options_out_of_range(tmp_path: Path):
    (tmp_path / "entries.tsv").write_text(ENTRIES, encoding="utf-8")
    assert paragen("entries", tmp_path / "entries.tsv", "--min-score", "2", "-o", tmp_path / "o").returncode == 2
    assert paragen("entries", tmp_path / "entries.tsv", "--top", "0", "-o", tmp_path / "o").returncode == 2
    assert paragen("entries", "-o", tmp_path / "o").returncode == 2
    missing = paragen("entries", tmp_path / "none.tsv", "-o", tmp_path / "o.txt")
    assert missing.returncode == 1 and "none.tsv" in missing.stderr
    nowhere = paragen("entries", tmp_path / "entries.tsv", "-o", tmp_path / "no" / "o.txt")
    assert nowhere.returncode == 1 and "there is no folder" in nowhere.stderr


def test_without_lemminflect(tmp_path: Path, monkeypatch):
    (tmp_path / "entries.tsv").write_text(ENTRIES, encoding="utf-8")
    monkeypatch.setitem(sys.modules, "lemminflect", None)
    done = paragen("entries", tmp_path / "entries.tsv", "-o", tmp_path / "o.txt")
    assert done.returncode == 1
    assert install_hint("mine") in done.stderr
