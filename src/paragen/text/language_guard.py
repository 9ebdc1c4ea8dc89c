"""Tells the passages of a text that are not in the language of a model, so that its tables leave them alone.

A linear classifier votes on each word by its letters and as a whole, two states smooth the votes of a line (language_guard.hh).
The weights of a language are 64 KiB; `python -m paragen.recipes.language_guard` makes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.packages import package_folder
from paragen.base.packfile import Buffer, PackFile, write_packfile

if TYPE_CHECKING:
    from paragen.text.kernel import LanguageGuard

GUARDED = ("en", "de", "fr")
"""Codes of the languages that have weights."""
KIND, VERSION = "langs", 1
_FILE = "language_guard.bin"


@cache
def language_guard(code: str) -> LanguageGuard | None:
    """Return what tells the passages that are not in a language; None if no weights are known for it.

    Parameters
    ----------
    code : of the language, without what follows a hyphen.
    """
    if code not in GUARDED:
        return None
    return open_guard(package_folder("paragen.text") / _FILE, code)


def open_guard(path: StrPath, code: str) -> LanguageGuard:
    """Return the guard of a language in a file of weights; raise FormatError for a damaged one, or one without the language."""
    from paragen.text.kernel import LanguageGuard

    packed = PackFile(path, KIND, VERSION, "python -m paragen.recipes.language_guard")
    packed.verify()
    try:
        return LanguageGuard(packed.section(code))
    except ConfigError as error:
        raise FormatError(packed.path, str(error), "what `write_weights` wrote", "Install paragen again.") from None


def write_weights(path: StrPath, weights: Mapping[str, Buffer]) -> None:
    """Write the weights of languages, by their codes, to a packed file, atomically."""
    write_packfile(path, KIND, VERSION, weights.items())
