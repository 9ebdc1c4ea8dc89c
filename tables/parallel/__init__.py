"""PT-2: phrases of texts that say the same line by line [Z08 section 4]."""
