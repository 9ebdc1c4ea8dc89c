"""CoNLL-U into arrays: the same as a slow reader finds, and errors that name the line."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.parses.conllu import ConlluReader

from .conllu_reference import Sentence, read

TEXT = """\
# sent_id = 3
# text = The dogs don't bark.
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\t_
2\tDogs\tdog\tNOUN\tNNS\tNumber=Plur\t5\tnsubj\t_\t_
3-4\tdon't\t_\t_\t_\t_\t_\t_\t_\t_
3\tdo\tdo\tAUX\tVBP\t_\t5\taux\t_\t_
4\tn't\tnot\tPART\tRB\t_\t5\tadvmod\t_\t_
4.1\tever\tever\tADV\tRB\t_\t_\t_\t5:advmod\t_
5\tbark\tbark\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t5\tpunct\t_\t_

# sent_id = 5-2
1\tÜber\t_\t_\t_\t_\t0\troot\t_\t_

"""


def line(number: int, form: str, head: object = 0, columns: int = 10) -> str:
    return "\t".join([str(number), form, "_", "_", "NN", "_", str(head), "dep", "_", "_", "_"][:columns]) + "\n"


def sentences(path, size=10_000, **options) -> list[Sentence]:
    reader = ConlluReader(path, **options)
    found = []
    for batch in reader.batches(size):
        assert len(batch.units) == len(batch.begins) - 1 <= size
        assert batch.begins[0] == 0 and batch.begins[-1] == len(batch.forms)
        assert {array.dtype for array in batch[:6]} == {np.dtype(np.int32)}
        pools = [reader.form_texts(), reader.lemma_texts(), reader.tag_texts(), reader.upos_texts(), reader.relation_texts()]
        columns = [[pool[i] for i in ids] for pool, ids in zip(pools, batch[:5], strict=True)]
        rows = list(zip(*columns, batch.heads.tolist(), strict=True))
        spans = zip(batch.units.tolist(), batch.begins[:-1], batch.begins[1:], strict=True)
        found += [Sentence(unit, rows[begin:end]) for unit, begin, end in spans]
    return found


def write(path, data: str | bytes) -> Path:
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_by_hand(tmp_path):
    dogs, about = sentences(write(tmp_path / "a", TEXT))
    assert dogs == Sentence(
        3,
        [
            ("the", "the", "DT", "DET", "det", 1), ("dogs", "dog", "NNS", "NOUN", "nsubj", 4),
            ("do", "do", "VBP", "AUX", "aux", 4), ("n't", "not", "RB", "PART", "advmod", 4),
            ("bark", "bark", "VB", "VERB", "root", -1), (".", ".", ".", "PUNCT", "punct", 4),
        ],
    )  # fmt: skip
    assert about == Sentence(5, [("über", "_", "_", "_", "root", -1)])


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text, lambda text: text.replace("\n", "\r\n"), lambda text: text.rstrip("\n"), lambda text: "\ufeff" + text,
        lambda text: "\n\n" + text.replace("\n\n", "\n\n\n\n"), lambda text: gzip.compress(text.encode()),
        lambda text: gzip.compress(text.encode()[:200]) + gzip.compress(text.encode()[200:]),
    ],
    ids=["as it is", "windows", "no end", "mark", "more empty lines", "gzip", "two gzip members"],
)  # fmt: skip
def test_ways_to_write_it(tmp_path, change):
    assert sentences(write(tmp_path / "a", change(TEXT))) == read(TEXT)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_batches_of_any_size(tmp_path, size):
    text = ""
    for n in range(1, 40):
        text += f"# sent_id = {n}\n" + "".join(line(i, f"W{n * i % 11}É", i - 1) for i in range(1, n % 5 + 2)) + "\n"
    assert sentences(write(tmp_path / "a", text), size) == read(text)


def test_ids_stay_the_same_through_batches(tmp_path):
    reader = ConlluReader(write(tmp_path / "a", (line(1, "Ä") + "\n" + line(1, "a") + "\n") * 5))
    forms = [int(batch.forms[0]) for batch in reader.batches(1)]
    assert forms == forms[:2] * 5
    assert reader.form_texts()[forms[0]] == "ä"


def test_what_is_not_told_is_0(tmp_path):
    reader = ConlluReader(write(tmp_path / "a", "1\t_\t\t_\t_\t_\t0\t_\t_\t_\n"))
    [batch] = reader.batches()
    assert [int(array[0]) for array in batch[:5]] == [0] * 5
    assert reader.form_texts() == reader.lemma_texts() == reader.relation_texts() == ["_"]


def test_units_are_running_numbers_without_sent_ids(tmp_path):
    text = line(1, "a") + "\n# sent_id = news-7\n" + line(1, "b") + "\n# sent_id = 9\n" + line(1, "c")
    assert [sentence.unit for sentence in sentences(write(tmp_path / "a", text))] == [1, 2, 3]


def test_a_sentence_without_number_among_numbered_ones(tmp_path):
    text = "# sent_id = 4\n" + line(1, "a") + "\n" + line(1, "b") + "\n"
    path = write(tmp_path / "a", text)
    with pytest.raises(FormatError, match="a sentence without sent_id, expected one that begins with a number"):
        sentences(path)
    assert [sentence.unit for sentence in sentences(path, numbered=False)] == [1, 2]


def test_no_sentences(tmp_path):
    assert sentences(write(tmp_path / "a", "")) == []
    assert sentences(write(tmp_path / "a", "# only\n\n# comments\n")) == []


GOOD = "# sent_id = 1\n" + line(1, "a") + "\n"
BAD = {
    "columns": (GOOD + "The dog barks.\n", "a:4: found 1 column in 'The dog barks.'"),
    "few columns": (GOOD + line(1, "a", columns=9), "a:4: found 9 columns"),
    "many columns": (GOOD + line(1, "a", columns=11), "a:4: found more than 10 columns"),
    "penn": ("(S (NP (DT the)))\n", "Is this CoNLL-U"),
    "first number": (GOOD + line(2, "a"), "a:4: found the word number '2', expected 1"),
    "number twice": (GOOD + line(1, "a") + line(1, "b"), "a:5: found the word number '1', expected 2"),
    "no number": (GOOD + line(1, "a").replace("1", "x", 1), "found the word number 'x'"),
    "huge number": (line(10**30, "a"), "found the word number '1000"),
    "half a range": (line(1, "a").replace("1", "1-", 1), "found the word number '1-'"),
    "no form": (line(1, ""), "a word without a form"),
    "no head": (line(1, "a", "_"), "the head '_', expected the number of a word"),
    "negative head": (line(1, "a", -1), "the head '-1'"),
    "head beyond": (line(1, "a", 2), "a:1: found the head 2, expected 0 to 1"),
    "head far beyond": (line(1, "a", 10**17), "the head 1048577"),
    "own head": (line(1, "a", 1), "a circle, through word 1"),
    "circle": (line(1, "a", 0) + line(2, "b", 3) + line(3, "c", 2), "a:3: found heads that lead in a circle"),
    "utf-8": (GOOD.encode() + line(1, "a").encode().replace(b"a", b"\xff", 1), "a:4: found broken UTF-8 or NUL in '1"),
    "nul": (line(1, "a\0b"), "broken UTF-8 or NUL"),
    "long line": ("1\t" + "a" * (1 << 21), "a line of more than 1048576 bytes"),
    "parquet": ("PAR1....", "a Parquet file"),
    "zip": (b"PK\x03\x04....", "a zip archive"),
    "cut gzip": (gzip.compress(TEXT.encode())[:-9], "a damaged gzip file"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_files(tmp_path, case):
    data, message = BAD[case]
    with pytest.raises(FormatError) as error:
        sentences(write(tmp_path / "a", data))
    assert message in str(error.value)


def test_a_folder_and_no_file(tmp_path):
    with pytest.raises(FormatError, match="a directory"):
        sentences(tmp_path)
    with pytest.raises(FileNotFoundError):
        sentences(tmp_path / "none")
    with pytest.raises(ConfigError, match="1 or more a batch"):
        sentences(write(tmp_path / "a", TEXT), 0)


words = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=5)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.tuples(words, words, st.integers(0, 5)), min_size=1, max_size=6), max_size=8), st.integers(1, 4))
def test_equals_the_reference(tmp_path_factory, parses, size):
    text = ""
    for number, rows in enumerate(parses, 1):
        text += f"# sent_id = {number * 3}\n"
        for i, (form, lemma, head) in enumerate(rows, 1):  # heads stand before their dependents
            text += f"{i}\t{form}\t{lemma}\tX\tT{head}\t_\t{head % i}\tr{head}\t_\t_\n"
        text += "\n"
    assert sentences(write(tmp_path_factory.mktemp("c") / "a", text), size) == read(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = write(tmp_path_factory.mktemp("c") / "a", data)
    try:
        sentences(path)
    except ParagenError as error:
        assert str(path) in str(error)


def test_altered_files_never_crash(tmp_path):
    """In a process of its own, so that a crash is told."""
    command = [sys.executable, "-m", __name__, tmp_path, "1", "1500"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=Path(__file__).parents[3])
    assert done.returncode == 0, done.stderr[-2000:]
    read_, refused = map(int, done.stdout.split())
    assert read_ > 50 and refused > 500


def alter_and_read(folder: str, seed: str, cases: str) -> None:
    """Change bytes of a good file in many ways; print how many were read, how many refused."""
    rng = random.Random(int(seed))
    counts = [0, 0]
    for _ in range(int(cases)):
        data = bytearray(TEXT.encode())
        for _ in range(rng.choice((1, 1, 2, 5, 40))):
            at = rng.randrange(len(data))
            kind = rng.randrange(4)
            if kind == 0:
                data[at] = rng.choice(b"\0\t\n\r #-.0123456789\x80\xc3\xff")
            elif kind == 1:
                data[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9)))
            elif kind == 2:
                del data[at : at + rng.randrange(1, 20)]
            else:
                data[at:at] = data[rng.randrange(len(data)) :][:30]
        path = Path(folder) / "altered"
        path.write_bytes(bytes(data))
        try:
            sentences(path, rng.choice((1, 2, 100)))
            counts[0] += 1
        except ParagenError:
            counts[1] += 1
    print(*counts)


@pytest.mark.shared
def test_a_treebank(shared):
    path = shared / "data/ud_gum/en_gum-ud-dev.conllu.gz"
    found = sentences(path, 500)
    assert found == read(gzip.decompress(path.read_bytes()).decode())
    assert len(found) > 1000


if __name__ == "__main__":
    alter_and_read(*sys.argv[1:])
