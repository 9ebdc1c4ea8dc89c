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


def regular_forms(word: str) -> frozenset[str]:
    """Return the forms that a word in lower case would have if it were regular, as noun and as verb, without the word."""
    if not (word.isalpha() and len(word) > 2):
        return frozenset()
    last, before = word[-1], word[-2]
    if last == "y" and before not in "aeiou":
        return frozenset({word[:-1] + "ies", word[:-1] + "ied", word + "ing"})
    if last == "e":
        return frozenset({word + "s", word + "d", (word if before in "eoy" else word[:-1]) + "ing"})
    plural = word + ("es" if last in "sxz" or word.endswith(("ch", "sh")) else "s")
    doubled = {word + last + "ed", word + last + "ing"} if before in "aeiou" and last not in "aeiouwxy" else set()
    return frozenset({plural, word + "ed", word + "ing", *doubled})
