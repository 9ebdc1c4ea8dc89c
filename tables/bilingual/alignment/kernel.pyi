HEURISTICS: tuple[str, ...]

class BadLink(ValueError):
    flaw: str
    line: int
    backward: bool
    shown: str
    found: int
    expected: int

def symmetrise(
    source: bytes, target: bytes, forward: bytes, backward: bytes, n_lines: int, heuristic: str
) -> tuple[bytes, int]: ...
def giza(source: bytes, target: bytes, a3: bytes, n_lines: int, first: int, backward: bool) -> bytes: ...
