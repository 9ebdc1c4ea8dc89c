"""The reading test of [BC05]: occurrences of phrases, each with the paraphrase that every system puts in their place.

    python tests/bench/phrases_in_context.py draw phrases.txt first.english first.foreign first.links -n 3 -o sets
    python tests/bench/phrases_in_context.py blind sets/phrases.tsv one=one.jsonl one-lm=one-lm.jsonl -o reading
    python tests/bench/phrases_in_context.py score reading/key.tsv verdicts.tsv

draw takes at most N lines of the first file in which each phrase stands, and the same lines of the others. blind takes the
answers of ``paragen substitutes --top 1`` to those lines, one file for each system, and writes all distinct sentences, shuffled,
as ``items.txt`` for readers and ``items.jsonl`` for ``paragen label``; ``key.tsv`` says whose they are. A reader writes a line an
item: its number, whether the meaning is kept and whether the grammar is right (yes or no), with tabs between; score counts them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import defaultdict
from pathlib import Path

from common import wilson

SEED = 46


def draw(options: argparse.Namespace) -> None:
    """Write the lines that are drawn, and which phrase each was drawn for."""
    sides = [path.read_text(encoding="utf-8").removesuffix("\n").split("\n") for path in options.texts]
    phrases = options.phrases.read_text(encoding="utf-8").split("\n")
    rng = random.Random(SEED)
    drawn: list[tuple[int, str]] = []
    taken: set[int] = set()
    for phrase in filter(None, phrases):
        pattern = re.compile(rf"(?<![\w'-]){re.escape(phrase)}(?![\w'-])", re.IGNORECASE)
        first = {}
        for number, line in enumerate(sides[0]):
            if number not in taken and pattern.search(line):
                first.setdefault(line, number)
        found = sorted(first.values())
        lines = rng.sample(found, min(options.n, len(found)))
        taken.update(lines)
        drawn += [(number, phrase) for number in lines]
    options.output.mkdir(parents=True)
    for path, side in zip(options.texts, sides, strict=True):
        (options.output / path.name).write_text("".join(f"{side[number]}\n" for number, _ in drawn), encoding="utf-8")
    rows = "".join(f"{number + 1}\t{phrase}\n" for number, phrase in drawn)
    (options.output / "phrases.tsv").write_text(rows, encoding="utf-8")
    print(f"{len(drawn)} lines for {len({phrase for _, phrase in drawn})} phrases")


def blind(options: argparse.Namespace) -> None:
    """Write the distinct sentences in random order, and the key."""
    phrases = [line.split("\t")[1] for line in options.phrases.read_text(encoding="utf-8").splitlines()]
    items: dict[str, dict] = {}
    systems: dict[str, list[str]] = defaultdict(list)
    for argument in options.systems:
        name, _, path = argument.partition("=")
        answered: set[int] = set()
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            number = item["sentence"]
            if item["phrase"] == phrases[number - 1] and number not in answered:
                answered.add(number)
                items[item["id"]] = item
                systems[item["id"]].append(name)
        print(f"{name}: a paraphrase in {len(answered)} of {len(phrases)} lines")
    order = sorted(items)
    random.Random(SEED).shuffle(order)
    options.output.mkdir(parents=True, exist_ok=True)
    with open(options.output / "items.txt", "w", encoding="utf-8") as text, \
            open(options.output / "items.jsonl", "w", encoding="utf-8") as lines, \
            open(options.output / "key.tsv", "w", encoding="utf-8") as key:  # fmt: skip
        for number, name in enumerate(order, 1):
            item = items[name]
            text.write(f"{number}\nA: {item['text']}\nB: {item['result']}\n\n")
            lines.write(json.dumps({**item, "tables": {}, "score": 0.0, "lm": None}, ensure_ascii=False) + "\n")
            key.write(f"{number}\t{name}\t{phrases[item['sentence'] - 1]}\t{','.join(systems[name])}\n")
    print(f"{len(order)} distinct sentences")


def score(options: argparse.Namespace) -> None:
    """Print the share of right sentences and of kept meanings of each system, with Wilson's intervals."""
    verdicts = {}
    for line in options.verdicts.read_text(encoding="utf-8").splitlines():
        number, meaning, grammar, *_ = line.split("\t")
        verdicts[number] = (meaning == "yes", grammar == "yes")
    counts: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in options.key.read_text(encoding="utf-8").splitlines():
        number, _, _, systems = line.split("\t")
        for system in systems.split(","):
            counts[system].append(verdicts[number])
    print("| system | sentences | correct | meaning kept |\n|---|---|---|---|")
    for system, pairs in counts.items():
        cells = [f"{100 * n / len(pairs):.1f} [{100 * low:.1f}, {100 * high:.1f}]"
                 for n in (sum(map(all, pairs)), sum(meaning for meaning, _ in pairs))
                 for low, high in [wilson(n, len(pairs))]]  # fmt: skip
        print(f"| {system} | {len(pairs)} | {' | '.join(cells)} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("draw")
    verb.add_argument("phrases", type=Path)
    verb.add_argument("texts", type=Path, nargs="+")
    verb.add_argument("-n", type=int, default=3)
    verb.add_argument("-o", "--output", type=Path, required=True)
    verb.set_defaults(run=draw)
    verb = verbs.add_parser("blind")
    verb.add_argument("phrases", type=Path)
    verb.add_argument("systems", nargs="+", metavar="NAME=ITEMS")
    verb.add_argument("-o", "--output", type=Path, required=True)
    verb.set_defaults(run=blind)
    verb = verbs.add_parser("score")
    verb.add_argument("key", type=Path)
    verb.add_argument("verdicts", type=Path)
    verb.set_defaults(run=score)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
