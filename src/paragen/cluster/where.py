"""Where part files are answered, and who is told about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

ENGINES = ("local", "spark")


@dataclass(frozen=True)
class Where:
    """Where the work is done, and who is told about it.

    Attributes
    ----------
    engine : "local": processes of this machine; "spark".
    processes : of this machine; 0: one a processor.
    master : Spark's; None: that of its configuration.
    memory : of each of Spark's executors.
    progress : called with how many bytes more of the parts are done (fewer, where a part is begun anew).
    tell : called with messages for the user.
    """

    engine: str = "local"
    processes: int = 0
    master: str | None = None
    memory: str | int = "1G"
    progress: Callable[[float], object] = field(default=lambda read: None)
    tell: Callable[[str], object] = field(default=lambda text: None)
