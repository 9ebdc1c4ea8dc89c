"""Corpora in many part files, processed by several processes on this machine or by the executors of Spark."""
