"""All forms of an English word."""

from __future__ import annotations

from paragen.base.packages import optional_package


def inflections(word: str) -> frozenset[str]:
    """Return a word and all its forms, in lower case; for an inflected word, the forms of its base forms.

    So *leave* gives *leaves*, *left*, *leaving*; *left*, which is an adjective too, does not give *leave*.

    Raises
    ------
    MissingPackageError : `lemminflect` is not installed.
    """
    lemminflect = optional_package("lemminflect", "Blocking all inflections of a word", "inflect")
    found = {lemma for lemmas in lemminflect.getAllLemmas(word).values() for lemma in lemmas}
    forms = {word}
    for lemma in {word} if word in found else found:
        forms.add(lemma)
        forms.update(*lemminflect.getAllInflections(lemma).values())
    if len(forms) == 1:  # not in the dictionary: inflected by rule
        for part in "NOUN", "VERB":
            forms.update(*lemminflect.getAllInflectionsOOV(word, part).values())
    return frozenset(form.lower() for form in forms)
