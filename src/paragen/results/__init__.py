"""What a paraphraser returns: paraphrases and the edits they consist of, explanations, single substitutes."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.results.candidate import Candidate
    from paragen.results.edit import FORCED, Edit, Match, Origin, Pattern, substitute_id
    from paragen.results.paraphrase import Explanation, Paraphrase, Wording

__all__ = ["FORCED", "Candidate", "Edit", "Explanation", "Match", "Origin", "Paraphrase", "Pattern", "Wording", "substitute_id"]

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {
        **dict.fromkeys(("FORCED", "Edit", "Match", "Origin", "Pattern", "substitute_id"), "edit"),
        "Candidate": "candidate",
        **dict.fromkeys(("Explanation", "Paraphrase", "Wording"), "paraphrase"),
    })  # fmt: skip
