"""Mixes a language model of little text with how frequent words are in the language at large."""

from paragen.lm.mix.mixing import SHARE, mix

__all__ = ["SHARE", "mix"]
