"""From bitext to paraphrases: segmentation, alignment, extraction, pivoting."""
