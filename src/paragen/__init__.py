"""paragen: phrase-based paraphrase generation.

>>> import paragen
>>> paraphraser = paragen.load()                                   # doctest: +SKIP
>>> paraphraser.rewrite("They made a purchase.", n=3)              # doctest: +SKIP
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if sys.platform not in ("linux", "darwin"):
    raise ImportError(
        f"paragen: found the platform {sys.platform!r}, expected Linux or macOS. On Windows, install it in WSL (`wsl --install`)."
    )

from paragen.base.packages import __version__ as __version__
from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
    from paragen.paraphraser import Paraphraser, load
    from paragen.results import Candidate, Edit, Explanation, Paraphrase
    from paragen.settings.request import Request

__all__ = [
    "Candidate",
    "ConfigError",
    "Edit",
    "Explanation",
    "FormatError",
    "MissingPackageError",
    "ParagenError",
    "Paraphrase",
    "Paraphraser",
    "Request",
    "load",
]

if not TYPE_CHECKING:  # a type checker would take it to mean that any name exists
    __getattr__ = lazy_names(__name__, {
        **dict.fromkeys(("ConfigError", "FormatError", "MissingPackageError", "ParagenError"), "base.errors"),
        **dict.fromkeys(("Paraphraser", "load"), "paraphraser"),
        **dict.fromkeys(("Candidate", "Edit", "Explanation", "Paraphrase"), "results"),
        "Request": "settings.request",
    })  # fmt: skip


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
