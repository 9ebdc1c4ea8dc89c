"""Readers and writers of interchange tables."""
