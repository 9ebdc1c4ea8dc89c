"""Makes what a fit knows of English: parts of speech, common pairs of words, similar words, how words are used,
rated exchanges.

    python -m paragen.resources.english.build --tagged masc_tagged.zip --text english.txt.gz \
        --ratings resources/labels/exchanges.tsv -o english.bin

`paragen fit --english english.bin` then learns with it; every fit includes it. Needs the extra
`english`. The text is one sentence a line, its words separated by spaces, as `paragen text --words` writes it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from paragen.base.input_files import numbered_lines
from paragen.decoder.fit.kernel import VECTOR_SIZE, write_knowledge
from paragen.resources.english.pairs import pairs
from paragen.resources.english.tags import TAGS, Tagged, accuracy, sentence, texts
from paragen.resources.english.usage import labels, usage
from paragen.resources.english.vectors import vectors
from paragen.text.tagger import Tagger, train
from paragen.text.tokenizer import Tokenizer
from paragen.tuning.fit.ratings import read_ratings

_HELD_OUT = 10  # one text in ten is held out to test the tagger


def trained(corpus: Path) -> Tagger:
    """Return a tagger that learnt from all texts; print how good one is that did not see some of them."""
    held_out: list[Tagged] = []
    rest: list[Tagged] = []
    for number, (_, sentences) in enumerate(texts(corpus)):
        found = [one for tokens in sentences if (one := sentence(tokens)) is not None]
        (held_out if number % _HELD_OUT == 0 else rest).extend(found)
    share, mistakes = accuracy(train(rest, TAGS), held_out)
    print(f"{len(rest)} sentences; of {len(held_out)} held out {100 * share:.2f} % of the words get the right tag")
    for (right, wrong), count in mistakes.most_common(8):
        print(f"{count}\t{right} tagged as {wrong}")
    return train(rest + held_out, TAGS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagged", type=Path, required=True, help="MASC, as NLTK distributes it")
    parser.add_argument("--text", type=Path, required=True, help="running text, plain or compressed")
    parser.add_argument("--ratings", type=Path, required=True, help="exchanges that readers rated by themselves")
    parser.add_argument("-o", "--output", type=Path, required=True)
    given = parser.parse_args()
    similar = vectors((line for _, line in numbered_lines(given.text)), VECTOR_SIZE)
    common = pairs()
    rated = read_ratings(given.ratings, Tokenizer().words)
    print(f"{len(common)} pairs, {len(similar)} vectors, {len(rated)} rated exchanges")
    tagger = trained(given.tagged)
    used = usage((line for _, line in numbered_lines(given.text)), tagger)
    print(f"the usage of {len(used)} words")
    write_knowledge(given.output, tagger, common, similar, rated, labels(tagger.tags), used)


if __name__ == "__main__":
    main()
