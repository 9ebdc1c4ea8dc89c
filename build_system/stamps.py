"""Whether something built is still up to date: by the contents of files, as a fresh build environment renews their times."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path


class Stamp:
    """A record beside what was built: the settings it was built with, and a digest of each file it came from and consists of.

    Parameters
    ----------
    path : the record's file.
    settings : whatever else the result depends on, such as the compiler and its flags.
    """

    def __init__(self, path: Path, settings: str) -> None:
        self._path, self._settings = path, settings

    def holds(self) -> bool:
        """Whether the record has these settings, and all of its files are as they were."""
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
            unchanged = all(digest(path) == was for path, was in record["files"].items())
            return unchanged and bool(record["settings"] == self._settings)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # none yet, or cut off
            return False

    def write(self, files: Iterable[Path]) -> None:
        """Record these files, sources and results alike."""
        record = {"settings": self._settings, "files": {str(path): digest(path) for path in sorted(set(files))}}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(record, indent=1), encoding="utf-8")

    def remove(self) -> None:
        """Forget the record, before what it is about is made anew."""
        self._path.unlink(missing_ok=True)


def digest(path: str | Path) -> str:
    """Return a digest of a file's contents."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
