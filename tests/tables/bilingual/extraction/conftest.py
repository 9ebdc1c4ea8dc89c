"""Bitexts to extract from."""

from __future__ import annotations

import pytest

from paragen.tables.bilingual.extraction import ExtractOptions, extract_phrases
from paragen.tables.builder import open_engine


@pytest.fixture
def bitext_files(tmp_path):
    """A function that writes a bitext, and gives the paths of its three files."""

    def write(bitext):
        lines = [[" ".join(source), " ".join(target), " ".join(f"{i}-{j}" for i, j in links)] for source, target, links in bitext]
        paths = [tmp_path / name for name in ("src", "tgt", "links")]
        for path, side in zip(paths, zip(*lines, strict=True), strict=True):
            path.write_text("".join(f"{line}\n" for line in side), encoding="utf-8")
        return paths

    return write


@pytest.fixture
def extract(tmp_path):
    """A function that extracts, and gives the summary and the path of the table."""

    def run(paths, name="table.parquet", threads=2, memory="500M", **options):
        with open_engine(threads=threads, memory=memory, temp=tmp_path) as engine:
            return extract_phrases(paths, tmp_path / name, ExtractOptions(**options), engine), tmp_path / name

    return run
