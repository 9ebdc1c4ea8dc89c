"""The tree of a sentence limits what labelled tables offer for it, wherever the tree is from [CB08 section 3.2]."""

from __future__ import annotations

import json
import math
import pickle
import random
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from command_line import paragen as run
from labelled import ARPA, FIGURE_2, QUESTION, write_labelled

import paragen
from paragen import Request
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import numbered_lines
from paragen.model import Model
from paragen.packing import TableSource, pack
from paragen.settings.syntax import Parser
from paragen.tables.bilingual.syntax.kernel import labels_of_spans
from paragen.tables.parses.trees import Tree
from paragen.tables.store.store import label_word

STATEMENT = "We create equal rights."
STATED = "(S (NP (PRP We)) (VP (VBP create) (NP (JJ equal) (NNS rights))) (. .))"
LIKED = "(S (NP (PRP We)) (VP (VBP like) (NP (DT the) (NX (JJ equal)))))"
ALL = {("equal", "fair"): 0.5, ("equal", "same"): 0.25, ("equal", "the same"): 0.75, ("create equal", "provide equal"): 0.25,
       ("create equal", "creating equal"): 0.5, ("create equal", "promote equal"): 0.75, ("rights", "entitlements"): 0.5,
       ("we", "our people"): 0.5, ("we", "us"): 0.25}  # fmt: skip
OURS = {"best": {("we", "our people"): 0.5, ("we", "us"): 0.25}, "average": {("we", "our people"): 0.375, ("we", "us"): 0.125}}


def parse(texts):
    """What stands for a parser."""
    return [{QUESTION: FIGURE_2, STATEMENT: STATED}.get(text, "") for text in texts]


def of_pivot(candidates):
    """By phrase and substitute the score that table "pivot" has."""
    return {(c.phrase, c.substitute): dict(c.tables)["pivot"] for c in candidates if "pivot" in dict(c.tables)}


def with_tree(text, tree, **known):
    return Request(text, annotations={"tree": tree}, **known)


@pytest.mark.parametrize("tree", [FIGURE_2, f"( {FIGURE_2} )", Tree(FIGURE_2)])
def test_the_sentence_of_figure_2(syntax_model, tree):
    expected = {
        "best": {("equal", "fair"): 0.5, ("equal", "same"): 0.25, ("create equal", "provide equal"): 0.25,
                 ("create equal", "creating equal"): 0.5} | OURS["best"],
        "average": {("equal", "fair"): 0.5, ("equal", "same"): 0.25, ("create equal", "provide equal"): 0.25 / 3,
                    ("create equal", "creating equal"): 1 / 3} | OURS["average"],
        "any": ALL,
        "off": ALL,
    }  # fmt: skip
    request = with_tree(QUESTION, tree)
    for mode, scores in expected.items():
        loaded = paragen.load(syntax_model, syntax=mode)
        candidates = loaded.substitutes(request)
        assert of_pivot(candidates) == pytest.approx(scores, rel=1e-5)
        limited = None if mode in ("any", "off") else True
        assert {c.has_tree for c in candidates} == {limited}
        (best,) = loaded.rewrite(request)
        assert best.has_tree is limited and best.edits
        for edit in best.edits:
            if edit.table == "pivot":
                offered = {(c.before, c.after): dict(c.tables).get("pivot") for c in candidates}
                assert edit.score == pytest.approx(offered[edit.before, edit.after], rel=1e-5)
        assert of_pivot(loaded.substitutes(QUESTION)) == pytest.approx(ALL, rel=1e-5)
    assert paragen.load(syntax_model).syntax == {"pivot": "average"}


def test_other_tables_offer_what_they_always_do(syntax_model):
    for mode in ("best", "average", "any"):
        candidates = paragen.load(syntax_model, syntax={"pivot": mode}).substitutes(with_tree(QUESTION, FIGURE_2))
        plain = {(c.phrase, c.substitute) for c in candidates if "plain" in dict(c.tables)}
        assert plain == {("equal", "fair"), ("rights", "laws")}


@pytest.mark.parametrize("tree", ["", " ", "()", "( )", "(())", None])
def test_without_a_tree_a_table_offers_what_it_has_under_any_label(syntax_model, tree):
    loaded = paragen.load(syntax_model, syntax="best")
    request = with_tree(QUESTION, tree)
    assert of_pivot(loaded.substitutes(request)) == pytest.approx(ALL)
    (best,) = loaded.rewrite(request)
    assert best.has_tree is False and best.to_dict()["has_tree"] is False
    (free,) = paragen.load(syntax_model, syntax="any").rewrite(QUESTION)
    assert free.has_tree is None and "has_tree" not in free.to_dict()
    assert (free.text, free.score) == (best.text, best.score)


def test_labels_that_no_table_has(syntax_model):
    candidates = paragen.load(syntax_model, syntax="best").substitutes(with_tree("We like the equal", LIKED))
    assert of_pivot(candidates) == pytest.approx(OURS["best"] | {("equal", "fair"): 0.5, ("equal", "same"): 0.25})
    strange = LIKED.replace("JJ", "XX").replace("NP", "YP").replace("PRP", "ZZ")
    assert of_pivot(paragen.load(syntax_model, syntax="average").substitutes(with_tree("We like the equal", strange))) == {}


def test_words_and_leaves_may_be_cut_differently(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best")
    text = "\u201cWe\u201d (create) equal-rights, we can't!"
    tree = (
        "(S (`` ``) (NP (PRP We)) ('' '') (-LRB- -LRB-) (VB create) (-RRB- -RRB-) (ADJP (JJ equal) (HYPH -)) (NNS rights) "
        "(, ,) (S (NP (PRP we)) (VP (MD ca) (RB n't))) (. !))"
    )
    found = loaded.substitutes(with_tree(text, tree), keep=())
    assert [(c.begin, c.substitute) for c in found] == [(1, "our people"), (1, "us"), (28, "our people"), (28, "us")]
    joined = "(S (NP (PRP We)) (VP (VB createequal) (NNS rights)))"  # "create" and "equal" are within a leaf
    assert {c[0] for c in of_pivot(loaded.substitutes(with_tree("We create equal rights", joined)))} == {"we"}


def test_a_tree_of_other_words(syntax_model):
    loaded = paragen.load(syntax_model, syntax="average")
    for tree in (STATED, FIGURE_2.replace("rights", "right")):
        with pytest.raises(FormatError, match=r"^here:3: tree: found .* expected .* of the sentence. Is it the tree of this"):
            loaded.rewrite(with_tree(QUESTION, tree, where="here:3"))
    with pytest.raises(FormatError, match="tree: found a tree that does not end"):
        loaded.substitutes(with_tree(QUESTION, FIGURE_2[:-1]))
    with pytest.raises(ConfigError, match="tree: found int, expected a text in Penn brackets"):
        loaded.rewrite(with_tree(QUESTION, 3))
    assert paragen.load(syntax_model, syntax="any").rewrite(with_tree(QUESTION, 3))  # nobody asks


def test_what_is_explained_is_what_is_found(syntax_model):
    loaded = paragen.load(syntax_model, syntax="average")
    (explained,) = loaded.explain(with_tree(QUESTION, FIGURE_2))
    (best,) = loaded.rewrite(with_tree(QUESTION, FIGURE_2))
    assert explained.paraphrase == best
    assert sum(explained.parts.values()) == pytest.approx(best.score, abs=1e-4)
    assert explained.parts["pivot"] == pytest.approx(sum(math.log(e.score) for e in best.edits if e.table == "pivot"), abs=1e-4)


def test_forced_wording_leaves_the_rest_its_labels(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best", weight={"edit": 20})
    for force, kept in (
        ((QUESTION.index("rights"), QUESTION.index("?"), "prospects for all"), {"equal", "create equal", "we"}),
        ((QUESTION.index("we"), QUESTION.index(" equal"), "they (might) want"), {"equal", "rights"}),
        ((0, 3, "Oh, why"), {"we", "equal", "create equal", "rights"}),
        ((0, len(QUESTION), "We create equal rights"), set()),
    ):
        found = loaded.rewrite(with_tree(QUESTION, FIGURE_2, force=[force]), 50)
        edits = {(e.before, e.after.lower(), e.table) for p in found for e in p.edits if e.table != "forced"}
        free = {
            (e.before, e.after.lower(), e.table)
            for p in loaded.rewrite(with_tree(QUESTION, FIGURE_2), 50) for e in p.edits if e.before.lower() in kept
        }  # fmt: skip
        assert edits == free
        assert all(p.has_tree for p in found)


def test_kept_words_are_in_no_edit(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best")
    at = QUESTION.index("create")
    found = of_pivot(loaded.substitutes(with_tree(QUESTION, FIGURE_2), keep=[(at, at + 6)]))
    assert found == pytest.approx(OURS["best"] | {("equal", "fair"): 0.5, ("equal", "same"): 0.25})


def test_a_text_of_several_lines_has_the_trees_of_all(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best")
    text = f"{QUESTION}\n\n{STATEMENT}"
    alone = [of_pivot(loaded.substitutes(with_tree(*pair))) for pair in ((QUESTION, FIGURE_2), (STATEMENT, STATED))]
    found = loaded.substitutes(with_tree(text, f"{FIGURE_2}\n{STATED}"))
    assert of_pivot(c for c in found if c.begin < len(QUESTION)) == pytest.approx(alone[0])
    assert of_pivot(c for c in found if c.begin > len(QUESTION)) == pytest.approx(alone[1])
    with pytest.raises(FormatError, match="of the sentence"):
        loaded.substitutes(with_tree(text, FIGURE_2))


def test_long_sentences_are_searched_in_windows(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best")
    clause, tree = "how do we create equal rights", FIGURE_2.removeprefix("(SBARQ ").removesuffix(" (. ?))").replace("How", "how")
    text, whole = " ; ".join([clause] * 90), f"(S {' (: ;) '.join([f'(SBARQ {tree})'] * 90)})"
    assert len(text.split()) > 600
    found = loaded.substitutes(with_tree(text, whole))
    one = of_pivot(loaded.substitutes(with_tree(clause, f"(SBARQ {tree})")))
    assert of_pivot(found) == pytest.approx(one)
    assert sum(c.substitute == "us" for c in found) == 90
    assert {e.table for p in loaded.rewrite(with_tree(text, whole)) for e in p.edits} <= {"pivot", "plain"}


def test_options_that_cannot_be(syntax_model, english_model):
    for options, message in (
        ({"syntax": "worst"}, "syntax: found 'worst', expected any, best, average, off."),
        ({"syntax": {"pivot": "x"}}, "syntax: found 'x'"),
        ({"syntax": {"x": "any"}}, "syntax: no table 'x'. The tables are pivot, plain."),
        ({"syntax": {"plain": "best"}}, "syntax: found best for table plain, whose pairs have no labels, expected any or off."),
        ({"parser": 3}, "parser: found 3, expected the name of a parser, or a function."),
    ):
        with pytest.raises(ConfigError) as error:
            paragen.load(syntax_model, **options)
        assert str(error.value).startswith(message)
    with pytest.raises(ConfigError, match="syntax: found best, but no table of the model has labels"):
        paragen.load(english_model, syntax="best")
    assert paragen.load(english_model, syntax="off").syntax == {}
    assert paragen.load(english_model, parser=parse).rewrite("The big house.")[0].has_tree is None


def test_signature_copies_and_pickles(syntax_model):
    loaded = paragen.load(syntax_model, syntax="best", parser=parse)
    assert "|syntax:pivot=best|parser:parse" in loaded.signature()
    assert "|syntax:pivot=average" in paragen.load(syntax_model).signature()
    again = pickle.loads(pickle.dumps(loaded))
    assert again.signature() == loaded.signature()
    assert again.rewrite(QUESTION) == loaded.rewrite(QUESTION)
    assert loaded.changed(stack=7).syntax == {"pivot": "best"}
    assert loaded.changed(stack=7).rewrite(QUESTION)[0].has_tree is True
    assert loaded.changed(syntax="any").rewrite(QUESTION)[0].has_tree is None
    assert loaded.changed(use_tables=["plain"]).rewrite(QUESTION)[0].has_tree is None
    assert "syntax" not in loaded.changed(syntax=None).signature().replace("syntax:pivot=average", "")


def test_a_parser_gives_the_trees_that_are_missing(syntax_model):
    asked = []

    def counted(texts):
        asked.append(list(texts))
        return parse(texts)

    loaded = paragen.load(syntax_model, syntax="best", parser=counted)
    texts = [QUESTION, f"{STATEMENT}\n{QUESTION}", "", "We, create.", with_tree(STATEMENT, STATED), with_tree(STATEMENT, "()")]
    found = loaded.rewrite_batch(texts)
    assert [paraphrases[0].has_tree for paraphrases in found] == [True, True, False, False, True, False]
    assert asked == [[QUESTION, STATEMENT, "We, create."]]
    given = paragen.load(syntax_model, syntax="best").rewrite(with_tree(QUESTION, FIGURE_2))
    assert found[0] == given
    assert loaded.changed(weight={"edit": 1}).substitutes(QUESTION) and len(asked) == 1  # it remembers
    with pytest.raises(ConfigError, match="found 0 results, expected a text for each of 1 sentences"):
        paragen.load(syntax_model, parser=lambda texts: []).rewrite("We.")
    with pytest.raises(FormatError, match="of the sentence"):
        paragen.load(syntax_model, parser=lambda texts: [STATED]).rewrite(QUESTION)


def test_threads_share_a_parser(syntax_model):
    loaded = paragen.load(syntax_model, syntax="average", parser=parse)
    texts = [QUESTION, STATEMENT, "we are equal"] * 40
    alone = [loaded.rewrite(text) for text in texts]
    fresh = paragen.load(syntax_model, syntax="average", parser=parse)
    assert list(fresh.pipe(texts, threads=4)) == alone
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(fresh.rewrite, texts)) == alone


def test_a_parser_forgets_before_it_fills_the_memory(monkeypatch):
    monkeypatch.setattr("paragen.settings.syntax._CACHED", 3)
    asked = []
    parser = Parser(lambda texts: [asked.append(text) or f"(X {text})" for text in texts])
    assert parser.trees(["a", "b", "c"]) == ["(X a)", "(X b)", "(X c)"]
    assert parser.trees(["a", "d", "b"]) == ["(X a)", "(X d)", "(X b)"]
    assert asked == ["a", "b", "c", "a", "d", "b"]


def test_scorers_of_the_user_see_the_tree_and_the_conditioned_scores(syntax_model):
    seen = {}

    def shy(requests, options):
        seen["trees"] = [request.annotations.get("tree") for request in requests]
        seen["options"] = {(o.words, o.offers) for o in options}
        return [-1.0 if o.words == ("us",) else 0.0 for o in options]

    loaded = paragen.load(syntax_model, syntax="best", scorers={"shy": shy}, parser=parse)
    (best,) = loaded.rewrite(STATEMENT)
    assert seen["trees"] == [STATED]
    assert {words for words, _ in seen["options"]} == {("our", "people"), ("us",), ("fair",), ("same",), ("laws",),
                                                       ("provide", "equal"), ("creating", "equal")}  # fmt: skip
    assert best.features["shy"] == 0.0


def test_options_by_label(syntax_model):
    store = Model.open(syntax_model).store
    found = store.labelled_options(["create", "equal"])
    assert {label: [" ".join(words) for words, _ in options[0]] for label, options in found.items()} == {
        "SQ\\VBP NP/(VP/(NP/NNS))": ["creating equal"], "VP/(NP/NNS)": ["creating equal", "provide equal"],
        "VP/(NP/NNS) PP": ["promote equal"],
    }  # fmt: skip
    assert store.labelled_options(["create"]) == store.labelled_options(["nothing"]) == store.labelled_options([]) == {}


@pytest.mark.parametrize("value", ["best", "off", "", 3, None])
def test_the_description_of_a_model_is_checked(syntax_model, tmp_path, value):
    shutil.copytree(syntax_model, tmp_path / "model")
    path = tmp_path / "model" / "model.toml"
    text = path.read_text()
    assert text.count('syntax = "average"') == 1
    given = "" if value is None else f"syntax = {json.dumps(value)}"
    path.write_text(text.replace('syntax = "average"', given))
    if value in ("best", None):
        assert paragen.load(tmp_path / "model").syntax == ({} if value is None else {"pivot": "best"})
    else:
        with pytest.raises(FormatError, match="syntax"):
            paragen.load(tmp_path / "model")
    Model.open(syntax_model).verify()


@pytest.mark.parametrize(("mode", "stated"), [("", "average"), ("best", "best"), ("any", "any"), ("off", None)])
def test_packing_says_how_labels_are_used(syntax_model, tmp_path, mode, stated):
    folder = syntax_model.parent
    pack(tmp_path / "model", folder / "lm.arpa", {"pivot": TableSource(folder / "pivot.parquet", syntax=mode)})
    model = Model.open(tmp_path / "model")
    model.verify()
    assert model.tables[0].syntax == stated
    assert bool(model.store.labelled_options(["equal"])) == (mode != "off")
    assert [words for words, _ in model.options("equal")[0]] == [("the", "same"), ("fair",), ("same",)]
    found = paragen.load(tmp_path / "model").substitutes(with_tree(QUESTION, FIGURE_2))
    assert {c.has_tree for c in found} == {True if stated in ("average", "best") else None}


def test_files_of_pairs_have_no_labels(english_model, syntax_model):
    loaded = paragen.load(english_model, tables={"more": syntax_model.parent / "pivot.parquet"})
    scores = {(c.phrase, c.substitute): dict(c.tables)["more"] for c in loaded.substitutes(QUESTION)}
    assert scores == pytest.approx(ALL)
    with pytest.raises(ConfigError, match="syntax: found best for table more, whose pairs have no labels"):
        paragen.load(english_model, tables={"more": {"a": "b"}}, syntax={"more": "best"})


def random_tree(rng, words, depth=0):
    """A random tree over words."""
    if len(words) == 1:
        tree = f"({rng.choice(['A', 'B', 'C'])} {words[0]})"
        return f"({rng.choice(['X', 'Y'])} {tree})" if rng.random() < 0.3 else tree
    cuts = sorted(rng.sample(range(1, len(words)), rng.choice([1, 1, 2]) if len(words) > 2 else 1))
    parts = [random_tree(rng, words[a:b], depth + 1) for a, b in zip([0, *cuts], [*cuts, len(words)], strict=True)]
    return f"({rng.choice(['X', 'Y', 'Z'])} {' '.join(parts)})"


@pytest.mark.parametrize("seed", range(6))
def test_random_tables_and_trees_equal_the_equations(tmp_path, seed):
    rng = random.Random(seed)
    vocabulary = "a b c d e".split()
    known: dict = {}
    for _ in range(150):  # pairs under labels that such trees give
        words = rng.choices(vocabulary, k=rng.choice([3, 5, 9]))
        for begin, end, labels in labels_of_spans(Tree(random_tree(rng, words)), words, 3):
            if rng.random() < 0.3:
                target = " ".join(rng.choices(vocabulary, k=rng.choice([1, 2])))
                known[" ".join(words[begin:end]), target, rng.choice(labels)] = round(rng.uniform(0.05, 1), 3)
    write_labelled(tmp_path / "t.parquet", ((source, target, score, label) for (source, target, label), score in known.items()))
    (tmp_path / "lm.arpa").write_text(ARPA)
    pack(tmp_path / "model", tmp_path / "lm.arpa", {"t": TableSource(tmp_path / "t.parquet")}, tokenized=True, top=65_535)
    loaded = {mode: paragen.load(tmp_path / "model", syntax=mode, table_limit=65_535) for mode in ("best", "average")}
    matched = 0
    for _ in range(30):
        words = rng.choices(vocabulary, k=rng.choice([1, 2, 4, 7]))
        tree = random_tree(rng, words)
        best: dict = {}
        mean: dict = {}
        for begin, end, labels in labels_of_spans(Tree(tree), words, len(words)):
            own = " ".join(words[begin:end])
            for source, target, label in known:
                if source == own and target != own and label in labels:
                    score, key = known[source, target, label], (begin, end, target)
                    best[key] = max(score, best.get(key, 0.0))
                    mean[key] = mean.get(key, 0.0) + score / len(labels)
        matched += sum(mean[key] != best[key] for key in best)
        for mode, expected in (("best", best), ("average", mean)):
            found = {
                (c.sentence[: c.begin].count(" "), c.sentence[: c.end].count(" ") + 1, c.substitute): dict(c.tables)["t"]
                for c in loaded[mode].substitutes(with_tree(" ".join(words), tree))
            }
            assert found == pytest.approx(expected, rel=1e-4)
    assert matched


def test_real_trees_fit_their_sentences(syntax_model, shared):
    loaded = paragen.load(syntax_model, syntax="best")
    for name in ("swords_dev", "coinco_dev", "newstest2015_en"):
        files = [shared / "data" / "trees" / f"{name}.{kind}.gz" for kind in ("txt", "trees")]
        texts, trees = ([line for _, line in numbered_lines(path)] for path in files)
        requests = [with_tree(text, tree) for text, tree in zip(texts, trees, strict=True)]
        assert all(found[0].has_tree for found in loaded.pipe(requests))


@pytest.fixture
def workspace(syntax_model, tmp_path):
    """A folder with the model, sentences and their trees."""
    (tmp_path / "model").symlink_to(syntax_model)
    (tmp_path / "in.txt").write_text(f"{QUESTION}\n{STATEMENT}\nWe are equal.\n")
    (tmp_path / "trees.txt").write_text(f"{FIGURE_2}\n{STATED}\n()\n")
    return tmp_path


def test_trees_beside_the_input(workspace):
    text = (workspace / "in.txt").read_text()
    for verb in (["decode", "--format", "jsonl"], ["substitutes"]):
        done = run(*verb, "-m", "model", "--syntax", "best", "--trees", "trees.txt", input=text, cwd=workspace)
        assert done.returncode == 0
        assert done.stderr == (
            "paragen: 1 of 3 sentences had no tree: labels did not limit what pivot offered for them\n"
            "paragen: 6 of the 15 labels that were looked up are in no table: pivot offered nothing under them\n"
        )
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        by_sentence = {row.get("source", row["text"]): row["has_tree"] for row in rows}
        assert by_sentence == {QUESTION: True, STATEMENT: True, "We are equal.": False}
        fields = "".join(
            json.dumps({"text": sentence, "tree": tree}) + "\n"
            for sentence, tree in zip(text.splitlines(), [FIGURE_2, STATED, None], strict=True)
        )
        again = run(*verb, "-m", "model", "--syntax", "best", "--field", "text", input=fields, cwd=workspace)
        assert again.stderr == done.stderr
        given = ("tree", "input")
        found = [json.loads(line) for line in again.stdout.splitlines()]
        assert [{name: value for name, value in row.items() if name not in given} for row in found] == rows
    for threads in (1, 3):
        done = run("decode", "-m", "model", "--trees", "trees.txt", "--threads", threads, input=text, cwd=workspace)
        assert done.stdout.count("\n") == 3


def test_trees_that_are_wrong_end_the_input_where_they_stand(workspace):
    text = (workspace / "in.txt").read_text()
    for trees, message in (
        (f"{FIGURE_2}\n{FIGURE_2}\n\n", "trees.txt:2: found 'How' as token 1, expected 'We' as word 1 of the sentence."),
        (f"{FIGURE_2}\n{STATED[:-1]}\n\n", "trees.txt:2: found a tree that does not end"),
        (f"{FIGURE_2}\n", "trees.txt:2: found the end of the file after 1 lines, expected as many as the input has."),
    ):
        (workspace / "trees.txt").write_text(trees)
        for verb in ("decode", "substitutes"):
            done = run(verb, "-m", "model", "--trees", "trees.txt", input=text, cwd=workspace)
            assert done.returncode == 1 and message in done.stderr
            whole = run(verb, "-m", "model", input=QUESTION, cwd=workspace)
            assert done.stdout and (verb == "substitutes" or done.stdout.count("\n") == 1), whole.stdout
    (workspace / "trees.txt").write_text(f"{FIGURE_2}\n{STATED}\n()\n()\n")
    done = run("decode", "-m", "model", "--trees", "trees.txt", input=text, cwd=workspace)
    assert done.stdout.count("\n") == 3 and "trees.txt:4: found a line more than the input has" in done.stderr
    fields = json.dumps({"text": QUESTION, "tree": FIGURE_2}) + "\n" + json.dumps({"text": QUESTION, "tree": 7}) + "\n"
    done = run("decode", "-m", "model", "--field", "text", input=fields, cwd=workspace)
    assert done.stdout.count("\n") == 1 and "standard input:2: tree: found int, expected a text in Penn brackets" in done.stderr


def test_no_table_asks(workspace, english_model):
    text = (workspace / "in.txt").read_text()
    done = run("decode", "-m", english_model, "--trees", "trees.txt", input=text, cwd=workspace)
    assert done.returncode == 0 and done.stderr == "paragen: no table asks for the trees in trees.txt\n"
    done = run("decode", "-m", "model", "--syntax", "any", "--syntax", "pivot=off", input=text, cwd=workspace)
    assert done.returncode == 0 and not done.stderr
    fields = json.dumps({"text": "The big house.", "tree": 7}) + "\n"
    assert run("decode", "-m", english_model, "--field", "text", input=fields, cwd=workspace).returncode == 0


def test_a_parser_on_the_command_line(workspace, monkeypatch):
    code = f"def parse(texts):\n    return [{{{QUESTION!r}: {FIGURE_2!r}}}.get(text, '') for text in texts]\n"
    (workspace / "of_mine.py").write_text(code)
    monkeypatch.syspath_prepend(str(workspace))
    text = (workspace / "in.txt").read_text()
    options = ("-m", "model", "--syntax", "pivot=best", "--parser", "of_mine:parse")
    done = run("decode", *options, "--format", "jsonl", input=text, cwd=workspace)
    assert [json.loads(line)["has_tree"] for line in done.stdout.splitlines()] == [True, False, False]
    assert done.stderr == (
        "paragen: 2 of 3 sentences had no tree: labels did not limit what pivot offered for them\n"
        "paragen: 3 of the 8 labels that were looked up are in no table: pivot offered nothing under them\n"
    )
    assert "|syntax:pivot=best|parser:of_mine:parse" in run("decode", *options, "--signature", cwd=workspace).stdout


def test_tuning_and_evaluation_take_the_trees_of_a_parser(workspace, monkeypatch):
    trees = {QUESTION: FIGURE_2, STATEMENT: STATED}
    (workspace / "of_ours.py").write_text(f"def parse(texts):\n    return [{trees!r}.get(text, '') for text in texts]\n")
    monkeypatch.syspath_prepend(str(workspace))
    items = [item for text in (QUESTION, STATEMENT) for item in paragen.load(workspace / "model", syntax="any").substitutes(text)]
    with (workspace / "labels.jsonl").open("w") as file:
        for item in items:
            label = "correct" if item.substitute in ("our people", "fair", "laws") else "incorrect"
            fields = {"id": item.id, "label": label, "reason": None, "annotator": "me", "time": "2026-01-01T00:00:00Z"}
            place = {"text": item.sentence, "begin": item.begin, "end": item.end, "after": item.after}
            file.write(json.dumps(fields | place) + "\n")
    both = ("--labels", "labels.jsonl", "-m", "model")
    limited = ("--syntax", "best", "--parser", "of_ours:parse")
    ways = ((), limited, ("--syntax", "any"))
    figures = [run("eval", *both, "--format", "json", "--resamples", 100, *more, cwd=workspace) for more in ways]
    assert [done.returncode for done in figures] == [0, 0, 0]
    reports = [json.loads(done.stdout) for done in figures]
    assert "syntax:pivot=best|parser:of_ours:parse" in figures[1].stdout
    assert reports[0]["figures"] == reports[2]["figures"] != reports[1]["figures"]  # without trees as under any
    for more in ((), limited):
        assert run("tune", *both, "-o", "weights.toml", "--n-best", 3, "--starts", 1, *more, cwd=workspace).returncode == 0


def test_labels_that_no_table_has_are_counted(syntax_model, tmp_path):
    strange = "(S (NP (PRP We)) (VP (VBP create) (NP (ZZ equal) (QQ rights))) (. .))"
    model = Model.open(syntax_model)

    def counted(tree: str) -> tuple[int, int]:
        """Labels of the phrases of the table, and of what they begin with; and those of them that the model lacks."""
        words = model.tokenizer.words(STATEMENT)
        phrases = {phrase for phrase, _ in ALL} | {"create"}
        labels = [
            label for begin, end, found in labels_of_spans(Tree(tree), words) if " ".join(words[begin:end]) in phrases
            for label in found
        ]  # fmt: skip
        return len(labels), sum(label_word(label) not in model.store.vocabulary for label in labels)

    paraphraser = paragen.load(syntax_model, syntax="best")
    assert paraphraser.label_counts == (0, 0)
    paraphraser.substitutes(with_tree(STATEMENT, STATED))
    assert paraphraser.label_counts == counted(STATED)
    paraphraser.rewrite(with_tree(STATEMENT, strange))
    both = tuple(map(sum, zip(counted(STATED), counted(strange), strict=True)))
    assert paraphraser.label_counts == both
    assert counted(strange)[1] > counted(STATED)[1]

    (tmp_path / "trees").write_text(f"{STATED}\n{strange}\n", encoding="utf-8")
    done = run(
        "substitutes", "-m", syntax_model, "--syntax", "best", "--trees", tmp_path / "trees", "--threads", "2",
        input=f"{STATEMENT}\n{STATEMENT}\n",
    )  # fmt: skip
    told = f"paragen: {both[1]} of the {both[0]} labels that were looked up are in no table: pivot offered nothing under them\n"
    assert done.stderr == told
