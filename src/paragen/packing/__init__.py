"""Makes model directories: from tables and a language model, or from another model and further tables."""

from paragen.packing.assembly import extend, pack
from paragen.packing.sources import TableSource, input_size

__all__ = ["TableSource", "extend", "input_size", "pack"]
