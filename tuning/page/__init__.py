"""The labelling page: questions, the file for the answers, and a server that is reachable from this machine only."""

from paragen.tuning.page.names import checked_name
from paragen.tuning.page.questions import Answer, read_paraphrases, read_substitutes
from paragen.tuning.page.server import PageServer
from paragen.tuning.page.service import LabellingService

__all__ = ["Answer", "LabellingService", "PageServer", "checked_name", "read_paraphrases", "read_substitutes"]
