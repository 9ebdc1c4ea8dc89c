"""Hostile values end in an error that says what is wrong, or are taken: never in one that nobody expected."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import tarfile
from functools import cache

import click
import pytest
from fuzzing import LONG

from paragen.base.destination import check_destinations
from paragen.base.errors import FormatError, ParagenError
from paragen.base.input_files import Lines, Skips
from paragen.base.json_and_toml import parse_json, read_toml
from paragen.base.threads import MAX_THREADS, thread_count
from paragen.cli import VERBS, cli, main
from paragen.cli.reference import actions
from paragen.decoder.settings import SearchSettings
from paragen.model import Model
from paragen.model.weights import read_weights
from paragen.recipes.recipe import read_recipe
from paragen.tables.resources.comparable.inputs import read_articles
from paragen.tables.resources.dictionary.sources import read_letters, read_wiktextract
from paragen.text.analysis import SentenceCase
from paragen.text.case import carry
from paragen.text.tokenizer import Tokenizer
from paragen.tuning.labels.exchange import import_labels
from paragen.tuning.labels.files import json_object
from paragen.tuning.labels.gold import read_gold

TOML = {
    "long": "9" * 5000, "hexadecimal": "0x" + "f" * 5000, "64 bits": str(1 << 63), "float": "1e400", "nan": "nan", "inf": "-inf",
    "date": "2020-01-01", "time": "07:32:00", "no date": "2020-13-41", "list": "[1, 2]", "deep list": "[" * 3000 + "]" * 3000,
    "table": "{ a = 1 }", "deep table": "{ " + ".".join("a" * 3000) + " = 1 }", "nul": '"\\u0000"', "empty": '""', "text": '"@"',
    "negative": "-1", "true": "true", "huge": "1e308", "surrogate": '"\\uD800"', "broken": '"',
}  # fmt: skip


@pytest.mark.parametrize("value", TOML.values(), ids=TOML)
def test_toml(value, english_model, tmp_path):
    good = (english_model / "model.toml").read_text().splitlines()
    names = [name.strip() for line in good if " = " in line for name in [line.partition("=")[0]]]
    for i, line in enumerate(good):
        if " = " in line:
            folder = tmp_path / "model"
            shutil.copytree(english_model, folder, symlinks=True)
            (folder / "model.toml").write_text("\n".join([*good[:i], f"{line.partition('=')[0]}= {value}", *good[i + 1 :]]))
            _tried(lambda folder=folder: Model.open(folder))
            shutil.rmtree(folder)
    assert len(names) > 10
    path = tmp_path / "weights.toml"
    for text in (f"lm = {value}\n", f"lm = 1\nedit = {value}\n", f"lm = 1\n[{'.'.join('a' * 2000)}]\nx = {value}\n"):
        path.write_text(text)
        _tried(lambda: read_weights(path, ["lm", "word", "edit", "unknown"]))


@pytest.mark.parametrize("value", TOML.values(), ids=TOML)
def test_recipes(value, tmp_path, capsys):
    recipe = {
        "paths": {"data": '"x"'}, "model": {"weights": '"w"', "self": "true", "tokenized": "true", "top": "1",
                                             "lm-origin": '"o"'},
        "lm": {"inputs": '["x"]', "order": "3", "verb": '"lm"', "get": '"x"'},
        "tables.t": {"verb": '"pivot"', "inputs": '["x"]', "top": "3", "floor": "-1", "column": "1", "licence": '"x"',
                     "kind": '"k"'},
        "tables.f": {"file": '"x"', "get": '"y"'},
        "bitexts.b": {"source": '"x"', "target": '"y"', "segment": '["src=words"]', "align": "{ heuristic = 'union' }"},
        "steps.s": {"verb": '"text"', "inputs": '["x", ["y", "z"]]'},
    }  # fmt: skip
    path = tmp_path / "recipe.toml"
    for section, values in recipe.items():
        for name in (*values, None):
            changed = {key: dict(items) for key, items in recipe.items()}
            if name is not None:
                changed[section][name] = value
            text = "".join(
                f"[{key}]\n" + "".join(f"{item} = {given}\n" for item, given in items.items()) for key, items in changed.items()
            )
            if name is None:
                text = text.replace(f"[{section}]\n", f"[{section.partition('.')[0]}]\n") if "." in section else f"lm = {value}\n"
            path.write_text(text)
            _tried(lambda: read_recipe(path))
            if name is not None:
                _run(capsys, "build", path, "--plan")


def _tried(work):
    try:
        return work()
    except ParagenError as error:
        assert len(str(error)) < 20_000 and "set_int_max" not in str(error)
        return None


def _run(capsys, *words: object) -> str:
    """Run a command line, which nothing may surprise; return what it says."""
    code = main(list(map(str, words)))
    said = capsys.readouterr().err
    assert code in (0, 1, 2) and not any(odd in said for odd in ("unexpected", "out of memory", "set_int_max")), said
    return said


def test_what_toml_may_hold(tmp_path):
    (tmp_path / "a.toml").write_text(f"a = {(1 << 63) - 1}\nb = {-1 << 63}\nc = [[[[1.5]]]]\n")
    assert read_toml(tmp_path / "a.toml", "anything")["a"] == (1 << 63) - 1


JSON = {
    "long": "9" * 5000, "64 bits": "1" + "0" * 19, "float": "1e400", "deep": "[" * 3000 + "]" * 3000, "nan": "NaN",
    "null": "null", "surrogate": '"\\ud800"', "pair": '"\\ud83d\\ude00"', "nul": '"\\u0000"', "list": "[1]",
    "object": "{}", "number": "1", "negative": "-1", "true": "true", "empty": '""', "text": '"x"',
    "deep object": '{"a":' * 3000 + "1" + "}" * 3000, "cut": '"',
}  # fmt: skip
OBJECTS = {
    "article": {"id": "a", "date": "2020-01-01", "title": "t", "text": "The house is big.", "body": "b"},
    "wiktextract": {"word": "house", "pos": "noun", "lang_code": "en", "senses": [{"glosses": ["a building"], "tags": ["x"]}]},
    "label": {"id": "i", "label": "correct", "reason": None, "annotator": "me", "time": "2026-01-01T00:00:00Z", "text": "We",
              "begin": 0, "end": 2, "after": "Us"},
    "prodigy": {"text": "We", "answer": "accept", "_annotator_id": "me", "meta": {"item": "x"},
                "spans": [{"start": 0, "end": 1}]},
    "task": {"id": 1, "data": {"item": "x", "text": "We"}, "annotations": [{"result": [{"value": {"choices": ["correct"]}}]}]},
    "swords": {"contexts": {"c": {"context": "We go.", "extra": {}}},
               "targets": {"t": {"context_id": "c", "target": "go", "offset": 3}},
               "substitutes": {"s": {"target_id": "t", "substitute": "walk"}}, "substitute_labels": {"s": ["TRUE", "FALSE"]}},
}  # fmt: skip


def _spoilt(value: object, bad: str):
    """Yield the JSON of a value with one part after another replaced."""
    yield bad
    if isinstance(value, dict):
        for name, part in value.items():
            for text in _spoilt(part, bad):
                rest = {key: json.dumps(item) for key, item in value.items()} | {name: text}
                yield "{" + ", ".join(f"{json.dumps(key)}: {item}" for key, item in rest.items()) + "}"
    elif isinstance(value, list):
        for i, part in enumerate(value):
            for text in _spoilt(part, bad):
                yield "[" + ", ".join([*map(json.dumps, value[:i]), text, *map(json.dumps, value[i + 1 :])]) + "]"


@pytest.mark.parametrize("bad", JSON.values(), ids=JSON)
@pytest.mark.parametrize("kind", OBJECTS)
def test_json(kind, bad, tmp_path, capsys):
    path, output = tmp_path / "in.json", tmp_path / "out"
    form = {"label": "jsonl", "task": "label-studio"}.get(kind, kind)
    for text in _spoilt(OBJECTS[kind], bad):
        path.write_text(f"{text}\n")
        if kind == "article":
            _tried(lambda: [repr(article.text.encode()) for article in read_articles(path, Skips(), set())])
            _run(capsys, "text", path, "--field", "text", "-o", output)
        elif kind == "wiktextract":
            _tried(lambda: [repr(sense).encode() for sense in read_wiktextract(str(path), Skips())])
            _tried(lambda: list(read_letters(str(path), Skips())))
        elif kind == "swords":
            _tried(lambda: read_gold("swords", [path]))
        else:
            output.unlink(missing_ok=True)
            _tried(lambda: import_labels([path], output, form))


def test_halves_of_surrogate_pairs_are_no_text():
    with pytest.raises(FormatError, match="x: found JSON with an unpaired surrogate"):
        parse_json('{"a": ["\\ud83d"]}', "x", "text")
    assert parse_json('"\\ud83d\\ude00"', "x", "text") == "😀"
    assert parse_json('"\\\\ud83d"', "x", "text") == "\\ud83d"
    assert json_object(b'{"text": "\\ud83d"}', "x") == {"text": "\ud83d"}  # labels of what was decoded


OPTIONS = ("1e308", "-1e308", "1e400", "nan", "inf", "9" * 20, "9" * 5000, "2147483648", "99999", "-1", "0", "٣")


@cache
def commands() -> dict[str, click.Command]:
    found = {}
    for name in VERBS:
        command = cli.get_command(click.Context(cli), name)
        found.update({f"{name} {action}": one for action, one in actions(command).items()} or {name: command})
    return found


def numbers_for(verb: str, option: click.Option) -> tuple[str, ...]:
    """What an option is given: but for long runs, the verbs that have an option of its name share the numbers."""
    verbs = [name for name, command in commands().items() if option.opts[-1] in {each.opts[-1] for each in command.params}]
    return OPTIONS if LONG else OPTIONS[verbs.index(verb) % min(3, len(verbs)) :: min(3, len(verbs))]


@pytest.mark.parametrize("verb", commands())
def test_numbers_as_options(verb, tmp_path, capsys, monkeypatch):
    """Every number that an option takes is refused, or the verb goes on to its files, which are not there."""
    monkeypatch.chdir(tmp_path)
    command = commands()[verb]
    needed = [word for param in command.params if param.required for word in _given(param)]
    for param in command.params:
        if isinstance(param, click.Option) and not param.is_flag and param.name != "log" and verb not in ("label", "serve"):
            for value in numbers_for(verb, param):
                given = f"lm={value}" if param.type.name.startswith("name=") else value
                assert _run(capsys, *verb.split(), f"{param.opts[-1]}={given}", *needed), (param.opts, value)


def _given(param: click.Parameter) -> list[str]:
    values = {"format": "jsonl", "pipeline": "spacy:none"}
    value = next((value for name, value in values.items() if name in (param.name, param.opts[-1].strip("-"))), "none/none")
    if isinstance(param.type, click.Choice):
        value = param.type.choices[0]
    return [f"{param.opts[-1]}={value}"] if isinstance(param, click.Option) else [value]


def test_ranges_of_options_are_those_of_the_decoder():
    known = SearchSettings.__dataclass_fields__
    tried = 0
    for verb in ("decode", "substitutes"):
        for param in commands()[verb].params:
            if isinstance(param.type, click.IntRange) and param.name in known and param.type.max is not None:
                SearchSettings(**{param.name: param.type.max})
                SearchSettings(**{param.name: param.type.min})
                tried += 1
    assert tried


def test_threads():
    assert thread_count(MAX_THREADS) == MAX_THREADS and thread_count(0) >= 1
    for count in (-1, MAX_THREADS + 1, 99_999, 10**30):
        with pytest.raises(ParagenError, match="threads: found"):
            thread_count(count)


@pytest.mark.parametrize("to", ["nowhere", "../../etc/passwd", "src/yaml/entries-a.yaml", "/etc/passwd"])
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_in_an_archive(to, kind, tmp_path, capsys):
    path = tmp_path / "oewn.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        link = tarfile.TarInfo("src/yaml/entries-a.yaml")
        link.type, link.linkname = kind, to
        archive.addfile(link)
        for name in ("noun.act", "verb.body", "adj.all", "adv.all"):
            data = tarfile.TarInfo(f"src/yaml/{name}.yaml")
            data.size = 3
            archive.addfile(data, io.BytesIO(b"{}\n"))
    assert "oewn.tar.gz" in _run(capsys, "thesaurus", path, "-o", tmp_path / "out.txt")


@pytest.mark.parametrize("encoding", ["klingon", "utf-7", "utf-16", "shift_jis", "x" * 3000, ""])
def test_encodings(encoding, tmp_path, capsys):
    (tmp_path / "coinco.xml").write_text(f"<?xml version='1.0' encoding='{encoding}'?>\n<document/>\n")
    _tried(lambda: read_gold("coinco", [tmp_path / "coinco.xml"]))
    (tmp_path / "th.dat").write_bytes(f"{encoding}\nhouse|1\n(noun)|home\n".encode())
    _run(capsys, "thesaurus", tmp_path / "th.dat", "-o", tmp_path / "out.txt")


def test_an_empty_word_among_a_tables():
    case = SentenceCase(["UK", "House"], ["uk", "house"])
    for target in ([""], ["", ""], ["united", ""], ["", "house"]):
        for begin, end in ((0, 1), (1, 2), (0, 2)):
            assert len(carry(case, begin, end, target)) == len(target)
    assert carry(SentenceCase(["", "Big"], ["", "big"]), 1, 2, ["large"]) == ["Large"]


@pytest.mark.parametrize("first", ["(", "[", "\u200d", "\U0001f469", "1"])
def test_a_sign_with_millions_of_marks_is_one_word(first):
    marks = "\u0301" * 4_500_000
    spans = Tokenizer().tokens(f"big {first}{marks} house")
    assert "".join((f"big {first}{marks} house")[begin:end] for begin, end in spans) == f"big{first}{marks}house"
    joined = f"{first}" + "\u200d(" * 200_000
    assert "".join(joined[begin:end] for begin, end in Tokenizer().tokens(joined)) == joined


def test_empty_lines_without_end(tmp_path):
    """Gigabytes of them are some kilobytes of gzip."""
    path = tmp_path / "in.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(b"big\n")
        for _ in range(11):
            file.write(b"\n" * 1_000_000)
    with pytest.raises(FormatError, match=r"in\.gz:\d+: found 100\d+ empty lines in a row"), Lines(path) as lines:
        while lines.take(1000):
            pass
    (tmp_path / "few").write_bytes((b"\n" * 999 + b"big\n") * 20)
    with Lines(tmp_path / "few") as lines:
        while lines.take(100):
            pass
        assert lines.number == 20_000


def test_names_of_files_that_no_system_has(tmp_path):
    with pytest.raises(ParagenError):
        check_destinations([tmp_path / "none" / ("x" * 5000)])
