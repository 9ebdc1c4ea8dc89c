"""``--settings FILE``: the same names as the options; what is wrong in it is refused with file and line."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from paragen.base.errors import FormatError
from paragen.cli.decode import decode
from paragen.cli.eval import eval as evaluate
from paragen.cli.serve import lsp, serve
from paragen.cli.settings_file import VERBS, read_settings, settings_of
from paragen.cli.substitutes import substitutes
from paragen.cli.tune import tune


def run(*words: str, text: str = "They made a big purchase.\n"):
    return CliRunner().invoke(decode, list(words), input=text)


def written(folder, text: str | bytes) -> str:
    (folder / "s.toml").write_bytes(text.encode() if isinstance(text, str) else text)
    return str(folder / "s.toml")


def test_a_file_says_what_options_say(tmp_path, english_model):
    (tmp_path / "terms.txt").write_text("purchase\n")
    path = written(
        tmp_path,
        'n = 2\nstack = 50\nstrength = "strong"\nweight = { lm = 0.5 }\nkeep-file = "terms.txt"\nguard = ["negation", "hedges"]\n'
        "no-fit = true\nbeam-threshold = 0\n[floor]\nthesaurus = -2.5\n",
    )
    model, terms = ["-m", str(english_model)], str(tmp_path / "terms.txt")
    flags = "-n 2 --stack 50 --strength strong --weight lm=0.5 --guard negation --guard hedges --no-fit".split()
    flags += ["--beam-threshold", "0", "--floor", "thesaurus=-2.5", "--keep-file", terms]
    for more in ([], ["--signature"]):
        assert run(*model, "--settings", path, *more).output == run(*model, *flags, *more).output != ""


def test_a_flag_wins_and_the_signature_shows_it(tmp_path, english_model):
    path = written(tmp_path, "stack = 50\nphrase-limit = 7\nany-language = true\n")
    found = run("-m", str(english_model), "--settings", path, "--stack", "9", "--signature").output
    assert "|stack:9|" in found and "|phrase_limit:7|" in found and "|stack:50|" not in found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n# a comment\nstak = 3\n", ":3: found 'stak', expected a setting of paragen decode. Did you mean 'stack'?"),
        ("stack = '3'", ":1: found stack = '3', expected a whole number."),
        ("stack = 3.5", ":1: found stack = 3.5, expected a whole number."),
        ("stack = true", ":1: found stack = true, expected a whole number."),
        ("n = 1\nstack = 0", ":2: found stack = 0, expected an allowed value. 0 is not in the range 1<=x<=1000000."),
        ("beam-threshold = nan", ":1: found beam-threshold = nan, expected a number that is finite and not too large."),
        ("weight = { lm = inf }", ":1: found weight = inf, expected a number that is finite and not too large."),
        ("[weight]\nlm = 'x'", ":1: found weight = 'x', expected a number."),
        ('parser = "a\\u0000b"', r":1: found 'a\x00b', which contains NUL, expected settings in TOML."),
        ("no-fit = 1", ":1: found no-fit = 1, expected true or false."),
        ("keep-regex = [\n'a',\n'b',\n]\nquotes = 'kept'",
         ":5: found quotes = 'kept', expected an allowed value. 'kept' is not one of 'keep', 'change'. "
         "Did you mean 'keep'?"),
        ("keep-regex = { a = 'b' }", ":1: found keep-regex = a table, expected a list."),
        ("stack = 1\nn = 2\nstack = 3",
         ":3: found invalid TOML (Cannot overwrite a value), expected settings in TOML, each key once."),
        ("stack = 1\nn =", ":2: found invalid TOML (Invalid value), expected settings in TOML."),
        ("rank = 'lm'", ":1: found 'rank', a setting of paragen substitutes, expected settings of paragen decode. Leave it out."),
        ("output = 'x'", ":1: found 'output', expected a setting of paragen decode. See --help-all."),
        ("log = 'x'", ":1: found 'log', expected a setting of paragen decode. See --help-all."),
        (b"\xef\xbb\xbfstack = 1", ":1: found a byte order mark, expected settings in TOML. Save it as UTF-8 without one."),
        (b"n = 1\n# \xff", ":2: found broken UTF-8, expected settings in TOML."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_refused_with_its_line(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(FormatError) as found:
        read_settings(path, decode)
    assert str(found.value) == path + message
    assert run("--settings", path).exit_code == 1


@pytest.mark.parametrize("verb", [decode, substitutes, serve, lsp, evaluate, tune], ids=lambda verb: verb.name)
def test_each_verb_shows_ten_options_and_reads_a_file(verb):
    assert verb.name in VERBS
    usual, everything = (CliRunner().invoke(verb, [flag]).output for flag in ("--help", "--help-all"))
    shown, all_shown = (re.findall(r"^  -", text.partition("\nOptions:\n")[2], re.M) for text in (usual, everything))
    assert len(shown) == 12 < len(all_shown), "ten, --help and --help-all"
    assert "--settings FILE" in usual
    for name, (option, _) in settings_of(verb).items():
        assert f"-{name}" in everything, option.name
