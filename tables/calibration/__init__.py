"""Thresholds and mixture weights of similarities, chosen on labelled pairs."""
