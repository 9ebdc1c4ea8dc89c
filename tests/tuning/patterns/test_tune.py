"""From pairs over items and labels to parameters."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from paragen.base.errors import FormatError, ParagenError
from paragen.base.input_files import Skips
from paragen.tables.bilingual.patterns.models import PatternModelOptions, build_pattern_pairs
from paragen.tables.bilingual.patterns.options import default_parameters, read_parameters
from paragen.tuning.labels import Label, append_labels
from paragen.tuning.labels.files import Place, read_items
from paragen.tuning.labels.sampling import sample_pattern_pairs, shown_in
from paragen.tuning.options import PatternSample
from paragen.tuning.patterns import tune_patterns

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402

COLUMNS = ("pattern", "pivot", "count", "lex_pattern", "lex_pivot", "line")
GOOD = [("buy {} [NN_1]", "purchase {} [NN_1]"), ("begin {} [NN_1]", "start {} [NN_1]")]


@pytest.fixture
def made(tmp_path):
    """Correct pairs whose words translate each other well, incorrect ones that are as probable; the sentences of each."""
    rng, rows, sentences = random.Random(1), [], []
    for i in range(60):
        correct = i % 2 == 0
        one, other = rng.choice(GOOD) if correct else ("see {} [NN_1]", "eat {} [NN_1]")
        for text in (one, other):
            lex = rng.uniform(0.5, 1) if correct else rng.uniform(0.01, 0.2)
            sentences.append(f"We {text.format(f'a{i}').replace('[NN_1]', 'cars')} .")
            rows.append((text.format(f"a{i}"), f"p{i} [NN_1]", rng.randint(1, 3), lex, lex, len(sentences)))
    aligned = tmp_path / "aligned.parquet"
    parquet.write_table(pyarrow.table({name: [row[k] for row in rows] for k, name in enumerate(COLUMNS)}), aligned)
    (tmp_path / "text.en").write_text("".join(f"{line}\n" for line in sentences))
    options = PatternModelOptions(parameters=replace(default_parameters("1"), threshold=1e-9))
    build_pattern_pairs([aligned], tmp_path / "pairs.parquet", options)
    return tmp_path


def sampled(made, **options):
    sample = sample_pattern_pairs(made / "pairs.parquet", [made / "text.en"], made / "items.jsonl", PatternSample(**options))
    return sample, [json.loads(line) for line in (made / "items.jsonl").read_text().splitlines()]


def labelled(made):
    sampled(made, n=1000)
    for item in read_items(made / "items.jsonl", Skips()):
        label = "incorrect" if item.phrase.startswith(("see", "eat")) else "correct"
        place = item.place.text, item.place.begin, item.place.end, item.place.after
        append_labels(made / "labels.jsonl", [Label(item.id, label, None, "anna", None, *place)])


def test_items_rewrite_the_first_sentence_with_the_pattern(made):
    sample, items = sampled(made, n=10)
    assert (sample.items, sample.pairs, sample.unknown) == (10, 120, 0)
    for item in items:
        assert item["text"] == (made / "text.en").read_text().splitlines()[item["sentence"] - 1]
        assert item["before"] == item["phrase"].replace("[NN_1]", "cars")
        assert item["result"] == f"We {item['substitute'].replace('[NN_1]', 'cars')} ."
    assert len(list(read_items(made / "items.jsonl", Skips()))) == 10
    assert sampled(made, n=10)[1] == items != sampled(made, n=10, seed=1)[1]


def test_other_texts(made):
    (made / "short.en").write_text("We see a cat .\n")
    with pytest.raises(FormatError, match=r"short.en: found fewer lines, expected \d+ or more, as the pairs say"):
        sample_pattern_pairs(made / "pairs.parquet", [made / "short.en"], made / "items.jsonl", PatternSample(n=5))
    (made / "other.en").write_text("We see a cat .\n" * 200)
    with pytest.raises(ParagenError, match="none of 20 pairs drawn is in the sentence of its line"):
        sample_pattern_pairs(made / "pairs.parquet", [made / "other.en"], made / "items.jsonl", PatternSample(n=5))


@pytest.mark.parametrize(
    ("text", "source", "target", "result"),
    [
        ("We must take all of this into account .", "take [NN_1] into account", "consider [NN_1]", None),
        ("We must take the cost into account.", "take [NN_1] into account", "consider [NN_1]", "We must consider the cost."),
        ("Tom's house is big.", "[NN_1] is [JJ_1]", "[JJ_1] is [NN_1]", "Big is Tom's house."),
        ("Buying a car costs a lot.", "buying [NN_1]", "to buy [NN_1]", "To buy a car costs a lot."),
        ("I don't know him.", "do n't [VB_1]", "never [VB_1]", None),
        ("He is used to smoking.", "is used [VBG_1]", "is accustomed [VBG_1]", "He is accustomed to smoking."),
        ("The cabby went.", "by [NN_1]", "with [NN_1]", None),
    ],
)
def test_sentences(text, source, target, result):
    place = shown_in(text, source, target)
    assert (place and text[: place.begin] + place.after + text[place.end :]) == result
    assert place is None or isinstance(place, Place)


def tuned(made, model, aligned="aligned.parquet", labels="labels.jsonl"):
    start = default_parameters(model)
    return tune_patterns([made / aligned], [made / labels], made / "items.jsonl", made / "p.toml", start)


def test_tuning_finds_what_tells_pairs_apart(made):
    labelled(made)
    before = tuned(made, "bc")
    found = tuned(made, "1")
    assert (found.pairs, found.correct, found.elsewhere) == (120, 60, 0)
    assert found.learned.found.f > 0.98 > 0.9 > before.learned.found.f
    parameters = read_parameters(made / "p.toml")
    assert parameters == found.learned.parameters
    build_pattern_pairs([made / "aligned.parquet"], made / "tuned.parquet", PatternModelOptions(parameters=parameters))
    sources = parquet.read_table(made / "tuned.parquet")["source"].to_pylist()
    assert len(sources) >= 55 and sum(source.startswith(("see", "eat")) for source in sources) <= 2
    assert str(found).startswith("Model 1: lambda ")


def test_labels_of_other_pairs(made):
    sampled(made, n=5)
    other = Place("A big house.", 2, 5, "large")
    append_labels(made / "other.jsonl", [Label(other.id, "correct", None, "anna", None, "A big house.", 2, 5, "large")])
    with pytest.raises(ParagenError, match="none of its items has a label in .*other.jsonl. Give the items that were labelled."):
        tuned(made, "1", labels="other.jsonl")
    labelled(made)
    row = {"pattern": ["x [NN_1]"], "pivot": ["y [NN_1]"], "count": [1], "lex_pattern": [1.0], "lex_pivot": [1.0], "line": [1]}
    parquet.write_table(pyarrow.table(row), made / "elsewhere.parquet")
    with pytest.raises(ParagenError, match="none of the 120 labelled pairs shares a pivot"):
        tuned(made, "1", aligned="elsewhere.parquet")
