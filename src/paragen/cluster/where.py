"""Where part files are processed, and how this is reported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from paragen.base.settings import one_of, text


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

    engine: str = one_of(
        "local", ("local", "spark"),
        help="FILEs are part files of text, JSONL or Parquet, folders of them, or globs, and OUT is a folder. local: processes "
        "of this machine answer them, as many as --threads (by default one for each processor); spark: a cluster does.",
    )
    processes: int = 0
    master: str | None = text(None, metavar="URL", help="Spark's master, such as spark://host:7077.")
    memory: str | int = text("1G", metavar="SIZE", help="Memory of each of Spark's executors.")
    progress: Callable[[float], object] = field(default=lambda read: None)
    tell: Callable[[str], object] = field(default=lambda text: None)
