"""The rules of German."""

from __future__ import annotations

from paragen.base.patterns import lazy_pattern
from paragen.text.languages import Language, number_pattern

_MONTH = r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
_ABBREVIATIONS = (
    "dr prof hr hrn fr dipl ing st str nr bzw usw ca evtl ggf inkl exkl vgl bspw etc abs art mio mrd tel max min sog geb gest "
    "jan feb apr aug sept okt nov dez"
)

_ARTICLES = (
    "das den des die der ein eine einen einem eines kein keine keinen mein meine meinen dein deine deinen im am zum zur vom beim "
    "unser unsere unseren dieser diese dieses diesen viele einige alle mehr zwei drei jede jeden jedes welche welches"
)

GERMAN = Language(
    code="de",
    name="German",
    nouns_capital=True,
    abbreviations=tuple(_ABBREVIATIONS.split()),
    titles=frozenset("Herr Herrn Frau Fräulein Dr. Prof. Doktor Professor Hr. Hrn. Fr. König Königin Papst Sankt St.".split()),
    articles=tuple(_ARTICLES.split()),
    polite=frozenset("Sie Ihnen Ihr Ihre Ihrem Ihren Ihrer Ihres".split()),
    numbers=number_pattern("[Hh]undert [Tt]ausend Million(?:en)? Mio Milliarden? Mrd Billion(?:en)? Dutzend Prozent".split()),
    # 3. Mai, Mai 2010
    dates=lazy_pattern(rf"\d\.? ?{_MONTH}|\b{_MONTH}(?= \d)"),
    ordinal_stop=True,
    opening=frozenset("( [ { $ £ ¥ # „ ‚ » › ` `` ¿ ¡".split()),
    closing=frozenset(", . ; : ! ? % ) ] } … “ ‘ « ‹ ” ’ ‰ °".split()),
    quotes=("„", "“”", "\"«»"),
    guards=("negation", "quantities", "marks"),
)
