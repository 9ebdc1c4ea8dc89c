"""PT-5: headwords and their definitions [Z08 section 4]."""
