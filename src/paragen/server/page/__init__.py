"""The page at ``/``, on which people paraphrase what they type. ``static`` has its files, which :mod:`paragen.web` adds to."""
