"""Words that carry grammar rather than meaning, which definitions do not replace."""

from __future__ import annotations

ARTICLES = frozenset(("a", "an", "the"))
RELATIVES = frozenset("that which who whom whose where when whereby wherein".split())
PREPOSITIONS = frozenset(
    "about above across after against along amid among around as at before behind below beneath beside besides "
    "between beyond by concerning despite down during except for from in inside into like near of off on onto "
    "out outside over past per regarding since through throughout till to toward towards under underneath "
    "until unto up upon via with within without".split()
)
PARTICLES = frozenset(
    "about across ahead apart around aside away back by down forth forward in off on out over round through together up".split()
)
CONJUNCTIONS = frozenset("and or nor but if than because although though while whereas unless whether".split())
PRONOUNS = frozenset(
    "i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us "
    "our ours ourselves they them their theirs themselves one's one oneself this these those what someone "
    "something somebody anyone anything anybody everyone everything nobody nothing none".split()
)
AUXILIARIES = frozenset(
    "be am is are was were been being have has had having do does did doing done can could may might must "
    "shall should will would ought 's 're 've 'll 'd 'm n't not".split()
)
LIGHT_VERBS = frozenset("get go make take let come put set give".split())
"""Verbs with too many meanings to be replaced by a definition, but useful in one: "go away", "give up"."""
DETERMINERS = frozenset(
    "all another any both each either enough every few first last least less many more most much neither next "
    "no other own same several some such two three four five six seven eight nine ten".split()
)
ADVERBS = frozenset(
    "also even ever here how however just never now only quite rather so still then there thus too very well "
    "when where why yet".split()
)

FUNCTION_WORDS = ARTICLES | RELATIVES | PREPOSITIONS | CONJUNCTIONS | PRONOUNS | AUXILIARIES | DETERMINERS | ADVERBS | PARTICLES
