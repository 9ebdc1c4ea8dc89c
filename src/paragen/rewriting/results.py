"""Turns derivations into results: paraphrases and explanations."""

from __future__ import annotations

import math

from paragen.decoder.derivation import Substitute
from paragen.decoder.features import confidence, confidence_base
from paragen.model import Model
from paragen.results import FORCED, Edit, Explanation, Origin, Paraphrase, Wording, substitute_id
from paragen.rewriting.rewriter import Rewriter
from paragen.rewriting.sentence import Rendered, Sentence
from paragen.settings.resolved import ResolvedOptions


class ResultWriter:
    """Makes a result of each derivation, with the origin of its edits.

    Parameters
    ----------
    model, chosen : those of the rewriter.
    rewriter : the rewriter that made the derivations.
    """

    def __init__(self, model: Model, chosen: ResolvedOptions, rewriter: Rewriter) -> None:
        self._names, self._tables = chosen.features.names, chosen.features.tables
        self._weights, self._least = chosen.weights, chosen.min_confidence if chosen.fitted else None
        self._decoder, self._patterns, self._given = rewriter.decoder, rewriter.patterns, rewriter.given
        self._licences = {table.name: table.licence for table in model.tables}
        self._forms = rewriter.blocked_forms
        self._notes = len(self._licences) < len(self._tables) or self._forms is not None  # tables were given, or words blocked

    def paraphrase(self, sentence: Sentence, rendered: Rendered) -> Paraphrase:
        """Return a derivation as a paraphrase."""
        source, known = sentence.request.text, sentence.origins
        edits = []
        for place, step in sentence.edits(rendered):
            if (origin := known.get(step)) is None:
                origin = known[step] = self._origin(sentence, step)
            begin, end, out_begin, out_end, after = place
            edits.append(Edit(begin, end, out_begin, out_end, source[begin:end], after, *origin))
        derivation = rendered.derivation
        return Paraphrase(
            source, rendered.text, derivation.score, tuple(edits), self._names, derivation.features, sentence.has_tree,
            sentence.other_language,
        )  # fmt: skip

    def wording(self, sentence: Sentence, rendered: Rendered) -> Wording:
        """Return a derivation as a paraphrase without edits."""
        derivation = rendered.derivation
        for _, step in sentence.edits(rendered) if self._notes else ():
            if step is not None:
                self._note(sentence, step)
        unchanged = rendered.text == sentence.request.text
        return Wording(rendered.text, unchanged, derivation.score, derivation.features, sentence.other_language)

    def _origin(self, sentence: Sentence, step: Substitute | None) -> Origin:
        """Return the origin of an edit by its step, None for a forced wording."""
        if step is None:
            return (*FORCED, "", None, "", None)
        table = self._tables[step.table]
        if self._notes:
            self._note(sentence, step)
        score = float(f"{math.exp(step.score):.6g}")
        licence, pattern = self._licences.get(table, ""), self._patterns.origin(sentence, step)
        return table, score, licence, self._confidence(step), substitute_id(*sentence.alone(step)), pattern

    def _note(self, sentence: Sentence, step: Substitute) -> None:
        source = tuple(sentence.words[step.begin : step.end])
        self._given.note_edit(source, step.words)
        if self._forms is not None:
            self._forms.note(source, step.words)

    def _confidence(self, step: Substitute) -> float | None:
        """Return how sure an edit is: what its first scorer says, if the model has a fit."""
        if self._least is None or not step.scores:
            return None
        return confidence(step.scores[0], confidence_base(self._least))

    def explanation(self, sentence: Sentence, rendered: Rendered) -> Explanation:
        """Return a derivation with the gain of each edit and each feature's share of the score."""
        derivation = rendered.derivation
        worth = dict(zip(derivation.edits, self._decoder.gains(sentence.input(), derivation), strict=True))
        every = tuple(0.0 if step is None else worth[step] for _, step in sentence.edits(rendered))
        parts = {name: self._weights[name] * value + 0.0 for name, value in zip(self._names, derivation.features, strict=True)}
        return Explanation(self.paraphrase(sentence, rendered), every, parts)
