"""PT-3: phrases of news articles on the same events [Z08 section 4]."""
