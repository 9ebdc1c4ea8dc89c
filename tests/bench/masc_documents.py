"""Of which document of MASC each target of CoInCo is, for ``paragen labels --documents``: Melamud's lists do not say.

    python tests/bench/masc_documents.py > documents.tsv

A sentence is of the one document that CoInCo was drawn from whose letters hold the sentence's; those that several hold, or
none, are left out.
"""

from __future__ import annotations

import argparse
import re
import sys
import zipfile
from pathlib import Path

from common import ROOT

DATA = ROOT.parent / "shared" / "data"
_NO_LETTER = re.compile(r"[\W_]+")
_DRAWN_FROM = re.compile(r"/(Nathans_Bylichka|NYTnewswire\d|wsj_.*|\d+_(nyt|apw_eng)-NEW|A1\.E\d-NEW|enron-thread-159550)\.txt$")


def letters(text: str) -> str:
    return _NO_LETTER.sub("", text.lower())


def documents(path: Path) -> dict[str, str]:
    """Return the letters of each document by its name; its text is words with tags, ``THE_DT``."""
    with zipfile.ZipFile(path) as archive:
        found = {}
        for name in archive.namelist():
            if _DRAWN_FROM.search(name):
                words = archive.read(name).decode("utf-8", "replace").split()
                found[name.rpartition("/")[2]] = letters("".join(word.rpartition("_")[0] for word in words))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--masc", type=Path, default=DATA / "nltk" / "masc_tagged.zip", help="MASC as NLTK has it")
    parser.add_argument("--sentences", type=Path, default=DATA / "coinco" / "official-dev.orenmel-test.preprocessed")
    options = parser.parse_args()
    texts = documents(options.masc)
    known: dict[str, list[str]] = {}
    targets = found = 0
    for line in options.sentences.read_text(encoding="utf-8").splitlines():
        _, number, _, sentence = line.split("\t")
        if sentence not in known:
            own = letters(sentence)
            known[sentence] = [name for name, text in texts.items() if own in text]
        targets, found = targets + 1, found + (len(known[sentence]) == 1)
        if len(known[sentence]) == 1:
            print(f"{number}\t{known[sentence][0]}")
    single = sum(len(names) == 1 for names in known.values())
    print(f"{found} of {targets} targets, {single} of {len(known)} sentences, {len(texts)} documents", file=sys.stderr)


if __name__ == "__main__":
    main()
