"""How sentences are rewritten: made ready, searched, and written as paraphrases."""
