from collections.abc import Iterable, Sequence

from paragen.decoder.options import Options
from paragen.decoder.search import Decoder

Forms = Sequence[Iterable[str]]

class Blocking:
    def __init__(self, decoder: Decoder, phrases: Iterable[Forms], exchanges: Iterable[tuple[Forms, Forms]] = ()) -> None: ...
    def forbid(self, options: Options) -> None: ...
