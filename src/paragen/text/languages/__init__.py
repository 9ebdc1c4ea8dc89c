"""The languages of models: the rules of each are one record, in a module named after it."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from paragen.base.errors import ConfigError
from paragen.text.languages.english import ENGLISH
from paragen.text.languages.record import Agreement, Language, Written

__all__ = ["ENGLISH", "RULES", "Agreement", "Language", "Written", "language"]

RULES = {"en": "english", "de": "german", "fr": "french"}
"""Languages that have rules: the module of each, by its code."""

_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")


@cache
def language(code: str) -> Language:
    """Return the rules of a language; neutral ones if it has none of its own.

    Parameters
    ----------
    code : as in BCP 47: ``de``, ``pt-BR``. What follows the first hyphen is ignored.

    Raises
    ------
    ConfigError : not such a code.
    """
    if not _CODE.fullmatch(code):
        raise ConfigError(f"language: found {code!r}, expected a BCP 47 code, as en, de, fr or pt-BR.")
    primary = code.split("-")[0].lower()
    if primary not in RULES:
        return Language(primary)
    name = RULES[primary]
    found: Language = getattr(import_module(f"paragen.text.languages.{name}"), name.upper())
    return found
