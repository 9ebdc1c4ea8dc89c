"""How often text of other languages is changed, and text of the model's language held back.

    python tests/bench/other_languages.py [-m model] [--show NAME]

Texts that nothing was learnt from: the tenth of Tatoeba and of the Bibles that the weights were not learnt from (see
`paragen.recipes.language_guard.held_out`), news and comments of WMT 2015, the English Web Treebank, MSRP, Multi30k, and
the lines in tests/text/other_languages, written for this. Lines of four words and more, and shorter ones.
"""

from __future__ import annotations

import argparse
import gzip
import lzma
import re
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path

import paragen
from paragen.recipes.language_guard import held_out
from paragen.rewriting.prepare import is_whole

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
OWN = ROOT / "tests" / "text" / "other_languages"
MOST = 3000
_WORD = re.compile(r"[^\W\d_]+")
_GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def column(path: str | Path, number: int = 0, heading: bool = False, unseen: bool = False) -> list[str]:
    """Return the distinct lines of a column (from 1; 0: whole lines); ``unseen``: those that nothing was learnt from."""
    path = DATA / path
    opener = {".gz": gzip.open, ".xz": lzma.open}.get(path.suffix, open)
    with opener(path, "rt", encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") if number else [line.rstrip("\n")] for line in file][heading:]
    found = (row[max(0, number - 1)] for row in rows if len(row) >= number)
    return distinct(line for line in found if line.strip() and (not unseen or held_out(line)))


def distinct(lines: Iterable[str]) -> list[str]:
    """Return each line once."""
    return list(dict.fromkeys(lines))


def plain(lines: Iterable[str]) -> list[str]:
    """Return lines without accents."""
    bare = (unicodedata.normalize("NFD", line.replace("ß", "ss")) for line in lines)
    return ["".join(c for c in line if not unicodedata.combining(c)) for line in bare]


def corpora() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the language and name of each text, and its lines."""
    news, verses = "wmt15_16_newstest/newstest2015", "bible_multi/verses_multi.tsv.gz"
    talk = "wmt15_16_newstest/newsdiscusstest2015"
    for pair, side in (("eng-deu", 2), ("deu-eng", 3), ("ces-eng", 3), ("rus-eng", 3), ("fin-eng", 3)):
        yield "en", f"news {pair}", column(f"{news}.{pair}.tsv", side)
    yield "en", "comments", column(f"{talk}.eng-fre.tsv", 2)
    yield "en", "news (MSRP)", column("msrp/msr_paraphrase_train.txt", 4, heading=True)
    with gzip.open(DATA / "ud_ewt/en_ewt-ud-dev.conllu.gz", "rt", encoding="utf-8") as file:
        yield "en", "web (EWT)", [line[9:].strip() for line in file if line.startswith("# text = ")]
    yield "en", "commands", column("open_english/dialogue/home_commands.txt.xz", unseen=True)
    yield "en", "Tatoeba", column("tatoeba_anki/eng-deu.tsv.gz", 1, unseen=True)
    yield "en", "verses (BSB)", column(verses, 2, heading=True, unseen=True)
    yield "en", "own: names, code, …", (OWN / "en.txt").read_text(encoding="utf-8").splitlines()
    german = column("tatoeba_anki/eng-deu.tsv.gz", 2, unseen=True)
    german_news = distinct(column(f"{news}.eng-deu.tsv", 3) + column(f"{news}.deu-eng.tsv", 2))
    own = (OWN / "de_ascii.txt").read_text(encoding="utf-8").splitlines()
    for name, lines in (("Tatoeba", german), ("news", german_news)):
        yield "de", name, lines
        yield "de", f"{name}, ae oe ue", [line.translate(_GERMAN) for line in lines]
        yield "de", f"{name}, no accents", plain(lines)
    yield "de", "own, ae oe ue", own
    yield "de", "own, no accents", [re.sub("(?<=[aou])e(?![iu])", "", line) for line in own]
    yield "fr", "Tatoeba", column("tatoeba_anki/eng-fra.tsv.gz", 2, unseen=True)
    comments = distinct(column(f"{talk}.eng-fre.tsv", 3) + column(f"{talk}.fre-eng.tsv", 2))
    yield "fr", "comments", comments
    yield "fr", "comments, no accents", plain(comments)
    yield "cs", "news", column(f"{news}.ces-eng.tsv", 2)
    yield "fi", "news", distinct(column(f"{news}.fin-eng.tsv", 2) + column(f"{news}.eng-fin.tsv", 3))
    yield "ru", "news", column(f"{news}.rus-eng.tsv", 2)
    yield "es", "verses", column(verses, 6, heading=True, unseen=True)
    yield "zh", "verses", column(verses, 7, heading=True)[:MOST]
    yield "nl", "own", (OWN / "nl.txt").read_text(encoding="utf-8").splitlines()


def measured(paraphraser: paragen.Paraphraser, name: str, lines: list[str], own: bool, show: bool) -> None:
    """Print how many lines are held back, whole or in part, and how many are changed."""
    passages = paraphraser.other_language(lines)
    whole = [is_whole(line, found) for line, found in zip(lines, passages, strict=True)]
    free = [line for line, held in zip(lines, whole, strict=True) if not held] if not own else []
    changed = {line for line, [best] in zip(free, paraphraser.rewrite_batch(free), strict=True) if best.edits}
    for size, least, most in (("4+", 4, 1 << 30), ("1-3", 1, 3)):
        chosen = [i for i, line in enumerate(lines) if least <= len(_WORD.findall(line)) <= most]
        if not chosen:
            continue
        rates = [sum(map(whole.__getitem__, chosen)), sum(bool(passages[i]) for i in chosen)]
        rates += [] if own else [sum(lines[i] in changed for i in chosen)]
        shares = "".join(f"{count:8d} {100 * count / len(chosen):6.2f} %" for count in rates)
        print(f"{name:26s}{size:>5s}{len(chosen):7d}{shares}", flush=True)
        for i in chosen if show else ():
            if (passages[i] if own else lines[i] in changed):
                print("    ", lines[i], "|", [lines[i][begin:end] for begin, end in passages[i]])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-m", "--model")
    parser.add_argument("--show", metavar="NAME", help="show the lines that count of texts whose name contains this")
    given = parser.parse_args()
    paraphraser = paragen.load(given.model)
    code = paraphraser.model.language_code
    print(f"{'text':26s}{'words':>5s}{'lines':>7s}{'whole':>17s}{'any passage':>17s}{'changed':>17s}")
    for language, name, lines in corpora():
        title = f"{language} {name}"
        measured(paraphraser, title, lines, language == code, given.show is not None and given.show in title)


if __name__ == "__main__":
    main()
