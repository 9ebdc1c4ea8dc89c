"""The languages of models: the rules of each are one record, in a module named after it."""

from paragen.text.languages.english import ENGLISH
from paragen.text.languages.record import RULES, Agreement, Language, Written, language

__all__ = ["ENGLISH", "RULES", "Agreement", "Language", "Written", "language"]
