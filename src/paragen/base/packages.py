"""Optional packages, imported where they are needed."""

from __future__ import annotations

import sys
from typing import Any

from paragen.base.errors import MissingPackageError


def optional_package(module: str, purpose: str, extra: str) -> Any:
    """Import a module of an optional package.

    Parameters
    ----------
    module : its name, such as ``pyarrow.parquet``.
    purpose : what needs it, and where: the beginning of the message.
    extra : the extra of paragen that installs the package.

    Raises
    ------
    MissingPackageError : it is not installed.
    """
    try:
        __import__(module)  # as an import statement does
    except ImportError:
        package = module.partition(".")[0]
        message = f"{purpose} needs the package {package}. Install it: pip install 'paragen[{extra}]'."
        raise MissingPackageError(message) from None
    return sys.modules[module]
