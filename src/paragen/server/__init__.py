"""Paraphrases over HTTP: our own protocol under ``/v1``, and that of LanguageTool's server under ``/v2``.

===============  =====================================================================
``run``          listening, and stopping
``connections``  what a single connection may take of the server
``app``          all that follows, put together
``measured``     counts and times of requests, which ``metrics`` writes
``gate``         which hosts, origins and tokens are let in
``faults``       errors of our own
``v1``           routes of our own protocol, which ``openapi`` describes
``splitting``    sentences of texts, which ``sentences`` finds
``languagetool``  those of LanguageTool's
``page``         the page at ``/``
``operations``   health and metrics
``body``         a request's body, read within limits; ``schemas``: what it asks for
``pool``         work on threads: bounded, with a deadline, ended when nobody waits for it
``served``       the models that are served, and what a request may vary of them
``answers``      what the work writes: the bytes of the command line
``refusals``     what is not answered, and what the client is told
``state``        what the routes share; ``settings``: limits, and who may ask
===============  =====================================================================
"""
