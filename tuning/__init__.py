"""Weights from labelled sentences."""
