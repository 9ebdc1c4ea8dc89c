"""A language server: editors offer paraphrases of what is selected as code actions."""
