"""Trees, labelled phrase pairs, labelled pivot: numbers by hand, and what is written to be read, on random sentences."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing import rounds

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.extraction import ExtractOptions, LabelOptions, extract_phrases
from paragen.tables.bilingual.extraction.batches import extract_batch
from paragen.tables.bilingual.pivot import PivotOptions, pivot_tables
from paragen.tables.bilingual.pivot.sense import SenseTable
from paragen.tables.builder import open_engine

from ..extraction.reference import random_bitext
from . import chain_reference

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402

GERMAN = """\
gleiche rechte ||| equal rights ||| 0-0 1-1 ||| (NP (JJ equal) (NNS rights))
gleiche rechte ||| same rights ||| 0-0 1-1 ||| (NP (JJ same) (NNS rights))
gleiche rechte ||| equal rights ||| 0-0 1-1 ||| (NP (JJ equal) (NNS rights))
alle gleiche ||| all equal ||| 0-0 1-1 ||| (S (NP (DT all)) (ADJP (JJ equal)))
sind gleiche ||| are same ||| 0-0 1-1 ||| (VP (VBP are) (ADJP (JJ same)))
ebenbürtig ||| equal ||| 0-0 ||| (ROOT (JJ equal))
wie ||| how ||| 0-0 ||| ()
"""
FRENCH = """\
égal ||| equal ||| 0-0 ||| (JJ equal)
égal ||| even ||| 0-0 ||| (JJ even)
"""


def written(folder: Path, name: str, text: str) -> tuple[list[Path], Path]:
    """The files of a bitext, and that of its trees."""
    lines = [line.split(" ||| ") for line in text.splitlines()]
    paths = [folder / f"{name}.{side}" for side in ("src", "tgt", "links", "trees")]
    for path, side in zip(paths, zip(*lines, strict=True), strict=True):
        path.write_text("".join(f"{each}\n" for each in side))
    return paths[:3], paths[3]


def extracted(bitext, trees, destination, threads=2, memory="500M", **labels):
    with open_engine(threads=threads, memory=memory, temp=destination.parent) as engine:
        options = ExtractOptions(labels=LabelOptions(trees=trees, **labels))
        return extract_phrases(bitext, destination, options, engine)


def pivoted(tables, destination, threads=2, group_rows=None, **options):
    with open_engine(threads=threads, memory="500M", temp=destination.parent) as engine:
        if group_rows is not None:
            engine.group_rows = group_rows
        return pivot_tables(tables, destination, PivotOptions(**options), engine)


def rows(path):
    return parquet.read_table(path).to_pylist()


@pytest.fixture
def tables(tmp_path):
    """Phrase tables of the two bitexts above, with simple labels."""
    paths = []
    for name, text in (("de", GERMAN), ("fr", FRENCH)):
        bitext, trees = written(tmp_path, name, text)
        paths.append(tmp_path / f"{name}.parquet")
        extracted(bitext, trees, paths[-1], kind="simple")
    return paths


def test_phrase_pairs_by_hand(tables):
    """Of equal, an adjective, 3 are gleiche and 1 is ebenbürtig; of gleiche, an adjective, 3 are equal and 2 are same."""
    found = {(row["source"], row["target"], row["label"]): (row["p_source"], row["p_target"]) for row in rows(tables[0])}
    assert found == {
        ("gleiche", "equal", "JJ"): (3 / 4, 3 / 5), ("ebenbürtig", "equal", "JJ"): (1 / 4, 1),
        ("gleiche", "same", "JJ"): (1, 2 / 5),
        ("gleiche", "equal", "ADJP"): (1, 1 / 2), ("gleiche", "same", "ADJP"): (1, 1 / 2),
        ("gleiche rechte", "equal rights", "NP"): (1, 2 / 3), ("gleiche rechte", "same rights", "NP"): (1, 1 / 3),
        ("rechte", "rights", "NNS"): (1, 1), ("alle", "all", "DT"): (1, 1), ("alle", "all", "NP"): (1, 1),
        ("alle gleiche", "all equal", "S"): (1, 1), ("sind", "are", "VBP"): (1, 1), ("sind gleiche", "are same", "VP"): (1, 1),
    }  # fmt: skip


def test_paraphrases_by_hand(tables, tmp_path):
    """Equation 6 for each label, equation 7 over the corpora that have the phrase with the label, equation 10 over labels."""
    summary = pivoted(tables, tmp_path / "out.parquet")
    found = [tuple(row.values()) for row in rows(tmp_path / "out.parquet")]
    expected = [
        ("equal", "same", 1 / 2, ""), ("equal", "even", (0 + 1 / 2) / 2, ""),
        ("equal", "same", 1 * 1 / 2, "ADJP"),
        ("equal", "even", (0 + 1 / 2) / 2, "JJ"), ("equal", "same", (3 / 4 * 2 / 5 + 0) / 2, "JJ"),
        ("equal rights", "same rights", 1 / 3, ""), ("equal rights", "same rights", 1 * 1 / 3, "NP"),
        ("even", "equal", 1 / 2, ""), ("even", "equal", 1 * 1 / 2, "JJ"),
        ("same", "equal", 3 / 5, ""), ("same", "equal", 1 * 1 / 2, "ADJP"), ("same", "equal", 1 * 3 / 5, "JJ"),
        ("same rights", "equal rights", 2 / 3, ""), ("same rights", "equal rights", 1 * 2 / 3, "NP"),
    ]  # fmt: skip
    assert [(row[0], row[1], row[3]) for row in found] == [(row[0], row[1], row[3]) for row in expected]
    assert [row[2] for row in found] == pytest.approx([row[2] for row in expected], abs=1e-15)
    assert (summary.pairs, summary.phrases, summary.labelled, summary.labels) == (6, 5, 8, 3)
    assert str(summary) == (
        "6 paraphrases of 5 phrases, 8 with one of 3 labels, of 10 in 13 of 13 + 2 of 2 phrase pairs within the limits"
    )


def test_paraphrases_averaged_over_all_corpora(tables, tmp_path):
    """Equation 7 as it stands: *equal* is an adjective phrase in one corpus of two, so that equation 10 prefers the adjective."""
    pivoted(tables, tmp_path / "out.parquet", average="all")
    found = {(row["target"], row["label"]): row["score"] for row in rows(tmp_path / "out.parquet") if row["source"] == "equal"}
    assert found == pytest.approx({
        ("same", "ADJP"): (1 * 1 / 2 + 0) / 2, ("same", "JJ"): (3 / 4 * 2 / 5 + 0) / 2, ("even", "JJ"): (0 + 1 / 2) / 2,
        ("same", ""): 1 / 4, ("even", ""): 1 / 4,
    }, abs=1e-15)  # fmt: skip


def test_chains_give_all_their_labels(tmp_path):
    """*to go* is a clause and a verb phrase: each label has its own counts."""
    bitext, trees = written(tmp_path, "de", """\
zu gehen ||| to go ||| 0-0 1-1 ||| (S (VP (TO to) (VB go)))
zu gehen ||| to leave ||| 0-0 1-1 ||| (VP (TO to) (VB leave))
""")
    extracted(bitext, trees, tmp_path / "t.parquet", kind="simple")
    found = {(row["target"], row["label"]): row["p_target"] for row in rows(tmp_path / "t.parquet") if " " in row["target"]}
    assert found == {("to go", "S"): 1, ("to go", "VP"): 1 / 2, ("to leave", "VP"): 1 / 2}
    pivoted([tmp_path / "t.parquet"], tmp_path / "out.parquet")
    found = {(row["source"], row["target"], row["label"]): row["score"] for row in rows(tmp_path / "out.parquet")}
    assert found[("to leave", "to go", "VP")] == 1 / 2 and ("to go", "to leave", "S") not in found


def test_what_the_summary_counts(tmp_path):
    bitext, trees = written(tmp_path, "de", GERMAN)
    summary = extracted(bitext, trees, tmp_path / "t.parquet", kind="simple")
    assert (summary.no_tree, summary.bad_trees, summary.unlabelled) == (1, 0, 0)
    assert (summary.pairs, summary.instances, summary.labels) == (13, 19, 8)
    assert str(summary) == (
        "13 phrase pairs with 8 labels, 19 instances of them, from 7 sentence pairs (1 without a tree, 0 with a bad one); "
        "0 instances without a label"
    )


def test_complex_labels_by_hand(tmp_path):
    """No constituent: a phrase is paraphrased by those that lack the same on its sides."""
    bitext, trees = written(tmp_path, "de", """\
schaffen gleiche rechte ||| create equal rights ||| 0-0 1-1 2-2 ||| (VP (VB create) (NP (JJ equal) (NNS rights)))
schaffen gleiche rechte ||| promote equal rights ||| 0-0 1-1 2-2 ||| (VP (VB promote) (NP (JJ equal) (NNS rights)))
schaffen gleiche chance ||| give equal chance ||| 0-0 1-1 2-2 ||| (S (VP (VB give) (NP (JJ equal) (NN chance))))
""")
    summary = extracted(bitext, trees, tmp_path / "t.parquet")
    assert summary.unlabelled == 0
    pivoted([tmp_path / "t.parquet"], tmp_path / "out.parquet")
    found = [row for row in rows(tmp_path / "out.parquet") if row["source"] == "create equal"]
    assert {(row["target"], row["label"], row["score"]) for row in found} == {
        ("promote equal", "VP/(NP/NNS)", 0.5), ("promote equal", "", 0.5),
    }  # fmt: skip
    simple = extracted(bitext, trees, tmp_path / "s.parquet", kind="simple")
    assert simple.unlabelled == 3
    assert not {row["target"] for row in rows(tmp_path / "s.parquet")} & {"create equal", "promote equal", "give equal"}


def test_containment_looks_at_the_phrase_not_the_label(tmp_path):
    """Labels are in each other, and in phrases, as words are: a JJ of a JJ."""
    bitext, trees = written(tmp_path, "de", """\
alt ||| old ||| 0-0 ||| (JJ old)
alt ||| JJ ||| 0-0 ||| (JJ JJ)
alt ||| old JJ ||| 0-0 ||| (JJ (JJ old) (JJ JJ))
""")
    extracted(bitext, trees, tmp_path / "t.parquet")
    for containment in (True, False):
        pivoted([tmp_path / "t.parquet"], tmp_path / "out.parquet", containment=containment)
        found = {(row["source"], row["target"]) for row in rows(tmp_path / "out.parquet") if row["label"] == "JJ"}
        expected = {(one, other) for one in ("old", "JJ", "old JJ") for other in ("old", "JJ", "old JJ") if one != other}
        assert found == (expected if containment else {("old", "JJ"), ("JJ", "old")})


def random_corpus(folder: Path, seed: int, name: str, side: str = "target"):
    """The files of random sentence pairs with trees of one side, those pairs, and the trees as nested tuples."""
    rng = random.Random(seed)
    bitext = random_bitext(seed, 60)
    parses = [chain_reference.random_parse(rng, pair[0 if side == "source" else 1]) for pair in bitext]
    files, trees = written(folder, name, as_text(bitext, parses))
    return files, trees, bitext, parses


def as_text(bitext, parses) -> str:
    """Sentence pairs with trees, as in the texts above."""
    links = (" ".join(f"{i}-{j}" for i, j in pair[2]) for pair in bitext)
    sides = ((" ".join(pair[0]), " ".join(pair[1])) for pair in bitext)
    trees = (str(parse.tree) if parse else "()" for parse in parses)
    return "\n".join(" ||| ".join((*pair, *rest)) for pair, *rest in zip(sides, links, trees, strict=True))


@pytest.mark.parametrize("side", ["target", "source"])
@pytest.mark.parametrize("kind", [{"kind": "simple"}, {"kind": "complex"}, {"kind": "complex", "levels": 2}], ids=str)
@pytest.mark.parametrize("seed", range(1, rounds(2, 3)))
def test_extraction_equals_the_reference(tmp_path, seed, kind, side):
    files, trees, bitext, parses = random_corpus(tmp_path, seed, "r", side)
    summary = extracted(files, trees, tmp_path / "t.parquet", side=side, **kind)
    expected = chain_reference.phrase_table(
        bitext, parses, kind["kind"] == "simple", kind.get("levels", 0), of_source=side == "source"
    )
    assert len(expected) > 100
    assert rows(tmp_path / "t.parquet") == expected
    assert summary.pairs == len(expected)
    assert summary.instances == sum(row["count"] for row in expected)
    assert summary.no_tree == sum(parse is None for parse in parses)
    assert summary.labels == len({row["label"] for row in expected})


TIGHT = {"tight": True, "min_lexical": 0.01}
LONG = pytest.mark.long
LIMITS = (
    {"average": "all"}, {"top": 1}, {"top": 2, "containment": False}, {"fan_out": 2}, {"min_count": 2}, {"min_probability": 0.1},
)  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "side", "limits"),
    [(5, "source", {}), (1, "target", TIGHT), *((1, "target", limits) for limits in LIMITS),
     pytest.param(1, "target", {}, marks=LONG), pytest.param(5, "source", TIGHT, marks=LONG)],
    ids=str,
)  # fmt: skip
def test_pivot_equals_the_reference(tmp_path, seed, side, limits):
    tables, expected = [], []
    for number in range(2):
        files, trees, bitext, parses = random_corpus(tmp_path, seed + number, f"r{number}", side)
        tables.append(tmp_path / f"{number}.parquet")
        extracted(files, trees, tables[-1], side=side)
        expected.append(chain_reference.phrase_table(bitext, parses, False, of_source=side == "source"))
    summary = pivoted(tables, tmp_path / "out.parquet", side=side, **limits)
    found = [tuple(row.values()) for row in rows(tmp_path / "out.parquet")]
    wanted = chain_reference.pivot(expected, side, **limits)
    assert len(wanted) > 20
    assert found == wanted
    assert summary.pairs == sum(row[3] == "" for row in wanted)
    assert summary.phrases == len({row[0] for row in wanted})
    assert summary.labelled == len(wanted) - summary.pairs
    assert summary.labels == len({row[3] for row in wanted}) - 1


def test_the_same_bytes_whatever_the_threads_and_the_slices(tmp_path):
    files, trees, _, _ = random_corpus(tmp_path, 3, "r")
    made = set()
    for threads, group_rows in ((1, 0), (3, 40), (2, 7))[: rounds(2, 3)]:
        table, out = tmp_path / f"{threads}.parquet", tmp_path / f"{threads}.out.parquet"
        extracted(files, trees, table, threads=threads)
        pivoted([table], out, threads=threads, group_rows=group_rows)
        made.add((table.read_bytes(), out.read_bytes()))
    assert len(made) == 1


def test_batches_of_few_lines_give_the_same(tmp_path, monkeypatch):
    files, trees, _, _ = random_corpus(tmp_path, 4, "r")
    extracted(files, trees, tmp_path / "whole.parquet")
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches._LABELLED_LINES", 7)
    extracted(files, trees, tmp_path / "parts.parquet")
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "parts.parquet").read_bytes()


def test_trees_on_several_lines(tmp_path):
    files, trees, _, parses = random_corpus(tmp_path, 3, "r")
    extracted(files, trees, tmp_path / "one.parquet")
    trees.write_text("\n".join(str(parse.tree).replace(" (", "\n  (") if parse else "( )" for parse in parses))
    extracted(files, trees, tmp_path / "several.parquet")
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "several.parquet").read_bytes()


BAD = [
    ("(NP (NN night)", "a tree that does not end"),
    ("(NP (NN day)) (NN x", "a tree that does not end"),
    ("(NP (NN night))", "'night' as token 1, expected 'day' as word 1 of the sentence. Is it the tree of this line"),
    ("(NP (NN day) (NN off))", "'off' as token 2, expected 1 words of the sentence"),
]


@pytest.fixture
def bad_tree(tmp_path):
    """A function that writes a bitext of three lines, the tree of the second as given."""

    def write(tree):
        lines = ("tag ||| day ||| 0-0 ||| (NN day)", f"tag ||| day ||| 0-0 ||| {tree}", "hell ||| light ||| 0-0 ||| ()")
        return written(tmp_path, "b", "\n".join(lines))

    return write


@pytest.mark.parametrize(("tree", "message"), BAD)
def test_bad_trees(bad_tree, tmp_path, tree, message):
    bitext, trees = bad_tree(tree)
    with pytest.raises(FormatError) as error:
        extracted(bitext, trees, tmp_path / "t.parquet")
    assert str(error.value).startswith(f"{trees}:2: found ")
    assert message in str(error.value)
    summary = extracted(bitext, trees, tmp_path / "t.parquet", skip_bad_trees=True)
    assert (summary.bad_trees, summary.no_tree, summary.pairs) == (1, 1, 1)
    assert "(1 without a tree, 1 with a bad one)" in str(summary)


def test_a_tree_of_a_pair_that_is_left_out_is_not_looked_at(tmp_path):
    bitext, trees = written(tmp_path, "b", "tag ||| day ||| 0-0 ||| (NN day)\n ||| light |||  ||| (NN\n")
    summary = extracted(bitext, trees, tmp_path / "t.parquet")
    assert (summary.skipped, summary.bad_trees, summary.no_tree) == ({"empty_source": 1}, 0, 0)


@pytest.mark.parametrize(("lines", "found"), [(1, "fewer trees than the bitext has lines, after 1"), (4, "more trees than")])
def test_as_many_trees_as_lines(bad_tree, tmp_path, lines, found):
    bitext, trees = bad_tree("(NN day)")
    trees.write_text("(NN day)\n" * lines)
    with pytest.raises(FormatError, match=f"found {found}"):
        extracted(bitext, trees, tmp_path / "t.parquet", skip_bad_trees=True)


@pytest.mark.parametrize(
    ("tree", "kind", "message"),
    [
        ("()", "complex", "found no tree that can be used .2 missing, 0 bad., expected trees of the target side"),
        ("(NN day)", "simple", "no phrase pair within 1 tokens"),
    ],
)
def test_nothing_to_count(tmp_path, tree, kind, message):
    links = "" if kind == "simple" else "0-0"
    bitext, trees = written(tmp_path, "b", f"tag ||| day ||| {links} ||| {tree}\nx y z ||| day ||| 0-0 2-0 ||| {tree}\n")
    with open_engine(temp=tmp_path) as engine, pytest.raises(ParagenError, match=message):
        options = ExtractOptions(labels=LabelOptions(trees=trees, kind=kind), max_length=1)
        extract_phrases(bitext, tmp_path / "t.parquet", options, engine)


def test_no_constituent(tmp_path):
    bitext, trees = written(tmp_path, "b", "a b ||| c d ||| 0-0 0-1 1-0 ||| (S (X (Y c)) (Z d) (Z e))\n")
    bitext[1].write_text("c d e\n")
    options = ExtractOptions(labels=LabelOptions(trees=trees, kind="simple"), max_length=2)
    with open_engine(temp=tmp_path) as engine, pytest.raises(ParagenError, match="no label for any of 1 instances"):
        extract_phrases(bitext, tmp_path / "t.parquet", options, engine)


def test_more_labels_than_a_column_holds(monkeypatch):
    """250 words that are a chain of 250 nodes have 70 MB of labels; hundreds of such sentences do not go together."""

    class TooLarge:
        def labelled_phrases(self, *_):
            raise RuntimeError("a batch of phrase pairs takes more than 2^31 bytes: give fewer sentences at once")

    batch = pyarrow.record_batch({"line": [251, 252], "source": ["a"] * 2, "target": ["b"] * 2, "alignment": ["0-0"] * 2})
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches.sentences_of", lambda _: TooLarge())
    with pytest.raises(ParagenError, match="found more than 2 GiB of labels in lines 251 to 252, .* with --levels"):
        extract_batch(batch, None, 7, LabelOptions(trees="trees"))


def test_labels_are_no_text(tables, tmp_path):
    bitext, trees = written(tmp_path, "de", GERMAN)
    with pytest.raises(ConfigError, match="t.txt.gz: found labels to be written as Moses' text, expected Parquet"):
        extracted(bitext, trees, tmp_path / "t.txt.gz")
    with pytest.raises(ConfigError, match="t.txt: found labels to be written as text, expected Parquet"):
        pivoted(tables, tmp_path / "t.txt")
    assert not list(tmp_path.glob("t.txt*"))


def test_the_table_is_not_written_over_its_trees(tmp_path):
    bitext, trees = written(tmp_path, "de", GERMAN)
    with pytest.raises(ConfigError, match=r"de\.trees"):
        extracted(bitext, trees, trees)


def test_labelled_and_unlabelled_tables_do_not_mix(tables, tmp_path):
    bitext, _ = written(tmp_path, "u", FRENCH)
    plain = [tmp_path / "plain.parquet", tmp_path / "plain.txt"]
    for path in plain:
        with open_engine(temp=tmp_path) as engine:
            extract_phrases(bitext, path, ExtractOptions(), engine)
        for order in ([*tables, path], [path, *tables]):
            found = f"{path.name}: found a phrase table without labels, expected syntactic labels as in .*de.parquet"
            with pytest.raises(ConfigError, match=found):
                pivoted(order, tmp_path / "out.parquet")


@pytest.mark.parametrize("label", ["", None, "N\x1fP"])
def test_labels_that_cannot_be_pivoted(tables, tmp_path, label):
    table = parquet.read_table(tables[0])
    labels = pyarrow.array([label, *["NP"] * (table.num_rows - 1)])
    broken = table.set_column(table.schema.get_field_index("label"), "label", labels)
    parquet.write_table(broken, tmp_path / "broken.parquet")
    with pytest.raises(FormatError, match="broken.parquet: found pairs with an empty label, or with the control character"):
        pivoted([tmp_path / "broken.parquet"], tmp_path / "out.parquet")


def test_part_files_of_two_kinds(tables, tmp_path):
    (tmp_path / "parts").mkdir()
    table = parquet.read_table(tables[0])
    parquet.write_table(table, tmp_path / "parts" / "0.parquet")
    parquet.write_table(table.drop_columns(["label"]), tmp_path / "parts" / "1.parquet")
    with pytest.raises(FormatError, match="found part files of one table with and without the column label"):
        pivoted([tmp_path / "parts"], tmp_path / "out.parquet")


def test_sense_is_of_tables_without_labels(tables):
    with pytest.raises(FormatError, match="found syntactic labels in the column label, expected a phrase table"):
        SenseTable(tables[0])


def test_labels_need_trees(tmp_path):
    for value in ({"kind": "all"}, {"levels": -1}, {"side": "english"}):
        with pytest.raises(ConfigError):
            LabelOptions(trees=tmp_path, **value)


def test_a_long_sentence_in_a_deep_tree(tmp_path):
    """Labels that are longer than 1,000 bytes are left out; the others count."""
    words = [f"w{number}" for number in range(300)]
    tree = ""
    for word in reversed(words):
        tree = f"(NP (NN {word}) {tree})"
    links = " ".join(f"{number}-{number}" for number in range(300))
    bitext, trees = written(tmp_path, "long", f"{' '.join(words)} ||| {' '.join(words)} ||| {links} ||| {tree}")
    with open_engine(temp=tmp_path) as engine:
        options = ExtractOptions(labels=LabelOptions(trees=trees), max_length=2, max_sentence=300)
        summary = extract_phrases(bitext, tmp_path / "t.parquet", options, engine)
    found = [row["label"] for row in rows(tmp_path / "t.parquet") if row["target"] == "w7 w8"]
    assert sorted(found, key=len)[:3] == ["NP/(NP/NP)", "NP\\NN/(NP/(NP/NP))", "NP\\NN (NP\\NN/(NP/(NP/NP)))"]
    assert len(found) == 8  # of the nodes from w7 up to the first
    assert max(len(row["label"]) for row in rows(tmp_path / "t.parquet")) in range(990, 1001)
    assert summary.unlabelled == 0
