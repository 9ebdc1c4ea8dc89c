"""Packs language models."""
