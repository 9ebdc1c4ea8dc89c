"""The labelling page: questions, the file for the answers, and the application, ``app``, which needs the extra ``label``."""

from paragen.tuning.page.names import checked_name
from paragen.tuning.page.questions import Answer, read_paraphrases, read_substitutes
from paragen.tuning.page.service import LabellingService

__all__ = ["Answer", "LabellingService", "checked_name", "read_paraphrases", "read_substitutes"]
