"""The program's version, which models and answers record."""

__version__ = "0.1.0"
