"""Links of a sentence pair as text: Pharaoh's ``i-j``, source and target token from 0, with spaces between."""

from __future__ import annotations

import re

from paragen.base.errors import FormatError

_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


def parse_links(line: str, where: str, sizes: tuple[int, int] | None = None) -> list[tuple[int, int]]:
    """Return the links of a line.

    Parameters
    ----------
    where : the file and the line, for messages.
    sizes : how many tokens source and target have; None where that is not known.

    Raises
    ------
    FormatError : a link is malformed, or of a token that is not there.
    """
    found = []
    for field in line.split():
        if not (match := _LINK.fullmatch(field)):
            raise FormatError(where, repr(field[:60]), "links `i-j` of whole numbers from 0", "Write them with `paragen align`.")
        i, j = int(match[1]), int(match[2])
        if sizes is not None and (i >= sizes[0] or j >= sizes[1]):
            raise FormatError(
                where, f"the link {field}", f"source words below {sizes[0]} and target words below {sizes[1]}",
                "Was it aligned with other text, or text cut otherwise? English is cut by `paragen align --segment tgt=words`.",
            )
        found.append((i, j))
    return found
