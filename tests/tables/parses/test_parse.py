"""Text into CoNLL-U: numbering, order, and what goes wrong."""

from __future__ import annotations

import gzip
import os
import re
import sys

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
from paragen.base.packages import install_hint
from paragen.tables.builder import Run
from paragen.tables.parses.conllu import ConlluReader
from paragen.tables.parses.options import ParseOptions
from paragen.tables.parses.parse import LONGEST, build_parses, conllu_text
from paragen.tables.parses.pipeline import open_pipeline
from paragen.tables.parses.spacy_and_stanza import Word, tokens_of


def write(path, text: str):
    path.write_text(text, encoding="utf-8")
    return path


def names(path) -> list[str]:
    return [line.partition("= ")[2] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]


def test_by_hand(tmp_path, stanza):
    text = write(tmp_path / "a", "The Dog . It barks\n\n  \nend")
    done = build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza))
    rows = ["1 The the 0 root", "2 Dog dog 1 dep", "3 . . 2 dep", "", "1 It it 0 root", "2 barks barks 1 dep", ""]
    rows += ["1 end end 0 root", ""]
    written = (tmp_path / "out").read_text().splitlines()
    assert written.pop(0) == "# sent_id = 1-1" and written.pop(4) == "# sent_id = 1-2" and written.pop(7) == "# sent_id = 4"
    for line, row in zip(written, rows, strict=True):
        assert line == ("\t".join("{} {} {} NOUN _ _ {} {} _ _".format(*row.split()).split()) if row else "")
    assert (done.lines, done.sentences, done.words, done.skips.messages()) == (4, 3, 6, [])


def test_lines_are_counted_over_all_texts(tmp_path, stanza):
    first = write(tmp_path / "a", "a\n\nb\n")
    second = tmp_path / "b.gz"
    second.write_bytes(gzip.compress(b"c\r\nd . e\r\n"))
    seen = []
    done = build_parses(
        [first, second],
        tmp_path / "out",
        ParseOptions(pipeline=stanza, batch=2),
        Run(progress=lambda *reported: seen.append(reported)),
    )
    assert names(tmp_path / "out") == ["1", "3", "4", "5-1", "5-2"]
    assert done.lines == 5 and seen[-1] == ("parsing", 4, 5)
    assert [int(unit) for batch in ConlluReader(tmp_path / "out").batches() for unit in batch.units] == [1, 3, 4, 5, 5]


@pytest.mark.parametrize("tokenized", [False, True])
def test_same_bytes_for_any_number_of_processes(tmp_path, stanza, tokenized):
    text = write(tmp_path / "a", "".join(f"word{n} of . sentence {n}\n" * (n % 3) for n in range(300)))
    outputs = []
    for threads, name in ((1, "1"), (3, "3.gz"), (3, "4.gz")):
        build_parses([text], tmp_path / name, ParseOptions(pipeline=stanza, batch=7, tokenized=tokenized), Run(threads=threads))
        outputs.append((tmp_path / name).read_bytes())
    assert outputs[1] == outputs[2]
    assert gzip.decompress(outputs[1]) == outputs[0]


def test_tokenized(tmp_path, stanza):
    text = write(tmp_path / "a", "a . b\u00a0c \t d\n \n")
    build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza, tokenized=True))
    forms = [row.split("\t")[1] for row in (tmp_path / "out").read_text().splitlines()[1:-1]]
    assert forms == ["a", ".", "b\u00a0c", "d"]
    assert names(tmp_path / "out") == ["1"]
    assert tokens_of("\t a\r b ") == ["a", "b"]


def test_long_lines_are_left_out_and_told(tmp_path, stanza):
    text = write(tmp_path / "a", "a\n" + "b " * LONGEST + "\nc\n")
    done = build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza))
    assert names(tmp_path / "out") == ["1", "3"]
    assert done.skips.messages() == [f"left out: 1 lines of more than {LONGEST} characters (first: {text}:2)"]


def test_long_lines_make_short_batches(tmp_path, stanza, monkeypatch):
    monkeypatch.setattr("paragen.tables.parses.parse.LONGEST", 10)
    text = write(tmp_path / "a", "".join(f"{line}\n" for line in ["a" * 4, "b" * 4, "c" * 2, "d" * 9, "e", "f" * 11, "g"]))
    told = []
    done = build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza), Run(progress=lambda *args: told.append(args)))
    assert told == [("parsing", 3, 7), ("parsing", 5, 7), ("parsing", 6, 7)]
    assert names(tmp_path / "out") == ["1", "2", "3", "4", "5", "7"] and done.lines == 7


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pipeline_that_fails_names_the_lines(tmp_path, stanza, threads):
    text = write(tmp_path / "a", "a\n" * 20 + "BOOM\n" + "b\n" * 20)
    with pytest.raises(ParagenError, match="lines 21 to 24: the pipeline failed: RuntimeError: too hard. Does it"):
        build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza, batch=4), Run(threads=threads))
    assert not (tmp_path / "out").exists()


def test_a_process_that_dies_is_told(tmp_path, stanza):
    text = write(tmp_path / "a", "a\n" * 20 + "KILL\n" + "b\n" * 2000)
    with pytest.raises(ParagenError, match=r"^a parsing process was killed. Is there enough memory\? Run it again with "):
        build_parses([text], tmp_path / "out", ParseOptions(pipeline=stanza, batch=4), Run(threads=2))
    assert sorted(os.listdir(tmp_path)) == ["a", "packages"]


def test_bad_text(tmp_path, stanza):
    (tmp_path / "a").write_bytes(b"good\nb\xffd\n")
    for threads in (1, 2):
        with pytest.raises(FormatError, match="a:2: found broken UTF-8"):
            build_parses([tmp_path / "a"], tmp_path / "out", ParseOptions(pipeline=stanza, batch=1), Run(threads=threads))
    assert not (tmp_path / "out").exists()


def test_bad_options(tmp_path, stanza):
    text = write(tmp_path / "a", "a\n")
    for options, message in (
        ({"pipeline": "en"}, "found 'en', expected spacy:NAME"),
        ({"pipeline": "spacy:"}, "expected spacy:NAME"),
        ({"pipeline": "stanza:xx"}, r"no models for xx. Are its models there\? Install them: python -c .*download\('xx'\)"),
        ({"batch": 0}, "batch: found 0"),
    ):
        with pytest.raises(ConfigError, match=message):
            build_parses([text], tmp_path / "out", ParseOptions(**{"pipeline": stanza, **options}))
    with pytest.raises(ConfigError, match="threads: found -1"):
        Run(threads=-1)
    with pytest.raises(ConfigError, match="no folder"):
        build_parses([text], tmp_path / "no/out", ParseOptions(pipeline=stanza))
    with pytest.raises(ConfigError, match="found a folder"):
        build_parses([text], tmp_path, ParseOptions(pipeline=stanza))
    with pytest.raises(ConfigError, match="another name"):
        build_parses([text], text, ParseOptions(pipeline=stanza))
    with pytest.raises(ConfigError, match="^parse: found no text, expected one or more files.$"):
        build_parses([], tmp_path / "out", ParseOptions(pipeline=stanza))
    with pytest.raises(FileNotFoundError):
        build_parses([tmp_path / "none"], tmp_path / "out", ParseOptions(pipeline=stanza))


@pytest.mark.parametrize(("name", "extra"), [("spacy:en_core_web_sm", "parse"), ("stanza:en", "stanza")])
def test_missing_packages(monkeypatch, name, extra):
    monkeypatch.setitem(sys.modules, name.partition(":")[0], None)
    with pytest.raises(MissingPackageError, match=re.escape(install_hint(extra))):
        open_pipeline(name)


def test_fields_hold_no_breaks():
    assert conllu_text(1, [[Word("a\tb", "", "", "", 0, "root")], []]) == "# sent_id = 1\n1\ta b\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    assert conllu_text(1, []) == ""


def blank_pipeline(folder):
    """A spaCy pipeline with a tagger and a parser that know next to nothing."""
    spacy = pytest.importorskip("spacy")
    from spacy.training import Example

    nlp = spacy.blank("en")
    nlp.add_pipe("tagger")
    nlp.add_pipe("parser")
    doc = nlp.make_doc("Dogs bark .")
    example = Example.from_dict(doc, {"tags": ["NNS", "VBP", "."], "heads": [1, 1, 1], "deps": ["nsubj", "ROOT", "punct"]})
    nlp.initialize(lambda: [example] * 10)
    nlp.to_disk(folder)
    return folder


def test_spacy(tmp_path):
    name = f"spacy:{blank_pipeline(tmp_path / 'nlp')}"
    text = write(tmp_path / "a", "Dogs  bark .\n\nCats\u00a0meow, don't they ?\n")
    for threads in (1, 2):
        build_parses([text], tmp_path / f"out{threads}", ParseOptions(pipeline=name, batch=1), Run(threads=threads))
    assert (tmp_path / "out1").read_bytes() == (tmp_path / "out2").read_bytes()
    reader = ConlluReader(tmp_path / "out1")
    [batch] = reader.batches()
    assert [reader.form_texts()[i] for i in batch.forms] == ["dogs", "bark", ".", "cats", "meow", ",", "do", "n't", "they", "?"]
    assert set(batch.units.tolist()) == {1, 3}
    assert {reader.relation_texts()[relation] for relation in batch.relations[batch.heads < 0]} == {"root"}
    build_parses([text], tmp_path / "split", ParseOptions(pipeline=name, tokenized=True))
    assert "\tdon't\t" in (tmp_path / "split").read_text() and "\tCats\u00a0meow,\t" in (tmp_path / "split").read_text()


def test_spacy_that_cannot_be_used(tmp_path):
    spacy = pytest.importorskip("spacy")
    message = "^en_nothing: this spaCy pipeline is not installed. Install it: python -m spacy download en_nothing$"
    with pytest.raises(ConfigError, match=message):
        open_pipeline("spacy:en_nothing")
    message = f"^{tmp_path}/none: there is no such folder. Give the folder of a spaCy pipeline, with its config.cfg.$"
    with pytest.raises(ConfigError, match=message):
        open_pipeline(f"spacy:{tmp_path}/none")
    message = rf"^{tmp_path}: spaCy cannot load this pipeline: .*\. Is it complete, and made for this version of spaCy\?$"
    with pytest.raises(ConfigError, match=message):
        open_pipeline(f"spacy:{tmp_path}")
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ConfigError) as error:
        open_pipeline(f"spacy:{tmp_path / 'blank'}")
    assert str(error.value) == (
        f"{tmp_path / 'blank'}: found a pipeline without a dependency parser (no components), expected one. "
        "English has spacy:en_core_web_sm: python -m spacy download en_core_web_sm"
    )


@pytest.mark.shared
def test_a_trained_pipeline(tmp_path, shared):
    pytest.importorskip("spacy")
    text = write(tmp_path / "a", "The dog chased the cat. It ran away.\n")
    build_parses([text], tmp_path / "out", ParseOptions(pipeline=f"spacy:{shared / 'data/spacy_en'}"))
    rows = [line.split("\t") for line in (tmp_path / "out").read_text().splitlines() if line and line[0] != "#"]
    assert names(tmp_path / "out") == ["1-1", "1-2"]
    assert [(row[1], row[4], row[6], row[7]) for row in rows[:3]] == [
        ("The", "DT", "2", "det"), ("dog", "NN", "3", "nsubj"), ("chased", "VBD", "0", "root"),
    ]  # fmt: skip
