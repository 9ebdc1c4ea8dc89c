"""The words of tables, as a model packed of them would have them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from paragen.base.destination import StrPath
from paragen.base.output_files import scratch_directory
from paragen.packing.sources import TableSource, read_source
from paragen.tables.store.packer import MAX_TOP, Packer
from paragen.tables.store.store import LABEL_MARK, TableStore
from paragen.text.tokenizer import Tokenizer


def table_words(tables: Sequence[StrPath]) -> frozenset[str]:
    """Return the words on both sides of the pairs of some tables.

    Parameters
    ----------
    tables : as :class:`TableSource` has them; any of several scores will do.

    Raises
    ------
    FormatError : a file is no table, or a line of it is malformed.
    """
    tokenizer = Tokenizer()
    packer = Packer(tokenizer.words)
    for path in tables:
        read_source(packer, os.fspath(path), TableSource(path, column=1), MAX_TOP, None, None, tokenizer)
    with scratch_directory() as folder:
        packer.write(folder / "tables")
        vocabulary = TableStore(folder / "tables").vocabulary
        words = frozenset(vocabulary[i] for i in range(len(vocabulary)))
    return frozenset(word for word in words if not word.startswith(LABEL_MARK))
