"""A language server: editors offer paraphrases of the selection as code actions."""
