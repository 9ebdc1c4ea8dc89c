"""Rewriting of sentences: they are prepared, searched, and written as paraphrases."""
