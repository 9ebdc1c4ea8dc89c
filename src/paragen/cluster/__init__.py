"""Corpora in many part files: one answered after the other, by many processes here or by the executors of Spark."""
