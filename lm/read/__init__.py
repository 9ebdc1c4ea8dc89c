"""Readers of language model files: ARPA and KenLM's binaries."""
