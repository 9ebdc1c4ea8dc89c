"""The two sides of a bitext: lines, tokens, segmenters."""
