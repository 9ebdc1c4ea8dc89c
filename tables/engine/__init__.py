"""Engines that run the plain SQL and the batch functions of the bilingual chain."""
