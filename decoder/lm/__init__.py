"""The language model: estimation, reading, packing and native queries."""
