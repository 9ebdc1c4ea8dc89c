"""Pairs of phrases, inflected together."""
