"""Round trips of real documents: what of them is prose, whether anything else ever changes, and what reading them costs.

    python tests/bench/bench_documents.py [--decode N] [--show N] [--files N] FOLDER…

For every Markdown, HTML, LaTeX, subtitle and text file below the folders (a sample of --files of each format):
1. with a paraphraser that changes nothing it must come back byte for byte;
2. with edits of every kind in all of its prose, also of what its format would read as markup, its structure must be the same;
3. for --decode of them, of up to 50 kB, the same with the starter pack, with the time taken to read and write them beside that to
   paraphrase them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from common import circumstances
from document_structure import edited, structure, unchanged

import paragen
from paragen.documents import FORMATS, Document, format_of


def files(folders: list[str], most: int) -> dict[str, list[Path]]:
    """Return a sample of the files of each format; no two with the same content."""
    found: dict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if (form := format_of(path.name)) and path.is_file() and not path.is_symlink() and path.stat().st_size < 1_000_000:
                found[form].append(path)
    rng = random.Random(1)
    return {form: rng.sample(found[form], min(most, len(found[form]))) for form in FORMATS}


def first_difference(a: list[object], b: list[object]) -> str:
    at = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    return f"{a[at - 1 : at + 2]} became {b[at - 1 : at + 2]}"


class Trip:
    """What the documents of one format did."""

    def __init__(self, form: str, show: int) -> None:
        self.form, self.counts, self.seconds = form, Counter(), Counter()
        self._show = show

    def take(self, path: Path, paraphraser: paragen.Paraphraser | None) -> None:
        """Take one file through."""
        try:
            text = path.read_bytes().decode()
        except UnicodeDecodeError:
            self.counts["not UTF-8"] += 1
            return
        begin = time.process_time()
        document = Document(text, self.form, name=str(path))
        requests = document.requests()
        self.seconds["read"] += time.process_time() - begin
        self.counts["files"] += 1
        self.counts["characters"] += len(text)
        self.counts["passages"] += len(requests)
        self.counts["sentences"] += sum(1 + len(list(request.breaks)) for request in requests)
        self.counts["prose"] += sum(len(request.text) for request in requests)
        if document.rendered(unchanged(requests)) != text:
            self._fail("NOT THE SAME WITHOUT EDITS", path, "")
        self._check("NASTY EDITS CHANGED MARKUP", path, text, document.rendered(edited(requests, random.Random(len(text)))))
        if paraphraser is not None:
            begin = time.process_time()
            found = [best[0] for best in paraphraser.pipe(requests)]
            self.seconds["paraphrase"] += time.process_time() - begin
            begin = time.process_time()
            out = document.rendered(found)
            again = Document(text, self.form).requests()
            self.seconds["read and write"] += time.process_time() - begin
            assert len(again) == len(requests)
            self.counts["decoded"] += 1
            self.counts["edits"] += sum(len(one.edits) for one in found)
            self._check("PARAPHRASING CHANGED MARKUP", path, text, out)

    def _check(self, what: str, path: Path, text: str, out: str) -> None:
        before, after = structure(text, self.form), structure(out, self.form)
        if before != after:
            self._fail(what, path, first_difference(before, after))

    def _fail(self, what: str, path: Path, detail: str) -> None:
        self.counts[what] += 1
        if self.counts[what] <= self._show:
            print(f"  {what}: {path}: {detail}"[:800])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--decode", type=int, default=0)
    parser.add_argument("--show", type=int, default=3)
    parser.add_argument("--files", type=int, default=1000)
    given = parser.parse_args()
    print(circumstances())
    paraphraser = paragen.load() if given.decode else None
    for form, paths in files(given.folders, given.files).items():
        trip = Trip(form, given.show)
        for path in paths:
            small = trip.counts["decoded"] < given.decode and path.stat().st_size < 50_000
            trip.take(path, paraphraser if small else None)
        if trip.counts["files"]:
            print(f"{form}: " + ", ".join(f"{count:,} {name}" for name, count in trip.counts.items()))
            print(f"{form}: " + ", ".join(f"{name} {seconds:.2f} s" for name, seconds in trip.seconds.items()), flush=True)


if __name__ == "__main__":
    main()
