"""Paraphrases over HTTP: our own protocol under ``/v1``, and that of LanguageTool's server under ``/v2``.

===============  =====================================================================
``app``          the application, assembled from the modules below
``measured``     counts and times of requests, which ``metrics`` writes
``token``        which token requests must show
``v1``           routes of our own protocol, which ``openapi`` describes, with ``examples``
``splitting``    route for the sentences of texts, which ``sentences`` finds
``languagetool``  routes of LanguageTool's protocol
``page``         the page at ``/``
``operations``   health and metrics
``schemas``      what the body of a request asks for, which ``validation`` checks
``pool``         work on threads: bounded, with a deadline, cancelled when nobody waits for it
``served``       the models that are served, and variants with the options of requests
``answers``      answers, with the same bytes as on the command line
``state``        what the routes share; ``settings``: limits, and access
===============  =====================================================================

Listening, access control and refusals are in :mod:`paragen.web`.
"""
