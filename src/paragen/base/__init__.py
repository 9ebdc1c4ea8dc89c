"""What every layer builds on: errors, files, vocabulary, threads."""
