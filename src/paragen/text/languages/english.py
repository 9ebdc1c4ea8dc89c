"""The rules of English."""

from __future__ import annotations

import re

from paragen.text.agreement import ARTICLES
from paragen.text.languages.record import Language, Names, number_pattern

_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b"
)
# Always capitalised. Omitted, since they are ordinary words too: may, march, polish, turkey, china, jersey.
_ALWAYS_CAPITAL = frozenset(
    """
    i i'm i'd i've i'll
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays
    january february april june july august september october november december
    christmas easter ramadan hanukkah halloween
    english british scottish welsh irish american americans canadian canadians australian australians
    european europeans german germans french spanish italian italians russian russians chinese japanese indian indians
    african africans asian asians arab arabs arabic israeli israelis iranian iraqi syrian mexican mexicans brazilian
    dutch danish swedish norwegian finnish swiss austrian belgian portuguese greek greeks turkish ukrainian korean
    latin jewish christian christians muslim muslims islamic islam catholic protestant buddhist hindu bible
    england britain scotland wales ireland america canada australia europe germany france spain italy russia japan
    india africa asia israel iran iraq syria mexico brazil holland netherlands denmark sweden norway finland
    switzerland austria belgium portugal greece ukraine korea egypt
    london paris berlin moscow beijing tokyo washington brussels
    mr. mrs. ms. dr. prof.
    """.split()
)
_ALWAYS_UPPER = frozenset(
    "u.s. u.s.a. u.k. u.n. e.u. tv usa uk eu nato nasa dna rna hiv ceo cfo gdp ngo pc cd dvd fbi cia bbc nhs asap faq diy"
    " gps ok".split()
)
_PROPER: Names = {
    "united": (("united", "states"), ("united", "kingdom"), ("united", "nations")),
    "european": (("european", "union"),),
    "great": (("great", "britain"),),
    "new": (("new", "york"), ("new", "zealand")),
    "north": (("north", "america"), ("north", "korea")),
    "south": (("south", "america"), ("south", "africa"), ("south", "korea")),
    "white": (("white", "house"),),
    "middle": (("middle", "east"),),
}
# Words that may begin a sentence right before a name without being part of it (so may words in -ly).
_BEFORE_NAMES = frozenset(
    """
    a an the this that these those some any many most all both each every no another other such his her its their our my
    your whose which what who when where why how while if whether because since although though unless until once and but
    or nor so yet as at by for from in into of off on onto out over to toward towards up with within without about above
    across after against along amid among around before behind below beneath beside besides between beyond despite down
    during except inside like near outside past per plus through throughout under unlike via than then there here now
    today yesterday tomorrow tonight also again still even just only meanwhile however moreover furthermore nevertheless
    instead perhaps maybe thus therefore not never yes well oh according
    is are was were be been am has have had do does did will would can could may might must shall should
    it he she they we you i one two three four five six seven eight nine ten
    """.split()
)

ENGLISH = Language(
    code="en",
    name="English",
    cased=False,
    clitics=("s", "re", "ve", "ll", "d", "m"),  # never n't: "don't" is one word
    # Words that also end sentences ("no.", "co.") are not included.
    abbreviations=tuple(
        "mr mrs ms dr prof st jr sr vs etc gen sen rep gov lt col capt sgt inc ltd corp ph.d jan feb aug sept oct nov dec".split()
    ),
    always_capital=_ALWAYS_CAPITAL,
    always_upper=_ALWAYS_UPPER,
    proper=_PROPER,
    small=frozenset("a an and as at but by for from in into nor of on or the to vs vs. with".split()),
    before_names=_BEFORE_NAMES,
    before_names_end="ly",
    numbers=number_pattern("hundred thousand million billion trillion bn dozen percent".split() + ["per cent"]),
    # A month beside a number belongs to a date: May 5, 5 May, 5th of May.
    dates=re.compile(rf"\b{_MONTH}\.?(?=,? \d)|(?<=\d )(?:of )?{_MONTH}|(?<=\d(?:st|nd|rd|th) )(?:of )?{_MONTH}"),
    opening=frozenset("( [ { $ € £ ¥ # « “ ‘ ` `` ¿ ¡".split()),
    quotes=("“„«", "”»", '"'),
    agreement=ARTICLES,
    guards=("negation", "opposites", "quantities", "hedges", "terms", "syntax"),
)
