"""Words that no paraphrase exchanges for one another: opposites, and days, colours or relatives, which exclude one another."""

from paragen.tables.resources.opposites.opposites import Opposites, opposites, without_opposites

__all__ = ["Opposites", "opposites", "without_opposites"]
