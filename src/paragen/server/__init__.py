"""Paraphrases over HTTP: our own protocol under ``/v1``, and that of LanguageTool's server under ``/v2``.

===============  =====================================================================
``app``          the application, assembled from the modules below
``metrics``      counts and times of requests
``routes``       routes of our own protocol, which ``openapi`` describes: requests are checked, and answered with the
                 same bytes as on the command line; health and metrics
``sentences``    finds the sentences of texts
``languagetool``  routes of LanguageTool's protocol
``page``         the page at ``/``
``schemas``      what the body of a request asks for
``pool``         work on threads: bounded, with a deadline, cancelled when nobody waits for it
``state``        the models that are served, what the routes share, and the token they ask for; ``settings``: limits, and access
===============  =====================================================================

Listening, access control and refusals are in :mod:`paragen.web`.
"""
