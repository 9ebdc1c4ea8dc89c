"""Spans of a text that data labels: where they are in its paraphrase, and the fields of records that hold them."""
