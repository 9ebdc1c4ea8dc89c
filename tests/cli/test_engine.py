"""Part files get the bytes that one process gives for each."""

from __future__ import annotations

import bz2
import gzip
import json

import pytest
from command_line import paragen

from paragen.cluster import folder as sections
from paragen.cluster.parts import find_parts

TEXTS = {
    "a": ["They made a purchase.", "", "The house is big.", "I have a lot of time."],
    "b": ["A big car. They made a purchase.", "It is a big house, as soon as possible."],
}


@pytest.fixture
def folder(tmp_path):
    """Writes part files with a name's ending; returns their folder."""

    def write(ending, lines=lambda texts: texts):
        path = tmp_path / "in"
        path.mkdir(exist_ok=True)
        for name, texts in TEXTS.items():
            data = "".join(f"{line}\n" for line in lines(texts)).encode()
            pack = {"gz": gzip.compress, "bz2": bz2.compress}.get(ending.rpartition(".")[2], bytes)
            (path / f"{name}{ending}").write_bytes(pack(data))
        return path

    return write


@pytest.fixture
def engine(english_model, tmp_path):
    """Runs a verb over a folder with --engine local; returns what it made by name, and what it said."""

    def run(verb, source, *options, code=0):
        given = (verb, "-m", english_model, *options, "--engine", "local", "--threads", 1, source, "-o", tmp_path / "out")
        done = paragen(*given)
        assert done.returncode == code, done.stderr
        out = tmp_path / "out"
        made = {path.name: path.read_bytes() for path in sorted(out.iterdir()) if path.is_file()} if out.exists() else {}
        made = {name: data for name, data in made.items() if not name.startswith("_paragen")}
        return made, done.stderr

    return run


def records(texts):
    return [json.dumps({"body": text, "n": number}) if text else "" for number, text in enumerate(texts)]


CASES = [
    ("decode", ".txt", (), ".txt"),
    ("decode", ".en.gz", ("-n", 2, "--format", "nbest"), ".en.gz"),
    ("decode", "", ("-n", 2, "--format", "jsonl", "--explain"), ".jsonl"),
    ("decode", ".json.bz2", ("--field", "body", "--format", "jsonl"), ".json.bz2"),
    ("decode", ".jsonl", ("--field", "body", "--split", "sentences"), ".txt"),
    ("substitutes", ".txt", ("--format", "tsv", "--rank", "lm"), ".tsv"),
]


@pytest.mark.parametrize(("verb", "ending", "options", "made"), CASES)
def test_each_part_has_the_bytes_of_one_process(folder, engine, english_model, verb, ending, options, made):
    source = folder(ending, records if "--field" in options else lambda texts: texts)
    found, said = engine(verb, source, *options)
    assert list(found) == [f"{name}{made}" for name in TEXTS]
    unpack = {"gz": gzip.decompress, "bz2": bz2.decompress}.get(made.rpartition(".")[2], bytes)
    for name in TEXTS:
        expected = paragen(verb, "-m", english_model, *options, source / f"{name}{ending}").stdout
        assert unpack(found[f"{name}{made}"]).decode() == expected
    assert f"2 of 2 part files answered, {6 - ('--field' in options)} sentences in " in said


def test_a_second_run_has_nothing_to_do_and_other_options_are_refused(folder, engine):
    source = folder(".txt")
    first, _ = engine("decode", source)
    assert engine("decode", source) == (first, "paragen: 0 of 2 part files answered, 0 sentences; 2 were there\n")
    _, said = engine("decode", source, "-n", 2, "--max-edits", 1, code=1)
    assert "found answers made with n 1, max_edits not given, expected n 2, max_edits 1. Choose another folder" in said


def test_the_end_counts_all_parts_whichever_run_answered_them(folder, engine, english_model, tmp_path):
    source = folder(".txt")
    (source / "c.txt").write_text("Zebras graze.\nXyzzy.\n")
    tables = []
    for name, pairs in (("nowhere", "gnus,wildebeest\n"), ("somewhere", "zebras,horses\n")):
        (tmp_path / f"{name}.csv").write_text(pairs)
        tables += ["--table", f"{name}={tmp_path / name}.csv", "--weight", f"{name}=9"]
    _, first = engine("decode", source, *tables)
    plain = paragen("decode", "-m", english_model, *tables, "--strength", "medium", *sorted(source.iterdir()))
    expected = plain.stderr.splitlines()
    assert [line.partition(" ")[0] for line in expected] == ["paragen:"] * 2
    assert "sentences gave no paraphrase. For more: " in expected[0]
    assert "table nowhere: no phrase of it stands where it may change." in expected[1]
    assert first.splitlines()[:-1] == expected
    (tmp_path / "out" / "b.txt").unlink()
    for rest in ("1 of 3 part files answered, 2 sentences in", "0 of 3 part files answered, 0 sentences; 3 were there"):
        *said, last = engine("decode", source, *tables)[1].splitlines()
        assert said == expected and rest in last
    (tmp_path / "out" / "_paragen.counts.jsonl").write_text('{"output": "a.txt", "counts": {"lines": 3, "sho')
    _, said = engine("decode", source, *tables)
    assert said.startswith("paragen: 3 part files that were there are not counted in what follows\n")


def test_broken_parts_are_named_and_the_others_are_there(folder, engine):
    source = folder(".txt")
    (source / "b.txt").write_bytes(b"One.\nTwo \xff.\n")
    (source / "c.txt").write_bytes(b"<keep>Three.\n")
    (source / "d.txt.gz").write_bytes(b"Four.\n")
    found, said = engine("decode", source, "--markup", code=1)
    assert list(found) == ["a.txt"]
    assert "1 of 4 part files answered, 4 sentences" in said
    assert f"{source}/d.txt.gz: found no compression, expected gzip, by its name. Rename the file." in said
    assert f"{source}/b.txt:2: found broken UTF-8 (byte 0xff at 4), expected UTF-8" in said
    assert f"{source}/c.txt:1: found <keep> that is never closed" in said
    assert "3 part files could not be answered. Run it again when they are mended or moved away" in said
    (source / "b.txt").write_bytes(b"One.\n")
    (source / "c.txt").unlink()
    (source / "d.txt.gz").unlink()
    assert list(engine("decode", source, "--markup")[0]) == ["a.txt", "b.txt"]


def test_what_is_wrong_with_all_is_found_at_once(folder, engine, tmp_path):
    found, said = engine("decode", folder(".jsonl", records), "--format", "jsonl", code=1)
    assert not found and not (tmp_path / "out").exists()
    assert "in/a.jsonl:1: found a JSON object with the fields 'body', 'n'" in said


def test_what_changes_is_chosen_as_for_one_file(folder, engine, english_model, tmp_path):
    for name, text in (("always", "house,home\n"), ("block", "lot of\n"), ("keep", "car\n"), ("mine", "they,people\n")):
        (tmp_path / f"{name}.csv").write_text(text)
    files = (f"--{option}={tmp_path}/{option.partition('-')[0]}.csv" for option in ("always", "block-file", "keep-file"))
    options = (*files, "--table", f"mine={tmp_path}/mine.csv", "--floor", "mine=-9", "--strength", "strong", "--as", "lines")
    source = folder(".md")
    found, _ = engine("decode", source, *options)
    assert b"home" in found["a.md"] and b"People" in b"".join(found.values())
    for path in source.iterdir():
        assert found[path.name].decode() == paragen("decode", "-m", english_model, *options, path).stdout


def test_variants_and_spans(folder, engine, english_model):
    lines = [json.dumps({"text": text, "who": [[0, 4]]}) for text in TEXTS["a"] if text]
    source = folder(".jsonl", lambda texts: lines)
    options = ("--copies", 2, "--spans", "who")
    found, said = engine("decode", source, *options)
    expected = paragen("decode", "-m", english_model, *options, source / "a.jsonl")
    assert found["a.jsonl"].decode() == expected.stdout
    assert "2 of 6 sentences gave fewer than 2 paraphrases, 0 of them none; 10 were found in all. For more: --" in said


def test_parquet_gets_columns(tmp_path, engine, english_model):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    (tmp_path / "in").mkdir()
    texts = [*TEXTS["a"], "Xyzzy."]
    parquet.write_table(pa.table({"body": texts, "n": range(5)}), tmp_path / "in" / "a.parquet")
    _, said = engine("decode", tmp_path / "in", code=1)
    assert "a.parquet: found the columns body, n, expected text in the column text. Name the column of text with --field" in said
    engine("decode", tmp_path / "in", "--field", "body")
    made = parquet.read_table(tmp_path / "out" / "a.parquet")
    lines = paragen("decode", "-m", english_model, input="\n".join(texts)).stdout.split("\n")
    assert made["paraphrase"].to_pylist() == lines and made["n"].to_pylist() == list(range(5))
    assert "1 of 4 sentences gave no paraphrase." in engine("decode", tmp_path / "in", "--field", "body")[1]
    for options, message in (
        (("--format", "nbest"), "Parquet gets columns of results: leave out --format"),
        (("--spans", "n"), "--spans is for files of lines, and these are Parquet"),
    ):
        assert message in engine("decode", tmp_path / "in", "--field", "body", *options, code=2)[1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--engine", "local", "-o", "out"), "--engine is for part files: name them, their folder, or a glob."),
        (("--engine", "local", "-", "-o", "out"), "--engine is for part files"),
        (("--engine", "local", "in.txt"), "name a folder with -o"),
        (("--engine", "local", "--master", "local", "in.txt", "-o", "out"), "add --engine spark"),
        (("--memory", "2G"), "add --engine spark"),
        (("--engine", "spark", "--threads", 2, "in.txt", "-o", "out"), "--threads is for --engine local"),
        (("--engine", "local", "--as", "csv", "in.txt", "-o", "out"), "--as csv is for single inputs"),
        (("--engine", "local", "in.txt", "-o", "out", "--trees", "in.txt"), "--trees is for single inputs"),
        (("--engine", "local", "empty", "-o", "out"), "empty: found no part files"),
        (("--engine", "local", ".", "-o", "out"), "out: . is read and would be overwritten"),
        (("--engine", "local", "none*", "-o", "out"), "none*: found no part files"),
        (("--engine", "spark", "--master", "moon", "in.txt", "-o", "out"), "master: found 'moon'"),
    ],
)
def test_options_that_do_not_go_together(tmp_path, english_model, options, message):
    (tmp_path / "empty").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "in.txt").write_text("One.\n")
    for verb in ("decode", "substitutes"):
        done = paragen(verb, "-m", english_model, *options, cwd=tmp_path)
        assert done.returncode in (1, 2) and message in done.stderr


DIVIDED = [
    ("decode", ".txt", ("--format", "jsonl"), "jsonl"),
    ("decode", ".jsonl", ("-n", 2), "txt"),
    ("decode", ".jsonl", ("--copies", 1), "jsonl"),
    ("substitutes", ".txt", ("--format", "tsv"), "tsv"),
]


@pytest.mark.parametrize(("verb", "ending", "options", "made"), DIVIDED)
def test_a_large_file_is_answered_in_sections(tmp_path, engine, english_model, monkeypatch, verb, ending, options, made):
    monkeypatch.setattr(sections, "SECTION", 60)
    texts = ["", *(f"{text} {number}" for number in range(3) for texts in TEXTS.values() for text in texts)]
    lines = [json.dumps({"text": text}) if text and ending == ".jsonl" else text for text in texts]
    (tmp_path / "in").mkdir()
    source = tmp_path / "in" / f"a{ending}"
    source.write_bytes("\r\n".join(lines).encode())
    expected = paragen(verb, "-m", english_model, *options, source).stdout
    found, said = engine(verb, tmp_path / "in", *options)
    assert {name: data.decode() for name, data in found.items()} == {f"a.{made}": expected}
    assert "1 of 1 part files answered, 19 sentences" in said


def test_finished_sections_stay_and_errors_name_the_line_of_the_file(tmp_path, engine, english_model, monkeypatch):
    monkeypatch.setattr(sections, "SECTION", 60)
    lines = [f"{text} {number}" for number in range(4) for texts in TEXTS.values() for text in texts]
    source, broken = tmp_path / "in" / "a.txt", lines.copy()
    source.parent.mkdir()
    broken[9] += " </keep>"
    broken[17] += " </keep>"
    source.write_text("\n".join(broken))
    found, said = engine("decode", source.parent, "--markup", code=1)
    assert not found and f"{source}:10: found </keep> without" in said and "a.txt:18" not in said
    [folder] = (tmp_path / "out" / "_paragen.sections" / "a.txt").iterdir()
    finished = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert len(finished) == len(sections.sections(find_parts([source])[0])) - 2 > 3
    _, said = engine("decode", source.parent, code=1)
    assert "found answers made with markup True, expected markup not given" in said
    engine("decode", source.parent, "--markup", code=1)
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == finished
    source.write_text("\n".join(lines))
    found, said = engine("decode", source.parent, "--markup")
    assert found["a.txt"].decode() == paragen("decode", "-m", english_model, source).stdout
    assert "1 of 1 part files answered" in said and not folder.exists()
