"""Wordnets: synsets with their words, definitions and examples, from WordNet's database files or Open English WordNet's YAML.

``kind_of_wordnet(path)`` returns which of them a path is, if any; ``read_wordnet(path)`` yields the `Synset`s of either.
"""

from paragen.tables.resources.wordnet.reading import kind_of_wordnet, read_wordnet
from paragen.tables.resources.wordnet.synset import Synset

__all__ = ["Synset", "kind_of_wordnet", "read_wordnet"]
