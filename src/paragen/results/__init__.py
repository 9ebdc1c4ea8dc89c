"""What a paraphraser returns: paraphrases and the edits they consist of, explanations, single substitutes."""

from paragen.results.candidate import Candidate, substitute_id
from paragen.results.edit import FORCED, Edit, Origin, Pattern
from paragen.results.paraphrase import Explanation, Paraphrase

__all__ = ["FORCED", "Candidate", "Edit", "Explanation", "Origin", "Paraphrase", "Pattern", "substitute_id"]
