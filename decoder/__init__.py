"""Options of a sentence, stacks, n-best lists: the search."""
