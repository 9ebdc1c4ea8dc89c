"""paragen: phrase-based paraphrase generation.

>>> import paragen
>>> paraphraser = paragen.load()                                   # doctest: +SKIP
>>> paraphraser.rewrite("They made a purchase.", n=3)              # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
    from paragen.paraphraser import Paraphraser, load
    from paragen.request import Request
    from paragen.results import Edit, Explanation, Paraphrase
    from paragen.substitutes import Candidate

__version__ = "0.1.0"

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

_HOMES = {
    **dict.fromkeys(("ConfigError", "FormatError", "MissingPackageError", "ParagenError"), "base.errors"),
    **dict.fromkeys(("Paraphraser", "load"), "paraphraser"),
    **dict.fromkeys(("Edit", "Explanation", "Paraphrase"), "results"),
    "Candidate": "substitutes",
    "Request": "request",
}


if not TYPE_CHECKING:  # whose checkers would take it to mean that any name is there

    def __getattr__(name: str) -> Any:
        """Import public names when they are first used, so that the command line starts quickly."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
