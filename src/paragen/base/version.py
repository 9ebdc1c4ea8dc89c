"""The version of the program, which models and answers say they were made with."""

__version__ = "0.1.0"
