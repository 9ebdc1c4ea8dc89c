"""Mixes general word frequencies into a language model trained on little text."""

from paragen.lm.mix.mixing import SHARE, mix

__all__ = ["SHARE", "mix"]
