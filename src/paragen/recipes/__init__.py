"""Builds a model from a recipe: which steps there are, which are done, how each is run."""
