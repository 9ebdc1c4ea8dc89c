"""Model directories: what they hold, opened and described."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.model.directory import Model

__all__ = ["Model"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {"Model": "directory"})
