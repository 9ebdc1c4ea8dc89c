"""Pairs of phrases inflected alike."""
