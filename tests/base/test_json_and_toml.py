"""JSON and TOML of files: what is taken, and what is said of the rest."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import parse_json, read_toml, toml_text

LONG = "1" * 20
text = st.text(st.characters(exclude_categories=["Cs"]))
value = st.one_of(
    text, st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False, allow_infinity=False), st.lists(text)
)


def from_json(source, **options):
    return parse_json(source, "f.json", "an object", "Fix it.", **options)


def test_json():
    assert from_json('{"a": [1, 2.5, "\\u00e9", null, -9223372036854775808]}') == {"a": [1, 2.5, "é", None, -(2**63)]}
    assert from_json('{"a": 1}', parse_int=str) == {"a": "1"}
    assert from_json('{"a": 1}', object_pairs_hook=list) == [("a", 1)]
    assert from_json('"\\ud83d\\ude00"') == "😀" and from_json('"\\ud800"', halves=True) == "\ud800"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('{"a" 1}', "f.json: found invalid JSON (Expecting ':' delimiter at character 6)"),
        ('{"a" 1}\n', "f.json: found invalid JSON (Expecting ':' delimiter at character 6)"),
        ('{\n"a" 1}', "f.json:2: found invalid JSON (Expecting ':' delimiter at character 5)"),
        ("[" * 100_000, "f.json: found invalid JSON (nested too deeply)"),
        ("1" * 20, "f.json: found invalid JSON (a number is too long)"),
        ("1" * 5000, "f.json: found invalid JSON (a number is too long)"),
        (f'{{"{LONG}\\"{LONG}": 1.5,\n"{LONG}": "# {LONG}", "b": {LONG}.5,\n"c": [\n-{LONG}\n,{LONG}]}}',
         "f.json:4: found invalid JSON (a number is too long)"),
        ('"\\uDFff"', "f.json: found JSON with an unpaired surrogate, which is not text"),
    ],
)
def test_errors_of_json(source, message):
    with pytest.raises(FormatError) as caught:
        from_json(source)
    assert str(caught.value) == f"{message}, expected an object. Fix it."


def test_whole_numbers_of_json_have_nineteen_digits():
    assert from_json("-" + "9" * 19) == -(10**19 - 1)


def test_an_option_may_refuse():
    def refused(found):
        raise ValueError("no constants.\nhere")

    with pytest.raises(FormatError, match=r"^f.json: found invalid JSON \(no constants\), expected x\.$"):
        parse_json("NaN", "f.json", "x", parse_constant=refused)


def test_toml():
    lists = {"list": [1, 2.5, True, False], "part": {"x": ()}, "parts": [{"y": 1}, {"y": 2}], "empty": []}
    data = {"a key": "b\x7f", **lists, "z": 0}
    assert toml_text(data) == (
        '"a key" = "b\\u007f"\nlist = [1, 2.5, true, false]\nempty = []\nz = 0\n'
        "\n[part]\nx = []\n\n[[parts]]\ny = 1\n\n[[parts]]\ny = 2\n"
    )
    assert toml_text({"part": {"é": "é\ud800"}}) == '[part]\n"é" = "é\\\\ud800"\n'
    with pytest.raises(TypeError, match="cannot write object as TOML"):
        toml_text({"a": object()})


@given(st.dictionaries(text, st.one_of(value, st.dictionaries(text, value), st.lists(st.dictionaries(text, value), min_size=1))))
def test_toml_reads_what_was_written(data):
    assert tomllib.loads(toml_text(data)) == data


TOO_LONG = "FILE:{}: found invalid TOML (a number is too long), expected options."
QUOTES = '"' * 3


def nested(depth: int) -> bytes:
    return b"[" + b".".join([b"a"] * depth) + b"]\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a = \xff", "FILE:1: found broken UTF-8, expected options."),
        (b"\xef\xbb\xbfa = 1\n", "FILE:1: found a byte order mark, expected options. Save it as UTF-8 without one."),
        (b"a = ", "FILE:1: found invalid TOML (Invalid value), expected options."),
        (b"a = " + b"[" * 100_000, "FILE: found sections nested too deeply, expected options."),
        (b"a = 2026-02-30", "FILE:1: found invalid TOML (Invalid date or datetime), expected options."),
        (nested(33), "FILE:1: found sections nested too deeply, expected options."),
        (b"a = " + b"[" * 32 + b"1" + b"]" * 32, "FILE:1: found sections nested too deeply, expected options."),
        (b'"a\\u0000" = 1', "FILE:1: found 'a\\x00', which contains NUL, expected options."),
        (b'a = ["b", "\\u0000"]', "FILE:1: found '\\x00', which contains NUL, expected options."),
        (b"a = 9223372036854775808", TOO_LONG.format(1)),
        (b"a = -9223372036854775809", TOO_LONG.format(1)),
        (b"a = 1\nb = 9_223_372_036_854_775_807\nc = [\n+9_223_372_036_854_775_808, " + b"9" * 5000 + b"]", TOO_LONG.format(4)),
        (b"a = -9223372036854775808\nb = " + b"1" * 5000, TOO_LONG.format(2)),
        (b"[a]\r\nb = { c = 0x8000_0000_0000_0000 }", TOO_LONG.format(2)),
        (f"a = {LONG}.5 # {LONG}\nb = '{LONG}\\'\nc = {QUOTES}\n{LONG}\\{QUOTES}{QUOTES}\nd = '''\n{LONG}'''\n"
         f'e = "\\"{LONG}"\nf = {LONG}e5\ng = 0o7777777777777777777777'.encode(), TOO_LONG.format(9)),
        (b"#" * (16 << 20) + b"#", "FILE: found more than 16777216 bytes, expected options."),
    ],
)
def test_errors_of_toml(tmp_path, data, message):
    (tmp_path / "f.toml").write_bytes(data)
    with pytest.raises(FormatError) as caught:
        read_toml(tmp_path / "f.toml", "options")
    assert str(caught.value).replace(str(tmp_path / "f.toml"), "FILE") == message


def test_limits_of_toml(tmp_path):
    (tmp_path / "f").write_bytes(b"a = 9223372036854775807\nb = -9223372036854775808\n" + nested(31).replace(b"a.", b"c.", 1))
    found = read_toml(tmp_path / "f", "options")
    assert (found["a"], found["b"]) == (2**63 - 1, -(2**63)) and json.dumps(found["c"]).count("{") == 31
    (tmp_path / "f").write_bytes(b"a=1\n" + b"#" * ((16 << 20) - 4))
    assert read_toml(str(tmp_path / "f"), "options") == {"a": 1}
    with pytest.raises(FormatError, match="found a directory, expected options"):
        read_toml(tmp_path, "options")


@pytest.mark.parametrize(
    ("source", "name"),
    [('{"a": 1, "b": 2, "a": 1}', "a"), ('{"a": {"b": 1, "b": 2}}', "b"), ('[{"": 1, "\\u0000": 2, "": 3}]', "")],
)
def test_two_fields_of_one_name(source, name):
    with pytest.raises(FormatError) as caught:
        from_json(source)
    found = f"f.json: found two fields {name!r} in one object"
    assert str(caught.value) == f"{found}, expected each field once. Leave one of them out."
    assert from_json(source, object_pairs_hook=list)  # dictionaries keep several entries of a name
