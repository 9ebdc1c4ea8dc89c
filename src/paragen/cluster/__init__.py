"""Corpora in many part files, each answered as a whole: by processes of this machine, or by the executors of Spark."""
