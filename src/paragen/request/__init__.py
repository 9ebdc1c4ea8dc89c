"""One sentence to rewrite, with its own settings: what stays, what it must read, its sense, and how many paraphrases."""

from paragen.request.limits import Bounds, Known, Limits
from paragen.request.ranking import Ranking
from paragen.request.request import Request, Span, as_request, as_requests
from paragen.request.sense import Sense

__all__ = ["Bounds", "Known", "Limits", "Ranking", "Request", "Sense", "Span", "as_request", "as_requests"]
