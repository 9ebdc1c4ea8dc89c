"""Searches a sentence again: for more distinct paraphrases than were found, and for others in place of refused ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from paragen.decoder.derivation import Derivation, Substitute
from paragen.decoder.search import Decoder
from paragen.decoder.settings import SearchSettings
from paragen.rewriting.options import OptionLookup
from paragen.rewriting.prepare import Sentence
from paragen.settings.blocked import Blocked
from paragen.text.tokenizer import Tokenizer
from paragen.text.writing import Rendered, placed

MOST = 1_000_000
"""The most paraphrases in a list."""
LOOK_AT = 20
"""Where several edits together produce a blocked phrase: how many paraphrases are tried for each one requested before one of
these edits is given up."""


@dataclass(frozen=True)
class SecondSearch:
    """Searches a sentence again.

    Parameters
    ----------
    decoder, lookup : search it, and look up its options.
    never : what no edit may produce.
    tokenizer : splits paraphrases.
    """

    decoder: Decoder
    lookup: OptionLookup
    never: Blocked
    tokenizer: Tokenizer

    def more(self, sentence: Sentence, settings: SearchSettings, never: Collection[Substitute] = ()) -> list[Rendered]:
        """Return paraphrases, some of which were identical as text, from a list twice as long."""
        return self._searched(sentence, replace(settings, n=min(2 * settings.n, MOST)), never)[1][: settings.n]

    def _searched(
        self, sentence: Sentence, settings: SearchSettings, never: Collection[Substitute]
    ) -> tuple[list[Derivation], list[Rendered]]:
        [found] = self.decoder.search(self.lookup.options([sentence], never=never), settings)
        return found, sentence.writer.render(found)

    def without_refused(
        self, sentence: Sentence, rendered: list[Rendered], settings: SearchSettings, never: frozenset[Substitute] = frozenset()
    ) -> list[Rendered]:
        """Replace those whose edits produce a blocked phrase, or are undone where some are asked for, by further ones."""
        refused = {step for one in rendered for step in self._refused(sentence, one, settings)}
        if not refused:
            return rendered
        n = min(LOOK_AT * settings.n, MOST)
        derivations, rendered = self._searched(sentence, replace(settings, n=n), never)
        allowed = [one for one in rendered if not self._refused(sentence, one, settings)]
        if len(allowed) >= settings.n or (allowed and len(derivations) < n):
            return allowed[: settings.n]
        assert not refused <= never, "a substitute that is forbidden was used"
        never |= refused
        derivations, rendered = self._searched(sentence, settings, never)
        if len(rendered) < len(derivations) == settings.n:
            rendered = self.more(sentence, settings, never)
        return self.without_refused(sentence, rendered, settings, never)

    def _refused(self, sentence: Sentence, rendered: Rendered, settings: SearchSettings) -> list[Substitute]:
        """Return the edits that produce blocked phrases, and those that are undone, if a number of edits is asked for."""
        undone = _undone(sentence, rendered) if settings.min_edits else []
        return [*undone, *self._arising(rendered)] if self.never.phrases else undone

    def _arising(self, rendered: Rendered) -> list[Substitute]:
        """Return the edits that produce blocked phrases."""
        spans = [(place.out_begin, place.out_end) for place in placed(rendered.pieces)]
        arising = self.never.arising(rendered.text, self.tokenizer, spans) if spans else ()
        return [rendered.derivation.edits[i] for i in sorted(arising)]


def _undone(sentence: Sentence, rendered: Rendered) -> list[Substitute]:
    """Return the steps whose words read as before; the last one if only together they leave the text as it was."""
    text, steps = sentence.text, rendered.derivation.edits
    found = zip(placed(rendered.pieces), steps, strict=True)
    alone = [step for place, step in found if text[place.begin : place.end] == place.after]
    return alone if alone or rendered.text != text else list(steps[-1:])
