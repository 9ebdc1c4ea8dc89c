"""The starter pack: raw sources and how they become a model."""
