"""``paragen decode``: line for line, formats, options, bad input."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from command_line import PARAGEN, paragen

from paragen import __version__
from paragen.cli import main
from paragen.decoder.features import FeatureList
from paragen.results import substitute_id

START = [*PARAGEN, "decode"]


@pytest.fixture
def decode(english_model):
    """A function that runs the verb; gives output, errors and exit code."""

    def run(data, *args, model=english_model):
        options = ["-m", str(model)] if model else []
        done = paragen("decode", *options, *args, input=data)
        return done.stdout.encode("utf-8", "surrogateescape"), done.stderr, done.returncode

    return run


@pytest.fixture
def output(decode):
    """As ``decode``, for runs that must succeed without a word: gives the text."""

    def run(data, *args, **options):
        stdout, stderr, code = decode(data, *args, **options)
        assert (stderr, code) == ("", 0)
        return stdout.decode("utf-8", "surrogateescape")

    return run


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("", ""),
        ("\n\n\n", "\n\n\n"),
        ("A big car", "A large automobile"),
        ("A big car\r\n\r\nbig \n", "A large automobile\r\n\r\nlarge \n"),
        ("\ufeffA  big\tcar\u2028x\n", "\ufeffA  large\tautomobile\u2028x\n"),
        ("a\0big car\n", "a\0large automobile\n"),
        ("big\rcar\n", "large\rautomobile\n"),
    ],
)
def test_line_for_line(output, given, expected):
    assert output(given) == expected


def test_lists_in_text(output):
    assert output("big\n\nx\n", "-n", 2, "--quiet") == "large\nenormous\n\n\nx\n\n"


def test_nbest(output):
    lines = output("big\r\n\nx", "-n", 2, "--format", "nbest", "--quiet").splitlines(keepends=True)
    assert [line.split(" ||| ")[:2] for line in lines] == [["0", "large"], ["0", "enormous"], ["1", ""], ["2", "x"]]
    assert lines[0].endswith("\r\n") and lines[3].endswith("\n")
    _, _, features, score = lines[0].split(" ||| ")
    names = [field for field in features.split() if field.endswith("=")]
    assert names == [f"{name}=" for name in FeatureList(("thesaurus", "phrases")).names]
    values = [float(value) for value in features.split()[1::2]]
    weights = {"lm=": 0.5, "thesaurus=": 1, "phrases=": 1, "edit=": 1}
    expected = sum(weights.get(name, 0) * value for name, value in zip(names, values, strict=True))
    assert float(score) == pytest.approx(expected, abs=1e-4)
    assert len(values[0].hex()) and "thesaurus= -0.105361 phrases= 0 " in features


def test_jsonl(output):
    first, second = map(json.loads, output("They made a purchase.\n\n", "--format", "jsonl").splitlines())
    assert first["id"] == 0 and first["text"] == "They bought something." and first["unchanged"] is False
    assert first["source"] == "They made a purchase." and set(first["features"]) >= {"lm", "phrases"}
    assert first["edits"] == [
        {
            "begin": 5, "end": 20, "out_begin": 5, "out_end": 21, "before": "made a purchase", "after": "bought something",
            "table": "phrases", "score": 0.8, "licence": "CC0-1.0", "confidence": None,
            "id": substitute_id("They made a purchase.", 5, 20, "bought something"),
        }
    ]  # fmt: skip
    assert second["text"] == "" and second["unchanged"] is True
    ranked = map(json.loads, output("big", "--format", "jsonl", "-n", 2).splitlines())
    assert [(r["id"], r["rank"], r["text"]) for r in ranked] == [(0, 1, "large"), (0, 2, "enormous")]


def test_jsonl_input_keeps_its_fields(output):
    given = '{"id": "a7", "text": "big", "score": [1], "more": {"é": null}}\r\n\n{"text": "car\\nbig \\ud800"}\n'
    first, blank, second = output(given, "--format", "jsonl").splitlines()
    first, second = json.loads(first), json.loads(second)
    assert blank == "" and first["text"] == "large" and first["source"] == "big"
    assert first["id"] == "a7" and first["more"] == {"é": None} and first["input"] == {"score": [1]}
    assert second["text"] == "automobile\nlarge \ud800" and "input" not in second
    assert output(given, "--field", "text") == "large\r\n\nautomobile large ?\n"
    data = json.loads(output('{"s": "big", "text": "other"}', "--field", "s", "--format", "jsonl"))
    assert data["s"] == "big" and data["text"] == "large" and data["input"] == {"text": "other"}


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("big", "invalid JSON"),
        ("[1]", "found a list"),
        ('{"x": 1}', "the fields x"),
        ('{"text": 1}', "a number there"),
        ("[" * 99999, "invalid JSON"),
        ('{"text": "big", "x": ' + "9" * 5000 + "}", "found invalid JSON (a number is too long), expected a JSON object"),
    ],
)
def test_bad_jsonl(decode, given, found):
    stdout, stderr, code = decode('{"text": "big"}\n' + given + '\n{"text": "big"}\n', "--field", "text")
    assert code == 1 and stdout == b"large\n"
    assert stderr.startswith("paragen: standard input:2: found ") and found in stderr and "Traceback" not in stderr


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            '{"text": "big", "x": NaN}',
            "found the number NaN, expected finite numbers, as JSON has no others. Write null or a string",
        ),
        ('{"text": "big", "x": [-Infinity]}', "found the number -Infinity"),
        ('{"text": "big", "x": 1e999}', "found the number 1e999"),
        ('{"text": "big",}', "Fix the line"),
        ("[1]", "Write one object a line"),
    ],
)
def test_what_to_do_about_bad_jsonl(decode, given, message):
    first = '{"text": "big"}\n'
    for args in (("--field", "text"), ("--format", "jsonl")):
        _, stderr, code = decode(first + given, *args)
        assert code == 1 and message in stderr and "plain text" not in stderr
    assert "Is this plain text? Then leave out --field." in decode("big", "--field", "text")[1]
    assert "Fix the line" in decode(first + "big", "--format", "jsonl")[1]


def test_kept_and_blocked(output, tmp_path):
    (tmp_path / "keep").write_text("big house\n")
    (tmp_path / "block").write_text("large\n\n")
    assert output("A big house, 5", "--min-edits", 5) == "A large building, 5"
    assert output("A big house, 5", "--min-edits", 5, "--no-keep-defaults") == "A large building, five"
    assert output("A big house, 5", "--min-edits", 5, "--keep-file", tmp_path / "keep") == "A big house, 5"
    assert output("A big house, 5", "--min-edits", 5, "--keep-regex", "h.*e") == "A large house, 5"
    assert output("A big house, 5", "--min-edits", 5, "--block-file", tmp_path / "block") == "An enormous building, 5"
    assert output("A <keep>big</keep> house\n<keep></keep>x", "--markup", "--min-edits", 5) == "A big building\nx"
    assert output("A <keep>big</keep> house", "--min-edits", 5) == "A <keep>large</keep> building"


def test_malformed_markup(decode):
    stdout, stderr, code = decode("big\nA <keep>big\nbig\n", "--markup")
    assert (stdout, code) == (b"large\n", 1)
    assert stderr.startswith("paragen: standard input:2: found <keep> that is never closed")


def test_limits(output):
    assert output("big car", "--max-edits", 0) == "big car"
    assert output("big car", "--max-edits", 1).count("big") + output("big car", "--max-edits", 1).count("car ") <= 1
    assert output("big house", "--weight", "edit=-9") == "big house"
    assert output("big house", "--weight", "edit=-9", "--min-edits", 1) == "large house"
    assert output("big", "-n", 9, "--table-limit", 1, "--quiet") == "large\nbig\n\n"
    assert output("big", "-n", 9, "--phrase-limit", 1, "--quiet") == "large\nbig\n\n"
    assert "phrase_limit:1" in output("", "--signature", "--phrase-limit", 1)
    assert "phrases" in output("big", "--format", "jsonl", "--floor", "phrases=-50").split('"table"')[1]


def test_explain(output):
    text = output("They made a purchase.\nx\n", "--explain")
    assert "made a purchase -> bought something   table phrases   score 0.8   gain +3.4" in text
    assert "no edit" in text and text.count("part   lm") == 2
    data = json.loads(output("big", "--explain", "--format", "jsonl"))
    assert data["edits"][0]["gain"] > 0 and sum(data["parts"].values()) == pytest.approx(data["score"])


def test_signature(output):
    line = output("", "--signature", "--stack", 7, "--weight", "word=0.25", "--max-edits", 3)
    for part in f"version:{__version__}", "model:", "word=0.25", "stack:7", "max_edits:3":
        assert part in line
    assert "markup" not in line and "errors" not in line
    assert output("", "--signature", "--markup", "--errors", "replace").strip().endswith("markup:True|errors:replace")


def test_broken_utf8(decode):
    stdout, stderr, code = decode(b"big\n\nbig \xff\nbig\n", "--threads", 2)
    assert (stdout, code) == (b"large\n\n", 1)
    assert stderr.startswith("paragen: standard input:3: found broken UTF-8 (byte 0xff at 4)") and "--errors" in stderr
    assert "iconv" in decode("big\n".encode("utf-16"))[1]
    assert decode(b"big \xff\n", "--errors", "surrogateescape")[0] == b"large \xff\n"
    assert decode(b"big \xff\n", "--errors", "replace")[0].decode() == "large \ufffd\n"
    assert decode(b"big \xff\n", "--errors", "ignore")[0] == b"large \n"


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_threads_change_nothing(output, threads):
    lines = [f"A big car {i} is a big house ." * (i % 3) for i in range(300)]
    assert output("\n".join(lines), "-n", 3, "--format", "nbest", "--threads", threads) == output(
        "\n".join(lines), "-n", 3, "--format", "nbest"
    )


def test_very_long_and_very_many_lines(output):
    assert output("\n" * 20_000) == "\n" * 20_000
    line = "big xyz " * 10_000
    assert output(line + "\nbig\n") == line.replace("big", "large") + "\nlarge\n"
    assert output("x" * 1_000_000 + "\nbig\n")[-7:] == "\nlarge\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_person_who_types_sees_the_answer(english_model, threads):
    command = [*START, "-m", str(english_model), "--threads", str(threads)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for given, expected in (b"big\n", b"large\n"), (b"\n", b"\n"), (b"car\n", b"automobile\n"):
            process.stdin.write(given)
            process.stdin.flush()
            assert process.stdout.readline() == expected  # while the input is still open
        process.stdin.close()
        assert process.wait() == 0


def test_interrupted(english_model):
    command = [*START, "-m", str(english_model), "--threads", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"big\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"large\n"
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b"paragen: interrupted\n"


def test_output_closed_early(english_model):
    command = [*START, "-m", str(english_model), "--threads", "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdin.write(b"big\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"large\n"
        process.stdout.close()
        try:
            process.stdin.write(b"big\n" * 200_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait() == 0
        assert process.stderr.read() == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_disk_full(english_model):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*START, "-m", str(english_model)], input=b"big\n", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1 and b"No space left" in done.stderr and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-n", "0"], "-n"),
        (["--format", "xml"], "--format"),
        (["--weight", "edits=1"], "no feature 'edits'"),
        (["--weight", "edit"], "NAME=X"),
        (["--floor", "x=1"], "no table 'x'"),
        (["--min-edits", "2", "--max-edits", "1"], "--max-edits"),
        (["--explain", "--format", "nbest"], "--explain"),
        (["--beam-threshold", "2"], "--beam-threshold"),
    ],
)
def test_bad_usage(decode, args, message):
    stdout, stderr, code = decode("big\n", *args)
    assert (stdout, code) == (b"", 2) and message in stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--weights", "{bad}"], "invalid TOML"),
        (["--weights", "{missing}"], "missing: No such file"),
        (["--keep-file", "{missing}"], "missing: No such file"),
        (["--block-file", "{bad}"], "bad:1: found broken UTF-8 (byte 0xff at 2), expected a phrase in UTF-8"),
        (["--block-file", "{phrases}"], "phrases:1: found 'one ->', expected a word, a phrase, or one exchange"),
        (["--keep-regex", "("], "keep_patterns: '('"),
        (["--floor", "phrases=1"], "natural logarithm"),
        (["-m", "{bad}"], "found a file, expected a model directory"),
    ],
)
def test_bad_files(decode, tmp_path, args, message):
    (tmp_path / "bad").write_bytes(b"= \xff\n")
    (tmp_path / "phrases").write_text("one ->\n")
    names = {name: tmp_path / name for name in ("bad", "missing", "phrases")}
    stdout, stderr, code = decode("big\n", *(arg.format(**names) for arg in args))
    expected = "broken UTF-8" if message == "invalid TOML" else message
    assert (stdout, code) == (b"", 1) and stderr.startswith("paragen: ") and expected in stderr


def _read_nbest(text):
    """By sentence: (text, {feature: value}, score) of each paraphrase of a Moses n-best list."""
    lists = {}
    for line in text.splitlines():
        number, words, features, score = line.split(" ||| ")
        fields = features.split()
        values = dict(zip([name.rstrip("=") for name in fields[::2]], map(float, fields[1::2]), strict=True))
        lists.setdefault(int(number), []).append((words.strip(), values, float(score)))
    return lists


@pytest.mark.shared
def test_as_moses(shared, decode, tmp_path):
    """Moses' own lists: no best score is worse, and the same text has the same features."""
    from paragen.packing import TableSource, pack

    golden = shared / "golden"
    weights = {"lm": 0.5, "t0": 0.2, "t1": 0.2, "word": 0.3, "unknown": -100}
    tables = {f"t{i}": TableSource(golden / "moses" / f"table{i}.txt", floor=0) for i in (0, 1)}
    lm = golden / "bench" / "lm.arpa.gz"
    model = pack(tmp_path / "m", lm, tables, weights=weights, tokenized=True, self_paraphrase=False)
    given = (golden / "moses" / "input.txt").read_bytes()
    stdout, stderr, code = decode(given, "-n", 10, "--format", "nbest", "--threads", 2, model=model)
    assert (stderr, code) == ("", 0)
    ours, theirs = _read_nbest(stdout.decode()), _read_nbest((golden / "moses" / "nbest.txt").read_text(encoding="utf-8"))
    assert list(ours) == list(theirs) == list(range(100))
    renamed = {"lm": "LM0", "t0": "TranslationModel0", "t1": "TranslationModel1"}
    for number, best in theirs.items():
        assert ours[number][0][2] >= best[0][2] - 1e-3
        found = {words: (values, score) for words, values, score in ours[number]}
        for words, values, score in best:
            if words in found and found[words][1] == pytest.approx(score, abs=1e-3):
                mine = found[words][0]
                assert mine["word"] == -values["WordPenalty0"]
                assert [mine[name] for name in renamed] == pytest.approx([values[n] for n in renamed.values()], abs=1e-3)


def test_help(capsys):
    assert main(["decode", "--help"]) == 0
    text = capsys.readouterr().out
    assert "Example: echo" in text and "--keep-file" in text and "--keep-regex" not in text
    assert main(["decode", "--help-all"]) == 0
    assert "--keep-regex" in capsys.readouterr().out


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_closed_streams_are_refused_in_one_line(closed):
    command = f"{sys.executable} -m paragen decode {closed}"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert "closed" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_table_of_ones_own(decode, output, tmp_path):
    table = tmp_path / "mine.txt"
    table.write_text("big house ||| mansion ||| 0.5\n")
    line = output("a big house\n", "--table", f"mine={table}", "--weight", "mine=3", "--floor", "mine=-9", "--format", "jsonl")
    [edit] = json.loads(line)["edits"]
    assert (edit["after"], edit["table"], edit["score"]) == ("mansion", "mine", 0.5)
    _, errors, code = decode("a big house\n", "--table", "mine=nowhere")
    assert code == 1 and "nowhere" in errors


def test_a_line_is_decoded_without_what_it_does_not_use(english_model):
    code = (
        "import sys; from paragen.cli import main; sys.argv[1:] = ['decode', '-m', sys.argv[1]]\n"
        "try: main()\nexcept SystemExit as end: assert not end.code\n"
        "unused = 'numpy', 'pyarrow', 'scipy', 'kenlm', 'regex', 'tqdm', 'tempfile', 'paragen.tables.builder'\n"
        "print([name for name in unused if name in sys.modules])"
    )
    command = [sys.executable, "-c", code, os.fspath(english_model)]
    done = subprocess.run(command, input="big", capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout == "large[]\n"  # as the input, without a line end
