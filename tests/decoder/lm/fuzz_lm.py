"""Alters a language-model file in thousands of ways and looks at what comes of it. Run by test_fuzz_lm.py in a process of its own.

Arguments: the file, a folder to work in, a seed, the number of cases. Prints the counts as JSON.
"""

from __future__ import annotations

import hashlib
import json
import random
import struct
import sys
from pathlib import Path

import numpy as np

from paragen.decoder.lm import LanguageModel, pack_lm
from paragen.errors import FormatError
from paragen.packfile import MAGIC

HEAD, ENTRY = struct.Struct("<8s8sIIQ"), struct.Struct("<24sQQ16s16x")
LINES = ["", "the old ferry left", "nobody saw the light after the storm", "zzz harbour , \" the", "a small boat is safe in the harbour"]


def digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def sign(data: bytearray) -> None:
    """Make every checksum right again, so that only the structure can betray the change."""
    count = HEAD.unpack_from(data)[3]
    for i in range(count):
        at = 48 + i * ENTRY.size
        name, offset, length, _ = ENTRY.unpack_from(data, at)
        ENTRY.pack_into(data, at, name, offset, length, digest(bytes(data[offset : offset + length])))
    data[32:48] = digest(bytes(data[:32]), bytes(data[48 : 48 + count * ENTRY.size]))


def alter(original: bytes, rng: random.Random, start: int) -> bytearray:
    data = bytearray(original)
    kind = rng.randrange(5)
    if kind == 4 and start == 0:
        return data[: rng.randrange(len(data))]
    for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
        at = rng.randrange(start, len(data))
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.choice((0, 1, 9, 10, 32, 0x7F, 0x80, 0xFF))
        elif kind == 2 and start == 0:
            other = rng.randrange(len(data))
            data[at : at + 8] = original[other : other + 8]
        else:
            at -= at % 4
            data[at : at + 4] = struct.pack("<I", rng.choice((0, 1, 0xFFFFFFFF, 0x80000000, 0x7FC00000, 0x7FFFFFFF, rng.randrange(300))))
    return data[: len(original)] if start else data


def answers(lm: LanguageModel) -> list[list[tuple]]:
    ids = np.array([0, 1, 5, 2, 7, 7, 2**32 - 1, 3], np.uint32)
    return [*(list(lm.full_scores(line)) for line in LINES), [(lm.score_ids(ids),)]]


def packed_case(path: Path, data: bytes, expected: list) -> str:
    path.write_bytes(data)
    try:
        lm = LanguageModel(path)
    except FormatError:
        return "refused at opening"
    found = answers(lm)
    try:
        lm.verify()
    except FormatError:
        return "refused by verify"
    # repr: an altered number may be NaN, which equals nothing
    return "the same" if repr(found) == repr(expected) else "silent"


def source_case(folder: Path, data: bytes) -> str:
    (folder / "source").write_bytes(data)
    try:
        pack_lm(folder / "source", folder / "packed")
    except FormatError:
        assert not (folder / "packed").exists()
        return "refused"
    lm = LanguageModel(folder / "packed")
    lm.verify()
    answers(lm)
    (folder / "packed").unlink()
    return "read"


def main() -> None:
    original, folder, rng, cases = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2]), random.Random(sys.argv[3]), int(sys.argv[4])
    counts: dict[str, int] = {}
    packed = original.startswith(MAGIC)
    expected = answers(LanguageModel(sys.argv[1])) if packed else []
    for case in range(cases):
        signed = packed and case % 3 == 0
        data = alter(original, rng, 48 + HEAD.unpack_from(original)[3] * ENTRY.size if signed else 0)
        if signed:
            sign(data)
        path = folder / f"altered{case}"
        outcome = packed_case(path, bytes(data), expected) if packed else source_case(folder, bytes(data))
        if packed:
            path.unlink()
        if signed and outcome == "silent":
            outcome = "another sound model"  # its checksums are right, and so is its structure
        counts[outcome] = counts.get(outcome, 0) + 1
    print(json.dumps(counts))


main()
