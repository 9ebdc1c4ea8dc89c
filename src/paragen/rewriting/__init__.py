"""Rewriting of sentences: they are prepared, options looked up, scored and forbidden, and what the search finds made results."""
