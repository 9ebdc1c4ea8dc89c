"""Rewriting of sentences: prepared, their options looked up, scored and forbidden, searched, and turned into results."""
