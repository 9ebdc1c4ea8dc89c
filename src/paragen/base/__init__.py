"""What every layer stands on: errors, files, vocabulary, threads."""
