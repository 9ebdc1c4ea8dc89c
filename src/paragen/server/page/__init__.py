"""The page at ``/``, on which people paraphrase what they type. ``static`` has its files, :mod:`paragen.web` shared ones."""
