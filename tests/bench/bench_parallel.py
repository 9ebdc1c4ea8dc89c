"""Paraphrases of parallel sentences, judged by the hand-made alignments of Edinburgh++ [CCL08].

    python tests/bench/bench_parallel.py [--pipeline spacy:…] [--keep FILE]

Sentences are parsed, their chunks compared, and pairs of chunks are correct where people aligned them, surely or possibly.
Recall is that of the aligned chunks that differ in more than added words. --keep writes the labelled pairs, as `paragen
calibrate` reads them. Needs spaCy and the data beside the checkout.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from common import ROOT, circumstances
from gold_phrases import read_links

from paragen.tables.parses.options import ParseOptions
from paragen.tables.parses.parse import build_parses
from paragen.tables.resources.parallel import ParallelOptions, build_parallel
from paragen.tuning.labels.gold_sets import lookup_form, phrase_pairs

DATA = ROOT.parent / "shared" / "data"
GOLD = DATA / "edinburgh_pp" / "gold.train.sure+poss.json"
LONGEST = 10
EVERY = 10**6
Pairs = set[tuple[str, str]]
Scored = dict[tuple[str, str], tuple[float, float]]


def read_gold() -> tuple[list[str], list[str], Pairs]:
    """The sentences of both sides, and the phrases that are aligned."""
    rows = json.loads(GOLD.read_text(encoding="utf-8"))
    aligned: Pairs = set()
    for row in rows:
        left, right = row["source"].split(), row["target"].split()
        for (begin, end), (first, last) in phrase_pairs(read_links(f"{row['sureAlign']} {row['possibleAlign']}"), LONGEST):
            one, other = lookup_form(left[begin:end]), lookup_form(right[first:last])
            aligned |= {(one, other), (other, one)}
    return [row["source"] for row in rows], [row["target"] for row in rows], aligned


def candidates(group: list[Path], folder: Path, **options) -> Scored:
    """Content and context similarity of all pairs that a threshold of 0 would let through, of each pair the best."""
    sample = folder / "candidates.tsv"
    chosen = ParallelOptions(threshold=0.0, candidates=sample, candidates_limit=EVERY, **options)
    build_parallel([group], folder / "all.txt", chosen)
    best: Scored = {}
    for line in sample.read_text(encoding="utf-8").splitlines()[1:]:
        source, target, content, context, _ = line.split("\t")
        pair = min(source, target), max(source, target)
        found = float(content), float(context)
        best[pair] = max(best.get(pair, found), found, key=lambda both: chosen.alpha * both[0] + (1 - chosen.alpha) * both[1])
    return best


def figures(scored: Scored, aligned: Pairs, total: int, alpha: float, threshold: float) -> tuple[float, float, float, int]:
    """Precision, recall and F with half as much weight on recall of the pairs above a threshold, and how many they are."""
    taken = [pair for pair, (content, context) in scored.items() if alpha * content + (1 - alpha) * context > threshold]
    right = len(aligned.intersection(taken))
    precision, recall = right / max(1, len(taken)), right / total
    return precision, recall, 1.25 * precision * recall / max(1e-9, 0.25 * precision + recall), len(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pipeline", default=f"spacy:{DATA / 'spacy_en'}")
    parser.add_argument("--keep", type=Path)
    args = parser.parse_args()
    print(circumstances())
    *sides, aligned = read_gold()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        group = [folder / "one.conllu", folder / "other.conllu"]
        for sentences, path in zip(sides, group, strict=True):
            path.with_suffix(".txt").write_text("\n".join(sentences), encoding="utf-8")
            build_parses([path.with_suffix(".txt")], path, ParseOptions(pipeline=args.pipeline, tokenized=True))
        total = len(aligned & candidates(group, folder, all_pairs=True).keys())
        print(f"{len(sides[0])} sentence pairs, {total} pairs of aligned chunks\nalpha threshold precision recall   F0.5  pairs")
        default = ParallelOptions()
        for alpha in (0.3, 0.4, 0.5, 0.6, 0.7):
            scored = candidates(group, folder, alpha=alpha)
            best = max((figures(scored, aligned, total, alpha, step / 40)[2], step / 40) for step in range(8, 32))[1]
            for threshold in sorted({best, default.threshold} if alpha == default.alpha else {best}):
                show(f"{alpha:5} {threshold:9.3f}", figures(scored, aligned, total, alpha, threshold))
        for option in ("containment", "all_pairs"):
            scored = candidates(group, folder, **{option: True})
            show(f"with {option:>10}", figures(scored, aligned, total, default.alpha, default.threshold))
        if args.keep:
            header = "source\ttarget\tcontent\tcontext\tlabel"
            rows = [(*pair, *map(str, both), str(int(pair in aligned))) for pair, both in candidates(group, folder).items()]
            args.keep.write_text("\n".join([header, *map("\t".join, rows), ""]), encoding="utf-8")


def show(name: str, found: tuple[float, float, float, int]) -> None:
    precision, recall, f, pairs = found
    print(f"{name} {precision:9.3f} {recall:6.3f} {f:6.3f} {pairs:6}")


if __name__ == "__main__":
    main()
