"""What a paraphraser returns: paraphrases and the edits they consist of, explanations, single substitutes."""

from typing import TYPE_CHECKING

from paragen.base.packages import lazy_names

if TYPE_CHECKING:
    from paragen.results.candidate import Candidate
    from paragen.results.edit import FORCED, Edit, EditPart, Origin, Pattern, substitute_id
    from paragen.results.explanation import Explanation, Held
    from paragen.results.match import Match, MatchRanking
    from paragen.results.paraphrase import Paraphrase, Wording

__all__ = [
    "FORCED", "Candidate", "Edit", "EditPart", "Explanation", "Held", "Match", "MatchRanking", "Origin", "Paraphrase",
    "Pattern", "Wording", "substitute_id",
]  # fmt: skip

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {
        **dict.fromkeys(("FORCED", "Edit", "EditPart", "Origin", "Pattern", "substitute_id"), "edit"),
        "Candidate": "candidate",
        **dict.fromkeys(("Explanation", "Held"), "explanation"),
        **dict.fromkeys(("Match", "MatchRanking"), "match"),
        **dict.fromkeys(("Paraphrase", "Wording"), "paraphrase"),
    })  # fmt: skip
