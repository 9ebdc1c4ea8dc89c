"""The kenlm package as an independent witness: compares its scores with those of a packed model."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, first_line
from paragen.base.packages import optional_package
from paragen.lm.model import LanguageModel


@dataclass(frozen=True)
class Agreement:
    """How well two language models agree on the same words.

    Attributes
    ----------
    scores : words and sentence ends compared.
    worst, mean : differences of their log10 probabilities.
    place : the words up to the one with the worst difference.
    """

    scores: int
    worst: float
    mean: float
    place: str


def compare(lm: LanguageModel, reference: StrPath, sentences: Iterable[Sequence[str]]) -> Agreement:
    """Score sentences, given as words, with a packed model and with kenlm.

    Parameters
    ----------
    reference : the file that kenlm opens: ARPA, plain or compressed, or one of its binaries.
    sentences : words that cannot be passed to kenlm (not UTF-8) are left out.

    Raises
    ------
    MissingPackageError : kenlm is not installed.
    FormatError : kenlm cannot open the file, or there is no sentence to compare.
    """
    peer = _open(os.fspath(reference))
    scores, total, worst, place = 0, 0.0, 0.0, ""
    for sentence in sentences:
        words = list(filter(_can_be_asked, sentence))
        ours = lm.full_scores(words)
        for number, ((logprob, _, _), (log10, _, _)) in enumerate(zip(ours, peer.full_scores(" ".join(words)), strict=True)):
            difference = abs(logprob / math.log(10) - log10)
            scores, total = scores + 1, total + difference
            if difference > worst:
                worst, place = difference, " ".join([*words, "</s>"][: number + 1][-lm.order :])
    if scores == 0:
        raise FormatError("the sample", "no sentence", "at least one")
    return Agreement(scores, worst, total / scores, place)


def _can_be_asked(word: str) -> bool:
    return not any(letter in "\0 \t\n\r\v\f" or "\ud800" <= letter <= "\udfff" for letter in word)


def _open(path: str) -> Any:
    kenlm = optional_package("kenlm", f"comparing with {path}", "kenlm")
    with open(path, "rb"):
        pass
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    try:
        return kenlm.Model(path, config)
    except (OSError, RuntimeError) as error:
        found = f"a file that kenlm cannot open ({first_line(error.__cause__ or error)})"
        raise FormatError(path, found, "an ARPA file or a KenLM binary") from None
