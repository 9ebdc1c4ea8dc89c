"""The protocol of LanguageTool's server, used by editors: each edit of a text is a match with replacements.

===============  =====================================================================
``routes``       ``/v2/check``, ``/v2/languages`` and the like
``parameters``   the parameters of forms and queries
``annotated``    texts with markup: which parts are text, and their place in the document
``suggestions``  the edits of a sentence, each with alternatives
``matches``      suggestions in the format that clients expect
``languages``    codes and names
===============  =====================================================================
"""
