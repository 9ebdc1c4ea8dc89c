"""Makes model directories: from tables and a language model, or from another model and further tables."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names
from paragen.packing.options import PackOptions, TableSource

if TYPE_CHECKING:
    from paragen.packing.assembly import extend, pack
    from paragen.packing.sources import input_size

__all__ = ["PackOptions", "TableSource", "extend", "input_size", "pack"]

if not TYPE_CHECKING:  # the command line reads the options for its help
    __getattr__ = lazy_names(__name__, {"pack": "assembly", "extend": "assembly", "input_size": "sources"})
