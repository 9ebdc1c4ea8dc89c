"""How many targets have a conceivable substitute, and how many of the surest are accepted, in documents not learnt from.

    python tests/bench/conceivable.py --labels resources/labels/edits.jsonl --background swords.jsonl --conceivable asked.jsonl \\
        --documents documents.tsv --ratings resources/labels/exchanges.tsv --targets 370

The starter pack's tables; labels as for ``paragen fit``, one target in each sentence of --conceivable. The surest substitute of a
target counts, if it is as likely as a bound says.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from common import circumstances

from paragen.decoder.fit.kernel import FeatureReader
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.paraphraser import Paraphraser
from paragen.tuning.fit.fitting import fit, read_knowledge
from paragen.tuning.fit.samples import read_documents, read_ratings, samples
from paragen.tuning.labels import read_labels
from paragen.tuning.options import FitOptions

BOUNDS = (0.9, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("labels", "background", "conceivable"):
        parser.add_argument(f"--{name}", type=Path, action="append", required=True)
    for name in ("documents", "ratings"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--targets", type=int, required=True, help="how many there are, those without substitutes counted")
    parser.add_argument("--folds", type=int, default=4)
    parser.add_argument("--trees", type=int, default=400)
    given = parser.parse_args()

    model = Model.open(starter_path())
    knowledge = read_knowledge(None).with_ratings(read_ratings(given.ratings, model.tokenizer.words))
    paraphraser = Paraphraser(model, fit=False, keep_defaults=False)
    reader, names = FeatureReader(paraphraser.steps.decoder, knowledge), read_documents(given.documents)
    own, background, asked = (
        samples(paraphraser, read_labels(*files), reader, names) for files in (given.labels, given.background, given.conceivable)
    )
    fitted = fit(own, FitOptions(given.trees, 0.1, given.folds), background, asked)
    assert fitted.lenient is not None
    texts = samples(paraphraser, read_labels(*given.conceivable), reader).documents  # each sentence is a document: a target
    by_target = defaultdict(list)
    for text, probability, correct in zip(texts, fitted.lenient.probability, fitted.lenient.correct, strict=True):
        by_target[text].append((float(probability), bool(correct)))

    print(circumstances() + "\n\n| at least | targets | accepted | of |\n|---|---|---|---|")
    for bound in BOUNDS:
        surest = [best for found in by_target.values() if (best := max(found, key=lambda one: one[0]))[0] >= bound]
        right = sum(correct for _, correct in surest)
        share = f"{100 * right / len(surest):.1f} %" if surest else ""
        print(f"| {bound:.2f} | {100 * len(surest) / given.targets:.1f} % | {share} | {len(surest)} |")
    print(f"\ncalibration error {fitted.lenient.error:.3f}; {fitted.lenient.area:.3f} of the pairs in their order")


if __name__ == "__main__":
    main()
