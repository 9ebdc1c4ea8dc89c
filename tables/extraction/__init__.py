"""Phrase pairs from word-aligned bitext, with counts and weights as Moses gives them."""
