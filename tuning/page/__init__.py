"""The labelling page: questions, the file for the answers, and the application, ``app``, which needs the extra ``label``."""

from paragen.tuning.page.questions import Answer, read_paraphrases, read_substitutes
from paragen.tuning.page.service import LabellingService
from paragen.tuning.page.store import checked_name

__all__ = ["Answer", "LabellingService", "checked_name", "read_paraphrases", "read_substitutes"]
