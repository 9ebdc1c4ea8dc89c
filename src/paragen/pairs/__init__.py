"""A user's own pairs: the files and dictionaries that hold them, as tables beside those of a model."""
