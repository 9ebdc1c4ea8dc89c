"""Rewriting of sentences: they are prepared, options are looked up, scored and forbidden, and what the search finds becomes results."""
