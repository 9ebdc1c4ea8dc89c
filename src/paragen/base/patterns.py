"""Regular expressions of modules that every start imports, few of which a run needs."""

from __future__ import annotations

import re
from typing import Any, cast


class _Uncompiled:
    def __init__(self, source: str, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)  # found without this function from now on
        return value


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", _Uncompiled(source, flags))
