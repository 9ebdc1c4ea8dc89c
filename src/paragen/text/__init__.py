"""Words and where they stand: tokens with character offsets, what must not change, case."""
