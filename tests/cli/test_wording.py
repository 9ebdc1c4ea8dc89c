"""Forced and blocked wording, tables of one's own alone: what a run says about them; names that are nearly right."""

from __future__ import annotations

import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError
from paragen.settings.blocked import regular_forms

TEXT = "They made a purchase of a big house."


@pytest.mark.parametrize("engine", [False, True])
def test_forced_phrases_that_stand_nowhere_are_named(english_model, tmp_path, engine):
    (tmp_path / "a.csv").write_text("big,vast\nzebra,horse\nBIG house,Palace\n")
    (tmp_path / "in.txt").write_text(TEXT + "\n")
    more = ["--engine", "local", "--threads", 1, "-o", tmp_path / "out"] if engine else []
    done = command("decode", "-m", english_model, "--always", tmp_path / "a.csv", *more, tmp_path / "in.txt")
    said = [line for line in done.stderr.splitlines() if "part files" not in line]
    assert said == ["paragen: --always: 'zebra', 'BIG house' stand nowhere where they may change."]
    (tmp_path / "many.csv").write_text("".join(f"zebra {i},x\n" for i in range(12)))
    done = command("decode", "-m", english_model, "--always", tmp_path / "many.csv", input=TEXT)
    assert "'zebra 9' and 2 more stand nowhere" in done.stderr
    paraphraser = paragen.load(english_model, always={"big": "vast", "zebra": "horse"})
    assert paraphraser.unused_always() == ["big", "zebra"]
    paraphraser.rewrite(TEXT, keep=[(24, 27)])
    assert paraphraser.unused_always() == ["big", "zebra"]
    paraphraser.rewrite(TEXT)
    assert paraphraser.unused_always() == ["zebra"] and paragen.load(english_model).unused_always() == []


@pytest.mark.parametrize("engine", [False, True])
def test_forms_of_blocked_words_that_came_out_are_named(english_model, tmp_path, engine):
    (tmp_path / "own.csv").write_text("big,purchased\n")
    (tmp_path / "block.txt").write_text("purchase\nhouses\n")
    (tmp_path / "in.txt").write_text("A big car.\n")
    options = ["--table", f"own={tmp_path / 'own.csv'}", "--use-table", "own", "--block-file", tmp_path / "block.txt"]
    more = ["--engine", "local", "--threads", 1, "-o", tmp_path / "out"] if engine else []
    done = command("decode", "-m", english_model, *options, "--weight", "edit=99", *more, tmp_path / "in.txt")
    said = [line for line in done.stderr.splitlines() if "part files" not in line]
    assert said == [
        "paragen: --block-file: 'purchased' (a form of 'purchase') came out, as only the forms listed are blocked. "
        "To block all: --block-inflections."
    ]
    pytest.importorskip("lemminflect")
    if not engine:
        done = command("decode", "-m", english_model, *options, "--block-inflections", "--weight", "edit=99", tmp_path / "in.txt")
        assert "block" not in done.stderr and done.stdout == "A big car.\n"


def test_several_forms_of_blocked_words_are_listed(english_model, tmp_path):
    (tmp_path / "own.csv").write_text("big,purchased\ncar,purchases\n")
    (tmp_path / "block.txt").write_text("purchase\n")
    options = ["--table", f"own={tmp_path / 'own.csv'}", "--use-table", "own", "--block-file", tmp_path / "block.txt"]
    done = command("decode", "-m", english_model, *options, "--weight", "edit=99", input="A big car.\n")
    assert "'purchased' (a form of 'purchase'), 'purchases' (a form of 'purchase') came out, as only" in done.stderr


@pytest.mark.parametrize(("word", "forms"), [
    ("purchase", "purchases purchased purchasing"), ("try", "tries tried trying"), ("plan", "plans planned planning"),
    ("watch", "watches watched watching"), ("see", "sees seeing"), ("play", "plays played playing"),
])  # fmt: skip
def test_regular_forms(word, forms):
    assert set(forms.split()) <= regular_forms(word) and word not in regular_forms(word)


def test_a_bad_line_of_a_block_file_is_named(english_model, tmp_path):
    (tmp_path / "block.txt").write_text("big\n\na -> b -> c\n")
    done = command("decode", "-m", english_model, "--block-file", tmp_path / "block.txt", input=TEXT)
    expected = "expected a word, a phrase, or one exchange: `phrase -> phrase`. Write one exchange a line.\n"
    assert (done.returncode, done.stderr) == (1, f"paragen: {tmp_path}/block.txt:3: found 'a -> b -> c', {expected}")
    with pytest.raises(ConfigError, match="blocked: found 'a ->', expected a word, a phrase, or one exchange"):
        paragen.load(english_model, blocked=["a ->"])


def test_spans_beyond_the_text_are_an_error(english_model):
    paraphraser = paragen.load(english_model)
    assert paraphraser.rewrite("abc", keep=[(0, 3), (3, 3)])[0].text == "abc"
    for keep in [(0, 9)], [(0, 1), (4, 4)]:
        with pytest.raises(ConfigError, match="keep: found .*, expected spans within the 3 characters of the text."):
            paraphraser.rewrite("abc", keep=keep)


@pytest.mark.parametrize("method", ["rewrite", "explain", "substitutes"])
def test_several_sentences_where_one_is_expected(english_model, method):
    call = getattr(paragen.load(english_model), method)
    for several in ["a"], ("a",), iter(["a"]):
        with pytest.raises(TypeError, match=f"{method} takes one sentence, .*: {method}_batch takes several."):
            call(several)


@pytest.mark.parametrize(("args", "message"), [
    (["decod"], "No such command 'decod'. Did you mean 'decode'?"), (["xyzzy"], "No such command 'xyzzy'.\n"),
    (["labels", "sampel"], "Did you mean 'sample'?"), (["graph", "bild"], "Did you mean 'build'?"),
    (["decode", "--strength", "strog"], "is not one of 'light', 'medium', 'strong'. Did you mean 'strong'?"),
    (["decode", "--strength", "xyzzy"], "is not one of 'light', 'medium', 'strong'.\n"),
    (["labels", "import", "x", "--format", "prodgy", "-o", "y"], "Did you mean 'prodigy'?"),
    (["decode", "-m", "MODEL", "--use-table", "phrase"], "the tables are: thesaurus, phrases. Did you mean 'phrases'?"),
    (["decode", "-m", "MODEL", "--floor", "thesauru=-1"], "Did you mean 'thesaurus'?"),
    (["decode", "-m", "MODEL", "--weight", "thesauru=1"], "Did you mean 'thesaurus'?"),
])  # fmt: skip
def test_names_that_are_nearly_right(english_model, args, message):
    done = command(*(str(english_model) if word == "MODEL" else word for word in args))
    assert done.returncode == 2 and message in done.stderr


@pytest.mark.parametrize("verb", ["decode", "substitutes"])
def test_only_these_tables(english_model, tmp_path, verb):
    (tmp_path / "own.csv").write_text("house,mansion\nbig,vast\n")
    own = ["--table", f"own={tmp_path / 'own.csv'}"]
    more = ["-n", 50, "--quiet"] if verb == "decode" else ["--rank", "table"]
    library = paragen.load(english_model, tables={"own": tmp_path / "own.csv"}, use_tables=["own", "phrases"])
    some = command(verb, "-m", english_model, *own, "--use-table", "own", "--use-table", "phrases", *more, input=TEXT).stdout
    if verb == "decode":
        assert some.split("\n")[:-2] == [one.text for one in library.rewrite(TEXT, n=50)]
    assert "bought" in some and "vast" in some and "enormous" not in some
    alone = command(verb, "-m", english_model, *own, "--use-table", "own", *more, input=TEXT).stdout
    assert "mansion" in alone and "vast" in alone and "bought" not in alone
    assert "enormous" in command(verb, "-m", english_model, *own, *more, input=TEXT).stdout


def test_ones_own_pairs_alone_on_the_language_model_of_the_starter_pack(tmp_path):
    (tmp_path / "own.csv").write_text("heart attack,myocardial infarction,1\ncash machine,ATM,1\n")
    own = ["--table", f"own={tmp_path / 'own.csv'}", "--use-table", "own"]
    done = command("decode", *own, input="He bought a big house near the cash machine after a heart attack.\n")
    assert done.stdout == "He bought a big house near the ATM after a myocardial infarction.\n"
    found = command("decode", *own, "--format", "jsonl", input="He bought a big house after a heart attack.\n").stdout
    assert '"table": "own"' in found and found.count('"table": ') == 1
