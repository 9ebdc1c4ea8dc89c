"""Traces the Python files that a label passes through on its way into the weights, once the model is open.

    python tests/bench/walk_tune.py

An annotator answers one question of the labelling page; then weights are tuned on the labels of seven sentences. It runs twice
and is traced the second time, when all is imported. Stays and returns are counted as in walk.py.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from itertools import groupby
from pathlib import Path
from typing import Any

import paragen
from paragen.base.input_files import Skips
from paragen.tuning.judged import judged_sentences
from paragen.tuning.labels import Label, append_labels, read_labels
from paragen.tuning.options import Options
from paragen.tuning.page import Answer, LabellingService, read_substitutes
from paragen.tuning.page.store import LabelStore
from paragen.tuning.tune import decoder, tune

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = {"src/paragen/": "", "tables/": "tables/", "tuning/": "tuning/", "decoder/": "decoder/", "lm/": "lm/"}


def room(file: str) -> str:
    """Return the name of a source file below ``paragen``; "" if it is another's."""
    for folder, name in FOLDERS.items():
        for root in (f"{ROOT / folder}/", f"{Path(paragen.__file__).parent / name}/"):
            if file.startswith(root):
                return name + file.removeprefix(root)
    return ""


def walk(items: Path, labels: Path) -> list[str]:
    """Return the file of each function entered from a label to weights, in the order in which they are first entered."""
    entered: dict[Any, str] = {}
    paraphraser = paragen.load()

    def note(frame: Any, event: str, _: object) -> None:
        if event == "call" and frame.f_code not in entered:
            entered[frame.f_code] = room(frame.f_code.co_filename)

    for _ in range(2):
        entered.clear()
        sys.setprofile(note)
        service = LabellingService(read_substitutes(items, Skips()), LabelStore(labels))
        view = service.open("anna")
        service.label("anna", view["item"]["id"], Answer("correct"), seen=None, follow="open")
        sentences = judged_sentences(read_labels(labels)).sentences
        tune(decoder(paraphraser), sentences, paraphraser.weights, Options(max_rounds=1, starts=1))
        sys.setprofile(None)
    return [file for file in entered.values() if file]


def prepared(folder: Path) -> tuple[Path, Path]:
    """Write items of the example sentences, and made-up labels of most of them."""
    texts = (ROOT / "docs" / "examples.txt").read_text(encoding="utf-8").splitlines()
    texts = [text for text in texts if not re.search("because|said|but|how to", text)]  # nothing moves
    items, labels = folder / "items.jsonl", folder / "labels.jsonl"
    records = []
    with open(items, "w", encoding="utf-8") as file:
        for candidates in paragen.load().pipe_substitutes(texts):
            for number, one in enumerate(candidates):
                file.write(json.dumps(one.to_dict()) + "\n")
                if number:
                    verdict = ("correct", "incorrect")[number % 3 == 0]
                    records.append(Label(one.id, verdict, None, "bert", None, one.sentence, one.begin, one.end, one.after))
    append_labels(labels, records)
    return items, labels


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        found = walk(*prepared(Path(folder)))
    stays = [file for file, _ in groupby(found)]
    print(*dict.fromkeys(stays), sep="\n")
    print(f"{len(stays)} stays in {len(set(stays))} files, {len(stays) - len(set(stays))} returns")
