"""The options of a paraphraser: what may be given, and what follows from it for a model."""
