"""Builds a model from a recipe: what steps there are, which are done, how each is run."""
