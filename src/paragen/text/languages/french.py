"""The rules of French."""

from __future__ import annotations

import re

from paragen.text.elision import ELISION
from paragen.text.languages.record import Language, number_pattern

_MONTH = r"(?i:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)\b"
_BEFORE_NAMES = frozenset(
    """
    le la les l' un une des du de d' au aux à en dans par pour sur sous avec sans chez vers contre entre depuis pendant avant
    après selon malgré devant derrière et ou mais donc car ni or que qu' qui quand comme si lorsque lorsqu' puisque puisqu'
    ce c' cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je j' tu il elle on nous vous ils elles
    y ne n' se s' me m' te t' est sont était étaient sera seront a ont avait avaient aura ici là alors ainsi aussi aujourd'hui
    hier demain puis enfin pourtant cependant toutefois même tout toute tous toutes chaque aucun aucune quel quelle quels quelles
    pourquoi comment où combien non oui jamais
    """.split()
)
_ABBREVIATIONS = tuple(
    "m mm mme mmes mlle mlles dr pr st ste etc av env art chap éd vol janv févr avr juill sept oct nov déc".split()
)

FRENCH = Language(
    code="fr",
    name="French",
    elided=tuple("l d j m t s c ç n qu jusqu lorsqu puisqu quoiqu".split()),
    abbreviations=_ABBREVIATIONS,
    before_names=_BEFORE_NAMES,
    before_names_end="ment",
    numbers=number_pattern("cents? mille millions? milliards? billions? douzaines?".split() + ["pour cent"]),
    # 3 mai, 1er mai, mai 2010
    dates=re.compile(rf"(?<=\d )(?:de )?{_MONTH}|(?<=\der ){_MONTH}|\b{_MONTH}(?= \d)"),
    opening=frozenset("( [ { « “ ‘ ` `` #".split()),
    closing=frozenset(", . ; : ! ? % ) ] } … ' '' » ’ ” ‰ °".split()),
    spaced_before=frozenset("; : ! ? »".split()),
    spaced_after=frozenset("«"),
    quotes=("«“", "»”", '"'),
    agreement=ELISION,
    guards=("negation", "quantities", "marks"),
)
