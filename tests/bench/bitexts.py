"""The bitexts beside the checkout, of each language those of several makers: foreign and English lines, as they wrote them."""

from __future__ import annotations

import gzip
import html
import re
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
Pairs = Iterator[tuple[str, str]]

_UNSPACED = re.compile(r" (?=n't\b|'(?:s|re|ve|ll|d|m|t)\b)")  # tokenised text: can 't, it 's
_BIBLE = {"de": "de_GerTafel", "es": "es_RV1865", "zh": "zh_ChiUn", "cs": "cs_BKR"}
_ENGLISH_BIBLES = ("en_BSB", "en_WEB", "en_BBE")
_NEWS = {"de": "deu", "fr": "fre", "cs": "ces"}


def _side(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def _sides(foreign: Path, english: Path) -> Pairs:
    return zip(_side(foreign), _side(english), strict=True)


def _tatoeba(language: str) -> Pairs:
    path = DATA / "tatoeba_anki" / f"eng-{'deu' if language == 'de' else 'fra'}.tsv.gz"
    for line in gzip.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n"):
        english, foreign, *_ = line.split("\t")
        yield foreign, english


def _captions(language: str) -> Pairs:
    for part in ("train", "val"):
        stem = DATA / "multi30k" / "tok" / f"{part}.lc.norm.tok"
        yield from _sides(Path(f"{stem}.{language}"), Path(f"{stem}.en"))


def _bible(language: str) -> Pairs:
    text = gzip.decompress((DATA / "bible_multi" / "verses_multi.tsv.gz").read_bytes()).decode()
    head, *rows = (line.split("\t") for line in text.removesuffix("\n").split("\n"))
    for row in rows:
        verse = dict(zip(head, row, strict=False))
        for english in _ENGLISH_BIBLES:
            yield verse.get(_BIBLE[language], ""), verse.get(english, "")


def _news(language: str) -> Pairs:
    if language == "de":
        folder = DATA / "opennmt_ende"
        for part in ("train", "val"):
            yield from _sides(folder / f"tgt-{part}.txt", folder / f"src-{part}.txt")
    if language == "fr":
        folder = DATA / "zoph_enfr"
        for part in ("train_{}.txt.tok.lc.10k", "dev_{}.txt.tok.lc"):
            yield from _sides(folder / part.format("french"), folder / part.format("english"))
    for path in sorted((DATA / "wmt15_16_newstest").glob("*.tsv")):
        first, second = path.name.split(".")[1].split("-")
        for line in _side(path):
            _, one, other = line.split("\t")[:3]
            if (first, second) == (_NEWS[language], "eng"):
                yield one, other
            if (first, second) == ("eng", _NEWS[language]):
                yield other, one


def _tanaka(language: str) -> Pairs:
    folder = DATA / "small_parallel_enja"
    return _sides(folder / f"train.{language}", folder / "train.en")


PARTS = {
    "de": {"tatoeba": _tatoeba, "captions": _captions, "bible": _bible, "news": _news},
    "fr": {"tatoeba": _tatoeba, "captions": _captions, "news": _news},
    "cs": {"captions": _captions, "bible": _bible, "news": _news},
    "es": {"bible": _bible},
    "zh": {"bible": _bible},
    "ja": {"tanaka": _tanaka},
}
"""Language -> the corpora it has, each with what reads it."""


def write_bitext(language: str, folder: Path) -> dict[str, int]:
    """Write LANGUAGE.foreign and LANGUAGE.english, corpus after corpus; return how many pairs each corpus has."""
    stem = folder / language
    for side in ("foreign", "english"):
        stem.with_suffix(f".{side}").unlink(missing_ok=True)
    return {corpus: write_bitext_of(language, corpus, stem) for corpus in PARTS[language]}


def write_bitext_of(language: str, corpus: str, stem: Path) -> int:
    """Append a corpus to STEM.foreign and STEM.english; return how many pairs it has.

    Entities and spaced clitics are written as people write them.
    """
    count = 0
    with open(stem.with_suffix(".foreign"), "a", encoding="utf-8") as first, \
            open(stem.with_suffix(".english"), "a", encoding="utf-8") as second:  # fmt: skip
        for foreign, english in PARTS[language][corpus](language):
            first.write(html.unescape(foreign).replace("\n", " ") + "\n")
            second.write(unspaced(html.unescape(english)).replace("\n", " ") + "\n")
            count += 1
    return count


def unspaced(text: str) -> str:
    """Return tokenised English with its clitics as people write them."""
    return _UNSPACED.sub("", text)
