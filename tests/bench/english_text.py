"""English text for the language model of the quality benchmark, one sentence per line, as Tokenizer().words cuts it.

    python tests/bench/english_text.py | paragen lm -o 5 --prune 0 0 1 --arpa english.arpa

Left out is what holds texts that SWORDS and CoInCo judge: MASC (``masc_tagged``), the Wall Street Journal articles of
the Penn treebank sample (``treebank``, ``dependency_treebank``) and the Enron letters of ``ud_ewt``. No line comes twice.
"""

from __future__ import annotations

import gzip
import html
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from paragen.text import Tokenizer

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
PLAIN = (
    "multi30k/tok/train.lc.norm.tok.en",
    "multi30k_captions/train.lc.norm.tok.*.en.gz",
    "opennmt_ende/src-train.txt",
    "zoph_enfr/train_english.txt.tok.lc.10k",
    "small_parallel_enja/train.en",
    "asset/asset.valid.orig",
    "asset/asset.valid.simp.*",
)
RUNNING = ("novels/*.txt.gz", "wikitext2/*.raw")
ARCHIVES = ("abc", "state_union", "inaugural")

_SENTENCE_END = re.compile(r"""(?<=[.!?])["')\]]*\s+(?=["'(\[]*[A-Z])""")
_UNSPACED = re.compile(r" (?=n't\b|'(?:s|re|ve|ll|d|m|t)\b)")


def read(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")


def running(text: str) -> Iterator[str]:
    """Cut running text, its paragraphs apart by empty or indented lines, into sentences."""
    for paragraph in re.split(r"\n\s*\n|\n {2,}", text):
        yield from _SENTENCE_END.split(" ".join(paragraph.split()))


def lines_of_files() -> Iterator[str]:
    for pattern in PLAIN:
        for path in sorted(DATA.glob(pattern)):
            yield from (_UNSPACED.sub("", line) for line in read(path).splitlines())
    for pattern in RUNNING:
        for path in sorted(DATA.glob(pattern)):
            yield from running(read(path))


def tatoeba() -> Iterator[str]:
    for path in sorted((DATA / "tatoeba_anki").glob("*.tsv.gz")):
        yield from (line.split("\t")[0] for line in read(path).splitlines())


def bibles(versions: Sequence[str] = ("BBE", "WEB")) -> Iterator[str]:
    rows = [line.split("\t") for line in read(DATA / "bible_en/verses.tsv.gz").splitlines()]
    for version in versions:
        column = rows[0].index(version)
        yield from (row[column] if len(row) > column else "" for row in rows[1:])


def news_tests() -> Iterator[str]:
    """The English sides of the WMT sets."""
    for path in sorted((DATA / "wmt15_16_newstest").glob("*eng*.tsv")):
        column = 1 if path.suffixes[-2].startswith(".eng") else 2
        yield from (row[column] for line in read(path).splitlines() if len(row := line.split("\t")) > column)


def archives() -> Iterator[str]:
    for name in ARCHIVES:
        with zipfile.ZipFile(DATA / f"nltk/{name}.zip") as archive:
            for member in archive.namelist():
                if member.endswith(".txt"):
                    yield from running(archive.read(member).decode("latin-1"))
    with zipfile.ZipFile(DATA / "nltk/brown.zip") as archive:
        for member in archive.namelist():
            if re.search(r"/c[a-r]\d\d$", member):
                for line in archive.read(member).decode("latin-1").splitlines():
                    words = " ".join(word.rpartition("/")[0] for word in line.split())
                    yield words.replace("``", '"').replace("''", '"')


def reuters() -> Iterator[str]:
    for path in sorted((DATA / "reuters21578").glob("*.json.gz")):
        for article in json.loads(read(path)):
            yield from running(article.get("body") or "")


def sentences(texts: Iterable[str]) -> Iterator[str]:
    """Return each sentence once, its lookup forms joined by spaces."""
    words, seen = Tokenizer().words, {""}
    for text in texts:
        line = " ".join(words(html.unescape(text)))
        if line not in seen:
            seen.add(line)
            yield line


SOURCES = {
    "files": lines_of_files, "tatoeba": tatoeba, "bibles": bibles, "news": news_tests, "archives": archives, "reuters": reuters,
}  # fmt: skip
"""Name -> what reads it, as it was written."""


def main() -> None:
    texts = chain.from_iterable(read_texts() for read_texts in SOURCES.values())
    sys.stdout.writelines(f"{line}\n" for line in sentences(texts))


if __name__ == "__main__":
    main()
