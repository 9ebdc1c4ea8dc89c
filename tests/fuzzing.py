"""What the fuzzers share: how long they run, altering files, making checksums right again, running in a process of their own."""

from __future__ import annotations

import hashlib
import json
import os
import random
import struct
import subprocess
import sys
from pathlib import Path

HEAD, ENTRY = struct.Struct("<8s8sIIQ"), struct.Struct("<24sQQ16s16x")
_DIRECTORY = HEAD.size + 16
_BYTES = (0, 1, 9, 10, 32, 0x7F, 0x80, 0xFF)
_NUMBERS = (0, 1, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x7FC00000, 0x7F800000, 0xFF800000)  # the last three: NaN, infinities


LONG = os.environ.get("PARAGEN_LONG_TESTS") == "1"
"""Whether fuzzers take more rounds, and tests of whole resources run; as before a change is taken."""


def rounds(few: int, many: int) -> int:
    """Return how many rounds a fuzzer takes."""
    return many if LONG else few


def run(script: Path, *args: object) -> dict[str, int]:
    """Run a fuzzer, which must not crash; return how many cases ended in which way."""
    path = os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), str(Path(__file__).parent)])
    command = [sys.executable, *map(str, (script, *args))]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path})
    assert done.returncode == 0, done.stderr[-2000:]
    counts: dict[str, int] = json.loads(done.stdout)
    return counts


def do_not_wait_for_the_disk() -> None:
    """Let files of this process reach the disk when they do: nobody pulls its plug."""
    os.fsync = lambda handle: None


def sections_begin(data: bytes) -> int:
    """Return where the directory of a packed file ends."""
    return _DIRECTORY + HEAD.unpack_from(data)[3] * ENTRY.size


def sign(data: bytes) -> bytes:
    """Make every checksum of a packed file right again, so that only the structure can betray the change."""
    signed, end = bytearray(data), sections_begin(data)
    for at in range(_DIRECTORY, end, ENTRY.size):
        name, offset, length, _ = ENTRY.unpack_from(data, at)
        ENTRY.pack_into(signed, at, name, offset, length, _digest(data[offset : offset + length]))
    signed[HEAD.size : _DIRECTORY] = _digest(signed[: HEAD.size] + signed[_DIRECTORY:end])
    return bytes(signed)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def alter(original: bytes, rng: random.Random, start: int = 0) -> bytes:
    """Change bits, bytes or numbers from ``start`` on; a file open to change from its first byte is also cut or shuffled."""
    data = bytearray(original)
    kind = rng.choice(("bit", "byte", "number") if start else ("bit", "byte", "number", "copy", "cut"))
    if kind == "cut":
        return bytes(data[: rng.randrange(len(data))])
    for _ in range(rng.choice((1, 1, 1, 2, 8, 64))):
        at = rng.randrange(start, len(data))
        if kind == "bit":
            data[at] ^= 1 << rng.randrange(8)
        elif kind == "byte":
            data[at] = rng.choice(_BYTES)
        elif kind == "copy":
            other = rng.randrange(len(data))
            data[at : at + 8] = original[other : other + 8]
        else:
            at -= at % 4
            data[at : at + 4] = struct.pack("<I", rng.choice((*_NUMBERS, rng.randrange(3000))))
    return bytes(data[: len(original)] if start else data)
