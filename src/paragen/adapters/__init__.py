"""Adapters: paraphrases in the pipelines, tables and toolkits that people have, each with a module and an extra of its own."""
