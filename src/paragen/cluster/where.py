"""Where part files are processed, and how this is reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

ENGINES = ("local", "spark")


@dataclass(frozen=True)
class Where:
    """Where the work is done, and how it is reported.

    Attributes
    ----------
    engine : "local": processes of this machine; "spark".
    processes : on this machine; 0: one per processor.
    master : of Spark; None: as in its configuration.
    memory : of each of Spark's executors.
    progress : called with the number of further bytes done (negative if a part is begun again).
    tell : called with messages for the user.
    """

    engine: str = "local"
    processes: int = 0
    master: str | None = None
    memory: str | int = "1G"
    progress: Callable[[float], object] = field(default=lambda read: None)
    tell: Callable[[str], object] = field(default=lambda text: None)
