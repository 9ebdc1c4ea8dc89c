"""Alters a packed tables file in thousands of ways and looks at what it answers. Run by test_fuzz.py in a process of its own.

Arguments: the packed file, a folder for altered ones, a seed, the number of cases. Prints the counts as JSON.
"""

from __future__ import annotations

import hashlib
import json
import random
import struct
import sys
from pathlib import Path

from paragen.errors import FormatError
from paragen.tables.store import TableStore

HEAD, ENTRY = struct.Struct("<8s8sIIQ"), struct.Struct("<24sQQ16s16x")


def digest(*parts):
    return hashlib.blake2b(b"".join(parts), digest_size=16).digest()


def sign(data: bytearray) -> None:
    """Make every checksum right again, so that only the structure can betray the change."""
    count = HEAD.unpack_from(data)[3]
    for i in range(count):
        at = 48 + i * ENTRY.size
        name, offset, length, _ = ENTRY.unpack_from(data, at)
        ENTRY.pack_into(data, at, name, offset, length, digest(data[offset : offset + length]))
    data[32:48] = digest(data[:32], data[48 : 48 + count * ENTRY.size])


def alter(original: bytes, rng: random.Random, signed: bool) -> bytes:
    data = bytearray(original)
    kind = rng.randrange(4 if not signed else 3)
    if kind == 3:
        return bytes(data[: rng.randrange(len(data))])
    start = 48 + HEAD.unpack_from(data)[3] * ENTRY.size if signed else 0
    for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
        at = rng.randrange(start, len(data))
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.choice((0, 1, 0x7F, 0x80, 0xFF))
        else:
            at -= at % 4
            data[at : at + 4] = struct.pack("<I", rng.choice((0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, rng.randrange(2000))))
    data = data[: len(original)]
    if signed:
        sign(data)
    return bytes(data)


def answers(store: TableStore, phrases) -> list:
    found = [(words, store.options(words)) for words in phrases]
    try:
        found.append(list(store.phrases()))
    except FormatError:
        found.append("refused")
    return found


def main(path: str, folder: str, seed: str, cases: str) -> None:
    original = Path(path).read_bytes()
    store = TableStore(path)
    phrases = [words for words, _ in store.phrases()] + [("unseen",), ("a", "unseen")]
    expected = answers(store, phrases)
    counts = {"refused at opening": 0, "refused by verify": 0, "same answers": 0, "silent": 0}
    rng = random.Random(int(seed))
    target = Path(folder) / "altered.bin"
    for case in range(int(cases)):
        signed = case % 2 == 1
        target.unlink(missing_ok=True)  # a new file: the old mapping may be in use
        data = alter(original, rng, signed)
        target.write_bytes(data)
        try:
            altered = TableStore(target)
        except FormatError:
            counts["refused at opening"] += 1
            continue
        same = answers(altered, phrases) == expected
        try:
            altered.verify()
            # a change with right checksums that leaves the structure sound is another, sound file
            counts["same answers" if same or signed else "silent"] += 1
        except FormatError:
            counts["refused by verify"] += 1
    print(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
