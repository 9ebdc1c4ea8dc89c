"""Write the word frequencies the starter model uses: ``python -m paragen.resources.frequencies``.

The figures are Zipf values (log10 of occurrences in a billion words) of the `wordfreq` package, rounded to one digit
after the point, for the words of the starter pack only. Run it again when tables or prose have grown.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from paragen.errors import MissingPackageError
from paragen.resources.build import STARTER, TABLES, table_pairs, write_table
from paragen.resources.language_model import prose_sentences, table_words

HEADER = "# word, Zipf value (log10 of occurrences in a billion words); source: wordfreq 3.1 (Robyn Speer), data CC BY-SA 4.0\n"


def main() -> None:
    """Write ``starter/frequencies.tsv``."""
    try:
        from wordfreq import zipf_frequency
    except ImportError as error:
        raise MissingPackageError("word frequencies need the wordfreq package. Run: pip install wordfreq") from error
    words = {word for sentence in prose_sentences(STARTER) for word in sentence}
    with tempfile.TemporaryDirectory() as folder:
        for name in TABLES:
            write_table(table_pairs(STARTER / name), Path(folder) / name)
        words |= table_words(Path(folder) / name for name in TABLES)
    rows = ((word, zipf_frequency(word, "en")) for word in sorted(words))
    text = "".join(f"{word}\t{zipf:.1f}\n" for word, zipf in rows if zipf > 0)
    (STARTER / "frequencies.tsv").write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main()
