"""Paraphrases over HTTP: our own protocol under ``/v1``, and that of LanguageTool's server under ``/v2``.

===============  =====================================================================
``app``          all that follows, put together
``measured``     counts and times of requests, which ``metrics`` writes
``token``        which token requests must show
``v1``           routes of our own protocol, which ``openapi`` describes, with ``examples``
``splitting``    sentences of texts, which ``sentences`` finds
``languagetool``  those of LanguageTool's
``page``         the page at ``/``
``operations``   health and metrics
``schemas``      what the body of a request asks for, which ``validation`` checks
``pool``         work on threads: bounded, with a deadline, ended when nobody waits for it
``served``       the models that are served, and what a request may vary of them
``answers``      what the work writes: the bytes of the command line
``state``        what the routes share; ``settings``: limits, and who may ask
===============  =====================================================================

How it listens, whom it lets in, and how it refuses is in :mod:`paragen.web`.
"""
