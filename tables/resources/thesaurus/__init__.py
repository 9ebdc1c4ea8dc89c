"""PT-1: words that are similar in parsed text, and ready-made thesauri [Z08 section 4]."""
