"""PT-6: similar search queries [Z08 section 4]."""
