"""The protocol of LanguageTool's server, used by editors: each edit of a text is a match with replacements.

===============  =====================================================================
``routes``       ``/v2/check``, ``/v2/languages`` and the like, with codes and names of languages
``request``      the parameters of forms and queries; texts with markup, and the place of each part in the document
``matches``      the edits of a sentence, each with alternatives, in the format that clients expect
===============  =====================================================================
"""
