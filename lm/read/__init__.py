"""Readers of language-model files: ARPA and the binaries of KenLM."""
