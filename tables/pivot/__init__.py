"""Paraphrases by pivoting through another language [BC05]."""
