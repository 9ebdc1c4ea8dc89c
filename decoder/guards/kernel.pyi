from collections.abc import Iterable

from paragen.decoder.fit.knowledge import Knowledge
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder

class Guards:
    def __init__(self, decoder: Decoder, names: Iterable[str], knowledge: Knowledge | None = None) -> None: ...
    def forbid(self, options: Options, spared: int | None = None) -> None: ...
