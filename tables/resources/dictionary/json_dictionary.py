"""Reads a dictionary in JSON: one object, from headwords to lists of definitions. ``___word`` means "see word"."""

from __future__ import annotations

import os

from paragen.base.errors import FormatError
from paragen.base.input_files import whole_text
from paragen.base.json_and_toml import parse_json
from paragen.tables.io.skips import Skips
from paragen.tables.resources.dictionary.sense import Sense, Senses

_EXPECTED = "a JSON object: headword -> list of definitions"


def read_letters(path: str, skips: Skips) -> Senses:
    """Yield the senses in the order of the file.

    Raises
    ------
    FormatError : it is not JSON, or not an object.
    """
    text = whole_text(path, _EXPECTED)
    found = parse_json(text, path, _EXPECTED, object_pairs_hook=list)
    del text
    if not isinstance(found, list) or not all(isinstance(pair, tuple) for pair in found):
        raise FormatError(path, "JSON that is not an object", _EXPECTED)
    name = os.path.basename(path)
    for headword, definitions in found:
        where = f"{name}: {headword[:40]}"
        for definition in (
            [definitions] if isinstance(definitions, str) else definitions if isinstance(definitions, list) else [None]
        ):
            if isinstance(definition, str):
                yield Sense(headword, "", definition, where)
            else:
                skips.add("definitions that are not text", where)
