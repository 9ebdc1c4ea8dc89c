"""Makes small words, such as *a* and *an*, agree with what follows them: at the end of an edit, and right before one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from paragen.text.analysis import Analysis
from paragen.text.spacing import Place, may_open

_LOOK_AHEAD = 8  # how many tokens to search for the next word, past quotes and brackets


class Step(Protocol):
    """A substitute of a derivation: ``table`` replaces tokens ``begin`` to ``end`` by ``words``."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def table(self) -> int: ...


class _Writer(Protocol):
    """What is written, by :class:`paragen.text.writing.Writer`."""

    sentence: Analysis
    blocked: Collection[str]
    curly: bool


def agree_at_end(writer: _Writer, steps: Sequence[Step], words: list[list[str]], k: int) -> None:
    """Make the last word of edit ``k`` agree with what follows the edit."""
    agreement, target = writer.sentence.language.agreement, words[k]
    assert agreement is not None
    if len(target) == 1 or not agreement.stays(target[-1], target[-2], False):
        target[-1:] = _agreed(writer, target[-1], _following(writer.sentence, steps, words, k), "").split(" ")


def agree_before(writer: _Writer, place: Place, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> None:
    """Make a word right before edit ``k`` agree with the first word of the edit, which then begins at that word."""
    sentence, step = writer.sentence, steps[k]
    agreement, forms = sentence.language.agreement, sentence.forms
    assert agreement is not None
    i, first = step.begin - 1, steps[k - 1].end if k else 0
    while i >= first and not agreement.adjacent and may_open(forms[i], sentence.language):
        i -= 1
    if i < first or forms[i].lower() not in agreement.words or (sentence.keep and any(sentence.keep[i : step.begin])):
        return
    surface = sentence.surfaces[i]
    opens = surface[0].isupper() and (sentence.begins[i] or sentence.all_capitals or sentence.headline)
    if agreement.stays(surface, forms[i - 1] if i else "", opens):
        return
    following = words[k] if any(map(_has_letter, words[k])) else _following(sentence, steps, words, k)
    changed = _agreed(writer, surface, following, forms[step.begin])
    begin, end = sentence.spans[i]
    if changed != surface and begin >= place.least:
        place.put_before(changed, surface, sentence.text[end : place.begin])
        place.begin = begin


def _following(sentence: Analysis, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> list[str]:
    """Return words that follow edit ``k`` in the output, including the next one with a letter."""
    i = steps[k].end
    for step, target in zip(steps[k + 1 :], words[k + 1 :], strict=True):
        between = list(sentence.surfaces[i : step.begin])
        if any(map(_has_letter, between)):
            return between
        if any(map(_has_letter, target)):
            return target
        i = step.end
    return list(sentence.surfaces[i : i + _LOOK_AHEAD])


def _agreed(writer: _Writer, surface: str, words: Sequence[str], replaced: str) -> str:
    """Return a word in the form that the first of ``words`` takes."""
    agreement = writer.sentence.language.agreement
    assert agreement is not None
    following = next(filter(_has_letter, words), "")
    if writer.sentence.all_capitals:
        changed = agreement.agreed(surface.lower(), following.lower(), replaced).upper()
    else:
        changed = agreement.agreed(surface, following, replaced)
    if changed == surface or any(word in writer.blocked for word in changed.lower().split()):
        return surface
    return changed.replace("'", "’") if writer.curly else changed


def _has_letter(word: str) -> bool:
    return word.isalnum() or any(map(str.isalnum, word))
