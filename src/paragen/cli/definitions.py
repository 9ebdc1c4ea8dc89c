"""``paragen definitions``."""

from __future__ import annotations

from paragen.cli.declared import options_of
from paragen.cli.table_options import table_run, table_verb, tell
from paragen.tables.resources.dictionary import DefinitionsOptions


@table_verb("dictionaries", "DICT", threads=None)
@options_of(DefinitionsOptions, "options")
def definitions(dictionaries: tuple[str, ...], output: str, options: DefinitionsOptions) -> None:
    """Make paraphrases from a dictionary's definitions.

    A DICT is a folder of WordNet, Open English WordNet (folder or archive), the .index of GCIDE for dictd, GCIDE or wiktextract
    in JSON, or lines of headword, part of speech and definition separated by tabs. The definitions of a word are ranked in the
    order of the DICTs, then of the senses. Headword and definition are inflected together: travel and go on a journey give
    travels and goes on a journey. Needs the extra `mine`.

    Example: paragen definitions dictionary.tsv -o definitions.parquet
    """
    from paragen.tables.resources.dictionary import build_definitions

    with table_run("reading", unit="senses") as run:
        tell(build_definitions(dictionaries, output, options, run))
