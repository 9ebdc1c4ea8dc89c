"""Weights and threshold of the models of pattern pairs, from people's judgements [Z09 §3.5]."""
