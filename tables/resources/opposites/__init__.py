"""Words that no paraphrase may exchange: opposites, and days, colours or relatives, which exclude each other."""

from paragen.tables.resources.opposites.opposites import Opposites, opposites, without_opposites

__all__ = ["Opposites", "opposites", "without_opposites"]
