"""nlpaug: an augmenter that works like those of ``nlpaug.augmenter``, in flows too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from paragen.base.packages import optional_package
from paragen.decoder.settings import Bounds

if TYPE_CHECKING:
    from nlpaug import Augmenter

    from paragen.paraphraser import Paraphraser
else:
    Augmenter = optional_package("nlpaug", "The augmenter of nlpaug", "nlpaug").Augmenter


class ParagenAug(Augmenter):  # type: ignore[misc]
    """Augments texts by their paraphrases.

    ``augment(text, n=3)`` returns the three best that change the text, or fewer; ``augment([text, …])`` the best of each. A text
    without paraphrases comes back as it is, as from every augmenter. Nothing is random: the same text gives the same results.

    Parameters
    ----------
    paraphraser : rewrites the texts.
    name : its name in nlpaug.
    bounds : see :meth:`paragen.Paraphraser.rewrite`; ``min_edits`` is at least 1.

    Raises
    ------
    ConfigError : a number out of range.
    MissingPackageError : nlpaug is not installed.
    """

    def __init__(self, paraphraser: Paraphraser, name: str = "Paragen_Aug", **bounds: Unpack[Bounds]) -> None:
        super().__init__(name=name, method="sentence", action="substitute", aug_min=None, aug_max=None)
        self.paraphraser = paraphraser
        self._bounds: Bounds = {**bounds, "min_edits": max(1, bounds.get("min_edits", 1))}
        paraphraser.pipe([], **self._bounds)  # raises for a number out of range now

    def augment(self, data: Any, n: int = 1, num_thread: int = 1) -> list[str]:
        """Return paraphrases of one text, or the best of each of several texts.

        Parameters
        ----------
        data : a text, or a list of texts.
        n : how many for a single text; ignored for a list.
        num_thread : how many texts of a list are searched at the same time.

        Raises
        ------
        ConfigError : ``n`` out of range.
        TypeError : a text that is not a str.
        """
        if data is None or len(data) == 0:
            return []
        if isinstance(data, str):
            found = self.paraphraser.rewrite(data, n, **self._bounds)
            return [one.text for one in found if one.edits] or [data]
        return [best.text for [best] in self.paraphraser.pipe(data, threads=num_thread, **self._bounds)]

    def substitute(self, data: str) -> str:
        """Return the best paraphrase of a text."""
        [best] = self.paraphraser.rewrite(data, **self._bounds)
        return best.text

    @classmethod
    def clean(cls, data: Any) -> Any:
        """Return texts as they are: white space stays."""
        return data

    @classmethod
    def is_duplicate(cls, dataset: Any, data: str) -> bool:
        """Return whether a text is in a list of texts."""
        return data in dataset
