"""paragen: phrase-based paraphrase generation."""

__version__ = "0.1.0"
