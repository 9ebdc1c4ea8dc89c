"""Rewordings as code actions, in the form that an editor can take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from paragen.lsp.rewordings import Rewording
from paragen.lsp.workspace import Lines, Position, TextDocument

KIND = "refactor.rewrite"
_PREVIEW = "rewrite"


class Support(NamedTuple):
    """What an editor knows: edits with the version of the document they are for; edits with a description, to be confirmed;
    actions that cannot be taken, with the reason."""

    versioned: bool
    annotated: bool
    disabled: bool = False

    @classmethod
    def of(cls, capabilities: Any) -> Support:
        """Return what ``ClientCapabilities`` say."""
        edits = field(field(capabilities, "workspace"), "workspaceEdit")
        disabled = bool(field(field(field(capabilities, "textDocument"), "codeAction"), "disabledSupport"))
        return cls(bool(field(edits, "documentChanges")), field(edits, "changeAnnotationSupport") is not None, disabled)


def field(value: Any, name: str) -> Any:
    """Return a field of what may be an object, or None."""
    return value.get(name) if isinstance(value, dict) else None


def is_wanted(kinds: Iterable[str]) -> bool:
    """Return whether actions of our kind are wanted: of all kinds, of ours, or of a kind that includes it."""
    return any(not kind or f"{KIND}.".startswith(f"{kind}.") for kind in kinds)


def held_back(language: str) -> dict[str, Any]:
    """Return the ``CodeAction`` that says why text is not rewritten that is not in a language."""
    return {"title": "Rewrite", "kind": KIND, "disabled": {"reason": f"This is not in {language}: it stays as it is."}}


def action(one: Rewording, text: TextDocument, shift: int, encoding: str, support: Support) -> dict[str, Any]:
    """Return a rewording as a ``CodeAction``.

    Parameters
    ----------
    one : the rewording.
    text : the document.
    shift : where in it the text begins that the rewording is of.
    encoding : of positions.
    support : what the editor knows.
    """
    lines = Lines(text.text, encoding)
    edits: list[dict[str, Any]] = [
        {"range": {"start": _position(lines.position(shift + begin)), "end": _position(lines.position(shift + end))},
         "newText": after}
        for begin, end, after in one.replacements
    ]  # fmt: skip
    found: dict[str, Any] = {"title": one.title, "kind": KIND}
    if not support.versioned:
        return {**found, "edit": {"changes": {text.uri: edits}}}
    annotations = {}
    if one.sentences > 1 and support.annotated:
        # Edits too long for a menu are shown in the editor's preview first.
        annotations = {"changeAnnotations": {_PREVIEW: {"label": one.title, "needsConfirmation": True}}}
        edits = [{**edit, "annotationId": _PREVIEW} for edit in edits]
    changed = {"textDocument": {"uri": text.uri, "version": text.version}, "edits": edits}
    return {**found, "edit": {"documentChanges": [changed], **annotations}}


def _position(place: Position) -> dict[str, int]:
    return {"line": place.line, "character": place.character}
