"""Write the word frequencies the starter model uses: ``python -m paragen.resources.frequencies``.

The figures are Zipf values (log10 of occurrences in a billion words) of the `wordfreq` package, rounded to one digit
after the point, for the words of the starter pack only. Run it again when tables or prose have grown.
"""

from __future__ import annotations

from importlib.metadata import version

from paragen.base.errors import MissingPackageError
from paragen.resources.build import STARTER
from paragen.tables.resources.inflection.entry_table import entry_pairs
from paragen.text.tokenizer import Tokenizer

HEADER = "# word, Zipf value (log10 of occurrences in a billion words); source: wordfreq {} (Robyn Speer), data CC BY-SA 4.0\n"


def main() -> None:
    """Write ``starter/frequencies.tsv``."""
    try:
        from wordfreq import zipf_frequency
    except ImportError as error:
        raise MissingPackageError("word frequencies need the wordfreq package. Run: pip install wordfreq") from error
    lines = [line for path in STARTER.glob("prose/*.txt") for line in path.read_text(encoding="utf-8").splitlines()]
    phrases = {phrase for pair in entry_pairs(sorted(STARTER.glob("*/*.tsv"))) for phrase in pair}
    cut = Tokenizer().words
    words = {word for text in (*lines, *phrases) for word in cut(text)}
    rows = ((word, zipf_frequency(word, "en")) for word in sorted(words))
    text = "".join(f"{word}\t{zipf:.1f}\n" for word, zipf in rows if zipf > 0)
    (STARTER / "frequencies.tsv").write_text(HEADER.format(version("wordfreq")) + text, encoding="utf-8")


if __name__ == "__main__":
    main()
