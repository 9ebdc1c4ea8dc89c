"""Marks of words, which two phrases must share to be paraphrases of each other."""

from __future__ import annotations

import re
import zlib

# Words on one line share a mark. Word overlap does not see their weight: one more or fewer of them changes the meaning.
_MARKS = [
    "not no never none neither nor nothing nobody nowhere cannot without",
    "i me my mine myself we us our ours ourselves",
    "you thou thee thy thine ye your yours yourself yourselves thyself",
    "he him his himself",
    "she her hers herself",
    "they them their theirs themselves",
    *(
        "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
        "|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred hundreds|thousand thousands|million millions"
    ).split("|"),
]
_VALUES = [str(value) for value in (*range(2, 20), *range(20, 100, 10), 100, 1000, 1_000_000)]
_FIRST_NUMBER = len(_MARKS) - len(_VALUES)
_MARK = {word: mark for mark, line in enumerate(_MARKS) for word in line.split()}
_MARK |= {value: _FIRST_NUMBER + mark for mark, value in enumerate(_VALUES)}
_NEGATION = 0
_OTHER_NUMBERS = range(len(_MARKS), 64)
_DIGIT = re.compile(r"\d")


def mark_of(word: str) -> int:
    """Return the mark of a lookup word as a bit, for negations, persons and numbers (*12* and *twelve* share one); 0 for none."""
    if word.endswith("n't"):
        return 1 << _NEGATION
    if word in _MARK:
        return 1 << _MARK[word]
    if _DIGIT.search(word):
        plain = word.replace(",", "")
        if plain in _MARK:
            return 1 << _MARK[plain]
        return 1 << _OTHER_NUMBERS[zlib.crc32(plain.encode()) % len(_OTHER_NUMBERS)]
    return 0
