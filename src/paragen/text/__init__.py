"""Words and where they stand: tokens with character offsets, what must not change, case."""

from paragen.text.tokenizer import Tokenizer

__all__ = ["Tokenizer"]
