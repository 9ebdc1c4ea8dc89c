"""WordNet's synsets, from its database files or Open English WordNet's YAML."""
