"""What is no table, or a broken one, is refused with the place and a remedy."""

from __future__ import annotations

import builtins
import gzip
import re

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer
from paragen.text.tokenizer import Tokenizer

LINES = {
    "no separators": (b"just some text\n", r":1: found 1 field in 'just some text', expected 3.* between the fields"),
    "line of spaces": (b" \t \r\n", r":1: found an empty line"),
    "trailing rubbish": (b"a ||| b ||| 0.5x\n", r":1: found the score '0.5x', expected a number"),
    "hexadecimal": (b"a ||| b ||| 0x1p-1\n", r":1: found the score '0x1p-1', expected a number"),
    "too large to be a number": (b"a ||| b ||| 1e400\n", r":1: found the score 1e400, expected a score above 0 and at most 1"),
    "moses without column": (b"a ||| b ||| 0.1 0.2 0.3 0.4 ||| 0-0\n", r":1: found 4 scores, expected one\. .*--column NAME=K"),
    "ppdb": (b"[NN] ||| car ||| auto ||| PPDB2.0Score=5.2 ||| 0-0 ||| Equivalence\n", r":1: found the score 'auto'.* PPDB"),
    "broken utf-8": (b"a ||| b ||| 1\nna\xefve ||| simple ||| 0.5\n", r":2: found broken UTF-8 or NUL in 'na\\\\xefve"),
    "surrogate": (b"\xed\xa0\x80 ||| b ||| 1\n", r":1: found broken UTF-8"),
    "overlong": (b"\xc0\xaf ||| b ||| 1\n", r":1: found broken UTF-8"),
    "long line": (b"a ||| b ||| 1\n" + b"x" * 10_000_000, r":2: found a line of more than 65536 bytes"),
    "long line, ended": (b"a ||| b ||| 1\n" + b"x" * 70_000 + b"\n", r":2: found a line of more than 65536 bytes"),
    "sentence begin": (b"a ||| b ||| 0.5\n<s> a ||| c ||| 0.5\n", r":2: found <s> or </s> as a word in '<s> a .* Take them out"),
    "sentence end": (b"a ||| b c </s> ||| 0.5\n", r":1: found <s> or </s> as a word"),
    "sentence end within": (b"a ||| b<s> </s> c ||| 0.5\n", r":1: found <s> or </s> as a word"),
    "empty file": (b"", r"found no phrase pair"),
    "arpa": (b"\\data\\\nngram 1=3\n", r"found an ARPA language model.* --lm"),
    "kenlm binary": (b"mmap lm http://kheafield.com/code format version 5\n\0", r"found a KenLM binary.* --lm"),
    "packed": (b"PARAGEN\0tables\0\0", r"found a packed paragen file"),
    "utf-16": ("a ||| b ||| 1\n".encode("utf-16"), r"found UTF-16 text.* iconv"),
    "damaged bzip2": (b"BZh91AY&SY", r"found a damaged bzip2 file"),
    "zip": (b"PK\x03\x04", r"found a zip archive"),
    "half a gzip": (gzip.compress(b"a ||| b ||| 0.5\n" * 1000)[:-20], r"found a damaged gzip file"),
    "altered gzip": (gzip.compress(b"a ||| b ||| 0.5\n")[:-8] + b"\0" * 8, r"found a damaged gzip file"),
    "gzip of no table": (gzip.compress(b"text\n"), r":1: found 1 field"),
    "damaged parquet": (b"PAR1" + b"x" * 50, r"found a Parquet file cut short"),
}


def read(path, column=0, words=None, name="t"):
    return read_table(Packer(words), path, name, column)


@pytest.mark.parametrize("kind", LINES)
def test_refused(tmp_path, kind):
    if kind == "damaged parquet":
        pytest.importorskip("pyarrow")
    data, message = LINES[kind]
    path = tmp_path / "table"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=message) as error:
        read(path)
    assert str(error.value).startswith(str(path))
    assert len(str(error.value)) < 700
    assert error.value.remedy


def test_sentence_marks_within_words_or_cut_into_words_are_no_words(tmp_path):
    path = tmp_path / "table"
    path.write_text("x<s> ||| <s>< ||| 0.5\n</s>. ||| <S> ||| 0.5\n")
    assert read(path).left_out == 0
    path.write_text("<s> a ||| a </s> ||| 0.5\n")
    assert read(path, words=Tokenizer().words).left_out == 0


def test_directory(tmp_path):
    with pytest.raises(FormatError, match="found a folder without .parquet files, expected a Parquet table"):
        read(tmp_path)


def test_the_part_with_the_bad_row_is_named(tmp_path):
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    for number, score in enumerate((0.5, 2.0)):
        columns = {"source": ["a", "b"], "target": ["c", "d"], "score": [0.5, score]}
        pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / f"part-{number}.parquet")
    with pytest.raises(FormatError, match=r"part-1\.parquet: row 2: found the score 2"):
        read(tmp_path)


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none")


def test_column_beyond_the_scores(tmp_path):
    path = tmp_path / "table"
    path.write_text("a ||| b ||| 0.1 0.2\n")
    with pytest.raises(FormatError, match="found 2 scores, expected as many as the column chosen"):
        read(path, column=3)


def test_only_the_chosen_score_counts(tmp_path):
    path = tmp_path / "table"
    path.write_text("a ||| b ||| nan 0.5 7\n")
    read(path, column=2)
    with pytest.raises(FormatError, match="found the score 7"):
        read(path, column=3)


def test_text_may_begin_with_a_line_break_of_pieces(tmp_path):
    # longer than the pieces files are read in
    path = tmp_path / "table"
    path.write_text("".join(f"phrase number {i} ||| other {i} ||| 0.5\n" for i in range(100_000)))
    packer = Packer()
    packer.begin_table()
    data = path.read_bytes()
    for begin in range(0, len(data), 9973):
        packer.feed(data[begin : begin + 9973])
    packer.feed_end()
    assert packer.pairs == 100_000
    packer.write(tmp_path / "unused")


class TestParquet:
    @pytest.fixture
    def write(self, tmp_path):
        pytest.importorskip("pyarrow")
        import pyarrow
        import pyarrow.parquet

        def write(**columns):
            pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "t.parquet")
            return tmp_path / "t.parquet"

        return write

    def test_missing_columns(self, write):
        with pytest.raises(FormatError, match="found the columns from, to; source, target, score missing, expected the columns"):
            read(write(**{"from": ["a"], "to": ["b"]}))

    def test_sentence_marks(self, write):
        with pytest.raises(FormatError, match="row 2: found <s> or </s> as a word"):
            read(write(source=["a", "b"], target=["c", "<s>"], score=[0.5, 0.5]))

    def test_null_is_refused(self, write):
        with pytest.raises(FormatError, match="row 2: found an empty target"):
            read(write(source=["a", "b"], target=["c", None], score=[0.5, 0.5]))
        with pytest.raises(FormatError, match="row 1: found the score nan"):
            read(write(source=["a"], target=["c"], score=[None]))

    def test_rows_of_the_table_named(self, write):
        path = write(source=["a", "b", "c"], target=["x", "y", "z"], score=[0.5, 0.25, 1.0], table=["t", "u", "t"])
        packer = Packer()
        read_table(packer, path, "t")
        with pytest.raises(FormatError, match="found the tables t, u, expected one named v"):
            read(path, name="v")

    def test_licences(self, write):
        path = write(source=["a", "b"], target=["x", "y"], score=[0.5, 0.25], licence=["CC-BY", "CC0"])
        assert read(path).licences == ("CC-BY", "CC0")

    def test_numbers_as_text(self, write):
        with pytest.raises(FormatError):
            read(write(source=["a"], target=["b"], score=["high"]))

    def test_no_column_to_choose(self, write):
        with pytest.raises(ConfigError, match="--column does not apply"):
            read(write(source=["a"], target=["b"], score=[0.5]), column=2)

    def test_without_pyarrow(self, write, monkeypatch):
        path = write(source=["a"], target=["b"], score=[0.5])
        original = builtins.__import__

        def refuse(name, *args, **kwargs):
            if name.startswith("pyarrow"):
                raise ImportError(name)
            return original(name, *args, **kwargs)

        monkeypatch.setattr(builtins, "__import__", refuse)
        with pytest.raises(MissingPackageError, match=re.escape(install_hint("parquet"))):
            read(path)
