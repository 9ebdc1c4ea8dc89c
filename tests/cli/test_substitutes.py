"""``paragen substitutes``, and word sense on the command line: items, formats, files in step, bad input."""

from __future__ import annotations

import json
import math

import pytest
from command_line import paragen

ROWS = [
    ("groß", "big", 0.25), ("groß", "large", 0.5), ("groß", "huge", 0.5), ("das Haus", "the house", 1.0),
    ("das Haus", "house", 0.5), ("das Haus", "building", 1.0), ("riesig", "enormous", 1.0),
]  # fmt: skip
"""Foreign phrase, English phrase, p(English | foreign); p(foreign | English) is half of it."""


@pytest.fixture
def run(english_model):
    """A function that runs a verb; gives output, errors and exit code."""

    def start(verb, data, *args):
        done = paragen(verb, "-m", english_model, *args, input=data)
        return done.stdout, done.stderr, done.returncode

    return start


@pytest.fixture
def items(run):
    """As ``run``, for runs that must succeed without a word: gives the items."""

    def start(data, *args):
        stdout, stderr, code = run("substitutes", data, *args)
        assert (stderr, code) == ("", 0)
        return list(map(json.loads, stdout.splitlines()))

    return start


def test_items(items):
    first, *others = items("They made a purchase.\n\nbig\r\nx\n", "--rank", "lm")
    assert first == {
        "id": first["id"], "sentence": 1, "text": "They made a purchase.", "begin": 5, "end": 20, "before": "made a purchase",
        "after": "bought something", "result": "They bought something.", "phrase": "made a purchase",
        "substitute": "bought something", "tables": {"phrases": 0.8}, "score": first["score"], "lm": first["lm"],
    }  # fmt: skip
    assert first["score"] == pytest.approx(-0.2231436 + 0.5 * first["lm"])
    assert [(i["sentence"], i["after"]) for i in others] == [(1, "buy"), (1, "an acquisition"), (3, "large"), (3, "enormous")]
    assert others[2]["tables"] == {"thesaurus": 0.9, "phrases": 0.3}
    assert len({i["id"] for i in [first, *others]}) == 5


def test_options(items, tmp_path):
    (tmp_path / "block").write_text("large\n")
    (tmp_path / "keep").write_text("house\n")
    (tmp_path / "weights.toml").write_text("lm = 1\nthesaurus = 2\nphrases = 0.5\n")
    given = "A big house and a <keep>big</keep> car"
    assert len(items(given, "--top", 1, "--markup")) == 3
    found = items(given, "--block-file", tmp_path / "block", "--keep-file", tmp_path / "keep", "--markup", "--keep-regex", "c.r")
    assert [i["after"] for i in found] == ["An enormous"]
    [item, _] = items("big", "--weights", tmp_path / "weights.toml")
    assert item["score"] == pytest.approx(max(2 * -0.1053605, 0.5 * -1.2039728), abs=1e-5)
    assert items("big", "--weight", "thesaurus=3", "--weight", "phrases=3")[0]["score"] == pytest.approx(-0.316082, abs=1e-5)
    assert items("5", "--no-keep-defaults")[0]["after"] == "five" and items("5") == []
    assert len(items("big", "--table-limit", 1)) == 1


def test_what_always_replaces_is_never_offered(items, tmp_path):
    (tmp_path / "always").write_text("house,hut\nlarge,vast\n")
    found = items("A big house", "--always", tmp_path / "always")
    assert [(i["before"], i["after"]) for i in found] == [("A big", "An enormous"), ("house", "building")]


def test_strength_says_how_sure_they_must_be(run, english_model, fitted_model):
    def found(*args):
        done = paragen("substitutes", "-m", fitted_model, *args, input="They made a purchase. A big house.")
        assert (done.stderr, done.returncode) == ("", 0)
        return done.stdout

    assert found("--strength", "strong") == found("--min-confidence", 0.5) != found()
    assert found("--strength", "light", "--min-confidence", 0) == found()
    assert run("substitutes", "big", "--strength", "light")[1:] == (
        f"paragen: strength: {english_model} does not say how sure a substitute is, so that light would list all. "
        "Leave it out, or make its fit with `paragen fit`.\n", 1,
    )  # fmt: skip


def test_tsv(run):
    stdout, _, code = run("substitutes", "a  big\tcar\nhouse", "--format", "tsv", "--top", 1, "--rank", "lm")
    heading, *lines = stdout.splitlines()
    assert code == 0 and heading == "id\tsentence\tbegin\tend\tbefore\tafter\tscore\tlm\ttables\tresult"
    rows = [dict(zip(heading.split("\t"), line.split("\t"), strict=True)) for line in lines]
    assert [(r["sentence"], r["before"], r["after"], r["result"]) for r in rows] == [
        ("1", "big", "large", "a large car"), ("1", "car", "automobile", "a big automobile"),
        ("2", "house", "building", "building"),
    ]  # fmt: skip
    assert rows[0]["tables"] == "thesaurus=0.9 phrases=0.3"
    assert run("substitutes", "", "--format", "tsv")[0] == heading + "\n"


def test_json_lines_in(items):
    found = items('{"text": "big\\ncar \\ud800", "id": 3}\n\n{"text": "house"}\n')
    assert [(i["sentence"], i["before"]) for i in found] == [(1, "big"), (1, "big"), (1, "car"), (3, "house")]
    assert found[0]["text"] == "big\ncar \ud800"
    assert items('{"s": "big"}', "--field", "s", "--top", 1)[0]["after"] == "large"


def test_threads_and_long_lines(run):
    given = (
        "They made a big purchase in a house.\n\nA lot of big cars\n" * 40 + "big house " * 5_00 + "\n" + "x " * 10_000 + "big"
    )
    one = run("substitutes", given, "--rank", "lm")
    assert one[1:] == ("", 0) and one == run("substitutes", given, "--rank", "lm", "--threads", 3)


def test_signature(run):
    stdout, _, code = run("substitutes", "", "--signature", "--rank", "lm", "--weight", "lm=2")
    assert code == 0 and "lm=2" in stdout and "rank:lm" in stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rank", "x"], "--rank"),
        (["--top", "0"], "--top"),
        (["--weight", "x=1"], "no feature 'x'"),
        (["--format", "nbest"], "--format"),
    ],
)
def test_bad_usage(run, args, message):
    _, stderr, code = run("substitutes", "big", *args)
    assert code == 2 and message in stderr


def test_broken_utf8_keeps_what_came_before(run):
    stdout, stderr, code = run("substitutes", b"big\nhouse \xff\nbig\n")
    assert code == 1 and stderr.startswith("paragen: standard input:2: found broken UTF-8") and len(stdout.splitlines()) == 2
    stdout, _, code = run("substitutes", b"house \xff", "--errors", "surrogateescape")
    assert code == 0 and '"result": "building \udcff"' in stdout


@pytest.fixture
def sense(tmp_path):
    """A function that writes the files of a sense and gives the options that name them."""
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("duckdb")

    def make(foreign, links, rows=ROWS, side="target"):
        (tmp_path / "de").write_bytes(foreign if isinstance(foreign, bytes) else foreign.encode())
        (tmp_path / "links").write_bytes(links if isinstance(links, bytes) else links.encode())
        source, target, probability = map(list, zip(*rows, strict=True))
        back = [value / 2 for value in probability]
        columns = {"source": source, "target": target, "p_target": probability, "p_source": back}
        if side == "source":
            columns = {"source": target, "target": source, "p_target": back, "p_source": probability}
        parquet.write_table(pyarrow.table(columns), tmp_path / "phrases.parquet")
        return ["--foreign", tmp_path / "de", "--alignment", tmp_path / "links", "--phrase-table", tmp_path / "phrases.parquet"]

    return make


FOREIGN = "ein groß ding\nnichts\n\ndas Haus\n"
LINKS = "0-0 1-1 2-2\n\n\n0-0 1-1\n"
ENGLISH = "a big thing\na big house\n\nthe house\n"


def test_sense(run, items, sense):
    found = items(ENGLISH, *sense(FOREIGN, LINKS))
    assert [(i["sentence"], i["after"], i["sense"], i["p_sense"]) for i in found] == [(1, "large", "groß", 0.0625)]
    assert found[0]["score"] == pytest.approx(math.log(0.0625), abs=1e-5)
    assert run("decode", ENGLISH, *sense(FOREIGN, LINKS)) == ("a large thing\na big house\n\nthe house\n", "", 0)
    given = ENGLISH * 100
    one, two = (run("substitutes", given, *sense(FOREIGN * 100, LINKS * 100), "--threads", n) for n in (1, 3))
    assert one == two and one[1:] == ("", 0) and len(one[0].splitlines()) == 100


def test_sense_with_unaligned_words_and_cutting(items, sense):
    found = items("the house\n", *sense("das Haus\n", "1-1\n"))
    assert [(i["after"], i["sense"]) for i in found] == [("building", "das Haus")]
    rows = [("das haus", "house", 1.0), ("das haus", "building", 1.0)]
    assert items("the house\n", *sense("Das Haus!\n", "1-1\n", rows)) == []
    assert items("the house\n", *sense("Das Haus!\n", "1-1\n", rows), "--segment", "src=words", "--segment", "tgt=words")
    assert items("the house\n", *sense("das Haus\n", "1-1\n", side="source"), "--side", "source")


def test_several_languages(items, sense, tmp_path):
    german = sense("ein groß ding\n", "0-0 1-1 2-2\n")
    french = []
    for option, path in zip(german[::2], german[1::2], strict=True):
        french += [option, path.rename(path.with_name(f"fr.{path.name}"))]
    german = sense("ein riesig ding\n", "0-0 1-1 2-2\n", [("riesig", "big", 1.0), ("riesig", "enormous", 1.0)])
    found = items("a big thing\n", *german, *french)
    assert [(i["after"], i["sense"], i["p_sense"]) for i in found] == [
        ("an enormous", "riesig", 0.25),
        ("large", "groß", 0.03125),
    ]
    cuts = [["--segment", "src=words"], ["--segment", "src=words"]]
    assert (
        items("a big thing\n", *german, *french, *cuts[0])
        == items("a big thing\n", *german, *french, *cuts[0], *cuts[1])
        == found
    )


@pytest.mark.parametrize(
    ("foreign", "links", "message"),
    [
        (FOREIGN[:-9], LINKS, "de:4: found the end of the file after 3 lines"),
        (FOREIGN, LINKS[:-8], "links:4: found the end of the file after 3 lines"),
        (FOREIGN + "mehr\n", LINKS, "de:5: found a line more than the input has"),
        (FOREIGN, LINKS + "\n", "links:5: found a line more than the input has"),
        (FOREIGN, LINKS[:-8] + "0-0 2-1\n", "links:4: found the link 2-1"),
        (FOREIGN, LINKS[:-8] + "0-0 1-2\n", "links:4: found the link 1-2"),
        (FOREIGN, LINKS[:-8] + "0-0 1_1\n", "links:4: found '1_1'"),
        (FOREIGN, LINKS[:-8] + "0-0 ٣-1\n", "links:4: found '٣-1'"),
        (FOREIGN, LINKS[:-8] + "0--1\n", "links:4: found '0--1'"),
        (FOREIGN, LINKS[:-8] + "99999999999999999999-1\n", "links:4: found '99999999999999999999-1'"),
        (FOREIGN.encode()[:-9] + b"das \xff\n", LINKS, "de:4: found broken UTF-8"),
        (FOREIGN.encode()[:-9] + b"das \0\n", LINKS, "de:4: found NUL"),
    ],
)
@pytest.mark.parametrize("verb", ["substitutes", "decode"])
def test_files_out_of_step(run, sense, verb, foreign, links, message):
    stdout, stderr, code = run(verb, ENGLISH, *sense(foreign, links), "--threads", 1 if verb == "decode" else 3)
    assert code == 1 and message in stderr and stderr.startswith("paragen: ") and "Traceback" not in stderr
    assert "a large thing" in stdout or "NUL" in message  # which the first look at the file finds


def test_wrong_tables_and_files(run, sense, tmp_path):
    args = sense(FOREIGN, LINKS)
    (tmp_path / "phrases.parquet").write_text("groß ||| large ||| 1 1 1 1\n")
    _, stderr, code = run("substitutes", ENGLISH, *args)
    assert code == 1 and "phrases.parquet: found text in Moses' format" in stderr
    _, stderr, code = run("substitutes", ENGLISH, *args[:-1], tmp_path / "nowhere")
    assert code == 1 and "nowhere: No such file" in stderr
    _, stderr, code = run("decode", ENGLISH, *sense(FOREIGN, LINKS, [("groß", "large", 7.0)]))
    assert code == 1 and "the pair 'groß', 'large' with the probabilities 3.5 and 7.0" in stderr


@pytest.mark.parametrize("verb", ["substitutes", "decode"])
def test_sense_options_belong_together(run, sense, verb):
    args = sense(FOREIGN, LINKS)
    cut = ["--segment", "src=words"]
    for some in (
        args[:2], args[:4], args[2:], cut, ["--side", "source"], [*args, "--segment", "tgt=x"], [*args, *args[:2]],
        [*args, *cut, *cut], [*args, *args, *args, *cut, *cut],
    ):  # fmt: skip
        stdout, stderr, code = run(verb, "big", *some)
        assert (stdout, code) == ("", 2) and "--" in stderr
