"""Documents and sentences on the command line: what is written, by name and as said, and what is refused."""

from __future__ import annotations

import gzip
import json

import pytest
from command_line import paragen

from paragen.base.packages import install_hint

PAGES = {
    "page.md": ("# A big house\n\nA **big** house, `big`.\n\nNo.\n\n- a big car\n\n", "**large** building, `big`."),
    "page.html": ("<h1>A big house</h1>\r\n<p>A <b>big</b> house\r\n<p>a big car<!-- big -->\r\n", "<b>large</b> building"),
    "page.tex": ("\\section{A big house}\nA \\emph{big} house\\footnote{a big car} here.", "\\emph{large} building"),
    "film.srt": ("1\n0:00:01,000 --> 0:00:02,000\nA <i>big</i> house.\na big car\n", "<i>large</i> building."),
}


@pytest.fixture
def decode(english_model, tmp_path):
    """A function that runs the verb beside the pages; gives output, errors and exit code."""
    for name, (text, _) in PAGES.items():
        (tmp_path / name).write_bytes(text.encode())

    def run(*args, input=""):
        options = ("--weight", "edit=20", "--block-file", "blocked", "--quotes", "keep")
        (tmp_path / "blocked").write_text("'s\n")
        done = paragen("decode", "-m", english_model, *options, *args, input=input, cwd=tmp_path)
        return done.stdout, done.stderr, done.returncode

    return run


def changed(name):
    """The page as it is when its prose is changed."""
    text, one = PAGES[name]
    for new in (one, "a large automobile"):
        old = new.replace("large", "big").replace("building", "house").replace("automobile", "car")
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize("name", PAGES)
def test_files_are_what_their_names_say(decode, name):
    assert decode(name) == (changed(name), "", 0)
    assert decode("--threads", 2, name) == (changed(name), "", 0)


def test_standard_input_is_what_it_is_said_to_be(decode):
    text = PAGES["page.md"][0]
    assert decode("--as", "markdown", input=text) == (changed("page.md"), "", 0)
    assert decode("--as", "lines", "page.md")[0] == text.replace("big", "large").replace("house", "building").replace(
        "`large`", "`big`").replace("car", "automobile")
    assert decode("--as", "markdown", input="") == ("", "", 0)
    assert decode("--as", "markdown", input="```\nbig\n```\n") == ("```\nbig\n```\n", "", 0)


def test_several_documents_and_compressed_ones(decode, tmp_path):
    (tmp_path / "b.md.gz").write_bytes(gzip.compress(PAGES["page.md"][0].encode()))
    (tmp_path / "none.md").write_text("    big\n")
    found = decode("page.tex", "b.md.gz", "none.md", "film.srt", "-o", "all.gz", "--quiet")
    together = changed("page.tex") + "\n" + changed("page.md") + "    big\n" + changed("film.srt")
    assert found == ("", "", 0) and gzip.decompress((tmp_path / "all.gz").read_bytes()).decode() == together


def test_in_place(decode, tmp_path):
    assert decode("--in-place=.old", "--quiet", *PAGES) == ("", "", 0)
    for name, (text, _) in PAGES.items():
        assert (tmp_path / name).read_bytes().decode() == changed(name)
        assert (tmp_path / f"{name}.old").read_bytes().decode() == text


def test_passages_as_jsonl_and_as_diff(decode):
    out, _, code = decode("page.md", "--format", "jsonl")
    records = list(map(json.loads, out.splitlines()))
    assert code == 0 and [(one["id"], one["line"]) for one in records] == [(0, 3), (1, 5), (2, 7)]
    assert records[0]["source"] == "A big house, big." and records[0]["text"] == "A large building, big."
    shown = "A [-big-]{+large+} [-house-]{+building+}, big.\nNo.\na [-big-]{+large+} [-car-]{+automobile+}\n"
    assert decode("page.md", "--diff") == (shown, "", 0)


def test_sentences_are_searched_by_themselves(decode):
    text = "A big car. A big house.\n"
    assert decode("--max-edits", 1, input=text)[0].count("large") == 1
    assert decode("--max-edits", 1, "--split", "sentences", input=text)[0] == "A large car. A large house.\n"
    wrapped = "Some words in front that are long, and a big\ncar. A big house.\n"
    assert decode("--as", "plain", "--max-edits", 1, input=wrapped)[0] == wrapped.replace("big", "large")
    assert decode("--as", "plain", "--max-edits", 1, "--split", "none", input=wrapped)[0].count("large") == 1
    row = "id,text\n1,A big car. A big car.\n"
    found = decode("--as", "csv", "--column", "text", "--max-edits", 1, "--split", "sentences", input=row)
    assert found == (row.replace("big", "large"), "", 0)
    record = json.dumps({"text": "A big car. A big car."})
    found = decode("--format", "jsonl", "--max-edits", 1, "--split", "sentences", input=record)[0]
    assert json.loads(found)["text"] == "A large car. A large car." and len(json.loads(found)["edits"]) == 2


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["-n", 2], "-n: a document is written whole, with one paraphrase of all it says: choose --format jsonl."),
        (["--changed-only"], "--changed-only: a document is written whole, with one paraphrase"),
        (["--markup"], "--markup: it is for sentences in lines: choose --as lines, if these are."),
        (["--copies", 2], "--copies: it is for sentences in lines"),
        (["--field", "x"], "--field: it is for sentences in lines"),
    ],
)
def test_what_documents_refuse(decode, options, error):
    out, err, code = decode("page.md", *options)
    assert (out, code) == ("", 2) and error in err


def test_broken_documents_are_named_with_their_line(decode, tmp_path):
    (tmp_path / "bad.md").write_bytes(b"A big house\n\n\xff big\n")
    out, err, code = decode("page.md", "bad.md")
    assert (out, code) == (changed("page.md"), 1)
    assert "bad.md:3: found broken UTF-8 (byte 0xff at 0), expected UTF-8. Fix it, or choose --errors" in err
    assert decode("bad.md", "--in-place")[2] == 1 and (tmp_path / "bad.md").read_bytes() == b"A big house\n\n\xff big\n"
    assert decode("bad.md", "--in-place", "--errors", "surrogateescape")[2] == 0
    assert (tmp_path / "bad.md").read_bytes() == b"A large building\n\n\xff large\n"


def test_missing_packages_are_named_before_work_begins(decode, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyromark", None)
    out, err, code = decode("film.srt", "page.md")
    assert (out, code) == ("", 1) and install_hint("documents").partition(" -m ")[2] in err
