"""Patterns with slots in text: what fills slots, what an edit says of its pattern, names, case, the command line."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from command_line import paragen as run

import paragen
from paragen.base.errors import ConfigError
from paragen.packing import TableSource, pack

ARPA = "\\data\\\nngram 1=5\n\n\\1-grams:\n-9\t<s>\n-1\t</s>\n-3\t<unk>\n-2\tthe\n-2\ttax\n\n\\end\\\n"
PATTERNS = """\
give [N_1] to [NNP_1] ||| give [NNP_1] [N_1] ||| 0.9
take [N_1] into account ||| consider [N_1] ||| 0.8
the president of [NNP_1] ||| [NNP_1] 's president ||| 0.7
[NNP_1] 's president ||| the president of [NNP_1] ||| 0.6
<s> on monday , [N_1] [VBD_1] . ||| <s> [N_1] [VBD_1] on monday . ||| 0.5
[NN_1] reduction ||| reduction in [NN_1] ||| 0.4
<s> in the end , ||| <s> finally , ||| 0.3
, said [N_1] . ||| , [N_1] said . ||| 0.2
<s> " [QUOTE_1] , " she said . </s> ||| <s> she said : " [QUOTE_1] . " </s> ||| 0.9
<s> " [QUOTE_1] " she asked . </s> ||| <s> she asked : " [QUOTE_1] " </s> ||| 0.9
from [CD_1] to [CD_2] . ||| to [CD_2] from [CD_1] . ||| 0.9
"""


@pytest.fixture(scope="module")
def model(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("patterns")
    (folder / "lm.arpa").write_text(ARPA)
    (folder / "patterns.txt").write_text(PATTERNS)
    (folder / "phrases.txt").write_text("big ||| large ||| 0.5\n")
    source = TableSource(folder / "patterns.txt", floor=0, kind="patterns", licence="CC0")
    weights = {"lm": 0.0, "patterns": 0.1, "phrases": 0.1, "self": 0.0, "word": 0.0, "edit": 1.0, "unknown": 0.0}
    phrases = TableSource(folder / "phrases.txt", floor=0)
    return pack(folder / "model", folder / "lm.arpa", {"phrases": phrases, "patterns": source}, weights=weights)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We give a big book to Mary.", "We give Mary a big book."),
        ("Take the high market demand into account!", "Consider the high market demand!"),
        ("The president of France came.", "France's president came."),
        ("Then Mary's president came.", "Then the president of Mary came."),
        ("On Monday, the minister came.", "The minister came on Monday."),
        ("He said on Monday, the minister came.", None),
        ("In the end, the minister came.", "Finally, the minister came."),
        ("He said in the end, the minister came.", None),
        ("He came, said Mary.", "He came, Mary said."),
        ("He came, said Mary L. Smith.", None),  # the full stop is of an initial
        ("The tax reduction came.", "The reduction in tax came."),
        ("We give a book of tales to Mary and John.", None),  # who gets it may not be only Mary
        ('"The tax, of all things, is due on 5 May," she said.', 'She said: "The tax, of all things, is due on 5 May."'),
        ("“It’s Mary’s, and the tax is the king's,” she said.", "She said: “It’s Mary’s, and the tax is the king's.”"),
        ('"Is the Tax on the tax?" she asked.', 'She asked: "Is the Tax on the tax?"'),
        ('"Not so," she said. "Not at all."', None),
        ('"Two  spaces would be lost," she said.', None),
        ("It fell from $5 million to 4,071.99.", "It fell to 4,071.99 from $5 million."),
    ],
)
def test_what_decoding_makes_of_a_sentence(model, before, after):
    [best] = paragen.load(model, use_tables=["patterns"]).rewrite(before)
    assert best.text == (after or before)
    for edit in best.edits:
        assert edit.table == "patterns" and edit.licence == "CC0" and edit.pattern is not None
        assert edit.to_dict()["pattern"] == edit.pattern.to_dict()


def test_an_edit_says_pattern_and_fillers(model):
    paraphraser = paragen.load(model)
    [best] = paraphraser.rewrite("We  give a small book to Mary, big or not.")
    one, other = best.edits
    assert (one.before, one.after) == ("a small book to Mary", "Mary a small book")
    assert one.pattern == ("give [N_1] to [NNP_1]", "give [NNP_1] [N_1]", ("a small book", "Mary"))
    assert other.pattern is None and "pattern" not in other.to_dict()
    assert pickle.loads(pickle.dumps(best)) == best
    assert pickle.loads(pickle.dumps(paraphraser)).rewrite(best.source) == [best]
    [explained] = paraphraser.explain(best.source)
    assert explained.paraphrase == best and len(explained.gains) == 2


def test_kept_words_stay_where_they_are_but_for_names(model):
    paraphraser = paragen.load(model, use_tables=["patterns"])
    assert paraphraser.rewrite("Today we give a book to Mary.")[0].edits
    assert not paraphraser.rewrite("Today we give a book to Mary.", keep=[(24, 28)])[0].edits
    assert not paraphraser.rewrite("Today we give 3 books to Mary.")[0].edits  # numbers stay in their place
    assert not paraphraser.changed(keep_phrases=["a book"]).rewrite("Today we give a book to Mary.")[0].edits


def test_every_match_is_listed(model):
    [matches, none] = paragen.load(model).matches(["We take the tax reduction into account.", "So be it."])
    assert [(one.before, one.after) for one in matches] == [
        ("take the tax reduction into account", "consider the tax reduction"), ("tax reduction", "reduction in tax"),
    ]  # fmt: skip
    assert none == []
    first = matches[0]
    assert first.text == "We consider the tax reduction." and first.table == "patterns"
    assert first.in_context(1) == first.score and first.in_context(0) == first.lm
    assert first.in_context() == pytest.approx(0.1 * first.score + 0.9 * first.lm)


def test_tables_that_are_off_match_nothing(model):
    paraphraser = paragen.load(model, use_tables=["phrases"])
    assert paraphraser.matches(["We take it into account."]) == [[]]
    assert not paraphraser.rewrite("Take the tax into account.")[0].edits


def test_without_a_tagger_there_is_an_error(model, monkeypatch, tmp_path):
    def missing() -> Path:
        raise ConfigError("the starter pack is not built")

    monkeypatch.setattr("paragen.model.bundled.starter_path", missing)
    with pytest.raises(ConfigError, match="starter pack is not built"):
        paragen.load(model)
    assert not paragen.load(model, use_tables=["phrases"]).rewrite("Take it.")[0].edits


def test_the_command_line_lists_matches(model):
    text = "We take the tax reduction into account.\n\nGive a book to Mary.\n"
    done = run("patterns", "match", "-m", model, "--rank", "table", input=text)
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    assert rows[0][:5] == ["sentence", "begin", "end", "before", "after"]
    assert [(row[0], row[4], row[9], row[11]) for row in rows[1:]] == [
        ("1", "consider the tax reduction", "take [N_1] into account", "the tax reduction"),
        ("1", "reduction in tax", "[NN_1] reduction", "tax"),
        ("3", "Mary a book", "give [N_1] to [NNP_1]", "a book | Mary"),
    ]  # fmt: skip
    done = run("patterns", "match", "-m", model, "--format", "jsonl", "--top", "1", input='{"text": "A tax reduction."}\n')
    assert done.returncode == 0 and json.loads(done.stdout)["pattern"]["fillers"] == ["tax"]


def test_edits_inside_what_moves_are_parts(model):
    paraphraser = paragen.load(model)
    source = "We give a big book to Mary."
    [best] = paraphraser.rewrite(source)
    [edit] = best.edits
    [part] = edit.parts
    assert best.text == "We give Mary a large book."
    assert (part.before, part.after, part.table, part.score) == ("big", "large", "phrases", 0.5)
    assert source[part.begin : part.end] == part.before and best.text[part.out_begin : part.out_end] == part.after
    assert edit.pattern is not None and edit.pattern.fillers == ("a big book", "Mary")
    assert paragen.Paraphrase.from_dict(json.loads(json.dumps(best.to_dict()))) == best
    [explained] = paraphraser.explain(source)
    assert explained.paraphrase == best and len(explained.gains) == 1
    assert paraphraser.rewrite(source, max_edits=1)[0].text == "We give Mary a big book."
    assert paraphraser.rewrite(source, keep=[(10, 13)])[0].text == source  # what stays does not move either
    assert paraphraser.changed(blocked=["a large"]).rewrite(source)[0].text == "We give Mary a big book."


def test_edits_inside_are_the_same_on_several_threads(model):
    texts = ["We give a big book to Mary.", "Take the big tax into account!\nOn Monday, the big minister came."] * 20
    paraphraser = paragen.load(model)
    found = list(paraphraser.pipe(texts, 3, threads=3))
    assert found == [paraphraser.rewrite(text, 3) for text in texts]
    assert found[1][0].text == "Consider the large tax!\nThe large minister came on Monday."
