"""Parsed sentences: pipelines that make them, readers of CoNLL-U, Penn brackets and IOB chunks."""
