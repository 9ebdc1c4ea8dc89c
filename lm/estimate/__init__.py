"""Estimation of n-gram language models: interpolated modified Kneser-Ney, like KenLM's lmplz."""

from __future__ import annotations

from paragen.lm.estimate.estimator import Estimate, estimate
from paragen.lm.estimate.options import DEFAULT_FALLBACK

__all__ = ["DEFAULT_FALLBACK", "Estimate", "estimate"]
