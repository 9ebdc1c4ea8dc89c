"""Codes and names of languages, as in LanguageTool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paragen.web.refusals import Refusal

NAMES = {
    "en": "English", "en-US": "English (US)", "en-GB": "English (GB)", "en-AU": "English (Australian)",
    "en-CA": "English (Canadian)", "en-NZ": "English (New Zealand)", "en-ZA": "English (South African)", "de": "German",
    "de-DE": "German (Germany)", "de-AT": "German (Austria)", "de-CH": "German (Swiss)", "es": "Spanish", "fr": "French",
    "it": "Italian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "pt-BR": "Portuguese (Brazil)",
    "pt-PT": "Portuguese (Portugal)",
}  # fmt: skip
_USUAL = {"en": "en-US", "de": "de-DE", "pt": "pt-PT"}
AUTO = "auto"


def primary(code: str) -> str:
    """Return the language of a code, without its variant."""
    return code.replace("_", "-").split("-")[0].lower()


def listed(codes: Sequence[str]) -> list[dict[str, str]]:
    """Return the description of languages for clients, with all their variants."""
    languages = dict.fromkeys(map(primary, codes))
    return [
        {"name": name, "code": primary(code), "longCode": code}
        for language in languages
        for code, name in {language: language, **{c: n for c, n in NAMES.items() if primary(c) == language}}.items()
    ]


def chosen(asked: str, preferred: Sequence[str], models: Mapping[str, str]) -> tuple[str, str]:
    """Return the model that answers, the first for a language, and the code of the language.

    Parameters
    ----------
    asked : a code, or "auto": the language of the first model.
    preferred : variants to choose from if the code has none.
    models : by name, the codes of their languages.

    Raises
    ------
    Refusal : no model knows that language.
    """
    language = primary(next(iter(models.values())) if asked == AUTO else asked)
    model = next((name for name, code in models.items() if primary(code) == language), None)
    if model is None:
        known = ", ".join(dict.fromkeys(map(primary, models.values())))
        raise Refusal(400, f"language: {asked[:40]!r} is not known here, only {known} and auto.", "language")
    if asked != AUTO:
        return model, asked
    return model, next((code for code in preferred if primary(code) == language), _USUAL.get(language, language))
