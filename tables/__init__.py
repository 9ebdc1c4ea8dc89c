"""Packed phrase tables, and the builders that fill them."""
