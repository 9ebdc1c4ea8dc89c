"""Words and their positions: tokens with character offsets, what must not change, case."""

from paragen.text.tokenizer import Tokenizer

__all__ = ["Tokenizer"]
