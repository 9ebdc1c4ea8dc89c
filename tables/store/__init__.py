"""Packed phrase tables: built once, mapped into memory."""
