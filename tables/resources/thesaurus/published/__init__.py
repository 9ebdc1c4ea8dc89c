"""Ready-made thesauri as pairs of phrases: Lin's lists, MyThes, WordNet and Open English WordNet."""

from paragen.tables.resources.thesaurus.published.published import KINDS, kind_of, list_pairs

__all__ = ["KINDS", "kind_of", "list_pairs"]
