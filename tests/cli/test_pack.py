"""``paragen pack``, ``inspect`` and ``verify``, and what all verbs share."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import PARAGEN

import paragen
from paragen.base.errors import ConfigError
from paragen.cli import VERBS, main
from paragen.model import Model
from paragen.packing import TableSource
from paragen.packing import pack as pack_model

ARPA = r"""\data\
ngram 1=5

\1-grams:
-1.0	<unk>
-99	<s>
-0.7	</s>
-0.9	big
-1.1	large

\end\
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "lm.arpa").write_text(ARPA)
    (tmp_path / "one.txt").write_text("big ||| large ||| 0.5\nbig ||| huge ||| 0.25\n")
    (tmp_path / "moses.txt").write_text("big ||| grand ||| 0.1 0.2 0.75 0.3 ||| 0-0 ||| 1 1 1\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder, capsys):
    """A function that runs a command line; gives the exit code, output and errors."""

    def run(*args):
        code = main([str(arg) for arg in args])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


PACK = ("pack", "-o", "model", "--lm", "lm.arpa", "--table", "one=one.txt")


def test_pack_inspect_verify(run, folder):
    assert run(
        *PACK, "--table", "moses=moses.txt", "--column", "moses=3", "--floor", "one=0", "--floor", "moses=-4.5",
        "--licence", "one=CC0", "--origin", "one=here", "--kind", "one=thesaurus",
    ) == (0, "", "")  # fmt: skip
    code, out, err = run("inspect", "model")
    assert (code, err) == (0, "")
    assert "moses  table          1        1        1  -4.5000     0.2" in out
    assert "one: from here; licence: CC0" in out and "moses: from moses.txt; licence: not stated" in out
    code, out, err = run("verify", "model")
    assert (code, err) == (0, "")
    assert out.startswith("model: whole (2 tables, 1-gram model, signature ")
    assert run("inspect", "model", "BIG")[1] == (
        "big         one     moses\n"
        "grand         -  0.750000\n"
        "large  0.500000         -\n"
        "huge   0.250000         -\n\n"
        "one: 2 options; licence: CC0\n"
        "moses: 1 options; licence: not stated\n"
    )
    assert run("inspect", "model", "tiny") == (0, "tiny: no options\n", "")


def test_inspect_shows_small_numbers_with_digits_of_their_own(run, folder):
    (folder / "one.txt").write_text("big ||| large ||| 1e-320\nbig ||| huge ||| 0.00001234\nbig ||| vast ||| 0.0002\n")
    run(*PACK, "--floor", "one=-0.00001234")
    assert "  -1.23e-05  " in run("inspect", "model")[1]
    lines = run("inspect", "model", "big")[1].splitlines()
    assert lines[1:4] == ["vast   0.000200", "huge   1.23e-05", "large    1e-320"]


def test_inspect_json(run):
    run(*PACK)
    data = json.loads(run("inspect", "model", "--format", "json")[1])
    assert data["tables"][0]["name"] == "one" and data["text"] == {"tokenized": False, "self": True, "cased": False}
    data = json.loads(run("inspect", "model", "big", "--format", "json")[1])
    assert [option["target"] for option in data["tables"][0]["options"]] == ["large", "huge"]


def test_no_self_and_tokenized(run):
    run(*PACK, "--no-self", "--tokenized")
    assert json.loads(run("inspect", "model", "--format", "json")[1])["text"] == {"tokenized": True, "self": False, "cased": True}


def test_existing_model_needs_force(run):
    assert run(*PACK)[0] == 0
    code, _, err = run(*PACK)
    assert code == 1 and "exists. Choose another name, or replace it with --force." in err
    assert run(*PACK, "--force") == (0, "", "")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--table", "one"), "'one' is not of the form NAME=FILE"),
        (("--table", "one=other.txt"), "'one' is given twice"),
        (("--floor", "two=0"), "there is no table 'two'; the tables are: one"),
        (("--floor", "one=low"), "'low' is not a number"),
        (("--column", "one=x"), "'x' is not a whole number"),
        (("--column", "one=0"), "0 is too low: 1 is the minimum"),
        (("--table", "=one.txt"), "'=one.txt' is not of the form NAME=FILE: there is nothing before the ="),
        (("--table", "one="), "'one=' is not of the form NAME=FILE: there is nothing after the ="),
        (("-o", ""), "'-o' / '--output': the name is empty"),
        (("--lm", ""), "'--lm': the name is empty"),
        (("--nonsense",), "No such option"),
    ],
)
def test_usage(run, folder, args, message):
    code, _, err = run(*PACK, *args)
    assert code == 2 and message in err
    assert not (folder / "model").exists()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--table", "lm=one.txt"), "is the name of a feature"),
        (("--table", "two=none.txt"), "paragen: none.txt: No such file or directory."),
        (("--table", "two=lm.arpa"), "found an ARPA language model"),
        (("--table", "two=."), "found a folder without .parquet files"),
        (("--table", "two=moses.txt"), "Choose a score with --column NAME=K"),
        (("--weights", "none.toml"), "paragen: none.toml: No such file or directory."),
        (("--weights", "one.txt"), "found invalid TOML"),
        (("--floor", "one=1"), "Floor of table one: 1, expected a natural logarithm"),
        (("--lm", "one.txt"), "one.txt"),
        (("--lm", "none"), "none"),
        (("-o", "none/model"), "Create it first"),
        (("-o", "moses.txt"), "is not a directory"),
    ],
)
def test_bad_data(run, folder, args, message):
    before = sorted(os.listdir(folder))
    code, out, err = run(*PACK, *args)
    assert (code, out) == (1, "")
    assert message in err and err.startswith("paragen: ") and err.count("\n") == 1
    assert sorted(os.listdir(folder)) == before


def test_debug_shows_where(run):
    assert "Traceback" in run("verify", "none", "--debug")[2]
    assert "Traceback" in run("--debug", "verify", "none")[2]
    assert "Traceback" not in run("verify", "none")[2]


@pytest.mark.parametrize("name", ["one.txt", "lm.arpa", ".", "none"])
def test_no_model(run, name):
    for verb in ("verify", "inspect"):
        code, out, err = run(verb, name)
        assert (code, out) == (1, "") and "a model directory" in err


def test_verify_finds_an_altered_byte(run, folder):
    run(*PACK)
    path = folder / "model/tables.bin"
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    code, out, err = run("verify", "model")
    assert (code, out) == (1, "") and "altered" in err


def test_notice_unless_quiet(run, folder):
    (folder / "one.txt").write_text("\x91 ||| a ||| 0.5\nb ||| c ||| 0.5\n", encoding="utf-8")
    assert "1 pairs left out" in run(*PACK)[2]
    assert run(*PACK, "--force", "--quiet")[2] == ""
    assert run("--quiet", *PACK, "--force")[2] == ""


def test_version_and_help(run):
    assert run("--version") == (0, f"paragen {paragen.__version__}\n", "")
    code, out, _ = run("--help")
    assert code == 0 and all(verb in out for verb in VERBS)
    assert run("nonsense")[0] == 2
    assert run("pack")[0] == 2


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help_with_an_example(run, verb):
    code, out, _ = run(verb, "--help")
    assert code == 0 and "Example" in out
    if "--help-all" in out:
        code, out, _ = run(verb, "--help-all")
    assert code == 0 and "Example" in out and "--quiet" in out and "--debug" in out


def test_output_closed_early(run, folder):
    run(*PACK)
    (folder / "one.txt").write_text("".join(f"{'w ' * 50}{i} ||| x ||| 0.5\n" for i in range(1000)))
    code = 'import sys; from paragen.cli import main; sys.exit(main(["inspect", "model", "--format", "json"]))'
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_full(run):
    run(*PACK)
    with open("/dev/full", "w") as full:
        done = subprocess.run([*PARAGEN, "inspect", "model"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"paragen: No space left on device.") and done.stderr.count(b"\n") == 1


def test_no_room_for_the_file(folder):
    # what a full disk does: a write fails half-way
    before = sorted(os.listdir(folder))
    done = subprocess.run(
        [*PARAGEN, *PACK], capture_output=True, check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)),
    )  # fmt: skip
    assert done.returncode == 1
    assert b"File too large" in done.stderr and done.stderr.count(b"\n") == 1
    assert sorted(os.listdir(folder)) == before


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted(folder, number, code):
    (folder / "one.txt").write_text("".join(f"phrase {i} ||| other {i} ||| 0.5\n" for i in range(300_000)))
    before = sorted(os.listdir(folder))
    child = subprocess.Popen([*PARAGEN, *PACK], stderr=subprocess.PIPE)
    while not (set(os.listdir(folder)) - set(before)):
        assert child.poll() is None
        time.sleep(0.001)
    child.send_signal(number)
    _, err = child.communicate()
    assert child.returncode == code
    assert b"Traceback" not in err
    assert sorted(os.listdir(folder)) == before


def test_killed_leaves_the_old_model(folder):
    assert main(list(PACK)) == 0
    old = (folder / "model/model.toml").read_bytes()
    (folder / "one.txt").write_text("".join(f"phrase {i} ||| other {i} ||| 0.5\n" for i in range(300_000)))
    before = set(os.listdir(folder))
    child = subprocess.Popen([*PARAGEN, *PACK, "--force"])
    while not (set(os.listdir(folder)) - before):
        assert child.poll() is None
        time.sleep(0.001)
    child.kill()
    child.wait()
    assert (folder / "model/model.toml").read_bytes() == old
    assert main(["verify", "model"]) == 0
    assert all(name.startswith(".model.") for name in set(os.listdir(folder)) - before)


def test_two_at_once(folder):
    children = [subprocess.Popen([*PARAGEN, *PACK, "--force"], stderr=subprocess.PIPE) for _ in range(4)]
    for child in children:
        _, err = child.communicate()
        assert child.returncode == 0, err
    assert main(["verify", "model"]) == 0
    assert sorted(os.listdir(folder)) == ["lm.arpa", "model", "moses.txt", "one.txt"]


def test_table_from_a_pipe(folder):
    os.mkfifo(folder / "pipe")
    child = subprocess.Popen([*PARAGEN, "pack", "-o", "model", "--lm", "lm.arpa", "--table", "one=pipe"], stderr=subprocess.PIPE)
    (folder / "pipe").write_text("big ||| large ||| 0.5\n")
    assert child.communicate()[1] == b"" and child.returncode == 0


def test_names_that_are_not_utf8(run, folder):
    name = os.fsdecode(b"t\xff.txt")
    (folder / name).write_text("big ||| large ||| 0.5\n")
    assert run("pack", "-o", "model", "--lm", "lm.arpa", "--table", f"one={name}")[0] == 0
    assert "from t\\xff.txt" in run("inspect", "model")[1] or "t\\udcff" in run("inspect", "model")[1]


def test_all_options_of_a_phrase(run, folder):
    words = [f"w{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(100)]
    (folder / "many.txt").write_text("".join(f"big ||| {word} ||| {0.9 - i / 200:.3f}\n" for i, word in enumerate(words)))
    pack = ("pack", "-o", "model", "--lm", "lm.arpa", "--table", "many=many.txt", "--force")
    for top, kept in ((None, 20), ("3", 3), ("1000", 100), ("all", 100)):
        assert run(*pack, *(["--top", top] if top else []))[0] == 0
        [options] = Model.open("model").options("big")
        assert [" ".join(option[0]) for option in options] == words[:kept]
        assert run("verify", "model")[0] == 0
    for wrong in ("0", "-1", "65536", "1e3", "every", "9" * 5000):
        code, _, errors = run(*pack, "--top", wrong)
        assert code == 2 and "--top" in errors
    with pytest.raises(ConfigError, match="top: found 0"):
        pack_model("other", "lm.arpa", {"many": "many.txt"}, top=0)


def test_more_tables_than_have_room_for_a_floor(run, folder):
    tables = [part for i in range(25) for part in ("--table", f"t{i}=one.txt")]
    code, _, errors = run("pack", "-o", "model", "--lm", "lm.arpa", *tables)
    assert code == 1 and "more than 24 tables with a floor" in errors and "--floor NAME=0" in errors
    assert not (folder / "model").exists()
    assert run("pack", "-o", "model", "--lm", "lm.arpa", *tables, "--floor", "t7=0")[0] == 0
    assert paragen.load("model").rewrite("big")


def test_names_and_licences_that_are_no_text(run, folder):
    (folder / "one\udcff.txt").write_bytes((folder / "one.txt").read_bytes())
    assert run("pack", "-o", "model", "--lm", "lm.arpa", "--table", "one=one\udcff.txt", "--licence", "one=caf\udce9")[0] == 0
    assert run("verify", "model")[0] == 0
    [table] = Model.open("model").tables
    assert (table.licence, table.origin) == ("caf\\udce9", "one\\udcff.txt")
    pack_model("other", "lm.arpa", {"one": TableSource("one.txt", licence="a\0b")})
    assert Model.open("other").tables[0].licence == "a\\x00b"


def test_text_is_packed_without_what_it_does_not_use(folder):
    code = (
        "import sys; from paragen.cli import main; sys.argv[1:] = 'pack -o model --lm lm.arpa --table one=one.txt'.split()\n"
        "try: main()\nexcept SystemExit as end: assert not end.code\n"
        "print([name for name in ('numpy', 'pyarrow', 'scipy', 'kenlm') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100, cwd=folder)
    assert done.stdout.splitlines()[-1] == "[]"
