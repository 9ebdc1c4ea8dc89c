"""What may be said instead in a sentence: prepared, looked up, scored, forbidden, ranked."""
