"""Answers to part files for tests, which processes of their own import."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paragen.base.errors import FormatError
from paragen.cluster.parts import opened_lines

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Capitals:
    """Writes lines in capitals. A line may ask for what goes wrong: "broken", "full" (until its mark says
    "emptied"), "killed" (always), "killed once"; or for time: "wait"."""

    marks: str
    options: str = "case:upper"
    kind: str = "txt"
    divides: bool = False

    def check(self, part: Any) -> None:
        """Accept all parts."""

    def __call__(self, paraphraser: Any, part: Any, output: Any, report: Any) -> dict[str, int]:
        number = part.before
        with opened_lines(part, report) as lines:
            for number, line in enumerate(lines, part.before + 1):
                output.write(line.upper())
                self._obey(line.decode().strip(), part, number)
        return {"sentences": number - part.before}

    def _obey(self, line: str, part: Any, number: int) -> None:
        mark = Path(self.marks, Path(part.name).name)
        before = mark.exists()
        mark.touch()
        if line == "broken":
            raise FormatError(f"{part.path}:{number}", "a broken line", "another")
        if line == "full" and mark.read_text() != "emptied":
            raise OSError(28, "No space left on device", part.name)
        if line == "killed" or (line == "killed once" and not before):
            with open(mark, "a") as file:
                file.write("killed\n")
            os.kill(os.getpid(), signal.SIGKILL)
        if line == "wait":
            mark.write_text(str(os.getpid()))
            time.sleep(60)
