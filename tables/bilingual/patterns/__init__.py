"""Paraphrase patterns with slots [Z09]: from parsed bitexts to pairs of patterns."""
