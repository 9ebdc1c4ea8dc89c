"""Ready-made thesauri as pairs of phrases: Lin's lists, MyThes, WordNet and Open English WordNet."""

from paragen.tables.thesaurus.lists.listing import KINDS, kind_of, list_pairs

__all__ = ["KINDS", "kind_of", "list_pairs"]
