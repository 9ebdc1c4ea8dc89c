"""The protocol of LanguageTool's server, which editors speak: each edit of a text is a match with replacements.

===============  =====================================================================
``routes``       ``/v2/check``, ``/v2/languages`` and the like
``parameters``   what a form or a query asks
``annotated``    texts with markup: what is text, and where in the whole it stands
``sentences``    texts cut into what is rewritten at a time
``suggestions``  the edits of a sentence, each with alternatives
``matches``      these as clients expect them
``languages``    codes and names
===============  =====================================================================
"""
