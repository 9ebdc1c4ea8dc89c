"""Tunes weights on labelled sentences."""
