"""Queries of a packed language model."""
