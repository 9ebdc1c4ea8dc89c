"""Substitutes for the phrases of a sentence: looked up, scored, forbidden, ranked."""
