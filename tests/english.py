"""A small English model to test the front with, and which words are content words."""

from __future__ import annotations

import re
from pathlib import Path

ENGLISH_TABLES = {
    "thesaurus": """
        purchase ||| buy ||| 0.9
        purchase ||| acquisition ||| 0.4
        big ||| large ||| 0.9
        big ||| enormous ||| 0.5
        house ||| building ||| 0.5
        car ||| automobile ||| 0.6
        5 ||| five ||| 0.9
        is ||| 's ||| 0.3
    """,
    "phrases": """
        made a purchase ||| bought something ||| 0.8
        a lot of ||| many ||| 0.9
        as soon as possible ||| quickly ||| 0.7
        big ||| large ||| 0.3
    """,
}
"""The licence of "phrases" is CC0-1.0."""


def english_arpa() -> str:
    """A bigram model that likes every word the same, but for a few pairs."""
    words = sorted(
        {word for table in ENGLISH_TABLES.values() for word in table.replace("|||", " ").split() if not word[0].isdigit()}
    )
    words += ["they", "made", "a", "an", "the", "at", "red", "we", "need", ".", ",", "it", "bought", "something"]
    unigrams = [f"-2\t{word}\t-0.3" for word in dict.fromkeys(words)]
    bigrams = ["-0.5\ta large", "-0.7\tlarge house", "-0.4\ta car", "-0.5\tmany big"]
    counts = f"\\data\\\nngram 1={len(unigrams) + 3}\nngram 2={len(bigrams)}\n"
    special = "-4\t<unk>\t0\n-99\t<s>\t-0.3\n-1\t</s>"
    return "\n".join([counts, "\\1-grams:", special, *unigrams, "", "\\2-grams:", *bigrams, "", "\\end\\", ""])


HEADER = Path(__file__).parents[1] / "decoder/fit/content_words.hh"
FUNCTION_WORDS = re.findall(r'"([^"]+)"', HEADER.read_text(encoding="utf-8").split("kFunctionWords[] = {")[1].split("};")[0])


MOVED = "\x1f"
"""What an edit brings that only puts content words in another order."""


def stems(words) -> set[str]:
    """What `content_words.hh` takes for the stems of the content words among some."""
    lettered = (word for word in words if any(each.isalpha() or each > "\x7f" for each in word))
    return {word[:4] for word in lettered if word not in FUNCTION_WORDS and not (word.endswith("n't") and word != "n't")}
