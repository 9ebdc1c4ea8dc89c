"""Model directories: what is packed comes back; what is wrong is said."""

from __future__ import annotations

import math
import re

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.features import FeatureList
from paragen.model import Model
from paragen.model.capitals import CAPITALS
from paragen.model.directory import PARTS
from paragen.model.inspection import model_summary, phrase_options
from paragen.packing import TableSource, input_size, pack

ARPA = r"""\data\
ngram 1=6
ngram 2=2

\1-grams:
-1.0	<unk>	0
0	<s>	-0.3
-0.7	</s>	0
-0.9	big	-0.2
-1.1	large	0
-1.2	Dog	0

\2-grams:
-0.4	<s> big
-0.5	big large

\end\
"""


@pytest.fixture
def inputs(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "lm.arpa").write_text(ARPA)
    (folder / "one.txt").write_text("big ||| large ||| 0.5\nbig ||| huge ||| 0.25\nA Dog ||| a hound ||| 0.125\n")
    (folder / "two.txt").write_text("big ||| large ||| 1\n")
    return folder


@pytest.fixture
def make(inputs, tmp_path):
    def make(name="model", **options):
        tables = options.pop("tables", {"one": inputs / "one.txt", "two": inputs / "two.txt"})
        return pack(tmp_path / name, inputs / "lm.arpa", tables, **options)

    return make


def test_round_trip(make, inputs):
    source = TableSource(inputs / "one.txt", floor=-3, kind="thesaurus", licence="CC-BY 4.0 \"x\"\n", origin="https://é")
    model = Model.open(make(tables={"one": source, "two": inputs / "two.txt"}))
    model.verify()
    one, two = model.tables
    assert (one.name, one.kind, one.licence, one.origin) == ("one", "thesaurus", "CC-BY 4.0 \"x\"\n", "https://é")
    assert (one.pairs, one.phrases, one.floor) == (3, 2, -3.0)
    assert (two.pairs, two.phrases, two.floor, two.origin, two.licence) == (1, 1, 0.0, "two.txt", "")
    assert (model.lm_info.origin, model.lm_info.order, model.lm_info.ngrams) == ("lm.arpa", 2, (6, 2))
    assert (model.tokenized, model.self_paraphrase) == (False, True)
    assert model.features == [*FeatureList(("one", "two")).names]
    assert model.weights["one"] == 0.2
    assert model.options("Big") == [
        [(("large",), pytest.approx(math.log(0.5))), (("huge",), pytest.approx(math.log(0.25)))], [(("large",), 0.0)]
    ]  # fmt: skip
    assert model.options(["a", "dog"])[0] == [(("a", "hound"), pytest.approx(math.log(0.125)))]


def test_words_are_numbered_as_in_the_language_model(make):
    model = Model.open(make())
    words = [model.lm.vocabulary[i] for i in range(len(model.lm.vocabulary))]
    assert [model.store.vocabulary[i] for i in range(len(words))] == words
    assert "hound" in model.store.vocabulary and "hound" not in model.lm.vocabulary


def test_floor_is_the_log_of_the_smallest_score(make):
    assert Model.open(make()).tables[0].floor == pytest.approx(math.log(0.125))


def test_tokenized_is_taken_as_it_is(make):
    model = Model.open(make(tokenized=True))
    assert model.options("A Dog")[0] and not model.options("a dog")[0] and not model.options("Big")[0]


def test_the_same_bytes_each_time(make):
    first, second = make("first"), make("second")
    for part in PARTS:
        assert (first / part).read_bytes() == (second / part).read_bytes()


def test_signature_tells_models_apart(make, inputs):
    signatures = {
        Model.open(make(f"m{i}", **options)).signature
        for i, options in enumerate(
            [
                {}, {"tokenized": True}, {"self_paraphrase": False}, {"tables": {"one": inputs / "one.txt"}},
                {"tables": {"two": inputs / "one.txt"}}, {"tables": {"one": TableSource(inputs / "one.txt", floor=-1)}},
            ]
        )
    }  # fmt: skip
    assert len(signatures) == 6
    assert Model.open(make("again")).signature in signatures


def test_no_tables(make):
    model = Model.open(make(tables={}))
    model.verify()
    assert model.tables == () and model.options("big") == []


def test_weights(make, tmp_path):
    (tmp_path / "w.toml").write_text("lm = 1\none = 0.5\ntwo = 0.25\nedit = 2\n")
    assert Model.open(make(weights=tmp_path / "w.toml")).weights["edit"] == 2
    model = Model.open(make("other", weights={"lm": 1, "one": 0.5, "two": 0.25}))
    assert model.weights == dict.fromkeys(model.features, 0) | {"lm": 1, "one": 0.5, "two": 0.25}


def test_weights_may_be_edited(make):
    path = make()
    before = Model.open(path)
    (path / "weights.toml").write_text("lm = 3\none = 1\ntwo = 2\n")
    after = Model.open(path)
    after.verify()
    assert after.weights["lm"] == 3 and after.signature == before.signature
    (path / "weights.toml").write_text("lm = 3\n")
    with pytest.raises(ConfigError, match="no weight for one, two"):
        Model.open(path)


def test_progress_reaches_the_end(make, inputs):
    seen = []
    make(progress=seen.append)
    assert sum(seen) == input_size(inputs / "lm.arpa", [inputs / "one.txt", inputs / "two.txt"])


def test_notices(make, inputs):
    (inputs / "odd.txt").write_text("\x91 ||| a ||| 0.5\nb ||| c ||| 0.5\n", encoding="utf-8")
    notices = []
    make(tables={"odd": inputs / "odd.txt"}, notice=notices.append)
    assert notices == ["table odd: 1 pairs left out: one side of them has no word."]


def test_nothing_is_left_of_a_failure(make, inputs, tmp_path):
    (inputs / "two.txt").write_text("a ||| b ||| 2\n")
    with pytest.raises(FormatError, match=r"two.txt:1: found the score 2"):
        make()
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


class TestWrong:
    @pytest.fixture
    def path(self, make):
        return make()

    def refuse(self, path, message, kind=FormatError):
        with pytest.raises(kind, match=message) as error:
            Model.open(path)
        return error.value

    @pytest.mark.parametrize("part", PARTS)
    def test_empty_part(self, path, part):
        (path / part).write_bytes(b"")
        self.refuse(path, part, kind=(FormatError, ConfigError))

    @pytest.mark.parametrize("part", ["tables.bin", "lm.bin"])
    def test_cut_part(self, path, part):
        data = (path / part).read_bytes()
        (path / part).write_bytes(data[:-1])
        self.refuse(path, part)

    def test_every_line_of_the_description_is_needed(self, path):
        lines = (path / "model.toml").read_text().splitlines()
        for i, line in enumerate(lines):
            if not line or line.startswith(("program", 'language = "en"')):  # models that do not say so are English
                continue
            (path / "model.toml").write_text("\n".join(lines[:i] + lines[i + 1 :]))
            with pytest.raises((FormatError, ConfigError)):
                Model.open(path).verify()

    def test_any_value_of_another_type(self, path):
        text = (path / "model.toml").read_text()
        for match in re.finditer(r"(?<!program )= (.*)", text):
            for value in ("nan", "-1", "true", '"x"', "[]", "[-1]", "{}", "1979-05-27"):
                (path / "model.toml").write_text(text[: match.start(1)] + value + text[match.end(1) :])
                try:
                    Model.open(path).verify()
                except (FormatError, ConfigError):
                    continue
                assert match.group(1) == value  # nothing changed

    @pytest.mark.parametrize("part", ["tables.bin", "lm.bin"])
    def test_altered_byte(self, path, part):
        data = bytearray((path / part).read_bytes())
        data[-1] ^= 1
        (path / part).write_bytes(data)
        model = Model.open(path)
        with pytest.raises(FormatError, match=f"{part}: found section .* altered"):
            model.verify()


def test_inspection(make):
    model = Model.open(make())
    summary = model_summary(model)
    assert summary["tables"][0]["pairs"] == 3 and summary["tables"][0]["options"] == 3
    assert summary["words"] == len(model.store.vocabulary)
    assert set(summary["files"]) == {*PARTS, CAPITALS}
    assert list(summary) == ["path", "signature", "program", "language", "text", "tables", "lm", "words", "weights", "files"]
    assert summary["lm"] == {"origin": "lm.arpa", "order": 2, "ngrams": [6, 2], "words": len(model.lm.vocabulary)}
    found = phrase_options(model, "Big")
    assert (found["phrase"], found["words"]) == ("Big", ["big"])
    assert all(list(table) == ["name", "licence", "options"] for table in found["tables"])
    assert [option["target"] for option in found["tables"][0]["options"]] == ["large", "huge"]
    assert found["tables"][1]["options"][0]["score"] == 1.0
