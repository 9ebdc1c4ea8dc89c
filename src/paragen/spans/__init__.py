"""Labelled spans of texts: where they are in paraphrases, and the fields of records that hold them."""
