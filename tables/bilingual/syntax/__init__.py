"""Syntactic labels of spans [CB08]."""
