"""The words of the packed tables: the language model's first, with its ids; then the others by their bytes."""

from __future__ import annotations

from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer, TableStore


def words_of(store):
    return [store.vocabulary[i] for i in range(len(store.vocabulary))]


def test_seed_then_bytes(tmp_path):
    (tmp_path / "seed").write_text("zebra ||| lion ||| 1\nAnt ||| bee ||| 1\n")
    packer = Packer()
    read_table(packer, tmp_path / "seed")
    packer.write(tmp_path / "seed.bin")
    seed = TableStore(tmp_path / "seed.bin")
    assert words_of(seed) == ["Ant", "bee", "lion", "zebra"]
    (tmp_path / "t").write_text("zebra ||| cat ||| 1\nape zebra ||| é ||| 1\n", encoding="utf-8")
    packer = Packer()
    read_table(packer, tmp_path / "t")
    packer.write(tmp_path / "t.bin", seed.vocabulary)
    store = TableStore(tmp_path / "t.bin")
    assert words_of(store) == ["Ant", "bee", "lion", "zebra", "ape", "cat", "é"]
    assert store.vocabulary.ids(["zebra", "é", "none"]).tolist() == [3, 6, 2**32 - 1]
    # PT-7: words of either side of a table, and no others
    assert list(store.in_table) == [0, 0, 0, 1, 1, 1, 1]
